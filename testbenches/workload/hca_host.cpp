// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/hca_host.h"

#include <algorithm>
#include <utility>

#include "testbenches/workload/message_node.h"

namespace ib::tb {

HcaHost::HcaHost(const sc_core::sc_module_name& name, std::uint32_t index,
                 const HcaHostConfig& config, HcaDirectory& directory)
    : index_(index),
      config_(config),
      directory_(directory),
      host_(name, config.host),
      vector_(config.vector_bytes) {
  host_.run([this] { program(); });
}

HcaHost::~HcaHost() = default;

void HcaHost::bind(hca::Hca& hca) {
  hca_ = &hca;
  host_.mmio.bind(hca.mmio());
  hca.dma().bind(host_.memory.dma);
}

Ticks HcaHost::now() const { return from_sc_time(sc_core::sc_time_stamp()); }

void HcaHost::program() {
  open();
  if (--directory_.waiting == 0) {
    directory_.complete.notify(sc_core::SC_ZERO_TIME);
  }
  while (directory_.waiting > 0) sc_core::wait(directory_.complete);
  connect();
  ready_ = true;
  while (MessageHost::program() == nullptr) sc_core::wait(begin_);
  MessageHost::program()->start(*this);
  serve();
}

void HcaHost::open() {
  verbs_.open();
  const std::uint32_t pd = verbs_.allocate_pd();
  const std::uint64_t slot_bytes = std::max<std::uint32_t>(config_.most_bytes, 1);
  region_ = verbs_.register_memory(pd, (kReceives + kSends) * slot_bytes);
  srq_ = verbs_.create_srq(pd, kLogQueue);
  send_cq_ = verbs_.create_cq(kLogQueue);
  receive_cq_ = verbs_.create_cq(kLogQueue);
  watch_ = std::make_unique<MemoryWatch>(host_.memory);
  send_cq_->add_to(*watch_);
  receive_cq_->add_to(*watch_);
  for (std::uint32_t slot = 0; slot < kReceives; ++slot) post_receive(slot);
  for (std::uint32_t slot = kSends; slot-- > 0;) free_sends_.push_back(slot);
  for (std::uint32_t peer = 0; peer < directory_.ends.size(); ++peer) {
    if (peer == index_) continue;
    const QpType type = directory_.ends[peer].has_hca ? QpType::kRc : QpType::kUc;
    qps_[peer] = verbs_.create_qp(pd, {}, *send_cq_, *receive_cq_, type, srq_.get());
    peer_of_[qps_[peer]->number()] = peer;
    directory_.ends[index_].qpn_for[peer] = qps_[peer]->number();
  }
}

void HcaHost::connect() {
  for (const auto& [peer, qp] : qps_) {
    const HcaDirectory::Entry& other = directory_.ends[peer];
    ConnectionOptions options;
    options.mtu_bytes = config_.mtu_bytes;
    if (path_sls_ != nullptr && other.lid.value() < path_sls_->size()) {
      options.sl = (*path_sls_)[other.lid.value()].value();
    }
    const std::uint32_t qpn =
        other.has_hca ? other.qpn_for.at(index_) : MessageNode::kMessageQp.value();
    verbs_.connect(*qp, {other.lid, qpn, 0}, options);
  }
}

// Buffers are as long as the longest message: receives first, then sends.
void HcaHost::post_receive(std::uint32_t slot) {
  const std::uint64_t bytes = std::max<std::uint32_t>(config_.most_bytes, 1);
  const std::uint16_t index =
      srq_->post(region_.address + slot * bytes, static_cast<std::uint32_t>(bytes), region_.key);
  slot_of_[index] = slot;
}

void HcaHost::serve() {
  while (failure_.empty()) {
    bool worked = poll_send();
    worked |= poll_receive();
    worked |= wake_program();
    worked |= send_next();
    if (!worked) wait_for_work();
  }
}

bool HcaHost::failed(const Cqe& cqe, const char* what) {
  if (cqe.syndrome == CqeSyndrome::kNone) return false;
  failure_ =
      std::string(host_.name()) + ": a " + what + " failed: " + std::string(describe(cqe.syndrome));
  return true;
}

bool HcaHost::poll_send() {
  const std::optional<Cqe> cqe = send_cq_->poll();
  if (!cqe) return false;
  if (failed(*cqe, "send")) return true;
  std::deque<std::uint32_t>& in_use = sent_[peer_of_.at(cqe->qpn)];
  free_sends_.push_back(in_use.front());
  in_use.pop_front();
  return true;
}

bool HcaHost::poll_receive() {
  const std::optional<Cqe> cqe = receive_cq_->poll();
  if (!cqe) return false;
  if (failed(*cqe, "receive")) return true;
  srq_->release(cqe->wqe_counter);
  const std::uint64_t ticket = next_ticket_++;
  received_[ticket] = {slot_of_.at(cqe->wqe_counter), cqe->byte_count};
  MessageHost::program()->arrived(
      *this, {peer_of_.at(cqe->qpn), cqe->byte_count, cqe->immediate, now(), ticket});
  if (!keeps_data()) deliver(ticket, 0, false);
  return true;
}

bool HcaHost::wake_program() {
  if (wake_ > now()) return false;
  wake_ = kNever;
  MessageHost::program()->woke(*this);
  return true;
}

void HcaHost::post(const Message& message) {
  Outgoing out{message, {}};
  if (keeps_data()) {
    const auto first = vector_.begin() + static_cast<std::ptrdiff_t>(message.offset);
    out.bytes.assign(first, first + static_cast<std::ptrdiff_t>(message.bytes));
  }
  outgoing_.push_back(std::move(out));
}

void HcaHost::post_first(const Message& message) { outgoing_.push_front({message, {}}); }

bool HcaHost::send_next() {
  if (outgoing_.empty() || free_sends_.empty()) return false;
  const Outgoing out = std::move(outgoing_.front());
  outgoing_.pop_front();
  const std::uint32_t slot = free_sends_.back();
  free_sends_.pop_back();
  sent_[out.message.to].push_back(slot);
  const std::uint64_t slot_bytes = std::max<std::uint32_t>(config_.most_bytes, 1);
  WorkRequest request;
  request.opcode = WqeOpcode::kSendImmediate;
  request.local_address = region_.address + (kReceives + slot) * slot_bytes;
  request.bytes = static_cast<std::uint32_t>(out.message.bytes);
  request.lkey = region_.key;
  request.immediate = static_cast<std::uint32_t>(out.message.tag);
  host_.memory.write(request.local_address, out.bytes.data(), out.bytes.size());
  qps_.at(out.message.to)->post_send(request);
  MessageHost::program()->sent(*this, out.message);
  return true;
}

void HcaHost::deliver(std::uint64_t ticket, std::uint64_t offset, bool adds) {
  const Received received = received_.at(ticket);
  received_.erase(ticket);
  if (keeps_data() && received.bytes > 0) {
    std::vector<std::uint8_t> bytes(received.bytes);
    const std::uint64_t slot_bytes = std::max<std::uint32_t>(config_.most_bytes, 1);
    host_.memory.read(region_.address + received.slot * slot_bytes, bytes.data(), bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::uint8_t& to = vector_[offset + i];
      to = static_cast<std::uint8_t>(adds ? to + bytes[i] : bytes[i]);
    }
  }
  post_receive(received.slot);
}

void HcaHost::wait_for_work() {
  if (wake_ == kNever) {
    sc_core::wait(watch_->written());
    host_.spend(config_.host.poll_ns);
    return;
  }
  sc_core::wait(to_sc_time(wake_ - now() + kTicksPerPs - 1), watch_->written());
  if (send_cq_->has_entry() || receive_cq_->has_entry()) host_.spend(config_.host.poll_ns);
}

}  // namespace ib::tb
