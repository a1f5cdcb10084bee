// SPDX-License-Identifier: Apache-2.0
#include "models/hca/object_commands.h"

#include <memory>

#include "models/hca/context_loader.h"
#include "models/hca/responder.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/shared_receive_queue.h"
#include "models/hca/translator.h"

namespace ib::hca {
namespace {

constexpr std::uint8_t kMinLogStride = 4;
constexpr std::uint8_t kMaxLogStride = 10;
constexpr std::uint8_t kMinLogPage = 12;
constexpr std::uint8_t kMaxLogPage = 30;

}  // namespace

CommandStatus ObjectCommands::init_hca(const HcaContext& context) {
  const bool fits = context.table_bytes >= ContextLoader::table_bytes(core_.config);
  if (context.table != 0 && !fits) return CommandStatus::kBadParameter;
  core_.contexts->set_table(context.table);
  return CommandStatus::kOk;
}

CommandStatus ObjectCommands::set_rate_limit(std::uint32_t sl, std::uint32_t mbps) {
  constexpr std::uint32_t kServiceLevels = 16;
  if (sl >= kServiceLevels) return CommandStatus::kBadResource;
  core_.scheduler->limit(Sl{static_cast<std::uint8_t>(sl)}, mbps);
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

bool ObjectCommands::mkey_legal(const MkeyContext& context) const {
  if (core_.pds.find(context.pd) == nullptr) return false;
  if (context.kind != MkeyKind::kRegion) return true;
  const auto wraps = [&context](std::uint64_t first) {
    return context.length > 0 && first + (context.length - 1) < first;
  };
  if (wraps(context.start)) return false;
  if (context.log_page_size == 0) return !wraps(context.bus_address);
  constexpr std::uint64_t kLineMask = 63;
  return context.log_page_size >= kMinLogPage && context.log_page_size <= kMaxLogPage &&
         (context.mtt & kLineMask) == 0 && context.mtt != 0;
}

CommandResult ObjectCommands::create_mkey(const MkeyContext& context) {
  if (!mkey_legal(context)) return {CommandStatus::kBadParameter};
  const auto key = core_.protection.create(context);
  if (!key) return {CommandStatus::kExceedsLimit};
  core_.contexts->touch(ContextKind::kMkey, Protection::index_of(*key));
  return {CommandStatus::kOk, *key};
}

CommandStatus ObjectCommands::destroy_mkey(std::uint32_t key) {
  const MkeyContext* const context = core_.protection.context(key);
  const MkeyContext region = context != nullptr ? *context : MkeyContext{};
  switch (core_.protection.destroy(key)) {
    case Protection::Removal::kNoSuchKey:
      return CommandStatus::kBadResource;
    case Protection::Removal::kBusy:
      return CommandStatus::kResourceBusy;
    case Protection::Removal::kDone:
      break;
  }
  core_.contexts->forget(ContextKind::kMkey, Protection::index_of(key));
  core_.translator->forget(context, region);
  return CommandStatus::kOk;
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
  CompletionQueueState* const cq = context.xrcd != 0 ? core_.cqs.find(context.cqn) : nullptr;
  const bool domain_ok =
      context.xrcd == 0 || (cq != nullptr && core_.xrcds.find(context.xrcd) != nullptr);
  if (core_.pds.find(context.pd) == nullptr || context.log_stride < kLeastLogStride ||
      context.log_stride > kMaxLogStride || !domain_ok) {
    return {CommandStatus::kBadParameter};
  }
  auto created = std::make_unique<SharedReceiveState>();
  created->context = context;
  created->epoch = next_epoch_++;
  const auto number = core_.srqs.insert(std::move(created));
  if (!number) return {CommandStatus::kExceedsLimit};
  if (cq != nullptr) ++cq->users;
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::destroy_srq(std::uint32_t srqn) {
  SharedReceiveState* const srq = core_.srqs.find(srqn);
  if (srq == nullptr) return CommandStatus::kBadResource;
  if (srq->users > 0) return CommandStatus::kResourceBusy;
  core_.shared_receives->clear(*srq);
  if (srq->context.xrcd != 0) --core_.cqs.find(srq->context.cqn)->users;
  const Ring<SharedReceiveState::Waiter> waiting = std::move(srq->waiting);
  core_.srqs.erase(srqn);
  // Targets that wait for a WQE of it find that their message names nothing.
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    QueuePair* const qp = core_.find_qp(waiting[i].qpn, waiting[i].epoch);
    if (qp != nullptr) core_.responder->resume(*qp);
  }
  return CommandStatus::kOk;
}

CommandResult ObjectCommands::alloc_xrcd() {
  const auto number = core_.xrcds.insert(std::make_unique<bool>(true));
  if (!number) return {CommandStatus::kExceedsLimit};
  return {CommandStatus::kOk, *number};
}

CommandStatus ObjectCommands::dealloc_xrcd(std::uint32_t xrcd) {
  if (core_.xrcds.find(xrcd) == nullptr) return CommandStatus::kBadResource;
  bool used = false;
  core_.qps.for_each(
      [&](std::uint32_t, const QueuePair& qp) { used = used || qp.context.xrcd == xrcd; });
  core_.srqs.for_each([&](std::uint32_t, const SharedReceiveState& srq) {
    used = used || srq.context.xrcd == xrcd;
  });
  if (used) return CommandStatus::kResourceBusy;
  core_.xrcds.erase(xrcd);
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

}  // namespace ib::hca
