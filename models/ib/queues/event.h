// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/queues/layout.h"

namespace ib {

/// What an event queue entry reports, numbered as mlx5 does.
enum class EventType : std::uint8_t {
  kCompletion = 0x00,
  kPathMigrated = 0x01,              ///< A connection goes by its alternate path now.
  kCommunicationEstablished = 0x02,  ///< First packet of a queue pair in RTR.
  kSendQueueDrained = 0x03,          ///< A queue pair in SQD has finished what it had begun.
  kCqError = 0x04,                   ///< A completion queue overflowed.
  kWqCatastrophic = 0x05,            ///< A work queue cannot report any more.
  kPathMigrationFailed = 0x07,       ///< A peer migrated to a path that is not armed here.
  kPortChange = 0x09,                ///< See PortChange.
  kInvalidRequest = 0x10,            ///< A peer's request broke a rule.
  kAccessError = 0x11,               ///< A peer's request had no right.
  kSrqCatastrophic = 0x12,           ///< WQEs of a shared receive queue cannot be read.
  kSrqLastWqe = 0x13,  ///< A queue pair in error uses no more of its shared receive queue.
  kSrqLimit = 0x14,    ///< A shared receive queue fell below its limit.
};

/// What has changed of a port, numbered as mlx5 does.
enum class PortChange : std::uint8_t {
  kDown = 1,
  kActive = 4,
  kInitialized = 5,
  kLid = 6,
  kPKeyTable = 7,
};

namespace eq_context {
inline constexpr std::uint32_t kBytes = 64;
inline constexpr Field kLogSize{"log_size", 0x00, 24, 5, "log2 of the number of entries"};
inline constexpr Field kUarPage{"uar_page", 0x00, 0, 24, "UAR page whose doorbells are obeyed"};
inline constexpr Field kVector{"intr", 0x04, 0, 8, "MSI-X vector"};
inline constexpr Field kBuffer{"buffer", 0x08, 0, 64,
                               "bus address of the entries, 64-byte aligned"};
inline constexpr Field kEventMask{"event_mask", 0x10, 0, 64,
                                  "bit n: takes events of type n; completions go by cq_context"};
inline constexpr std::array kFields{kLogSize, kUarPage, kVector, kBuffer, kEventMask};
inline constexpr Layout kLayout{"eq_context", "event queue", kBytes, kFields.data(),
                                kFields.size()};
}  // namespace eq_context

inline constexpr std::uint32_t kEqeBytes = 64;

namespace eqe_layout {
inline constexpr Field kType{"type", 0x00, 16, 8, "see EventType"};
inline constexpr Field kSubType{"sub_type", 0x00, 0, 8, "type 0x09: see PortChange"};
inline constexpr Field kPort{"port", 0x28, 28, 4, "type 0x09: the port"};
inline constexpr Field kErrorCqn{"err_cqn", 0x20, 0, 24, "type 0x04: the completion queue"};
inline constexpr Field kObject{"object", 0x38, 0, 24,
                               "queue pair, shared receive queue or completion queue"};
inline constexpr Field kOwner{"owner", 0x3C, 0, 1, "parity of the pass, as in completion queues"};
inline constexpr std::array kFields{kType, kSubType, kPort, kErrorCqn, kObject, kOwner};
inline constexpr Layout kLayout{"eqe", "event queue entry", kEqeBytes, kFields.data(),
                                kFields.size()};
}  // namespace eqe_layout

namespace eq_doorbell {
inline constexpr Field kEqn{"eqn", 0x0, 24, 8, "event queue number"};
inline constexpr Field kConsumer{"ci", 0x0, 0, 24, "consumer index"};
inline constexpr std::array kFields{kEqn, kConsumer};
inline constexpr Layout kLayout{"eq_doorbell", "value of the event queue doorbells", 4,
                                kFields.data(), kFields.size()};
}  // namespace eq_doorbell

/// An event queue.
struct EqContext {
  std::uint8_t log_size = 0;
  std::uint32_t uar_page = 0;
  std::uint8_t vector = 0;
  std::uint64_t buffer = 0;
  std::uint64_t event_mask = 0;
};

/// An event queue entry. `object` is the number of what the event is about.
struct Eqe {
  EventType type = EventType::kCompletion;
  std::uint32_t object = 0;
  std::uint8_t sub_type = 0;
  std::uint8_t owner = 0;
};

[[nodiscard]] EqContext decode_eq_context(const std::uint8_t* at);
void encode(const EqContext& context, std::uint8_t* at);
[[nodiscard]] Eqe decode_eqe(const std::uint8_t* at);
void encode(const Eqe& eqe, std::uint8_t* at);

}  // namespace ib
