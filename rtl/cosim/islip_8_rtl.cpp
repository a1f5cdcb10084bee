// SPDX-License-Identifier: Apache-2.0
#include <Vib_islip_8.h>

#include "rtl/cosim/islip_model.h"
#include "rtl/cosim/islip_rtl.h"

namespace ib::cosim {

std::unique_ptr<IslipMachine> make_islip_8_rtl(unsigned iterations) {
  return std::make_unique<IslipRtl<Vib_islip_8, 8>>(iterations);
}

}  // namespace ib::cosim
