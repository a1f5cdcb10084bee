// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "models/link/port.h"
#include "tlm/time.h"

namespace ib::tb {

class MessageHost;

/// What one end node sends to another; `tag` comes out at the receiver. Between nodes without queue
/// pairs it is not on the wire.
struct Message {
  std::uint32_t to = 0;  ///< Index of the receiving end node.
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
  std::uint64_t offset = 0;  ///< In the sender's vector, where it keeps one.
};

/// A message that came in whole.
struct Arrival {
  std::uint32_t from = 0;
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
  Ticks at = 0;              ///< When its last byte could be used.
  std::uint64_t ticket = 0;  ///< For MessageHost::deliver.
};

/// What runs on an end node. Calls come in the order of time.
class MessageProgram {
 public:
  virtual ~MessageProgram() = default;
  /// At time zero, or when MessageHost::begin_program says.
  virtual void start(MessageHost& node) = 0;
  /// At or just behind the time given to MessageHost::wake_at.
  virtual void woke(MessageHost& node) = 0;
  virtual void arrived(MessageHost& node, const Arrival& arrival) = 0;
  /// The message is out of the program's hands.
  virtual void sent(MessageHost& node, const Message& message) = 0;
};

/// An end node that runs a program of messages: a light one or a host with an HCA.
class MessageHost {
 public:
  MessageHost() = default;
  MessageHost(const MessageHost&) = delete;
  MessageHost& operator=(const MessageHost&) = delete;
  virtual ~MessageHost() = default;

  void set_program(std::unique_ptr<MessageProgram> program) { program_ = std::move(program); }
  [[nodiscard]] MessageProgram* program() const { return program_.get(); }
  /// Starts a program that was set after time zero. Between two runs of the kernel.
  virtual void begin_program() = 0;

  // For programs.

  virtual void post(const Message& message) = 0;
  /// A message of one packet that goes before all that wait: an answer, a request.
  virtual void post_first(const Message& message) = 0;
  /// Calls `woke` at `when`, or earlier when asked to before; one call serves all.
  virtual void wake_at(Ticks when) = 0;
  [[nodiscard]] virtual Ticks now() const = 0;
  [[nodiscard]] virtual std::uint32_t end_index() const = 0;
  [[nodiscard]] virtual std::uint32_t mtu_bytes() const = 0;
  /// True where messages have bytes of a vector, which `deliver` puts there.
  [[nodiscard]] virtual bool keeps_data() const { return false; }
  /// Puts the bytes of an arrival into the vector at `offset`, or adds them to it.
  virtual void deliver(std::uint64_t ticket, std::uint64_t offset, bool adds) {
    (void)ticket;
    (void)offset;
    (void)adds;
  }

  /// What a message takes on the line: packets, pads and delimiters.
  [[nodiscard]] std::uint64_t line_bytes(std::uint64_t bytes) const;
  [[nodiscard]] Ticks line_time(std::uint64_t bytes) const {
    return static_cast<Ticks>(line_bytes(bytes)) * port().wire_time(1);
  }
  [[nodiscard]] virtual const link::Port& port() const = 0;

 private:
  std::unique_ptr<MessageProgram> program_;
};

}  // namespace ib::tb
