// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/hca/core.h"
#include "models/ib/congestion/injection_throttle.h"
#include "models/ib/management/congestion_attributes.h"

namespace ib::hca {

/// An HCA's part in congestion control: answers FECN by BECN, in the next acknowledgement of a
/// reliable queue pair or by a CNP, and delays the packets of the flows that BECN comes back for,
/// as CACongestionSetting and the congestion control table say (ib-facts 7). IBTA Vol 1, annex A10.
class CongestionControl {
 public:
  explicit CongestionControl(Core& core);

  // What a manager sets. Indices that flows have reached stay.
  void set(const CaCongestionSetting& setting);
  void set(unsigned block, const CongestionControlTableBlock& table);

  /// Looks at a packet that came for `qp`. True when it is a CNP, which ends here.
  [[nodiscard]] bool receive(QueuePair& qp, const Packet& packet);
  /// A packet was made: the next one of its flow has to wait.
  void sent(QueuePair& qp, const Packet& packet);
  /// First cycle in which the next packet of the queue pair may be made; 0 = any.
  [[nodiscard]] Cycle earliest(const QueuePair& qp) const {
    return active() ? core_.cycle_at(flow_of(qp, Sl{qp.context.attributes.sl}).earliest) : 0;
  }

 private:
  static constexpr unsigned kSls = 16;

  [[nodiscard]] bool active() const { return control_map_ != 0; }
  [[nodiscard]] bool controls(Sl sl) const { return (control_map_ >> sl.value() & 1) != 0; }
  [[nodiscard]] const ControlledFlow& flow_of(const QueuePair& qp, Sl sl) const {
    return by_service_level_ ? of_sl_[sl.value()] : qp.flow;
  }
  [[nodiscard]] ControlledFlow& flow_of(QueuePair& qp, Sl sl) {
    return by_service_level_ ? of_sl_[sl.value()] : qp.flow;
  }
  void send_cnp(const QueuePair& qp, const Packet& marked);

  Core& core_;
  std::uint16_t control_map_ = 0;  ///< Service levels under control.
  bool by_service_level_ = false;  ///< PortControl bit 0: else each queue pair is a flow.
  std::array<ThrottleRule, kSls> rules_{};
  std::array<ControlledFlow, kSls> of_sl_{};
  std::vector<CctEntry> table_;
};

}  // namespace ib::hca
