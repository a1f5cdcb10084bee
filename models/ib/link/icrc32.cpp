// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/icrc32.h"

#include "models/ib/link/crc_stream_machine.h"
#include "models/ib/packet/crc.h"

namespace ib {
namespace {

struct IcrcTraits {
  using Crc = Icrc;
  static void feed(Icrc& crc, const CrcStreamIn& in, bool first) {
    if (first) {
      crc.update_header(in.data.data(), in.bytes);
    } else {
      crc.update(in.data.data(), in.bytes);
    }
  }
};

}  // namespace

std::unique_ptr<Icrc32Machine> make_icrc32() {
  return std::make_unique<CrcStreamMachine<IcrcTraits, std::uint32_t>>();
}

}  // namespace ib
