// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/verbs.h"

#include <array>
#include <vector>

#include "models/ib/queues/doorbell.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kUarPage = 0;
constexpr std::uint32_t kAllRights =
    access::kLocalWrite | access::kRemoteWrite | access::kRemoteRead | access::kRemoteAtomic;
constexpr std::uint32_t kPortActive = 4;
constexpr double kPortPollNs = 1000;

template <class Context>
std::vector<std::uint8_t> mailbox(const Context& context, std::uint32_t bytes) {
  std::vector<std::uint8_t> encoded(bytes);
  encode(context, encoded.data());
  return encoded;
}

std::uint8_t mtu_code(std::uint32_t bytes) {
  std::uint8_t code = 1;
  while (bytes > 256) {
    bytes /= 2;
    ++code;
  }
  return code;
}

QpContext init_context() {
  namespace attribute = qp_attribute;
  QpContext context;
  context.state = QpState::kInit;
  context.attr_mask =
      attribute::kState | attribute::kPKeyIndex | attribute::kPort | attribute::kAccessFlags;
  context.attributes.access = kAllRights;
  return context;
}

QpContext receive_context(const PeerQueuePair& peer, const ConnectionOptions& options) {
  namespace attribute = qp_attribute;
  QpContext context;
  context.state = QpState::kRtr;
  context.attr_mask = attribute::kState | attribute::kAddressVector | attribute::kPathMtu |
                      attribute::kDestQpn | attribute::kRqPsn | attribute::kMaxDestRdAtomic |
                      attribute::kMinRnrTimer;
  context.attributes.dlid = peer.lid.value();
  context.attributes.dest_qpn = peer.qpn;
  context.attributes.rq_psn = peer.first_psn;
  context.attributes.sl = options.sl;
  context.attributes.static_rate = options.static_rate;
  context.attributes.path_mtu = mtu_code(options.mtu_bytes);
  context.attributes.min_rnr_timer = options.min_rnr_timer;
  context.attributes.max_dest_rd_atomic = options.reads;
  return context;
}

QpContext send_context(const ConnectionOptions& options) {
  namespace attribute = qp_attribute;
  QpContext context;
  context.state = QpState::kRts;
  context.attr_mask = attribute::kState | attribute::kSqPsn | attribute::kTimeout |
                      attribute::kRetryCount | attribute::kRnrRetry | attribute::kMaxRdAtomic;
  context.attributes.sq_psn = options.first_psn;
  context.attributes.timeout = options.timeout;
  context.attributes.retry_count = options.retry_count;
  context.attributes.rnr_retry = options.rnr_retry;
  context.attributes.max_rd_atomic = options.reads;
  return context;
}

/// Memory whose virtual addresses are its bus addresses.
MkeyContext region_of(std::uint32_t pd, std::uint64_t address, std::uint64_t bytes,
                      std::uint32_t rights) {
  MkeyContext context;
  context.access = rights;
  context.pd = pd;
  context.start = address;
  context.length = bytes;
  context.bus_address = address;
  return context;
}

}  // namespace

void Verbs::open() {
  commands_.open();
  lend_context_memory();
  while (read_register32(control_page::kPortState) != kPortActive) host_.spend(kPortPollNs);
}

void Verbs::lend_context_memory() {
  std::array<std::uint8_t, 8> bytes{};
  host_.read_register(control_page::kContextBytes.offset, bytes.data(), bytes.size());
  HcaContext context;
  context.table_bytes = load_be64(bytes.data());
  context.table = host_.memory.allocate(context.table_bytes, 4096);
  commands_.execute(CommandOpcode::kInitHca, 0, mailbox(context, hca_context::kBytes));
}

std::uint32_t Verbs::read_register32(const Field& field) {
  std::array<std::uint8_t, 4> word{};
  host_.read_register(field.offset, word.data(), 4);
  return load_be32(word.data()) >> field.lsb & field_mask(field);
}

Lid Verbs::lid() {
  return Lid{static_cast<std::uint16_t>(read_register32(control_page::kPortLid))};
}

