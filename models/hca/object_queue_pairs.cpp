// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "models/hca/context_loader.h"
#include "models/hca/flusher.h"
#include "models/hca/object_commands.h"
#include "models/hca/receive_queue.h"
#include "models/hca/receiver.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/wqe_fetcher.h"

namespace ib::hca {
namespace {

constexpr std::uint8_t kMinLogStride = 4;
constexpr std::uint8_t kMaxLogStride = 10;
constexpr std::uint8_t kMaxMtuCode = 5;
constexpr std::uint8_t kEndlessRnrRetry = 7;  // counted for each message, not here
constexpr std::uint32_t kEveryOperation =
    access::kRemoteWrite | access::kRemoteRead | access::kRemoteAtomic;

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
    to.static_rate = from.static_rate;
  }
  if (given(attribute::kWeight)) to.weight = from.weight;
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
  if (given(attribute::kAlternatePath)) to.alternate = from.alternate;
}

void add_datagram_state(QueuePair& qp) {
  if (qp.context.type == QpType::kRd) qp.datagrams = std::make_unique<DatagramState>();
  if (qp.context.type == QpType::kEndToEnd) qp.end_to_end = std::make_unique<EndToEndState>();
}

}  // namespace

bool ObjectCommands::service_offered(const QpContext& c) const {
  if (c.type == QpType::kRd) {
    return core_.config.reliable_datagrams && core_.rdds.find(c.rdd) != nullptr && c.srqn == 0;
  }
  return c.type <= QpType::kUd || is_xrc(c.type) || is_raw(c.type);
}

CommandStatus ObjectCommands::check_qp(const QpContext& c) const {
  const bool stride_ok = c.log_rq_stride >= kMinLogStride && c.log_rq_stride <= kMaxLogStride;
  const bool sends = has_send_queue(c.type);
  const bool receives = has_receive_queue(c.type);
  if (!service_offered(c) || !stride_ok || c.uar_page >= core_.config.uar_pages ||
      (sends && core_.cqs.find(c.cqn_send) == nullptr) ||
      (receives && core_.cqs.find(c.cqn_receive) == nullptr) ||
      (sends && core_.pds.find(c.pd) == nullptr) ||
      (!sends && core_.xrcds.find(c.xrcd) == nullptr)) {
    return CommandStatus::kBadParameter;
  }
  if (c.log_sq_size > core_.config.max_log_queue || c.log_rq_size > core_.config.max_log_queue) {
    return CommandStatus::kExceedsLimit;
  }
  const SharedReceiveState* const srq = core_.srqs.find(c.srqn);
  const bool srq_ok = c.srqn == 0 || !receives || (srq != nullptr && srq->context.xrcd == 0);
  return srq_ok ? CommandStatus::kOk : CommandStatus::kBadParameter;
}

// IBTA Vol 1, 10.2.1.4: a port has one queue pair for each kind of raw packets at most.
std::uint32_t* ObjectCommands::raw_place(QpType type) {
  return is_raw(type) ? &core_.raw_qps[type == QpType::kRawIpv6 ? 0 : 1] : nullptr;
}

CommandResult ObjectCommands::create_qp(const QpContext& wanted) {
  const CommandStatus status = check_qp(wanted);
  if (status != CommandStatus::kOk) return {status};
  std::uint32_t* const raw = raw_place(wanted.type);
  if (raw != nullptr && *raw != 0) return {CommandStatus::kResourceBusy};
  QpContext context = wanted;
  if (!has_send_queue(context.type)) context.cqn_send = context.pd = 0;
  if (!has_receive_queue(context.type)) context.cqn_receive = context.srqn = 0;
  if (context.type != QpType::kRd) context.rdd = 0;
  const CommandResult created = insert(context);
  if (created.status != CommandStatus::kOk) return created;
  count_user(context, 1);
  if (raw != nullptr) *raw = created.result;
  return created;
}

CommandResult ObjectCommands::insert(const QpContext& context) {
  auto created = std::make_unique<QueuePair>();
  QueuePair& qp = *created;
  qp.context = context;
  qp.context.attr_mask = 0;
  qp.context.state = QpState::kReset;
  qp.context.attributes = QpAttributes{};
  qp.epoch = next_epoch_++;
  add_datagram_state(qp);
  const auto number = core_.qps.insert(std::move(created));
  if (!number) return {CommandStatus::kExceedsLimit};
  qp.number = *number;
  core_.contexts->touch(ContextKind::kQp, *number);
  return {CommandStatus::kOk, *number};
}

