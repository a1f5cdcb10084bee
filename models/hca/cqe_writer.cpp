// SPDX-License-Identifier: Apache-2.0
#include "models/hca/cqe_writer.h"

namespace ib::hca {

void CqeWriter::post(std::uint32_t cqn, const Cqe& cqe) {
  const Cycle done = core_.now() + core_.config.cqe_cycles;
  pending_.push(done, {cqn, cqe});
  core_.wake(done, Phase::kDecide, Engine::kCqeWriter);
}

void CqeWriter::decide() {
  while (pending_.next() <= core_.now()) write(pending_.pop());
}

void CqeWriter::write(const Completion& completion) {
  CompletionQueueState* const cq = core_.cqs.find(completion.cqn);
  if (cq == nullptr) return;
  Cqe cqe = completion.cqe;
  cqe.owner = owner_bit(cq->producer, cq->context.log_size);
  cqe.timestamp = static_cast<std::uint64_t>(core_.now_ticks() / kTicksPerNs);
  const Payload bytes = Payload::real(core_.payloads);
  Payload writable = bytes;
  encode(cqe, writable.writable());
  const std::uint32_t index = cq->producer & ((std::uint32_t{1} << cq->context.log_size) - 1);
  const std::uint64_t address = cq->context.buffer + std::uint64_t{index} * kCqeBytes;
  core_.dma.write(core_.now_ticks(), address, bytes, 0, kCqeBytes);
  ++cq->producer;
  ++core_.counters.cqes_written;
  if (is_error(cqe.opcode)) ++core_.counters.cqes_in_error;
}

}  // namespace ib::hca
