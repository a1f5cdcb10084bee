// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/hca/core.h"
#include "models/ib/queues/command.h"

namespace ib::hca {

/// What a command came to.
struct CommandResult {
  CommandStatus status = CommandStatus::kOk;
  std::uint32_t result = 0;
  std::uint32_t output_bytes = 0;
};

/// Creates, changes and destroys the objects of an HCA. Mailboxes are a guest's: nothing in them is
/// trusted.
class ObjectCommands {
 public:
  explicit ObjectCommands(Core& core) : core_(core) {}

  /// Both mailboxes have room for kMaxMailboxBytes.
  [[nodiscard]] CommandResult execute(const CommandEntry& entry, const std::uint8_t* input,
                                      std::uint8_t* output);
  /// As after power-up: nothing is left of what commands have made.
  void destroy_all();

 private:
  /// The commands on an object there is that answer a status alone.
  [[nodiscard]] CommandStatus change(CommandOpcode opcode, std::uint32_t object,
                                     const std::uint8_t* input);
  /// The queue pair, or the end-to-end context, of this number.
  [[nodiscard]] QueuePair* find(std::uint32_t number, bool end_to_end) const;
  [[nodiscard]] CommandResult query_qp(const CommandEntry& entry, bool end_to_end,
                                       std::uint8_t* output) const;
  [[nodiscard]] CommandStatus init_hca(const HcaContext& context);
  [[nodiscard]] CommandStatus set_rate_limit(std::uint32_t sl, std::uint32_t mbps);
  [[nodiscard]] CommandResult alloc_pd();
  [[nodiscard]] CommandStatus dealloc_pd(std::uint32_t pd);
  [[nodiscard]] bool mkey_legal(const MkeyContext& context) const;
  [[nodiscard]] CommandResult create_mkey(const MkeyContext& context);
  [[nodiscard]] CommandStatus destroy_mkey(std::uint32_t key);
  [[nodiscard]] CommandResult create_eq(const EqContext& context);
  [[nodiscard]] CommandStatus destroy_eq(std::uint32_t eqn);
  [[nodiscard]] CommandResult create_srq(const SrqContext& context);
  [[nodiscard]] CommandStatus destroy_srq(std::uint32_t srqn);
  [[nodiscard]] CommandResult create_cq(const CqContext& context);
  [[nodiscard]] CommandStatus destroy_cq(std::uint32_t cqn);
  [[nodiscard]] CommandResult alloc_xrcd();
  [[nodiscard]] CommandStatus dealloc_xrcd(std::uint32_t xrcd);
  [[nodiscard]] CommandResult alloc_rdd();
  [[nodiscard]] CommandStatus dealloc_rdd(std::uint32_t rdd);
  [[nodiscard]] CommandResult create_eec(const QpContext& context);
  /// Takes the new queue pair, or end-to-end context, in.
  [[nodiscard]] CommandResult insert(const QpContext& context);
  [[nodiscard]] CommandStatus check_qp(const QpContext& context) const;
  [[nodiscard]] bool service_offered(const QpContext& context) const;
  /// Who takes raw packets of this type; null for other types.
  [[nodiscard]] std::uint32_t* raw_place(QpType type);
  /// Queues that a queue pair uses have one user more or less.
  void count_user(const QpContext& context, int by);
  [[nodiscard]] CommandResult create_qp(const QpContext& context);
  [[nodiscard]] CommandStatus destroy_qp(std::uint32_t qpn, bool end_to_end);
  [[nodiscard]] CommandStatus modify_qp(std::uint32_t qpn, bool end_to_end,
                                        const QpContext& wanted);
  [[nodiscard]] CommandStatus change_membership(CommandOpcode opcode, std::uint32_t qpn,
                                                const std::uint8_t* input);
  [[nodiscard]] bool attributes_legal(const QpContext& wanted) const;
  /// Takes the attributes over; false, and no change, for a migration that is not allowed.
  [[nodiscard]] bool set_migration(QueuePair& qp, const QpContext& wanted,
                                   const QpAttributes& merged);
  void enter_state(QueuePair& qp, QpState from);
  void enter_rtr(QueuePair& qp);
  void enter_rts(QueuePair& qp);
  void reset(QueuePair& qp);

  Core& core_;
  std::uint32_t next_epoch_ = 1;
};

}  // namespace ib::hca
