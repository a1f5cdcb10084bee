// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/packet/opcode.h"
#include "models/ib/transport/request_view.h"

namespace ib {

/// The SEND or WRITE message that comes in on a connection: which packets may continue it, and
/// where their payload goes (ib-facts 6; IBTA Vol 1, 9.7.4.1.2 and 9.8.2.2).
class InboundMessage {
 public:
  InboundMessage() = default;
  explicit InboundMessage(std::uint32_t mtu) : mtu_(mtu) {}

  /// First and Only open a message, Middle and Last continue one of the same kind.
  [[nodiscard]] bool continues(const OpcodeInfo& info) const;
  /// First and Middle are full, a WRITE brings exactly what its RETH announced.
  [[nodiscard]] bool lengths_ok(const RequestView& request, const OpcodeInfo& info) const;
  /// Takes a packet that continues the message.
  void take(const RequestView& request, const OpcodeInfo& info);
  /// Forgets the open message.
  void abandon() { open_ = Open::kNone; }

  /// Message bytes of the packets taken so far.
  [[nodiscard]] std::uint32_t offset() const { return bytes_; }
  [[nodiscard]] bool open() const { return open_ != Open::kNone; }
  [[nodiscard]] bool writing() const { return open_ == Open::kWrite; }
  /// Bytes that the RETH of the open WRITE announced.
  [[nodiscard]] std::uint32_t write_length() const { return write_length_; }
  /// Remote place of the open WRITE.
  [[nodiscard]] std::uint64_t write_address() const { return write_address_; }
  [[nodiscard]] std::uint32_t write_rkey() const { return write_rkey_; }

 private:
  enum class Open : std::uint8_t { kNone, kSend, kWrite };

  std::uint32_t mtu_ = 4096;
  Open open_ = Open::kNone;
  std::uint32_t bytes_ = 0;
  std::uint64_t write_address_ = 0;
  std::uint32_t write_rkey_ = 0;
  std::uint32_t write_length_ = 0;
};

}  // namespace ib
