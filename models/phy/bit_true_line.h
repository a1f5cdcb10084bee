// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "models/ib/packet/packet_codec.h"
#include "models/ib/phy/block66.h"
#include "models/ib/phy/line_codec.h"
#include "models/ib/phy/line_damage.h"
#include "models/phy/line_model.h"
#include "models/phy/phy_config.h"

namespace ib::phy {

/// Carries packets as blocks, codewords and line symbols. A group of codewords that the line leaves
/// as it is comes out as it went in, so it is neither encoded nor decoded. When a packet starts in
/// the group another one ended in, the group is sent again with both under the same noise.
class BitTrueLine final : public LineModel {
 public:
  /// `fec` has a line codec.
  BitTrueLine(LinkRate rate, FecMode fec, std::unique_ptr<LineDamage> damage,
              std::uint64_t run_seed, std::string_view name);

  bool carry(Packet& packet, Ticks start, Ticks end) override;
  bool corrupts(Ticks start, Ticks end) override;
  [[nodiscard]] PhyCounters counters(Ticks now) const override;
  void use_codec(std::unique_ptr<LineCodec> codec) override { codec_ = std::move(codec); }
  void use_precoder(std::unique_ptr<Pam4GrayPrecoder> machine) override {
    damage_->use_precoder(std::move(machine));
  }

 private:
  static constexpr std::uint64_t kNoGroup = ~std::uint64_t{0};

  /// Sends `count` blocks from the first free one at or after `start` and answers whether any came
  /// out different; `blocks_` holds them as they came then. `make_blocks` fills `blocks_`, if it
  /// comes to that. Groups that only others than `counted` blocks lie in do not enter the counters.
  template <class MakeBlocks>
  [[nodiscard]] bool transport(Ticks start, std::size_t count, bool counted,
                               MakeBlocks&& make_blocks);
  /// True when the port takes the packet in as it came, in `blocks_`: it then has the bytes
  /// received.
  [[nodiscard]] bool passes(Packet& packet);
  [[nodiscard]] bool surely_corrected() const;
  /// True when the blocks at `offset` in the group came out as they went in.
  [[nodiscard]] bool arrived(std::size_t offset, std::size_t count) const;
  void enter(std::uint64_t group);
  void send_group();
  void begin_group(std::uint64_t group, std::uint64_t history);
  void leave_group();
  void count_lanes();

  std::unique_ptr<LineCodec> codec_;
  std::unique_ptr<LineDamage> damage_;
  CodewordLine block_line_;     ///< Blocks by time.
  CodewordLine codeword_line_;  ///< Codewords by time.
  std::uint64_t scramble_key_;

  std::uint64_t next_block_ = 0;  ///< First block of the line not yet used.
  std::uint64_t group_ = kNoGroup;
  bool damaged_ = false;           ///< The line may change this group.
  bool counted_ = false;           ///< A packet lies in this group.
  std::uint64_t history_in_ = 0;   ///< Wrong bits in the descrambler as the group begins.
  std::uint64_t history_out_ = 0;  ///< And as it ends.
  unsigned lanes_;
  bool lane_by_codeword_;
  bool cells_;  ///< Packets travel in cells of physical layer retransmission.
  std::vector<Block66> sent_;
  std::vector<Block66> received_;
  LineBits bits_;
  LineBits sent_bits_;
  LineBits damaged_bits_;  ///< Before correction.
  DecodeReport report_;

  std::array<std::uint8_t, kMaxWireBytes> bytes_{};
  std::vector<Block66> blocks_;
  PhyCounters counters_;
};

}  // namespace ib::phy
