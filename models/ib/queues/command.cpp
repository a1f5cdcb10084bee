// SPDX-License-Identifier: Apache-2.0
#include "models/ib/queues/command.h"

#include <cstring>

namespace ib {
namespace f = command_entry;

CommandEntry decode_command(const std::uint8_t* at) {
  CommandEntry e;
  e.opcode = static_cast<std::uint16_t>(load_field(at, f::kOpcode));
  e.object = load_field(at, f::kObject);
  e.input = load_field64(at, f::kInput);
  e.input_length = load_field(at, f::kInputLength);
  e.output_length = load_field(at, f::kOutputLength);
  e.output = load_field64(at, f::kOutput);
  e.result = load_field(at, f::kResult);
  e.status = static_cast<CommandStatus>(load_field(at, f::kStatus));
  e.hardware_owns = load_field(at, f::kOwner) != 0;
  return e;
}

void encode(const CommandEntry& e, std::uint8_t* at) {
  std::memset(at, 0, kCommandEntryBytes);
  store_field(at, f::kOpcode, e.opcode);
  store_field(at, f::kObject, e.object);
  store_field64(at, f::kInput, e.input);
  store_field(at, f::kInputLength, e.input_length);
  store_field(at, f::kOutputLength, e.output_length);
  store_field64(at, f::kOutput, e.output);
  store_field(at, f::kResult, e.result);
  store_field(at, f::kStatus, static_cast<std::uint32_t>(e.status));
  store_field(at, f::kOwner, e.hardware_owns ? 1 : 0);
}

}  // namespace ib
