// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"

namespace ib {

/// Linear forwarding table: output port of each unicast LID, 255 = drop, 0 = the management port
/// (ib-facts 4.4). Grows with the LIDs that are set; what lies beyond `top` is dropped.
class Lft {
 public:
  static constexpr std::uint8_t kDrop = 255;
  static constexpr unsigned kBlockLids = 64;
  static constexpr unsigned kCapacity = 0xC000;  ///< Unicast LIDs, 0 included.
  using Block = std::array<std::uint8_t, kBlockLids>;

  /// Hot path: port or kDrop.
  [[nodiscard]] std::uint8_t lookup(Lid dlid) const {
    const std::size_t lid = dlid.value();
    return lid <= top_ && lid < ports_.size() ? ports_[lid] : kDrop;
  }

  /// Ignored for LIDs that are not unicast.
  void set(Lid lid, std::uint8_t port);
  /// SwitchInfo.LinearFDBTop: the last LID that is forwarded.
  void set_top(Lid top) { top_ = top.value(); }
  [[nodiscard]] Lid top() const { return Lid{static_cast<std::uint16_t>(top_)}; }

  /// LinearForwardingTable attribute: LIDs 64 * index .. 64 * index + 63.
  [[nodiscard]] Block block(unsigned index) const;
  void set_block(unsigned index, const Block& block);

 private:
  std::size_t top_ = kCapacity - 1;
  std::vector<std::uint8_t> ports_;
};

struct LftIn {
  static constexpr unsigned kMaxInputs = 8;
  /// One entry; `lid` is unicast.
  struct Write {
    Lid lid;
    std::uint8_t port = Lft::kDrop;
  };
  std::optional<Write> write;
  std::array<Lid, kMaxInputs> dlid{};  ///< Of the packet at each input.
};

struct LftOut {
  std::array<std::uint8_t, LftIn::kMaxInputs> port{};  ///< Of each input; Lft::kDrop = drop.
};

/// The table of a switch of `inputs` ports, read by all of them at once, as a clocked block: a
/// write is seen by the look-ups of the next clock. Its RTL twin is rtl/switch/ib_lft.sv.
using LftMachine = Machine<LftIn, LftOut>;
/// LIDs from 2^lid_bits on are not in the table and drop.
[[nodiscard]] std::unique_ptr<LftMachine> make_lft(unsigned inputs, unsigned lid_bits);

}  // namespace ib