std::uint32_t Verbs::allocate_pd() { return commands_.execute(CommandOpcode::kAllocPd).result; }

MemoryRegion Verbs::register_memory(std::uint32_t pd, std::uint64_t bytes) {
  return register_memory(pd, host_.memory.allocate(bytes, 4096), bytes, kAllRights);
}

MemoryRegion Verbs::register_memory(std::uint32_t pd, std::uint64_t address, std::uint64_t bytes,
                                    std::uint32_t rights, bool remote_invalidate) {
  MkeyContext context = region_of(pd, address, bytes, rights);
  context.remote_invalidate = remote_invalidate;
  return create_mkey(context);
}

MemoryRegion Verbs::create_mkey(const MkeyContext& context) {
  const CommandAnswer answer =
      commands_.execute(CommandOpcode::kCreateMkey, 0, mailbox(context, mkey_context::kBytes));
  return {context.start, context.length, answer.result};
}

MemoryRegion Verbs::register_pages(std::uint32_t pd, const PagedMemory& memory) {
  constexpr std::uint64_t kLineBytes = 64;
  const std::uint64_t bytes = memory.pages.size() * mtt_entry::kBytes;
  const std::uint64_t table = host_.memory.allocate((bytes + kLineBytes - 1) & ~(kLineBytes - 1));
  for (std::size_t i = 0; i < memory.pages.size(); ++i) {
    std::array<std::uint8_t, mtt_entry::kBytes> entry{};
    if (memory.pages[i] != 0) store_be64(entry.data(), memory.pages[i] | mtt_entry::kPresent);
    host_.memory.write(table + i * mtt_entry::kBytes, entry.data(), entry.size());
  }
  MkeyContext context;
  context.access = kAllRights;
  context.pd = pd;
  context.start = memory.start;
  context.length = memory.bytes;
  context.log_page_size = memory.log_page_size;
  context.mtt = table;
  return create_mkey(context);
}

MemoryRegion Verbs::register_for_windows(std::uint32_t pd, std::uint64_t address,
                                         std::uint64_t bytes, std::uint32_t rights) {
  MkeyContext context = region_of(pd, address, bytes, rights);
  context.bind = true;
  return create_mkey(context);
}

std::uint32_t Verbs::create_window(std::uint32_t pd, MkeyKind kind) {
  MkeyContext context;
  context.kind = kind;
  context.pd = pd;
  return create_mkey(context).key;
}

void Verbs::deregister_memory(const MemoryRegion& region) {
  commands_.execute(CommandOpcode::kDestroyMkey, region.key);
}

std::unique_ptr<CompletionQueue> Verbs::create_cq(unsigned log_size,
                                                  const CompletionEvents& events) {
  auto cq = std::make_unique<CompletionQueue>(host_.memory, log_size);
  CqContext context;
  context.log_size = static_cast<std::uint8_t>(log_size);
  context.uar_page = kUarPage;
  context.eqn = static_cast<std::uint8_t>(events.eqn);
  context.max_count = events.max_count;
  context.period_us = events.period_us;
  context.compress = events.compress;
  context.buffer = cq->buffer();
  context.doorbell_record = cq->doorbell_record();
  cq->set_number(
      commands_.execute(CommandOpcode::kCreateCq, 0, mailbox(context, cq_context::kBytes)).result);
  return cq;
}

std::unique_ptr<EventQueue> Verbs::create_eq(unsigned log_size, std::uint8_t vector,
                                             std::uint64_t event_mask) {
  auto eq = std::make_unique<EventQueue>(host_.memory, log_size);
  EqContext context;
  context.log_size = static_cast<std::uint8_t>(log_size);
  context.uar_page = kUarPage;
  context.vector = vector;
  context.buffer = eq->buffer();
  context.event_mask = event_mask;
  eq->set_number(
      commands_.execute(CommandOpcode::kCreateEq, 0, mailbox(context, eq_context::kBytes)).result);
  return eq;
}

