// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models/hca/core.h"
#include "models/hca/translator.h"
#include "models/ib/base/ring.h"

namespace ib::hca {

/// Lines of packets in front of the port.
enum class TransmitLane : std::uint8_t {
  kExpress,  ///< Packets that need no DMA and have no older packet of their kind and QP to pass.
  kRequests,
  kResponses,
};
inline constexpr std::size_t kTransmitLanes = 3;

/// Packets between description and port. Each lane keeps its order: a packet whose payload is still
/// being read holds those behind it. Entity kTransmit.
class TransmitQueue {
 public:
  using Entry = std::uint32_t;

  explicit TransmitQueue(Core& core) : core_(core) {}

  /// Reserves the identity under which a packet's payload is read.
  [[nodiscard]] Entry reserve();
  /// Gives a reserved entry back unused.
  void abandon(Entry entry) { free_.push_back(entry); }
  /// Queues a described packet; `job` finds its payload, whose first
  /// memory key is `key`.
  void add(Entry entry, QueuePair& qp, link::Slot slot, Translator::Job job, TransmitLane lane,
           std::uint32_t key, Psn psn);
  /// Queues a packet that belongs to no queue pair and is ready.
  void add_notification(Entry entry, link::Slot slot);
  /// The packet's description is complete: reads its payload, or it is ready.
  void start(Entry entry);
  /// The context of its memory key may have come.
  void context_came(Entry entry);
  /// The payload has been read.
  void payload_read(Entry entry, bool ok);
  /// Phase kDecide: ready packets move to the port.
  void decide();
  /// The port has room again.
  void resume() { core_.wake(core_.now() + 1, Phase::kDecide, Engine::kTransmit); }

 private:
  struct Waiting {
    link::Slot slot = link::kNoSlot;
    Translator::Job job = Translator::kNone;
    std::uint32_t key = 0;
    TransmitLane lane = TransmitLane::kExpress;
    bool ready = false;
    bool failed = false;
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
    Psn psn;
    bool unreliable = false;          ///< Done with once it has left.
    std::uint32_t payload_bytes = 0;  ///< Held in the transmit buffer.
  };

  [[nodiscard]] bool move_one(TransmitLane lane);
  void read_payload(Entry entry);
  void leave(const Waiting& waiting);
  void report_failure(const Waiting& waiting);

  Core& core_;
  std::vector<Waiting> entries_;
  std::vector<Entry> free_;
  std::array<Ring<Entry>, kTransmitLanes> lanes_;
  bool responses_first_ = false;
};

}  // namespace ib::hca
