// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/host/host.h"
#include "testbenches/host/verbs.h"

namespace ib::tb {

/// Memory of an application beside memory that nobody may touch: guard pages around a region with
/// all rights, a region of another protection domain, and one that may only be read locally. Each
/// key of theirs is real, so a wrong check shows as a refused DMA or as a changed byte.
class FencedMemory {
 public:
  static constexpr std::uint64_t kBytes = 0x10000;  ///< Of each region and guard.

  /// From the host's program; registers with the keys of `verbs`.
  FencedMemory(Host& host, Verbs& verbs, std::uint32_t pd);

  [[nodiscard]] const MemoryRegion& open() const { return open_; }
  /// A key of the regions, chosen by `dice`; the open one's half of the time.
  [[nodiscard]] std::uint32_t some_key(std::uint32_t dice) const;
  /// An address in or near the regions.
  [[nodiscard]] std::uint64_t some_address(std::uint32_t dice) const;
  /// No DMA has left the memory that exists, none has come to a guard or to foreign memory, and
  /// what may only be read is as it was.
  [[nodiscard]] bool intact() const;

 private:
  Host& host_;
  std::uint64_t start_ = 0;
  MemoryRegion open_;
  MemoryRegion foreign_;
  MemoryRegion sealed_;
};

}  // namespace ib::tb