std::unique_ptr<SharedReceiveQueue> Verbs::create_srq(SrqContext context) {
  auto srq = std::make_unique<SharedReceiveQueue>(host_.memory, context.log_size);
  context.log_stride = SharedReceiveQueue::kLogStride;
  context.buffer = srq->buffer();
  context.doorbell_record = srq->doorbell_record();
  srq->set_number(
      commands_.execute(CommandOpcode::kCreateSrq, 0, mailbox(context, srq_context::kBytes))
          .result);
  return srq;
}

std::unique_ptr<SharedReceiveQueue> Verbs::create_srq(std::uint32_t pd, unsigned log_size) {
  SrqContext context;
  context.log_size = static_cast<std::uint8_t>(log_size);
  context.pd = pd;
  return create_srq(context);
}

std::unique_ptr<SharedReceiveQueue> Verbs::create_xrc_srq(std::uint32_t pd, unsigned log_size,
                                                          std::uint32_t xrcd,
                                                          const CompletionQueue& cq) {
  SrqContext context;
  context.log_size = static_cast<std::uint8_t>(log_size);
  context.pd = pd;
  context.xrcd = xrcd;
  context.cqn = cq.number();
  return create_srq(context);
}

std::uint32_t Verbs::allocate_xrcd() { return commands_.execute(CommandOpcode::kAllocXrcd).result; }

void Verbs::arm_srq(const SharedReceiveQueue& srq, std::uint16_t limit) {
  SrqContext context;
  context.limit = limit;
  commands_.execute(CommandOpcode::kArmSrq, srq.number(), mailbox(context, srq_context::kBytes));
}

void Verbs::set_interrupt(std::uint32_t vector, std::uint64_t address, std::uint32_t data,
                          bool masked) {
  std::array<std::uint8_t, 16> entry{};
  store_le64(entry.data(), address);
  store_le32(entry.data() + 8, data);
  store_le32(entry.data() + 12, masked ? 1 : 0);
  host_.write_register(kMsixTableOffset + vector * entry.size(), entry.data(), entry.size());
}

void Verbs::arm(const CompletionQueue& cq, bool solicited_only) {
  std::array<std::uint8_t, 8> value{};
  encode(CqArm{0, solicited_only, cq.consumer(), cq.number()}, value.data());
  host_.write_register(uar_address(kUarPage, kCqArmOffset), value.data(), value.size());
}

void Verbs::arm(const EventQueue& eq) {
  std::array<std::uint8_t, 4> value{};
  store_field(value.data(), eq_doorbell::kEqn, eq.number());
  store_field(value.data(), eq_doorbell::kConsumer, eq.consumer());
  host_.write_register(uar_address(kUarPage, kEqArmOffset), value.data(), value.size());
}

std::unique_ptr<QueuePair> Verbs::create_qp(QpContext context, const QueuePairSize& size) {
  auto qp = std::make_unique<QueuePair>(host_, size, kUarPage);
  context.log_sq_size = static_cast<std::uint8_t>(size.log_send_blocks);
  context.uar_page = kUarPage;
  context.log_rq_size = static_cast<std::uint8_t>(size.log_receives);
  context.log_rq_stride = static_cast<std::uint8_t>(qp->log_receive_stride());
  context.sq_buffer = qp->send_buffer();
  context.rq_buffer = qp->receive_buffer();
  context.doorbell_record = qp->doorbell_record();
  qp->set_number(
      commands_.execute(CommandOpcode::kCreateQp, 0, mailbox(context, qp_context::kBytes)).result);
  return qp;
}

std::unique_ptr<QueuePair> Verbs::create_qp(std::uint32_t pd, const QueuePairSize& size,
                                            const CompletionQueue& send,
                                            const CompletionQueue& receive, QpType type,
                                            const SharedReceiveQueue* srq) {
  QpContext context;
  context.type = type;
  context.srqn = srq != nullptr ? srq->number() : 0;
  context.pd = pd;
  context.cqn_send = send.number();
  context.cqn_receive = receive.number();
  return create_qp(context, size);
}

std::unique_ptr<QueuePair> Verbs::create_xrc_target(std::uint32_t xrcd) {
  QpContext context;
  context.type = QpType::kXrcTarget;
  context.xrcd = xrcd;
  return create_qp(context, {});
}

