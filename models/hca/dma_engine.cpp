// SPDX-License-Identifier: Apache-2.0
#include "models/hca/dma_engine.h"

#include <utility>

namespace ib::hca {

DmaEngine::DmaEngine(const PcieTiming& timing, HostBridge& bridge)
    : timing_(timing),
      bridge_(bridge),
      credits_(timing.config().posted_headers, timing.config().posted_data_units) {}

// A TLP waits for its credits, and those behind it wait with it.
Ticks DmaEngine::send_posted(Ticks now, std::uint64_t address, std::uint32_t length) {
  if (!credits_.limited()) {
    return upstream_.send(now, timing_.wire_time(timing_.data_bytes(address, length)));
  }
  Ticks left = now;
  do {
    const std::uint32_t piece = timing_.write_piece(address, length);
    const std::uint32_t units = PostedCredits::units_of(piece);
    left = upstream_.send(credits_.available(now, units),
                          timing_.wire_time(timing_.data_bytes(address, piece)));
    credits_.use(left + timing_.credit_time(), units);
    address += piece;
    length -= piece;
  } while (length > 0);
  return left;
}

Ticks DmaEngine::write(Ticks now, std::uint64_t address, const Payload& data, std::uint32_t offset,
                       std::uint32_t length) {
  const Ticks left = send_posted(now, address, length);
  DmaAccess access;
  access.at = left + timing_.latency();
  access.address = address;
  access.length = length;
  access.offset = offset;
  access.data = data;
  bridge_.push_write(std::move(access));
  bytes_written_ += length;
  return left;
}

void DmaEngine::interrupt(Ticks now, std::uint64_t address, const Payload& message,
                          std::uint32_t vector) {
  constexpr std::uint32_t kMessageBytes = 4;
  const Ticks left = send_posted(now, address, kMessageBytes);
  DmaAccess access;
  access.at = left + timing_.latency();
  access.address = address;
  access.length = kMessageBytes;
  access.operation = vector;
  access.is_interrupt = true;
  access.data = message;
  bridge_.push_write(std::move(access));
}

DmaEngine::Operation DmaEngine::open(const DmaOwner& owner, const Payload& data) {
  if (free_.empty()) {
    free_.push_back(static_cast<Operation>(operations_.size()));
    operations_.emplace_back();
  }
  const Operation operation = free_.back();
  free_.pop_back();
  Pending& pending = operations_[operation];
  pending.owner = owner;
  pending.data = data;
  pending.outstanding = 0;
  pending.ok = true;
  pending.pieces = {};
  return operation;
}

DmaEngine::PieceIndex DmaEngine::new_piece() {
  if (free_piece_ == kNoPiece) {
    pieces_.emplace_back();
    return static_cast<PieceIndex>(pieces_.size() - 1);
  }
  return std::exchange(free_piece_, pieces_[free_piece_].next);
}

void DmaEngine::append(PieceList& list, PieceIndex first, PieceIndex last) {
  if (list.first == kNoPiece) {
    list.first = first;
  } else {
    pieces_[list.last].next = first;
  }
  list.last = last;
}

void DmaEngine::add(Operation operation, std::uint64_t address, std::uint32_t offset,
                    std::uint32_t length) {
  while (length > 0) {
    const std::uint32_t piece = timing_.read_piece(address, length);
    const PieceIndex index = new_piece();
    pieces_[index] = {operation, address, offset, piece, kNoPiece};
    append(operations_[operation].pieces, index, index);
    ++operations_[operation].outstanding;
    address += piece;
    offset += piece;
    length -= piece;
  }
}

void DmaEngine::start(Ticks now, Operation operation) {
  const PieceList pieces = std::exchange(operations_[operation].pieces, {});
  append(waiting_, pieces.first, pieces.last);
  issue(now);
}

void DmaEngine::issue(Ticks now) {
  while (waiting_.first != kNoPiece && tags_in_use_ < timing_.tags()) {
    const PieceIndex index = waiting_.first;
    const Piece piece = pieces_[index];
    const Ticks left = upstream_.send(now, timing_.wire_time(timing_.request_bytes()));
    DmaAccess access;
    access.at = left + timing_.latency() + timing_.read_latency();
    access.address = piece.address;
    access.length = piece.length;
    access.offset = piece.offset;
    access.operation = piece.operation;
    access.data = operations_[piece.operation].data;
    bridge_.push_read(std::move(access));
    bytes_read_ += piece.length;
    waiting_.first = piece.next;
    pieces_[index].next = std::exchange(free_piece_, index);
    ++tags_in_use_;
  }
}

Ticks DmaEngine::next_answer() const {
  return bridge_.answers().empty() ? kNever : bridge_.answers().front().arrival;
}

bool DmaEngine::take_answer(Ticks now, DmaResult& result) {
  const DmaAnswer answer = bridge_.answers().front();
  bridge_.answers().pop();
  --tags_in_use_;
  issue(now);
  Pending& pending = operations_[answer.operation];
  pending.ok = pending.ok && answer.ok;
  if (--pending.outstanding > 0) return false;
  result.owner = pending.owner;
  result.ok = pending.ok;
  result.data = std::move(pending.data);
  free_.push_back(answer.operation);
  return true;
}

}  // namespace ib::hca
