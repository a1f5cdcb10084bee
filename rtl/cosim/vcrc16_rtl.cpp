// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/vcrc16_rtl.h"

#include <Vib_vcrc16.h>

#include "rtl/cosim/crc_stream_model.h"

namespace ib::cosim {

std::unique_ptr<Vcrc16Machine> make_vcrc16_rtl() {
  return std::make_unique<CrcStreamRtl<Vib_vcrc16, std::uint16_t>>();
}

}  // namespace ib::cosim