std::uint32_t Verbs::allocate_rdd() { return commands_.execute(CommandOpcode::kAllocRdd).result; }

std::uint32_t Verbs::create_eec(std::uint32_t rdd) {
  QpContext context;
  context.rdd = rdd;
  return commands_.execute(CommandOpcode::kCreateEec, 0, mailbox(context, qp_context::kBytes))
      .result;
}

void Verbs::connect_eec(std::uint32_t eecn, const PeerQueuePair& peer,
                        const ConnectionOptions& options) {
  modify_eec(eecn, init_context());
  modify_eec(eecn, receive_context(peer, options));
  modify_eec(eecn, send_context(options));
}

void Verbs::modify_eec(std::uint32_t eecn, QpContext context) {
  commands_.execute(CommandOpcode::kModifyEec, eecn, mailbox(context, qp_context::kBytes));
}

QpContext Verbs::query_eec(std::uint32_t eecn) {
  const CommandAnswer answer =
      commands_.execute(CommandOpcode::kQueryEec, eecn, {}, qp_context::kBytes);
  return decode_qp_context(answer.output.data());
}

std::unique_ptr<QueuePair> Verbs::create_rd_qp(std::uint32_t pd, const QueuePairSize& size,
                                               const CompletionQueue& send,
                                               const CompletionQueue& receive, std::uint32_t rdd) {
  QpContext context;
  context.type = QpType::kRd;
  context.pd = pd;
  context.cqn_send = send.number();
  context.cqn_receive = receive.number();
  context.rdd = rdd;
  return create_qp(context, size);
}

void Verbs::connect(const QueuePair& qp, const PeerQueuePair& peer,
                    const ConnectionOptions& options) {
  connect_passive(qp, peer, options);
  modify(qp, send_context(options));
}

void Verbs::connect_passive(const QueuePair& qp, const PeerQueuePair& peer,
                            const ConnectionOptions& options) {
  modify(qp, init_context());
  modify(qp, receive_context(peer, options));
}

void Verbs::ready(const QueuePair& qp, std::uint32_t q_key, std::uint32_t first_psn) {
  namespace attribute = qp_attribute;
  QpContext context = init_context();
  context.attr_mask |= attribute::kQKey;
  context.attributes.q_key = q_key;
  modify(qp, context);
  context.state = QpState::kRtr;
  context.attr_mask = attribute::kState | attribute::kMinRnrTimer;
  context.attributes.min_rnr_timer = ConnectionOptions{}.min_rnr_timer;
  modify(qp, context);
  context.state = QpState::kRts;
  context.attr_mask = attribute::kState | attribute::kSqPsn;
  context.attributes.sq_psn = first_psn;
  modify(qp, context);
}

void Verbs::attach(const QueuePair& qp, const Gid& group) {
  commands_.execute(CommandOpcode::kAttachMulticast, qp.number(),
                    std::vector<std::uint8_t>(group.begin(), group.end()));
}

void Verbs::set_weight(const QueuePair& qp, std::uint8_t weight) {
  QpContext context;
  context.attr_mask = qp_attribute::kWeight;
  context.attributes.weight = weight;
  modify(qp, context);
}

void Verbs::limit_rate(std::uint8_t sl, std::uint32_t mbps) {
  std::vector<std::uint8_t> bytes(rate_context::kBytes);
  store_field(bytes.data(), rate_context::kRate, mbps);
  commands_.execute(CommandOpcode::kSetRateLimit, sl, bytes);
}

void Verbs::modify(const QueuePair& qp, QpContext context) {
  commands_.execute(CommandOpcode::kModifyQp, qp.number(), mailbox(context, qp_context::kBytes));
}

QpContext Verbs::query(const QueuePair& qp) {
  const CommandAnswer answer =
      commands_.execute(CommandOpcode::kQueryQp, qp.number(), {}, qp_context::kBytes);
  return decode_qp_context(answer.output.data());
}

}  // namespace ib::tb
