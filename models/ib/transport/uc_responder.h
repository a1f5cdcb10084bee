// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/types.h"
#include "models/ib/transport/inbound_message.h"
#include "models/ib/transport/request_view.h"

namespace ib {

/// The receiving half of an unreliable connection (ib-facts 6; IBTA Vol 1, 9.8.2): answers nothing.
/// A packet that is missing or breaks a rule drops its message; the next First or Only starts
/// afresh. Touches no memory: its owner executes and reports.
class UcResponder {
 public:
  UcResponder() = default;
  /// `access`: operations enabled, bits of ib::access.
  UcResponder(std::uint32_t mtu, Psn first_psn, std::uint32_t access)
      : message_(mtu), expected_(first_psn), access_(access) {}

  /// True when the packet is to be executed; then `accept` or `drop_message`. Otherwise it is lost.
  [[nodiscard]] bool judge(const RequestView& request);
  void accept(const RequestView& request);
  /// The judged packet could not be executed: the rest of its message is dropped.
  void drop_message();

  [[nodiscard]] const InboundMessage& message() const { return message_; }
  [[nodiscard]] Psn expected_psn() const { return expected_; }
  /// Messages given up, whole or in part.
  [[nodiscard]] std::uint64_t messages_dropped() const { return messages_dropped_; }

 private:
  InboundMessage message_;
  Psn expected_;
  std::uint32_t access_ = 0;
  bool dropping_ = false;  ///< Until the next First or Only.
  std::uint64_t messages_dropped_ = 0;
};

}  // namespace ib
