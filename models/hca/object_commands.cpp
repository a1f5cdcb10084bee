// SPDX-License-Identifier: Apache-2.0
#include "models/hca/object_commands.h"

#include <algorithm>
#include <memory>

#include "models/hca/context_loader.h"
#include "models/hca/flusher.h"
#include "models/hca/receive_queue.h"
#include "models/hca/receiver.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/shared_receive_queue.h"
#include "models/hca/wqe_fetcher.h"

namespace ib::hca {
namespace {

constexpr std::uint8_t kMinLogStride = 4;
constexpr std::uint8_t kMaxLogStride = 10;
constexpr std::uint8_t kMaxMtuCode = 5;

void copy_attributes(const QpContext& wanted, QpAttributes& to) {
  namespace attribute = qp_attribute;
  const QpAttributes& from = wanted.attributes;
  const auto given = [&wanted](std::uint32_t bit) { return (wanted.attr_mask & bit) != 0; };
  if (given(attribute::kAccessFlags)) to.access = from.access;
  if (given(attribute::kPKeyIndex)) to.pkey_index = from.pkey_index;
  if (given(attribute::kPort)) to.port = from.port;
  if (given(attribute::kQKey)) to.q_key = from.q_key;
  if (given(attribute::kAddressVector)) {
    to.dlid = from.dlid;
    to.sl = from.sl;
    to.source_path_bits = from.source_path_bits;
  }
  if (given(attribute::kPathMtu)) to.path_mtu = from.path_mtu;
  if (given(attribute::kTimeout)) to.timeout = from.timeout;
  if (given(attribute::kRetryCount)) to.retry_count = from.retry_count;
  if (given(attribute::kRnrRetry)) to.rnr_retry = from.rnr_retry;
  if (given(attribute::kRqPsn)) to.rq_psn = from.rq_psn;
  if (given(attribute::kMaxRdAtomic)) to.max_rd_atomic = from.max_rd_atomic;
  if (given(attribute::kMinRnrTimer)) to.min_rnr_timer = from.min_rnr_timer;
  if (given(attribute::kSqPsn)) to.sq_psn = from.sq_psn;
  if (given(attribute::kMaxDestRdAtomic)) to.max_dest_rd_atomic = from.max_dest_rd_atomic;
  if (given(attribute::kDestQpn)) to.dest_qpn = from.dest_qpn;
}

}  // namespace

CommandStatus ObjectCommands::init_hca(const HcaContext& context) {
  const bool fits = context.table_bytes >= ContextLoader::table_bytes(core_.config);
  if (context.table != 0 && !fits) return CommandStatus::kBadParameter;
  core_.contexts->set_table(context.table);
  return CommandStatus::kOk;
}

CommandResult ObjectCommands::alloc_pd() {
  const auto number = core_.pds.insert(std::make_unique<bool>(true));
  if (!number) return {CommandStatus::kExceedsLimit};
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::dealloc_pd(std::uint32_t pd) {
  if (core_.pds.find(pd) == nullptr) return CommandStatus::kBadResource;
  bool used = core_.protection.uses_pd(pd);
  core_.qps.for_each(
      [&](std::uint32_t, const QueuePair& qp) { used = used || qp.context.pd == pd; });
  core_.srqs.for_each(
      [&](std::uint32_t, const SharedReceiveState& srq) { used = used || srq.context.pd == pd; });
  if (used) return CommandStatus::kResourceBusy;
  core_.pds.erase(pd);
  return CommandStatus::kOk;
}

CommandResult ObjectCommands::create_mkey(const MkeyContext& context) {
  const bool wraps =
      context.length > 0 && (context.start + (context.length - 1) < context.start ||
                             context.bus_address + (context.length - 1) < context.bus_address);
  if (core_.pds.find(context.pd) == nullptr || wraps) return {CommandStatus::kBadParameter};
  const auto key = core_.protection.create(context);
  if (!key) return {CommandStatus::kExceedsLimit};
  core_.contexts->touch(ContextKind::kMkey, Protection::index_of(*key));
  return {CommandStatus::kOk, *key};
}

CommandResult ObjectCommands::create_eq(const EqContext& context) {
  if (context.log_size > core_.config.max_log_queue) return {CommandStatus::kExceedsLimit};
  if (context.buffer % kEqeBytes != 0 || context.uar_page >= core_.config.uar_pages ||
      context.vector >= core_.config.msix_vectors) {
    return {CommandStatus::kBadParameter};
  }
  auto eq = std::make_unique<EventQueueState>();
  eq->context = context;
  const auto number = core_.eqs.insert(std::move(eq));
  if (!number) return {CommandStatus::kExceedsLimit};
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::destroy_eq(std::uint32_t eqn) {
  if (core_.eqs.find(eqn) == nullptr) return CommandStatus::kBadResource;
  bool used = false;
  core_.cqs.for_each(
      [&](std::uint32_t, const CompletionQueueState& cq) { used = used || cq.context.eqn == eqn; });
  if (used) return CommandStatus::kResourceBusy;
  core_.eqs.erase(eqn);
  return CommandStatus::kOk;
}

CommandResult ObjectCommands::create_srq(const SrqContext& context) {
  constexpr std::uint8_t kLeastLogStride = kMinLogStride + 1;  // the chain takes a segment
  if (context.log_size > core_.config.max_log_queue) return {CommandStatus::kExceedsLimit};
  if (core_.pds.find(context.pd) == nullptr || context.log_stride < kLeastLogStride ||
      context.log_stride > kMaxLogStride) {
    return {CommandStatus::kBadParameter};
  }
  auto created = std::make_unique<SharedReceiveState>();
  created->context = context;
  created->epoch = next_epoch_++;
  const auto number = core_.srqs.insert(std::move(created));
  if (!number) return {CommandStatus::kExceedsLimit};
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::destroy_srq(std::uint32_t srqn) {
  SharedReceiveState* const srq = core_.srqs.find(srqn);
  if (srq == nullptr) return CommandStatus::kBadResource;
  if (srq->users > 0) return CommandStatus::kResourceBusy;
  core_.shared_receives->clear(*srq);
  core_.srqs.erase(srqn);
  return CommandStatus::kOk;
}

CommandResult ObjectCommands::create_cq(const CqContext& context) {
  if (context.log_size > core_.config.max_log_queue) return {CommandStatus::kExceedsLimit};
  if (context.buffer % kCqeBytes != 0 || context.uar_page >= core_.config.uar_pages) {
    return {CommandStatus::kBadParameter};
  }
  if (context.eqn != 0 && core_.eqs.find(context.eqn) == nullptr) {
    return {CommandStatus::kBadParameter};
  }
  auto cq = std::make_unique<CompletionQueueState>();
  cq->context = context;
  cq->epoch = next_epoch_++;
  const auto number = core_.cqs.insert(std::move(cq));
  if (!number) return {CommandStatus::kExceedsLimit};
  core_.contexts->touch(ContextKind::kCq, *number);
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::destroy_cq(std::uint32_t cqn) {
  const CompletionQueueState* const cq = core_.cqs.find(cqn);
  if (cq == nullptr) return CommandStatus::kBadResource;
  if (cq->users > 0) return CommandStatus::kResourceBusy;
  core_.contexts->forget(ContextKind::kCq, cqn);
  core_.cqs.erase(cqn);
  return CommandStatus::kOk;
}

CommandResult ObjectCommands::create_qp(const QpContext& context) {
  CompletionQueueState* const send = core_.cqs.find(context.cqn_send);
  CompletionQueueState* const receive = core_.cqs.find(context.cqn_receive);
  const bool stride_ok =
      context.log_rq_stride >= kMinLogStride && context.log_rq_stride <= kMaxLogStride;
  if (context.type == QpType::kRd || context.type > QpType::kUd || send == nullptr ||
      receive == nullptr || !stride_ok || core_.pds.find(context.pd) == nullptr ||
      context.uar_page >= core_.config.uar_pages) {
    return {CommandStatus::kBadParameter};
  }
  if (context.log_sq_size > core_.config.max_log_queue ||
      context.log_rq_size > core_.config.max_log_queue) {
    return {CommandStatus::kExceedsLimit};
  }
  SharedReceiveState* const srq = core_.srqs.find(context.srqn);
  if (context.srqn != 0 && srq == nullptr) return {CommandStatus::kBadParameter};
  auto created = std::make_unique<QueuePair>();
  QueuePair& qp = *created;
  qp.context = context;
  qp.context.attr_mask = 0;
  qp.context.state = QpState::kReset;
  qp.context.attributes = QpAttributes{};
  qp.epoch = next_epoch_++;
  const auto number = core_.qps.insert(std::move(created));
  if (!number) return {CommandStatus::kExceedsLimit};
  qp.number = *number;
  core_.contexts->touch(ContextKind::kQp, *number);
  if (srq != nullptr) ++srq->users;
  ++send->users;
  ++receive->users;
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::destroy_qp(std::uint32_t qpn) {
  QueuePair* const qp = core_.qps.find(qpn);
  if (qp == nullptr) return CommandStatus::kBadResource;
  reset(*qp);
  core_.multicast.forget(qpn);
  if (qp->context.srqn != 0) --core_.srqs.find(qp->context.srqn)->users;
  --core_.cqs.find(qp->context.cqn_send)->users;
  --core_.cqs.find(qp->context.cqn_receive)->users;
  core_.contexts->forget(ContextKind::kQp, qpn);
  core_.qps.erase(qpn);
  return CommandStatus::kOk;
}

CommandStatus ObjectCommands::change_membership(CommandOpcode opcode, std::uint32_t qpn,
                                                const std::uint8_t* input) {
  const QueuePair* const qp = core_.qps.find(qpn);
  if (qp == nullptr) return CommandStatus::kBadResource;
  Gid group;
  std::copy_n(input, group.size(), group.data());
  constexpr std::uint8_t kMulticastGid = 0xFF;
  if (qp->context.type != QpType::kUd || group[0] != kMulticastGid) {
    return CommandStatus::kBadParameter;
  }
  const bool changed = opcode == CommandOpcode::kAttachMulticast
                           ? core_.multicast.attach(group, qpn)
                           : core_.multicast.detach(group, qpn);
  return changed ? CommandStatus::kOk : CommandStatus::kBadParameter;
}

bool ObjectCommands::attributes_legal(const QpContext& wanted) const {
  namespace attribute = qp_attribute;
  const QpAttributes& a = wanted.attributes;
  const bool mtu_given = (wanted.attr_mask & attribute::kPathMtu) != 0;
  if (mtu_given && (a.path_mtu == 0 || a.path_mtu > kMaxMtuCode ||
                    bytes(Mtu{a.path_mtu}) > core_.port.mtu_bytes())) {
    return false;
  }
  const bool pkey_given = (wanted.attr_mask & attribute::kPKeyIndex) != 0;
  return !pkey_given || a.pkey_index < core_.p_keys.size();
}

CommandStatus ObjectCommands::modify_qp(std::uint32_t qpn, const QpContext& wanted) {
  QueuePair* const qp = core_.qps.find(qpn);
  if (qp == nullptr) return CommandStatus::kBadResource;
  core_.contexts->touch(ContextKind::kQp, qpn);
  const QpState from = qp->context.state;
  const bool moves = (wanted.attr_mask & qp_attribute::kState) != 0;
  const QpState to = moves ? wanted.state : from;
  if (!transition_allowed(from, to)) return CommandStatus::kBadResourceState;
  if (!attributes_legal(wanted)) return CommandStatus::kBadParameter;
  QpAttributes merged = qp->context.attributes;
  copy_attributes(wanted, merged);
  if (qp->context.type == QpType::kUd) {
    merged.path_mtu = static_cast<std::uint8_t>(*mtu_from_bytes(core_.port.mtu_bytes()));
  }
  if (to == QpState::kRtr && merged.path_mtu == 0) return CommandStatus::kBadParameter;
  qp->context.attributes = merged;
  if (to == QpState::kError) {
    core_.flusher->enter_error(*qp);
    return CommandStatus::kOk;
  }
  qp->context.state = to;
  enter_state(*qp, from);
  return CommandStatus::kOk;
}

void ObjectCommands::enter_state(QueuePair& qp, QpState from) {
  const QpAttributes& a = qp.context.attributes;
  if (qp.context.state == QpState::kReset) {
    reset(qp);
  } else if (qp.context.state == QpState::kRtr && from == QpState::kInit) {
    ResponderConfig config;
    config.mtu = qp.mtu();
    config.first_psn = Psn{a.rq_psn};
    config.access = a.access;
    config.max_dest_rd_atomic = a.max_dest_rd_atomic;
    qp.responder.configure(config);
    qp.uc = UcResponder{config.mtu, config.first_psn, config.access};
    qp.responses = ResponseQueue{core_.config.ack_coalescing_packets};
    core_.receives->stock_up(qp);
  } else if (qp.context.state == QpState::kRts && from == QpState::kRtr) {
    RequesterConfig config;
    config.counts_credits = core_.config.end_to_end_credits;
    config.transport = static_cast<Transport>(qp.context.type);
    config.mtu = qp.mtu();
    config.first_psn = Psn{a.sq_psn};
    config.retry_count = a.retry_count;
    config.rnr_retry = a.rnr_retry;
    config.max_rd_atomic = a.max_rd_atomic;
    config.ack_request_packets = core_.config.ack_request_packets;
    qp.requester.configure(config);
    core_.wqes->kick(qp);
  } else if (qp.context.state == QpState::kRts || qp.context.state == QpState::kSqd) {
    const bool draining = qp.context.state == QpState::kSqd;
    qp.requester.set_draining(draining);
    qp.drain_reported = !draining || from == QpState::kSqd;
    core_.requester->progress(qp);
  }
}

// A new epoch: what is still under way for the old one finds nothing.
void ObjectCommands::reset(QueuePair& qp) {
  while (qp.requester.held() > 0) {
    core_.gathers.release(qp.requester.oldest().gather);
    qp.requester.retire();
  }
  while (!qp.rq.ready.empty()) {
    core_.gathers.release(qp.rq.ready.front().gather);
    qp.rq.ready.pop();
  }
  if (qp.receiving) core_.gathers.release(qp.receiving->gather);
  core_.responder->drop_stalled(qp);
  core_.receiver->drop_awaiting(qp);
  QueuePair fresh;
  fresh.number = qp.number;
  fresh.epoch = next_epoch_++;
  fresh.context = qp.context;
  fresh.context.state = QpState::kReset;
  fresh.context.attributes = QpAttributes{};
  qp = std::move(fresh);
}

}  // namespace ib::hca
