// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "models/ib/phy/pam4.h"
#include "models/ib/phy/pam4_gray_precoder.h"

namespace ib {

/// Drives the clocked machine that makes PAM4 levels of bits, for lanes of any length in turn.
class Pam4Transmitter {
 public:
  explicit Pam4Transmitter(std::unique_ptr<Pam4GrayPrecoder> machine)
      : machine_(std::move(machine)) {
    machine_->reset();
  }

  /// Levels in place of `symbols`, pairs of bits with the first one lowest. `previous` is the level
  /// that the lane sent last, before and after; without `precode` it stays.
  void make_levels(std::vector<std::uint8_t>& symbols, bool precode, Pam4& previous);

 private:
  void remember(Pam4 previous);

  std::unique_ptr<Pam4GrayPrecoder> machine_;
};

}  // namespace ib
