// SPDX-License-Identifier: Apache-2.0
#include "models/hca/interrupts.h"

#include "models/ib/base/bytes.h"
#include "models/ib/queues/doorbell.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kEntryBytes = 16;
constexpr std::uint32_t kAddress = 0;
constexpr std::uint32_t kData = 8;
constexpr std::uint32_t kControl = 12;
constexpr std::uint32_t kPendingBits =
    static_cast<std::uint32_t>(kMsixPendingOffset - kMsixTableOffset);

}  // namespace

void Interrupts::raise(std::uint32_t vector) {
  if (vector >= vectors_.size()) return;
  vectors_[vector].pending = true;
  try_send(vector);
}

void Interrupts::try_send(std::uint32_t number) {
  Vector& vector = vectors_[number];
  const bool vector_masked = (vector.entry[kControl] & 1) != 0;
  if (!vector.pending || !enabled_ || masked_ || vector_masked) return;
  if (core_.now() < vector.next) {
    core_.wake(vector.next, Phase::kDecide, Engine::kEvents);
    return;
  }
  vector.pending = false;
  vector.next = core_.now() +
                core_.chip.clock().cycles_covering(ticks_from_ns(core_.config.msix_interval_ns));
  Payload message = Payload::real(core_.payloads);
  std::copy_n(vector.entry.data() + kData, 4, message.writable());
  core_.dma.interrupt(core_.now_ticks(), load_le64(vector.entry.data() + kAddress), message,
                      number);
  ++core_.counters.interrupts;
}

void Interrupts::decide() {
  for (std::uint32_t i = 0; i < vectors_.size(); ++i) try_send(i);
}

void Interrupts::write_table(std::uint32_t offset, const std::uint8_t* bytes,
                             std::uint32_t length) {
  for (std::uint32_t i = 0; i < length; ++i) {
    const std::uint32_t at = offset + i;
    if (at / kEntryBytes >= vectors_.size()) break;
    vectors_[at / kEntryBytes].entry[at % kEntryBytes] = bytes[i];
  }
  decide();
}

std::uint8_t Interrupts::byte_at(std::uint32_t offset) const {
  if (offset / kEntryBytes < vectors_.size()) {
    return vectors_[offset / kEntryBytes].entry[offset % kEntryBytes];
  }
  if (offset < kPendingBits) return 0;
  unsigned bits = 0;
  const std::uint32_t first = (offset - kPendingBits) * 8;
  for (std::uint32_t i = 0; i < 8 && first + i < vectors_.size(); ++i) {
    bits |= static_cast<unsigned>(vectors_[first + i].pending) << i;
  }
  return static_cast<std::uint8_t>(bits);
}

void Interrupts::read_table(std::uint32_t offset, std::uint8_t* to, std::uint32_t length) const {
  for (std::uint32_t i = 0; i < length; ++i) to[i] = byte_at(offset + i);
}

void Interrupts::enable(bool enabled, bool masked) {
  enabled_ = enabled;
  masked_ = masked;
  decide();
}

void Interrupts::reset() {
  for (Vector& vector : vectors_) vector = Vector{};
}

}  // namespace ib::hca
