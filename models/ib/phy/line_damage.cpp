// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_damage.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/ib/phy/line_noise.h"
#include "models/ib/phy/pam4.h"
#include "models/ib/phy/pam4_transmitter.h"

namespace ib {
namespace {

unsigned bits_per_symbol(Modulation modulation) { return modulation == Modulation::kPam4 ? 2 : 1; }

unsigned level_at(Modulation modulation, const LineBits& bits, std::size_t symbol) {
  if (modulation == Modulation::kNrz) return bits.bit(symbol);
  return gray_level(bits.bit(2 * symbol), bits.bit(2 * symbol + 1));
}

/// The bits of a PAM4 symbol, the first one lowest.
std::uint8_t pair_at(const LineBits& bits, std::size_t symbol) {
  return static_cast<std::uint8_t>(bits.load(2 * symbol, 2));
}

/// Answers the bits changed.
unsigned put_level(Modulation modulation, LineBits& bits, std::size_t symbol, unsigned level) {
  const auto put = [&bits](std::size_t at, unsigned value) {
    if (bits.bit(at) == value) return 0u;
    bits.flip(at);
    return 1u;
  };
  if (modulation == Modulation::kNrz) return put(symbol, level);
  const auto pam4 = static_cast<Pam4>(level);
  return put(2 * symbol, gray_first_bit(pam4)) + put(2 * symbol + 1, gray_second_bit(pam4));
}

class NoiseDamage final : public LineDamage {
 public:
  NoiseDamage(Modulation modulation, double snr_db, unsigned group_bits, RandomStream random)
      : modulation_(modulation),
        group_symbols_(group_bits / bits_per_symbol(modulation)),
        noise_(modulation, snr_db, random) {}

  bool enter(std::uint64_t group) override {
    first_ = group * group_symbols_;
    hits_.clear();
    noise_.collect(first_, first_ + group_symbols_, hits_);
    changed_ = 0;
    return !hits_.empty();
  }

  std::size_t most_changed_symbols() const override { return hits_.size(); }

  void apply(LineBits& bits) override {
    changed_ = 0;
    const int top = modulation_ == Modulation::kPam4 ? 3 : 1;
    if (transmitter_) transmit(bits);
    for (const NoiseHit& hit : hits_) {
      const std::size_t symbol = hit.symbol - first_;
      const auto sent =
          static_cast<int>(transmitter_ ? levels_[symbol] : level_at(modulation_, bits, symbol));
      const auto got = static_cast<unsigned>(hit_level(sent, hit.levels, top));
      changed_ += put_level(modulation_, bits, symbol, got);
    }
  }

  unsigned changed_bits() const override { return changed_; }

  void use_precoder(std::unique_ptr<Pam4GrayPrecoder> machine) override {
    if (modulation_ == Modulation::kPam4) transmitter_.emplace(std::move(machine));
  }

 private:
  void transmit(const LineBits& bits) {
    levels_.clear();
    for (std::size_t symbol = 0; symbol < group_symbols_; ++symbol) {
      levels_.push_back(pair_at(bits, symbol));
    }
    Pam4 previous = 0;
    transmitter_->make_levels(levels_, /*precode=*/false, previous);
  }

  Modulation modulation_;
  std::uint64_t group_symbols_;
  LineNoise noise_;
  std::uint64_t first_ = 0;
  std::vector<NoiseHit> hits_;
  unsigned changed_ = 0;
  std::optional<Pam4Transmitter> transmitter_;
  std::vector<std::uint8_t> levels_;  ///< Of the group, by it.
};

struct Lane {
  LaneChannel channel;
  Pam4Precoder precoder;
  Pam4PrecoderInverse inverse;
  Pam4 previous = 0;                   ///< Level sent last, by a machine.
  std::vector<std::uint8_t> levels{};  ///< Of the group, by it.
  std::size_t next = 0;                ///< Of these, to be received.
};

class LaneDamage final : public LineDamage {
 public:
  LaneDamage(Modulation modulation, bool precode, const LineShape& shape, std::vector<Lane> lanes)
      : modulation_(modulation),
        precode_(precode && modulation == Modulation::kPam4),
        group_bits_(shape.group_bits),
        turn_bits_(shape.lane_turn_bits),
        lanes_(std::move(lanes)) {}

  bool enter(std::uint64_t) override {
    changed_ = 0;
    return true;
  }

  std::size_t most_changed_symbols() const override { return group_bits_; }

  void apply(LineBits& bits) override {
    changed_ = 0;
    if (transmitter_) return apply_to_levels(bits);
    for_each_symbol([&](Lane& lane, std::size_t symbol) {
      const unsigned got = receive(lane, transmit(lane, level_at(modulation_, bits, symbol)));
      changed_ += put_level(modulation_, bits, symbol, got);
    });
  }

  unsigned changed_bits() const override { return changed_; }

  void use_precoder(std::unique_ptr<Pam4GrayPrecoder> machine) override {
    if (modulation_ == Modulation::kPam4) transmitter_.emplace(std::move(machine));
  }

 private:
  template <class Use>
  void for_each_symbol(Use&& use) {
    const unsigned bits_each = bits_per_symbol(modulation_);
    for (unsigned bit = 0; bit < group_bits_; bit += bits_each) {
      use(lanes_[bit / turn_bits_ % lanes_.size()], std::size_t{bit / bits_each});
    }
  }
  [[nodiscard]] unsigned transmit(Lane& lane, unsigned level) const {
    return precode_ ? lane.precoder.encode(static_cast<Pam4>(level)) : level;
  }
  [[nodiscard]] unsigned receive(Lane& lane, unsigned sent) const {
    const unsigned got = lane.channel.carry(sent);
    return precode_ ? lane.inverse.decode(static_cast<Pam4>(got)) : got;
  }

  /// The same with the levels of each lane made by the machine, a whole group at a time.
  void apply_to_levels(LineBits& bits) {
    for (Lane& lane : lanes_) lane.levels.clear();
    for_each_symbol(
        [&](Lane& lane, std::size_t symbol) { lane.levels.push_back(pair_at(bits, symbol)); });
    for (Lane& lane : lanes_) {
      transmitter_->make_levels(lane.levels, precode_, lane.previous);
      lane.next = 0;
    }
    for_each_symbol([&](Lane& lane, std::size_t symbol) {
      const unsigned got = receive(lane, lane.levels[lane.next++]);
      changed_ += put_level(modulation_, bits, symbol, got);
    });
  }

  Modulation modulation_;
  bool precode_;
  unsigned group_bits_;
  unsigned turn_bits_;
  std::vector<Lane> lanes_;
  unsigned changed_ = 0;
  std::optional<Pam4Transmitter> transmitter_;
};

}  // namespace

std::unique_ptr<LineDamage> make_noise_damage(Modulation modulation, double snr_db,
                                              unsigned group_bits, RandomStream random) {
  return std::make_unique<NoiseDamage>(modulation, snr_db, group_bits, random);
}

std::unique_ptr<LineDamage> make_lane_damage(Modulation modulation, const ChannelConfig& channel,
                                             bool precode, unsigned lanes, const LineShape& shape,
                                             std::uint64_t seed, std::string_view name) {
  std::vector<Lane> made;
  for (unsigned i = 0; i < lanes; ++i) {
    const std::string stream = std::string{name} + ".lane" + std::to_string(i);
    made.push_back(
        {LaneChannel{modulation, channel, RandomStream{seed, stream}}, {}, {}, 0, {}, 0});
  }
  return std::make_unique<LaneDamage>(modulation, precode, shape, std::move(made));
}

}  // namespace ib
