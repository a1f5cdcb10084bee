// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/command_channel.h"

#include <array>
#include <string>

#include "models/ib/queues/doorbell.h"

namespace ib::tb {

CommandChannel::CommandChannel(Host& host)
    : host_(host),
      queue_(host.memory.allocate(kCommandEntries * kCommandEntryBytes, 4096)),
      input_(host.memory.allocate(kMaxMailboxBytes)),
      output_(host.memory.allocate(kMaxMailboxBytes)),
      watch_(host.memory) {
  watch_.add(queue_, kCommandEntryBytes);
}

void CommandChannel::open() {
  std::array<std::uint8_t, 8> base;
  store_be64(base.data(), queue_);
  host_.write_register(control_page::kCommandQueue.offset, base.data(), 8);
}

CommandEntry CommandChannel::entry() const {
  std::array<std::uint8_t, kCommandEntryBytes> bytes;
  host_.memory.read(queue_, bytes.data(), kCommandEntryBytes);
  return decode_command(bytes.data());
}

CommandAnswer CommandChannel::try_execute(CommandOpcode opcode, std::uint32_t object,
                                          const std::vector<std::uint8_t>& input,
                                          std::uint32_t output_bytes) {
  CommandEntry command;
  command.opcode = static_cast<std::uint16_t>(opcode);
  command.object = object;
  command.input = input_;
  command.input_length = static_cast<std::uint32_t>(input.size());
  command.output = output_;
  command.output_length = output_bytes;
  command.hardware_owns = true;
  std::array<std::uint8_t, kCommandEntryBytes> bytes{};
  encode(command, bytes.data());
  if (!input.empty()) host_.memory.write(input_, input.data(), input.size());
  host_.memory.write(queue_, bytes.data(), kCommandEntryBytes);

  std::array<std::uint8_t, 4> doorbell;
  store_be32(doorbell.data(), 1);
  host_.write_register(control_page::kCommandDoorbell.offset, doorbell.data(), 4);
  host_.poll_until(watch_, [this] { return !entry().hardware_owns; });

  CommandAnswer answer{entry().status, entry().result, std::vector<std::uint8_t>(output_bytes)};
  if (output_bytes > 0) host_.memory.read(output_, answer.output.data(), output_bytes);
  return answer;
}

CommandAnswer CommandChannel::execute(CommandOpcode opcode, std::uint32_t object,
                                      const std::vector<std::uint8_t>& input,
                                      std::uint32_t output_bytes) {
  CommandAnswer answer = try_execute(opcode, object, input, output_bytes);
  if (answer.status != CommandStatus::kOk) {
    const std::string text = "command " + std::to_string(static_cast<unsigned>(opcode)) +
                             " failed with status " +
                             std::to_string(static_cast<unsigned>(answer.status));
    SC_REPORT_FATAL(host_.name(), text.c_str());
  }
  return answer;
}

}  // namespace ib::tb
