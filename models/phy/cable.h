// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <systemc>

#include "models/phy/phy.h"
#include "tlm/link_socket.h"

namespace ib::phy {

/// What a cable joins: both ends run at one rate with one kind of PHY.
struct CableSetup {
  LinkRate rate;
  PhyConfig phy;
  CableConfig cable;
  std::uint64_t run_seed = 1;
  std::uint32_t framing_bytes = kFramingBytesDefault;  ///< Line time of delimiters per transfer.
};

/// A cable with the PHYs at its ends: hands each transfer to the other end later by that
/// direction's latency, and damaged when the line failed under it. It has no process; the two
/// directions share nothing, so two threads may send at once.
class Cable : public sc_core::sc_module {
 public:
  Cable(const sc_core::sc_module_name& name, const CableSetup& setup);

  CableSocket a{"a"};
  CableSocket b{"b"};

  [[nodiscard]] const Phy& a_to_b() const { return a_to_b_.phy(); }
  [[nodiscard]] const Phy& b_to_a() const { return b_to_a_.phy(); }
  [[nodiscard]] Phy& a_to_b() { return a_to_b_.phy(); }
  [[nodiscard]] Phy& b_to_a() { return b_to_a_.phy(); }

 private:
  class Direction : public LinkForwardInterface {
   public:
    Direction(const CableSetup& setup, const std::string& name, CableSocket& to);
    void transfer(LinkTransfer& transfer) override;
    [[nodiscard]] sc_core::sc_time min_latency() const override { return to_sc_time(latency_); }
    [[nodiscard]] LinkRoute route() override;
    [[nodiscard]] const Phy& phy() const { return phy_; }
    [[nodiscard]] Phy& phy() { return phy_; }

   private:
    void damage(LinkTransfer& transfer);

    LinkBackwardInterface* far_end_ = nullptr;  ///< What the other socket is bound to.
    Ticks latency_;
    bool clean_;               ///< What is sent arrives as it is.
    std::uint16_t crossings_;  ///< Added to what tells a receiver how its lanes arrive.
    std::uint32_t framing_bytes_;
    Ticks byte_ticks_;
    CableSocket& to_;
    Phy phy_;
  };

  Direction a_to_b_;
  Direction b_to_a_;
};

}  // namespace ib::phy
