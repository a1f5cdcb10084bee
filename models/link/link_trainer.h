// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "models/ib/phy/training.h"
#include "models/link/link_config.h"
#include "tlm/time.h"

namespace ib::link {

/// What a receiver reads from one ordered set of the training.
struct OrderedSet {
  LaneTraffic traffic = LaneTraffic::kNothing;
  bool reversed = false;       ///< Lanes arrive in the order opposite to the one they were sent in.
  std::uint16_t inverted = 0;  ///< One bit a lane whose two wires are crossed.
};

/// One end's link training in time, and its watch over errors. Passive; the port steps it once in
/// `tick_us` while the link is not up, tells it what arrives and sends what it says.
class LinkTrainer {
 public:
  LinkTrainer(const LinkConfig& config, LinkRate rate);

  /// From the start to LinkUp at once.
  void skip_to_link_up();
  /// To Polling, or to Disabled.
  void restart(bool enabled);
  [[nodiscard]] std::uint32_t tick_us() const { return tick_us_; }
  [[nodiscard]] const TrainingOut& out() const { return out_; }
  [[nodiscard]] bool link_is_up() const { return out_.state == TrainingState::kLinkUp; }
  /// Lanes whose inverted wires the receiver makes good.
  [[nodiscard]] std::uint16_t inverted_lanes() const { return inverted_; }

  /// One more error at `now`; true when there were too many of late.
  [[nodiscard]] bool error_breaks_link(Ticks now);
  /// LinkUp is left: by errors here, or because the peer retrains.
  void begin_recovery();
  /// An ordered set arrived undamaged.
  void see(const OrderedSet& set);
  /// A packet of the link layer did: a peer that sends one is in LinkUp.
  void see_packet() {
    if (out_.send == LaneTraffic::kIdle) seen_ = LaneTraffic::kData;
  }
  /// Another tick has passed.
  const TrainingOut& tick();
  /// What to send now.
  [[nodiscard]] OrderedSet to_send() const { return {out_.send, out_.reverse_lanes, 0}; }

 private:
  std::unique_ptr<LinkTraining> machine_;
  std::uint32_t tick_us_;
  std::uint32_t error_limit_;
  Ticks error_window_;
  std::deque<Ticks> errors_;  ///< The last ones, within the window.
  LaneTraffic seen_ = LaneTraffic::kNothing;
  std::uint16_t inverted_ = 0;
  TrainingOut out_;
};

}  // namespace ib::link
