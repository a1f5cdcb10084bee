// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/islip_rtl.h"

namespace ib::cosim {

std::unique_ptr<IslipMachine> make_islip_rtl(unsigned ports, unsigned iterations) {
  if (ports <= 8 && iterations <= 3) return make_islip_8_rtl(iterations);
  if (ports <= kIslipRtlPorts && iterations <= kIslipRtlIterations) {
    return make_islip_65_rtl(iterations);
  }
  return nullptr;
}

}  // namespace ib::cosim
