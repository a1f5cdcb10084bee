// SPDX-License-Identifier: Apache-2.0
#include "models/phy/phy.h"

#include <algorithm>
#include <utility>

#include "models/phy/bit_true_line.h"
#include "models/phy/lane_choice.h"

namespace ib::phy {
namespace {

/// A line on which a packet fails so often in a row is beyond retransmission.
constexpr unsigned kMostTries = 16;

CodewordLine line_of(FecMode fec, LinkRate rate) {
  return {codeword_time_ps(fec, rate), codewords_in_flight(fec, rate.width)};
}

std::unique_ptr<LineModel> make_bit_true_line(LinkRate rate, const PhyConfig& phy,
                                              const CableConfig& cable, std::uint64_t run_seed,
                                              std::string_view name) {
  const FecMode fec = resolve(phy.fec, rate.generation);
  const Modulation modulation = info(rate.generation).modulation;
  const auto codec = make_line_codec(fec, rate);
  const LineShape shape{codec->group_bits(), codec->lane_turn_bits()};
  auto damage = adds_noise_alone(phy, cable)
                    ? make_noise_damage(modulation, line_snr_db(rate, phy, cable), shape.group_bits,
                                        RandomStream{run_seed, name})
                    : make_lane_damage(modulation, lane_channel(rate, phy, cable), phy.precoder,
                                       lanes(rate.width), shape, run_seed, name);
  return std::make_unique<BitTrueLine>(rate, fec, std::move(damage), run_seed, name);
}

std::unique_ptr<LineModel> line_for_mode(LinkRate rate, const PhyConfig& phy,
                                         const CableConfig& cable, std::uint64_t run_seed,
                                         std::string_view name) {
  if (phy.mode != PhyMode::kBitTrue) return nullptr;
  return make_bit_true_line(rate, phy, cable, run_seed, name);
}

PhyLatency latency_parts(FecMode fec, const CodewordLine& codewords, const PhyConfig& phy,
                         const CableConfig& cable) {
  PhyLatency parts;
  parts.transmit = ticks_from_ns(phy.tx_latency_ns);
  parts.cable = ticks_from_ns(cable_delay_ns(cable));
  parts.receive = ticks_from_ns(phy.rx_latency_ns);
  if (info(fec).family == FecFamily::kNone) return parts;
  parts.encode = ticks_from_ns(phy.encoder_ns);
  parts.fill = codewords.group_time();
  parts.decode = phy.decode_cycles * Clock::from_mhz(phy.decode_clock_mhz).period();
  return parts;
}

}  // namespace

Phy::Phy(LinkRate rate, const PhyConfig& phy, const CableConfig& cable,
         std::unique_ptr<LineModel> line)
    : rate_(rate),
      fec_(resolve(phy.fec, rate.generation)),
      codewords_(line_of(fec_, rate)),
      parts_(latency_parts(fec_, codewords_, phy, cable)),
      latency_(parts_.total()),
      line_(std::move(line)) {}

Phy::Phy(LinkRate rate, const PhyConfig& phy, const CableConfig& cable, std::uint64_t run_seed,
         std::string_view name)
    : Phy(rate, phy, cable, line_for_mode(rate, phy, cable, run_seed, name)) {
  if (phy.mode != PhyMode::kStatistical) return;
  const double probability = codeword_failure_probability(fec_, line_ber(rate, phy, cable));
  failures_ = FailureProcess{probability, RandomStream{run_seed, name}};
  clean_ = probability <= 0;
}

bool Phy::attempt(Packet* packet, Ticks start, Ticks end) {
  if (line_ == nullptr) return failures_.hits(codewords_.passed(start), codewords_.begun(end));
  return packet != nullptr ? line_->carry(*packet, start, end) : line_->corrupts(start, end);
}

bool Phy::deliver(Packet* packet, Ticks start, Ticks end) {
  bool damaged = false;
  if (!info(fec_).plr) {
    damaged = attempt(packet, start, end);
  } else {
    // The receiver asks, the sender goes back: a round trip until the replay is on the line. What
    // follows waits its turn.
    Ticks at = std::max(start, line_free_);
    unsigned tries = 1;
    for (; (damaged = attempt(packet, at, at + end - start)) && tries < kMostTries; ++tries) {
      at += 2 * latency_;
    }
    replays_ += tries - 1;
    line_free_ = at + end - start;
    replay_delay_ = at - start;
  }
  corrupted_ += damaged ? 1 : 0;
  return damaged;
}

PhyCounters Phy::counters(Ticks now) const {
  PhyCounters result;
  if (line_ != nullptr) {
    result = line_->counters(now);
  } else {
    result.codewords = codewords_.passed(now);
    result.failed_codewords = failures_.failures_before(result.codewords);
  }
  result.corrupted_packets = corrupted_;
  result.replays = replays_;
  return result;
}

}  // namespace ib::phy
