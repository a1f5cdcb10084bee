// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/ring.h"
#include "tlm/time.h"

namespace ib::hca {

/// Flow control credits of PCI Express for posted writes (PCIe 5.0, 2.6.1): a header each TLP, and
/// one for each 16 bytes of its data. All in closed form: when a credit comes back is known when
/// its TLP goes.
class PostedCredits {
 public:
  static constexpr std::uint32_t kUnitBytes = 16;

  /// `headers` 0: no limit.
  PostedCredits(std::uint32_t headers, std::uint32_t data_units)
      : limited_(headers != 0), headers_(headers), units_(data_units) {}

  [[nodiscard]] bool limited() const { return limited_; }
  [[nodiscard]] static constexpr std::uint32_t units_of(std::uint32_t bytes) {
    return (bytes + kUnitBytes - 1) / kUnitBytes;
  }
  /// First time from `ready` on at which a TLP of `units` may go.
  [[nodiscard]] Ticks available(Ticks ready, std::uint32_t units) {
    while (!out_.empty() && (out_.front().back <= ready || headers_ == 0 || units_ < units)) {
      if (out_.front().back > ready) ready = out_.front().back;
      ++headers_;
      units_ += out_.front().units;
      out_.pop();
    }
    return ready;
  }
  /// It goes; its credits are back at `back`, which never falls.
  void use(Ticks back, std::uint32_t units) {
    --headers_;
    units_ -= units;
    out_.push({back, units});
  }

 private:
  struct Out {
    Ticks back = 0;
    std::uint32_t units = 0;
  };

  bool limited_;
  std::uint32_t headers_;
  std::uint32_t units_;
  Ring<Out> out_;
};

}  // namespace ib::hca
