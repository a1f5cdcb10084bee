// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/icrc32_rtl.h"

#include <Vib_icrc32.h>

#include "rtl/cosim/crc_stream_model.h"

namespace ib::cosim {

std::unique_ptr<Icrc32Machine> make_icrc32_rtl() {
  return std::make_unique<CrcStreamRtl<Vib_icrc32, std::uint32_t>>();
}

}  // namespace ib::cosim
