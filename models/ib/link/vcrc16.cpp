// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/vcrc16.h"

#include "models/ib/link/crc_stream_machine.h"
#include "models/ib/packet/crc.h"

namespace ib {
namespace {

struct VcrcTraits {
  using Crc = Vcrc;
  static void feed(Vcrc& crc, const CrcStreamIn& in, bool /*first*/) {
    crc.update(in.data.data(), in.bytes);
  }
};

}  // namespace

std::unique_ptr<Vcrc16Machine> make_vcrc16() {
  return std::make_unique<CrcStreamMachine<VcrcTraits, std::uint16_t>>();
}

}  // namespace ib
