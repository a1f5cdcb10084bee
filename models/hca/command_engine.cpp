// SPDX-License-Identifier: Apache-2.0
#include "models/hca/command_engine.h"

#include "models/ib/queues/doorbell.h"

namespace ib::hca {

void CommandEngine::write_register(std::uint64_t address, const std::uint8_t* bytes,
                                   std::uint32_t length) {
  namespace page = control_page;
  constexpr std::uint32_t kQueueBytes = 8;
  constexpr std::uint32_t kHalfBytes = 4;
  constexpr std::uint32_t kDoorbellBytes = 4;
  if (address == page::kCommandQueue.offset && length == kQueueBytes) {
    queue_ = load_be64(bytes);
  } else if (address == page::kCommandQueue.offset && length == kHalfBytes) {
    queue_ = (queue_ & 0xFFFFFFFF) | std::uint64_t{load_be32(bytes)} << 32;
  } else if (address == page::kCommandQueue.offset + kHalfBytes && length == kHalfBytes) {
    queue_ = (queue_ & ~std::uint64_t{0xFFFFFFFF}) | load_be32(bytes);
  } else if (address == page::kCommandDoorbell.offset && length == kDoorbellBytes) {
    pending_ |= load_be32(bytes);
    if (state_ == State::kIdle) start_next();
  }
}

std::uint64_t CommandEngine::entry_address() const {
  return queue_ + std::uint64_t{current_} * kCommandEntryBytes;
}

void CommandEngine::start_next() {
  state_ = State::kIdle;
  if (pending_ == 0) return;
  current_ = static_cast<unsigned>(__builtin_ctz(pending_));
  pending_ &= pending_ - 1;
  state_ = State::kReadingEntry;
  const DmaEngine::Operation read =
      core_.dma.open({DmaUser::kCommand, 0, 0}, Payload::real(core_.payloads));
  core_.dma.add(read, entry_address(), 0, kCommandEntryBytes);
  core_.dma.start(core_.now_ticks(), read);
}

void CommandEngine::function_reset() {
  const bool reading = state_ == State::kReadingEntry || state_ == State::kReadingInput;
  stale_reads_ += reading ? 1 : 0;
  state_ = State::kIdle;
  pending_ = 0;
  queue_ = 0;
  objects_.destroy_all();
}

void CommandEngine::read_done(DmaResult& result) {
  if (stale_reads_ > 0) {
    --stale_reads_;
    return;
  }
  if (state_ == State::kReadingEntry) {
    take_entry(result);
    return;
  }
  if (!result.ok) {
    answer(CommandStatus::kBadParameter, 0);
    return;
  }
  input_ = std::move(result.data);
  execute_after_delay();
}

void CommandEngine::take_entry(const DmaResult& result) {
  if (!result.ok) {  // there is nowhere to answer to
    ++core_.counters.commands_failed;
    start_next();
    return;
  }
  Payload bytes = result.data;
  entry_ = decode_command(bytes.writable());
  if (!entry_.hardware_owns) {
    start_next();
  } else if (entry_.input_length > kMaxMailboxBytes) {
    answer(CommandStatus::kBadInputLength, 0);
  } else if (entry_.input_length == 0) {
    input_ = Payload::real(core_.payloads);
    execute_after_delay();
  } else {
    state_ = State::kReadingInput;
    const DmaEngine::Operation read =
        core_.dma.open({DmaUser::kCommand, 0, 0}, Payload::real(core_.payloads));
    core_.dma.add(read, entry_.input, 0, entry_.input_length);
    core_.dma.start(core_.now_ticks(), read);
  }
}

void CommandEngine::execute_after_delay() {
  state_ = State::kExecuting;
  execute_at_ = core_.now() + core_.config.command_cycles;
  core_.wake(execute_at_, Phase::kDecide, Engine::kCommand);
}

void CommandEngine::decide() {
  if (state_ != State::kExecuting || core_.now() < execute_at_) return;
  Payload output = Payload::real(core_.payloads);
  const CommandResult result = objects_.execute(entry_, input_.writable(), output.writable());
  if (result.output_bytes > 0) {
    core_.dma.write(core_.now_ticks(), entry_.output, output, 0, result.output_bytes);
  }
  answer(result.status, result.result);
}

void CommandEngine::answer(CommandStatus status, std::uint32_t result) {
  ++core_.counters.commands;
  if (status != CommandStatus::kOk) ++core_.counters.commands_failed;
  entry_.status = status;
  entry_.result = result;
  entry_.hardware_owns = false;
  Payload bytes = Payload::real(core_.payloads);
  encode(entry_, bytes.writable());
  core_.dma.write(core_.now_ticks(), entry_address() + command_entry::kAnswerOffset, bytes,
                  command_entry::kAnswerOffset, kCommandEntryBytes - command_entry::kAnswerOffset);
  start_next();
}

}  // namespace ib::hca
