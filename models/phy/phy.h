// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "models/ib/packet/packet.h"
#include "models/phy/failure_process.h"
#include "models/phy/line_model.h"
#include "models/phy/phy_config.h"
#include "tlm/time.h"

namespace ib::phy {

/// Where the latency of one direction comes from, in order.
struct PhyLatency {
  Ticks transmit = 0;
  Ticks encode = 0;
  Ticks cable = 0;
  Ticks fill = 0;  ///< A codeword is corrected when its last bit, and its companions', is in.
  Ticks decode = 0;
  Ticks receive = 0;
  [[nodiscard]] Ticks total() const { return transmit + encode + cable + fill + decode + receive; }
};

/// One direction of a link from the transmitter's link layer to the receiver's: a fixed latency and
/// the damage done on the way. Passive; whoever owns it carries packets across in wire order.
class Phy {
 public:
  /// Assumes that `validate` found no fault. `name` keys the errors of this direction.
  Phy(LinkRate rate, const PhyConfig& phy, const CableConfig& cable, std::uint64_t run_seed,
      std::string_view name);
  /// The same latency over a line of the caller's making.
  Phy(LinkRate rate, const PhyConfig& phy, const CableConfig& cable,
      std::unique_ptr<LineModel> line);

  [[nodiscard]] const PhyLatency& parts() const { return parts_; }
  [[nodiscard]] Ticks latency() const { return latency_; }
  /// Nothing sent arrives sooner: the lookahead this direction grants.
  [[nodiscard]] Ticks min_latency() const { return latency_; }

  /// Carries a packet whose bits are on the line in [start, end); `start` does not decrease. Marks
  /// it corrupted, and answers true, when a codeword it lies in, even in part, is not corrected.
  /// With physical layer retransmission it is sent again instead and comes late.
  bool carry(Packet& packet, Ticks start, Ticks end) {
    if (clean()) return false;
    const bool damaged = deliver(&packet, start, end);
    packet.corrupted |= damaged;
    return damaged;
  }
  /// The same for what is no Packet, such as a flow control packet.
  bool corrupts(Ticks start, Ticks end) { return !clean() && deliver(nullptr, start, end); }
  /// How much later than `latency` what was carried last arrives.
  [[nodiscard]] Ticks replay_delay() const { return replay_delay_; }

  /// Nothing carried is ever damaged.
  [[nodiscard]] bool clean() const { return clean_ && line_ == nullptr; }
  [[nodiscard]] PhyCounters counters(Ticks now) const;
  [[nodiscard]] FecMode fec() const { return fec_; }
  [[nodiscard]] LinkRate rate() const { return rate_; }
  /// Codes by this codec of mode `fec` from now on, where blocks are coded at all: in mode
  /// bit_true.
  void use_codec(std::unique_ptr<LineCodec> codec) {
    if (line_ != nullptr) line_->use_codec(std::move(codec));
  }
  /// The same for the machine that makes PAM4 levels.
  void use_precoder(std::unique_ptr<Pam4GrayPrecoder> machine) {
    if (line_ != nullptr) line_->use_precoder(std::move(machine));
  }

 private:
  [[nodiscard]] bool deliver(Packet* packet, Ticks start, Ticks end);
  [[nodiscard]] bool attempt(Packet* packet, Ticks start, Ticks end);

  LinkRate rate_;
  FecMode fec_;
  CodewordLine codewords_;
  FailureProcess failures_;
  bool clean_ = true;  ///< No codeword ever fails.
  std::uint64_t corrupted_ = 0;
  PhyLatency parts_;
  Ticks latency_ = 0;
  std::unique_ptr<LineModel> line_;
  Ticks line_free_ = 0;  ///< With retransmission: when what was sent before is through.
  Ticks replay_delay_ = 0;
  std::uint64_t replays_ = 0;
};

}  // namespace ib::phy