CommandResult ObjectCommands::create_eec(const QpContext& wanted) {
  if (!core_.config.reliable_datagrams) return {CommandStatus::kBadOperation};
  if (core_.rdds.find(wanted.rdd) == nullptr) return {CommandStatus::kBadParameter};
  QpContext context;
  context.type = QpType::kEndToEnd;
  context.rdd = wanted.rdd;
  return insert(context);
}

CommandResult ObjectCommands::alloc_rdd() {
  if (!core_.config.reliable_datagrams) return {CommandStatus::kBadOperation};
  const auto number = core_.rdds.insert(std::make_unique<bool>(true));
  if (!number) return {CommandStatus::kExceedsLimit};
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::dealloc_rdd(std::uint32_t rdd) {
  if (core_.rdds.find(rdd) == nullptr) return CommandStatus::kBadResource;
  bool used = false;
  core_.qps.for_each(
      [&](std::uint32_t, const QueuePair& qp) { used = used || qp.context.rdd == rdd; });
  if (used) return CommandStatus::kResourceBusy;
  core_.rdds.erase(rdd);
  return CommandStatus::kOk;
}

void ObjectCommands::count_user(const QpContext& context, int by) {
  const auto add = [by](auto* object) {
    if (object != nullptr) object->users += static_cast<std::uint32_t>(by);
  };
  add(core_.srqs.find(context.srqn));
  add(core_.cqs.find(context.cqn_send));
  add(core_.cqs.find(context.cqn_receive));
}

CommandStatus ObjectCommands::destroy_qp(std::uint32_t qpn, bool end_to_end) {
  QueuePair* const qp = find(qpn, end_to_end);
  if (qp == nullptr) return CommandStatus::kBadResource;
  reset(*qp);
  core_.multicast.forget(qpn);
  count_user(qp->context, -1);
  if (std::uint32_t* const raw = raw_place(qp->context.type)) *raw = 0;
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
  const bool alternate_given = (wanted.attr_mask & attribute::kAlternatePath) != 0;
  if (alternate_given && a.alternate.pkey_index >= core_.p_keys.size()) return false;
  const bool pkey_given = (wanted.attr_mask & attribute::kPKeyIndex) != 0;
  return !pkey_given || a.pkey_index < core_.p_keys.size();
}

CommandStatus ObjectCommands::modify_qp(std::uint32_t qpn, bool end_to_end,
                                        const QpContext& wanted) {
  QueuePair* const qp = find(qpn, end_to_end);
  if (qp == nullptr) return CommandStatus::kBadResource;
  core_.contexts->touch(ContextKind::kQp, qpn);
  const QpState from = qp->context.state;
  const bool moves = (wanted.attr_mask & qp_attribute::kState) != 0;
  const QpState to = moves ? wanted.state : from;
  if (!transition_allowed(from, to)) return CommandStatus::kBadResourceState;
  if (!attributes_legal(wanted)) return CommandStatus::kBadParameter;
  QpAttributes merged = qp->context.attributes;
  copy_attributes(wanted, merged);
  if (is_datagram(qp->context.type) || qp->datagrams) {
    merged.path_mtu = static_cast<std::uint8_t>(*mtu_from_bytes(core_.port.mtu_bytes()));
  }
  if (to == QpState::kRtr && merged.path_mtu == 0) return CommandStatus::kBadParameter;
  if (!set_migration(*qp, wanted, merged)) return CommandStatus::kBadParameter;
  if (to == QpState::kError) {
    core_.flusher->enter_error(*qp);
    return CommandStatus::kOk;
  }
  qp->context.state = to;
  enter_state(*qp, from);
  return CommandStatus::kOk;
}

// IBTA Vol 1, 17.2.8: rearming wants an alternate path; migrating exchanges the paths at once.
bool ObjectCommands::set_migration(QueuePair& qp, const QpContext& wanted,
                                   const QpAttributes& merged) {
  const bool given = (wanted.attr_mask & qp_attribute::kMigrationState) != 0;
  const MigrationState to = wanted.attributes.migration;
  if (given && to == MigrationState::kRearm && merged.alternate.dlid == 0) return false;
  bool migrates = false;
  if (given && !qp.migration.set(to, migrates)) return false;
  qp.context.attributes = merged;
  qp.context.attributes.migration = qp.migration.state();
  if (migrates) core_.requester->migrate(qp);
  return true;
}

void ObjectCommands::enter_rtr(QueuePair& qp) {
  const QpAttributes& a = qp.context.attributes;
  ResponderConfig config;
  config.mtu = qp.mtu();
  config.first_psn = Psn{a.rq_psn};
  // What a context carries is enabled at the queue pairs.
  config.access = qp.end_to_end ? kEveryOperation : a.access;
  config.out_of_order_writes = core_.config.out_of_order_writes && !qp.end_to_end;
  config.max_dest_rd_atomic = a.max_dest_rd_atomic;
  config.transport = transport_of(qp.context.type);
  qp.responder.configure(config);
  qp.uc = UcResponder{config.mtu, config.first_psn, config.access};
  qp.responses = ResponseQueue{core_.config.ack_coalescing_packets, config.transport};
  core_.receives->stock_up(qp);
}

void ObjectCommands::enter_rts(QueuePair& qp) {
  const QpAttributes& a = qp.context.attributes;
  RequesterConfig config;
  config.counts_credits = core_.config.end_to_end_credits && !qp.end_to_end;
  // A queue pair of RD keeps its requests in order and sends nothing itself.
  config.transport = qp.datagrams ? Transport::kUd : transport_of(qp.context.type);
  config.mtu = qp.mtu();
  config.first_psn = Psn{a.sq_psn};
  config.retry_count = a.retry_count;
  config.rnr_retry = qp.end_to_end ? kEndlessRnrRetry : a.rnr_retry;
  config.max_rd_atomic = a.max_rd_atomic;
  config.ack_request_packets = core_.config.ack_request_packets;
  qp.requester.configure(config);
  core_.wqes->kick(qp);
}

void ObjectCommands::enter_state(QueuePair& qp, QpState from) {
  if (qp.context.state == QpState::kReset) {
    reset(qp);
  } else if (qp.context.state == QpState::kRtr && from == QpState::kInit) {
    enter_rtr(qp);
  } else if (qp.context.state == QpState::kRts && from == QpState::kRtr) {
    enter_rts(qp);
  } else if (qp.context.state == QpState::kRts || qp.context.state == QpState::kSqd) {
    const bool draining = qp.context.state == QpState::kSqd;
    qp.requester.set_draining(draining && !qp.end_to_end);
    qp.drain_reported = !draining || from == QpState::kSqd;
    if (draining && qp.datagrams) core_.datagrams->pause(qp);
    core_.requester->progress(qp);
  }
}

// A new epoch: what is still under way for the old one finds nothing.
void ObjectCommands::reset(QueuePair& qp) {
  while (!qp.end_to_end && qp.requester.held() > 0) {
    core_.gathers.release(qp.requester.oldest().gather);
    qp.requester.retire();
  }
  while (!qp.rq.ready.empty()) {
    core_.gathers.release(qp.rq.ready.front().gather);
    qp.rq.ready.pop();
  }
  if (qp.receiving) core_.gathers.release(qp.receiving->gather);
  if (qp.datagrams) {
    core_.datagrams->withdraw(qp);
    core_.datagrams->forget_receives(qp);
  }
  if (qp.end_to_end) {
    // Nobody who is told now finds it ready for more.
    qp.context.state = QpState::kError;
    core_.datagrams->close(qp);
  }
  core_.responder->drop_stalled(qp);
  core_.requester->drop_stalled(qp);
  core_.receiver->drop_awaiting(qp);
  QueuePair fresh;
  fresh.number = qp.number;
  fresh.epoch = next_epoch_++;
  fresh.context = qp.context;
  fresh.context.state = QpState::kReset;
  fresh.context.attributes = QpAttributes{};
  fresh.datagrams = std::move(qp.datagrams);  // for those who still wait for it
  qp = std::move(fresh);
  if (qp.datagrams) core_.datagrams->resume_waiting(qp);
  add_datagram_state(qp);
}

}  // namespace ib::hca
