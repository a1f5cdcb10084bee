// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/queues/command.h"
#include "testbenches/host/host.h"

namespace ib::tb {

/// What a command takes and gives beside its mailboxes.
struct CommandAnswer {
  CommandStatus status = CommandStatus::kOk;
  std::uint32_t result = 0;
  std::vector<std::uint8_t> output;
};

/// The command queue of an HCA, one command at a time.
class CommandChannel {
 public:
  explicit CommandChannel(Host& host);

  /// Tells the HCA where the queue is; before the first command.
  void open();
  /// Runs a command and polls for its end.
  [[nodiscard]] CommandAnswer try_execute(CommandOpcode opcode, std::uint32_t object,
                                          const std::vector<std::uint8_t>& input,
                                          std::uint32_t output_bytes = 0);
  /// The same for a command that cannot fail: anything but success ends the simulation.
  CommandAnswer execute(CommandOpcode opcode, std::uint32_t object = 0,
                        const std::vector<std::uint8_t>& input = {},
                        std::uint32_t output_bytes = 0);

 private:
  [[nodiscard]] CommandEntry entry() const;

  Host& host_;
  std::uint64_t queue_;
  std::uint64_t input_;
  std::uint64_t output_;
  MemoryWatch watch_;
};

}  // namespace ib::tb
