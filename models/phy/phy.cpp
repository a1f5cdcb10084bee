// SPDX-License-Identifier: Apache-2.0
#include "models/phy/phy.h"

#include <utility>

namespace ib::phy {
namespace {

CodewordLine line_of(FecMode fec, LinkRate rate) {
  return {codeword_time_ps(fec, rate), codewords_in_flight(fec, rate.width)};
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
    : fec_(resolve(phy.fec, rate.generation)),
      codewords_(line_of(fec_, rate)),
      parts_(latency_parts(fec_, codewords_, phy, cable)),
      latency_(parts_.total()),
      line_(std::move(line)) {}

Phy::Phy(LinkRate rate, const PhyConfig& phy, const CableConfig& cable, std::uint64_t run_seed,
         std::string_view name)
    : Phy(rate, phy, cable, nullptr) {
  if (phy.mode == PhyMode::kIdeal) return;
  const double probability = codeword_failure_probability(fec_, phy.pre_fec_ber);
  failures_ = FailureProcess{probability, RandomStream{run_seed, name}};
  clean_ = probability <= 0;
}

PhyCounters Phy::counters(Ticks now) const {
  if (line_ != nullptr) return line_->counters(now);
  PhyCounters result;
  result.codewords = codewords_.passed(now);
  result.failed_codewords = failures_.failures_before(result.codewords);
  result.corrupted_packets = corrupted_;
  return result;
}

}  // namespace ib::phy
