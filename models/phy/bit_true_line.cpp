// SPDX-License-Identifier: Apache-2.0
#include "models/phy/bit_true_line.h"

#include <algorithm>
#include <utility>

#include "models/ib/base/random.h"
#include "models/phy/received_packet.h"

namespace ib::phy {
namespace {

/// Line time of one 64b/66b block before FEC.
Rational block_time_ps(LinkRate rate, const LineCodec& codec) {
  const Rational gbps = line_rate_gbps(rate.generation, rate.width);
  return reduced(std::int64_t{1000} * codec.group_bits() * gbps.den,
                 gbps.num * codec.group_blocks());
}

}  // namespace

BitTrueLine::BitTrueLine(LinkRate rate, FecMode fec, std::unique_ptr<LineDamage> damage,
                         std::uint64_t run_seed, std::string_view name)
    : codec_(make_line_codec(fec, rate)),
      damage_(std::move(damage)),
      block_line_(block_time_ps(rate, *codec_), 1),
      codeword_line_(codeword_time_ps(fec, rate), codewords_in_flight(fec, rate.width)),
      scramble_key_(mix64(run_seed, fnv1a(name))),
      lanes_(lanes(rate.width)),
      lane_by_codeword_(info(fec).family == FecFamily::kFirecode),
      cells_(info(fec).plr),
      sent_(codec_->group_blocks(), idle_block()),
      received_(codec_->group_blocks(), idle_block()) {}

bool BitTrueLine::carry(Packet& packet, Ticks start, Ticks) {
  const bool changed = transport(start, packet_blocks(packet.wire_bytes), /*counted=*/true, [&] {
    const std::size_t count = serialize(packet, bytes_.data());
    append_packet(bytes_.data(), count, /*good_end=*/true, blocks_);
  });
  return changed && !passes(packet);
}

/// Cells of the physical layer have a CRC of their own, which is taken to find all damage.
bool BitTrueLine::passes(Packet& packet) {
  if (cells_ || packet.corrupted) return false;
  BlockReader reader;
  BlockEvent event = BlockEvent::kNone;
  for (const Block66& block : blocks_) {
    if (event != BlockEvent::kNone) return false;  // ended before its end, or lost
    event = reader.take(block);
  }
  const std::vector<std::uint8_t>& wire = reader.bytes();
  if (event != BlockEvent::kPacket || wire.size() != packet.wire_bytes) return false;
  if (std::equal(wire.begin(), wire.end(), bytes_.begin())) return true;
  return take_received({wire.data(), wire.size()}, packet);
}

bool BitTrueLine::corrupts(Ticks start, Ticks) {
  return transport(start, 1, /*counted=*/false,
                   [&] { blocks_.push_back(link_packet_block(bytes_.data())); });
}

template <class MakeBlocks>
bool BitTrueLine::transport(Ticks start, std::size_t count, bool counted,
                            MakeBlocks&& make_blocks) {
  const unsigned group_blocks = codec_->group_blocks();
  std::uint64_t at = std::max(next_block_, block_line_.begun(start));
  next_block_ = at + count;
  blocks_.clear();
  bool damaged = false;
  for (std::size_t done = 0; done < count;) {
    if (at / group_blocks != group_) enter(at / group_blocks);
    counted_ |= counted;
    const std::size_t offset = at % group_blocks;
    const std::size_t take = std::min(group_blocks - offset, count - done);
    if (damaged_ || history_in_ != 0) {
      if (blocks_.empty()) make_blocks();
      std::copy_n(blocks_.data() + done, take, sent_.data() + offset);
      if (!surely_corrected()) {
        send_group();
        if (!arrived(offset, take)) {
          damaged = true;
          const auto from = received_.begin() + static_cast<std::ptrdiff_t>(offset);
          std::copy_n(from, take, blocks_.begin() + static_cast<std::ptrdiff_t>(done));
        }
      }
    }
    done += take;
    at += take;
  }
  return damaged;
}

bool BitTrueLine::surely_corrected() const {
  return history_in_ == 0 && damage_->most_changed_symbols() <= codec_->always_corrects();
}

bool BitTrueLine::arrived(std::size_t offset, std::size_t count) const {
  const Block66* const sent = sent_.data() + offset;
  return std::equal(sent, sent + count, received_.data() + offset);
}

void BitTrueLine::enter(std::uint64_t group) {
  leave_group();
  // Wrong bits at the end of the group before, be it idle, reach the descrambler's next 58.
  if (group > 0 && group_ != group - 1) {
    begin_group(group - 1, /*history=*/0);
    if (!surely_corrected()) send_group();
  }
  begin_group(group, history_out_);
}

void BitTrueLine::begin_group(std::uint64_t group, std::uint64_t history) {
  group_ = group;
  history_in_ = history;
  history_out_ = 0;
  damaged_ = damage_->enter(group);
  counted_ = false;
  report_ = {};
  report_.codewords[0] = codec_->group_codewords();  // unless they are sent and decoded
  std::fill(sent_.begin(), sent_.end(), idle_block());
}

void BitTrueLine::send_group() {
  const ScramblerState state{mix64(scramble_key_, group_) & kScramblerMask};
  Scrambler scrambler{state};
  Descrambler descrambler{ScramblerState{state.history ^ history_in_}};
  codec_->encode(sent_.data(), scrambler, bits_);
  sent_bits_ = bits_;
  if (damaged_) damage_->apply(bits_);
  damaged_bits_ = bits_;
  report_ =
      codec_->decode({sent_.data(), &sent_bits_, state}, bits_, descrambler, received_.data());
  history_out_ = scrambler.state().history ^ descrambler.state().history;
}

/// A group that was corrected for sure is coded now, once, with all that it held.
void BitTrueLine::leave_group() {
  if (!counted_) return;
  if (damaged_ && surely_corrected()) send_group();
  counters_.line_bits += codec_->group_bits();
  counters_.wrong_bits += damage_->changed_bits();
  counters_.corrected_symbols += report_.corrected_symbols;
  counters_.failed_codewords += report_.failed_codewords;
  for (std::size_t i = 0; i < report_.codewords.size(); ++i) {
    counters_.histogram[i] += report_.codewords[i];
  }
  if (report_.corrected_symbols > 0 || report_.failed_codewords > 0) count_lanes();
}

/// A codeword lies on one lane with Firecode, else on all of them.
void BitTrueLine::count_lanes() {
  for (std::uint64_t failed = report_.failed_mask; failed != 0; failed &= failed - 1) {
    const auto codeword = static_cast<unsigned>(__builtin_ctzll(failed));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      const bool touched = !lane_by_codeword_ || lane == codeword;
      counters_.lanes[lane].uncorrectable_codewords += touched ? 1 : 0;
    }
  }
  if (report_.corrected_symbols == 0) return;
  for_each_difference(damaged_bits_, bits_, [this](std::size_t symbol, unsigned) {
    const std::size_t lane = symbol * kRsSymbolBits / codec_->lane_turn_bits() % lanes_;
    ++counters_.lanes[lane].corrected_symbols;
  });
}

PhyCounters BitTrueLine::counters(Ticks now) const {
  PhyCounters result = counters_;
  result.codewords = codeword_line_.passed(now);
  return result;
}

}  // namespace ib::phy
