// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/queues/layout.h"

namespace ib {

// Doorbell records: two words in host memory that software writes and the HCA reads.

namespace qp_doorbell_record {
inline constexpr std::uint32_t kBytes = 8;
inline constexpr Field kReceive{"receive", 0x0, 0, 16,
                                "producer index of the receive queue, in WQEs"};
inline constexpr Field kSend{"send", 0x4, 0, 16,
                             "producer index of the send queue, in 64-byte blocks"};
inline constexpr std::array kFields{kReceive, kSend};
inline constexpr Layout kLayout{"qp_doorbell_record", "doorbell record of a queue pair", kBytes,
                                kFields.data(), kFields.size()};
}  // namespace qp_doorbell_record

namespace cq_doorbell_record {
inline constexpr std::uint32_t kBytes = 8;
inline constexpr Field kConsumer{"consumer", 0x0, 0, 24,
                                 "consumer index: entries below it are free"};
inline constexpr Field kArm{"arm", 0x4, 0, 32, "copy of the last arm command"};
inline constexpr std::array kFields{kConsumer, kArm};
inline constexpr Layout kLayout{"cq_doorbell_record", "doorbell record of a completion queue",
                                kBytes, kFields.data(), kFields.size()};
}  // namespace cq_doorbell_record

// The MMIO window: one control page, then pages of user access registers (UAR).

inline constexpr std::uint64_t kControlPageBytes = 0x1000;
inline constexpr std::uint64_t kUarPageBytes = 0x1000;

namespace control_page {
inline constexpr Field kRevision{"revision", 0x00, 0, 32,
                                 "read only: version of this interface, 1"};
inline constexpr Field kUarPages{"uar_pages", 0x04, 0, 32, "read only: number of UAR pages"};
inline constexpr Field kPortLid{"port_lid", 0x08, 0, 16,
                                "read only: LID of port 1, 0 before it has one"};
inline constexpr Field kPortState{"port_state", 0x0C, 0, 4,
                                  "read only: 1 Down, 2 Init, 3 Armed, 4 Active"};
inline constexpr Field kCommandQueue{"command_queue", 0x10, 0, 64,
                                     "bus address of the command queue (32 entries of 64 bytes)"};
inline constexpr Field kCommandDoorbell{"command_doorbell", 0x18, 0, 32,
                                        "write only: bit n runs entry n of the command queue"};
inline constexpr Field kContextBytes{"context_bytes", 0x20, 0, 64,
                                     "read only: memory that INIT_HCA wants for contexts"};
inline constexpr std::array kFields{kRevision,     kUarPages,        kPortLid,     kPortState,
                                    kCommandQueue, kCommandDoorbell, kContextBytes};
inline constexpr Layout kLayout{"control_page", "first page of the MMIO window", 0x1000,
                                kFields.data(), kFields.size()};
inline constexpr std::uint32_t kInterfaceRevision = 1;
}  // namespace control_page

/// MSI-X table and pending bits in the control page; their fields are little endian, as PCI has it.
inline constexpr std::uint64_t kMsixTableOffset = 0x800;
inline constexpr std::uint64_t kMsixPendingOffset = 0xC00;
inline constexpr std::uint64_t kMsixEnd = 0xC08;
inline constexpr std::uint32_t kMsixMostVectors = 64;

namespace uar_page {
inline constexpr Field kCqArm{"cq_arm", 0x20, 0, 64,
                              "write only: completion queue doorbell, see cq_arm"};
inline constexpr Field kDoorbellEven{
    "send_doorbell_0", 0x800, 0, 64,
    "write only: first 8 bytes of the last posted WQE, or the whole WQE in one burst (BlueFlame)"};
inline constexpr Field kDoorbellOdd{"send_doorbell_1", 0x900, 0, 64,
                                    "write only: as send_doorbell_0; software alternates"};
inline constexpr Field kDoorbellEven2{"send_doorbell_2", 0xA00, 0, 64,
                                      "write only: second pair of buffers"};
inline constexpr Field kDoorbellOdd2{"send_doorbell_3", 0xB00, 0, 64,
                                     "write only: second pair of buffers"};
inline constexpr Field kEqArm{
    "eq_arm", 0x40, 0, 32, "write only: takes events and asks for an interrupt, see eq_doorbell"};
inline constexpr Field kEqUpdate{"eq_update", 0x48, 0, 32,
                                 "write only: takes events, see eq_doorbell"};
inline constexpr std::array kFields{kCqArm,       kEqArm,         kEqUpdate,    kDoorbellEven,
                                    kDoorbellOdd, kDoorbellEven2, kDoorbellOdd2};
inline constexpr Layout kLayout{"uar_page", "user access registers, one page a user", 0x1000,
                                kFields.data(), kFields.size()};
}  // namespace uar_page

inline constexpr std::uint64_t kBlueFlameOffset = 0x800;
inline constexpr std::uint64_t kBlueFlameBufferBytes = 0x100;
inline constexpr unsigned kBlueFlameBuffers = 4;
inline constexpr std::uint64_t kCqArmOffset = 0x20;
inline constexpr std::uint64_t kEqArmOffset = 0x40;
inline constexpr std::uint64_t kEqUpdateOffset = 0x48;

/// Address of a register of UAR page `page` in the MMIO window.
[[nodiscard]] constexpr std::uint64_t uar_address(std::uint32_t page, std::uint64_t offset) {
  return kControlPageBytes + page * kUarPageBytes + offset;
}

namespace cq_arm {
inline constexpr Field kSequence{"cmd_sn", 0x0, 28, 2, "rises by one with each event taken"};
inline constexpr Field kSolicitedOnly{"solicited", 0x0, 24, 1,
                                      "1: only a solicited completion raises the event"};
inline constexpr Field kConsumer{"ci", 0x0, 0, 24, "consumer index"};
inline constexpr Field kCqn{"cqn", 0x4, 0, 24, "completion queue number"};
inline constexpr std::array kFields{kSequence, kSolicitedOnly, kConsumer, kCqn};
inline constexpr Layout kLayout{"cq_arm", "value of the completion queue doorbell", 8,
                                kFields.data(), kFields.size()};
}  // namespace cq_arm

/// Request for an event at the next completion.
struct CqArm {
  std::uint8_t sequence = 0;
  bool solicited_only = false;
  std::uint32_t consumer = 0;
  std::uint32_t cqn = 0;
};

[[nodiscard]] constexpr CqArm decode_cq_arm(const std::uint8_t* at) {
  return {static_cast<std::uint8_t>(load_field(at, cq_arm::kSequence)),
          load_field(at, cq_arm::kSolicitedOnly) != 0, load_field(at, cq_arm::kConsumer),
          load_field(at, cq_arm::kCqn)};
}

constexpr void encode(const CqArm& arm, std::uint8_t* at) {
  store_be64(at, 0);
  store_field(at, cq_arm::kSequence, arm.sequence);
  store_field(at, cq_arm::kSolicitedOnly, arm.solicited_only ? 1 : 0);
  store_field(at, cq_arm::kConsumer, arm.consumer);
  store_field(at, cq_arm::kCqn, arm.cqn);
}

}  // namespace ib
