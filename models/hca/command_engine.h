// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/hca/core.h"
#include "models/hca/object_commands.h"
#include "models/ib/queues/command.h"

namespace ib::hca {

/// Runs the command queue: reads an entry and its mailbox from host memory, executes it, writes the
/// answer back; one command at a time, lowest entry first. Entity kCommand.
class CommandEngine {
 public:
  explicit CommandEngine(Core& core) : core_(core), objects_(core) {}

  /// A write to the control page has arrived.
  void write_register(std::uint64_t address, const std::uint8_t* bytes, std::uint32_t length);
  /// Function level reset: all objects go, nothing of a command under way is done.
  void function_reset();
  /// A read of the entry or of its mailbox has come back.
  void read_done(DmaResult& result);
  /// Phase kDecide: the execution time is over.
  void decide();

 private:
  enum class State : std::uint8_t { kIdle, kReadingEntry, kReadingInput, kExecuting };

  void start_next();
  void take_entry(const DmaResult& result);
  void execute_after_delay();
  void answer(CommandStatus status, std::uint32_t result);
  [[nodiscard]] std::uint64_t entry_address() const;

  Core& core_;
  ObjectCommands objects_;
  State state_ = State::kIdle;
  std::uint64_t queue_ = 0;
  std::uint32_t pending_ = 0;  ///< One bit an entry.
  unsigned current_ = 0;
  CommandEntry entry_;
  Payload input_;
  Cycle execute_at_ = kNoCycle;
  unsigned stale_reads_ = 0;  ///< Under way when the function was reset.
};

}  // namespace ib::hca
