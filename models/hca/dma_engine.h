// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/hca/host_bridge.h"
#include "models/hca/pcie.h"
#include "models/hca/posted_credits.h"
#include "models/ib/packet/payload.h"
#include "tlm/time.h"

namespace ib::hca {

/// Which engine asked for a read.
enum class DmaUser : std::uint8_t {
  kTransmit,
  kSendWqe,
  kReceiveRecord,
  kReceiveWqe,
  kReceiveBoth,
  kCommand,
  kAtomic,
  kContext,
  kCqRecord,
  kSrqRecord,
  kSrqWqe,
  kTranslation,
};

/// Whom a read is for. `epoch` tells an answer for a queue pair from one for its predecessor.
struct DmaOwner {
  DmaUser user = DmaUser::kTransmit;
  std::uint32_t index = 0;
  std::uint32_t epoch = 0;
};

/// A finished read.
struct DmaResult {
  DmaOwner owner;
  bool ok = true;
  Payload data;
};

/// The chip's side of DMA: cuts reads at MRRS and 4 KiB, holds them for a free tag, and shares the
/// upstream link among posted writes and read requests in the order they are made.
class DmaEngine {
 public:
  using Operation = std::uint32_t;
  static constexpr Operation kNone = ~Operation{0};

  DmaEngine(const PcieTiming& timing, HostBridge& bridge);

  /// Writes `length` bytes of `data` from `offset` on. Returns when the last has left the chip.
  Ticks write(Ticks now, std::uint64_t address, const Payload& data, std::uint32_t offset,
              std::uint32_t length);

  /// Posts an MSI-X message of four bytes behind all writes before it.
  void interrupt(Ticks now, std::uint64_t address, const Payload& message, std::uint32_t vector);

  /// A read of any number of pieces into one buffer, answered as a whole: open, add, start.
  [[nodiscard]] Operation open(const DmaOwner& owner, const Payload& data);
  void add(Operation operation, std::uint64_t address, std::uint32_t offset, std::uint32_t length);
  void start(Ticks now, Operation operation);

  /// When the next answer arrives, kNever when none is under way.
  [[nodiscard]] Ticks next_answer() const;
  /// Takes the answer that has arrived by `now`. True when it finishes a read, told in `result`.
  [[nodiscard]] bool take_answer(Ticks now, DmaResult& result);

  [[nodiscard]] std::uint64_t bytes_written() const { return bytes_written_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }
  [[nodiscard]] std::uint32_t tags_in_use() const { return tags_in_use_; }
  [[nodiscard]] Ticks upstream_free() const { return upstream_.free(); }

 private:
  using PieceIndex = std::uint32_t;
  static constexpr PieceIndex kNoPiece = ~PieceIndex{0};

  /// One read request, in the list of its operation and then in that of all that wait for a tag.
  struct Piece {
    Operation operation = kNone;
    std::uint64_t address = 0;
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
    PieceIndex next = kNoPiece;
  };
  struct PieceList {
    PieceIndex first = kNoPiece;
    PieceIndex last = kNoPiece;
  };
  struct Pending {
    DmaOwner owner;
    Payload data;
    std::uint32_t outstanding = 0;  ///< Read requests not answered.
    bool ok = true;
    PieceList pieces;  ///< Until started.
  };

  [[nodiscard]] PieceIndex new_piece();
  /// When the last byte of a posted write, ready at `now`, has left.
  [[nodiscard]] Ticks send_posted(Ticks now, std::uint64_t address, std::uint32_t length);
  void append(PieceList& list, PieceIndex first, PieceIndex last);
  void issue(Ticks now);

  const PcieTiming& timing_;
  HostBridge& bridge_;
  PcieLane upstream_;
  PostedCredits credits_;
  std::vector<Pending> operations_;
  std::vector<Operation> free_;
  std::vector<Piece> pieces_;
  PieceIndex free_piece_ = kNoPiece;
  PieceList waiting_;  ///< For a tag.
  std::uint32_t tags_in_use_ = 0;
  std::uint64_t bytes_written_ = 0;
  std::uint64_t bytes_read_ = 0;
};

}  // namespace ib::hca
