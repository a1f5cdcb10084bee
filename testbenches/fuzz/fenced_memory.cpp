// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fuzz/fenced_memory.h"

#include <algorithm>

namespace ib::tb {
namespace {

constexpr std::uint8_t kPattern = 0x5A;
constexpr std::uint32_t kAllRights =
    access::kLocalWrite | access::kRemoteWrite | access::kRemoteRead | access::kRemoteAtomic;
// guard, open, guard, foreign, sealed, guard
constexpr std::uint64_t kParts = 6;

}  // namespace

FencedMemory::FencedMemory(Host& host, Verbs& verbs, std::uint32_t pd)
    : host_(host), start_(host.memory.allocate(kParts * kBytes, kBytes)) {
  open_ = verbs.register_memory(pd, start_ + kBytes, kBytes, kAllRights);
  foreign_ = verbs.register_memory(verbs.allocate_pd(), start_ + 3 * kBytes, kBytes, kAllRights);
  sealed_ = verbs.register_memory(pd, start_ + 4 * kBytes, kBytes, 0);
  const std::vector<std::uint8_t> pattern(kBytes, kPattern);
  host.memory.write(sealed_.address, pattern.data(), kBytes);
  for (const std::uint64_t part : {0u, 2u, 3u, 5u}) {
    host.memory.guard(start_ + part * kBytes, kBytes);
  }
}

std::uint32_t FencedMemory::some_key(std::uint32_t dice) const {
  switch (dice % 8) {
    case 0:
      return foreign_.key;
    case 1:
      return sealed_.key;
    case 2:
      return open_.key + 1;
    case 3:
      return dice;
    default:
      return open_.key;
  }
}

std::uint64_t FencedMemory::some_address(std::uint32_t dice) const {
  constexpr std::uint32_t kNear = 64;
  const std::uint32_t offset = dice / 16;
  switch (dice % 16) {
    case 0:
      return start_ + offset % (kParts * kBytes);
    case 1:
      return open_.address + kBytes - kNear + offset % (2 * kNear);
    case 2:
      return open_.address - kNear + offset % (2 * kNear);
    case 3:
      return sealed_.address + offset % kBytes;
    case 4:
      return foreign_.address + offset % kBytes;
    case 5:
      return std::uint64_t{0} - offset % kNear;
    default:
      return open_.address + offset % (kBytes / 2) / 8 * 8;
  }
}

bool FencedMemory::intact() const {
  std::vector<std::uint8_t> bytes(kBytes);
  host_.memory.read(sealed_.address, bytes.data(), kBytes);
  const bool unchanged =
      std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == kPattern; });
  return unchanged && host_.memory.refused_accesses() == 0;
}

}  // namespace ib::tb
