// SPDX-License-Identifier: Apache-2.0
#include "models/hca/doorbell.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "models/hca/command_engine.h"
#include "models/hca/event_writer.h"
#include "models/hca/interrupts.h"
#include "models/hca/wqe_fetcher.h"
#include "models/ib/queues/doorbell.h"
#include "models/ib/queues/wqe.h"

namespace ib::hca {
namespace {

constexpr std::uint32_t kDoorbellBytes = 8;

bool is_send_doorbell(std::uint64_t offset) {
  return offset >= kBlueFlameOffset &&
         offset < kBlueFlameOffset + kBlueFlameBuffers * kBlueFlameBufferBytes &&
         offset % kBlueFlameBufferBytes == 0;
}

}  // namespace

void Doorbell::arm() {
  if (target_.requests().empty()) return;
  core_.wake(core_.cycle_at(target_.requests().front().arrival), Phase::kArrive, Engine::kMmio);
}

void Doorbell::arrive() {
  Ring<MmioRequest>& requests = target_.requests();
  while (!requests.empty() && requests.front().arrival <= core_.now_ticks()) {
    take(requests.front());
    requests.pop();
  }
  arm();
}

void Doorbell::take(const MmioRequest& request) {
  if (request.is_control) {
    control(request);
    return;
  }
  if (request.is_read) {
    target_.answer(request, core_.now_ticks());
    return;
  }
  if (request.address >= kMsixTableOffset && request.address < kMsixEnd) {
    core_.interrupts->write_table(static_cast<std::uint32_t>(request.address - kMsixTableOffset),
                                  request.bytes.data(), request.length);
    return;
  }
  if (request.address < kControlPageBytes) {
    core_.commands->write_register(request.address, request.bytes.data(), request.length);
    return;
  }
  MmioRequest whole = request;
  if (!join_halves(whole)) return;
  const Cycle done = core_.now() + core_.config.doorbell_cycles;
  decoding_.push(done, whole);
  core_.wake(done, Phase::kDecide, Engine::kDoorbell);
}

void Doorbell::control(const MmioRequest& request) {
  if (request.bytes[0] != 0) {
    core_.commands->function_reset();
  } else {
    core_.interrupts->enable(request.bytes[1] != 0, request.bytes[2] != 0);
  }
}

// A 64-bit doorbell may come as two 32-bit writes, in either order: the second makes it whole.
bool Doorbell::join_halves(MmioRequest& request) {
  constexpr std::uint32_t kHalfBytes = 4;
  if (request.length != kHalfBytes || request.address % kHalfBytes != 0) return true;
  const std::uint64_t whole = request.address & ~std::uint64_t{kDoorbellBytes - 1};
  const std::uint64_t in_page = (whole - kControlPageBytes) % kUarPageBytes;
  if (!is_send_doorbell(in_page) && in_page != kCqArmOffset) return true;
  Half& half = halves_[(whole - kControlPageBytes) / kUarPageBytes];
  if (half.address != (request.address ^ kHalfBytes)) {
    half.address = request.address;
    std::copy_n(request.bytes.data(), kHalfBytes, half.bytes.data());
    return false;
  }
  const bool request_is_first = request.address == whole;
  if (request_is_first) {
    std::copy_n(half.bytes.data(), kHalfBytes, request.bytes.data() + kHalfBytes);
  } else {
    std::copy_n(request.bytes.data(), kHalfBytes, request.bytes.data() + kHalfBytes);
    std::copy_n(half.bytes.data(), kHalfBytes, request.bytes.data());
  }
  request.address = whole;
  request.length = kDoorbellBytes;
  half.address = 0;
  return true;
}

void Doorbell::decide() {
  while (decoding_.next() <= core_.now()) ring(decoding_.pop());
}

void Doorbell::ring(const MmioRequest& request) {
  const std::uint64_t in_uars = request.address - kControlPageBytes;
  const std::uint64_t offset = in_uars % kUarPageBytes;
  const auto page = static_cast<std::uint32_t>(in_uars / kUarPageBytes);
  if (!is_send_doorbell(offset) || request.length < kDoorbellBytes) {
    const bool known = offset == kCqArmOffset ? arm_completions(request, page)
                                              : update_events(request, offset, page);
    core_.counters.doorbells_ignored += known ? 0 : 1;
    return;
  }
  const std::uint32_t qpn = load_field(request.bytes.data(), control_segment::kQpn);
  const auto ds = static_cast<std::uint8_t>(load_field(request.bytes.data(), control_segment::kDs));
  QueuePair* const qp = core_.qps.find(qpn);
  const bool own_page = qp != nullptr && qp->context.uar_page == page;
  if (!own_page || ds == 0 || !has_send_queue(qp->context.type) ||
      qp->context.state == QpState::kReset || qp->context.state == QpState::kInit) {
    ++core_.counters.doorbells_ignored;
    return;
  }
  if (!core_.contexts->ready(ContextKind::kQp, qpn,
                             {ContextWaiter::Stage::kDoorbell, parked_.next()})) {
    parked_.keep(request);
    return;
  }
  ++core_.counters.doorbells;
  const std::uint32_t index = load_field(request.bytes.data(), control_segment::kWqeIndex);
  qp->sq.producer = static_cast<std::uint16_t>(index + basic_blocks(ds));
  const auto waiting = static_cast<std::uint16_t>(qp->sq.producer - qp->sq.next);
  if (waiting == basic_blocks(ds)) qp->sq.least_fetch = static_cast<std::uint8_t>(waiting);
  if (request.length >= ds * kSegmentBytes) push_wqe(*qp, request, ds);
  core_.wqes->kick(*qp);
}

void Doorbell::context_came(std::uint32_t index) { ring(parked_.take(index)); }

bool Doorbell::arm_completions(const MmioRequest& request, std::uint32_t page) {
  if (request.length != kDoorbellBytes) return false;
  const CqArm arm = decode_cq_arm(request.bytes.data());
  CompletionQueueState* const cq = core_.cqs.find(arm.cqn);
  if (cq == nullptr || cq->context.uar_page != page) return false;
  core_.events->arm_completions(arm.cqn, *cq, arm);
  return true;
}

bool Doorbell::update_events(const MmioRequest& request, std::uint64_t offset, std::uint32_t page) {
  const bool arms = offset == kEqArmOffset;
  if (request.length != sizeof(std::uint32_t) || !(arms || offset == kEqUpdateOffset)) return false;
  const std::uint32_t eqn = load_field(request.bytes.data(), eq_doorbell::kEqn);
  const EventQueueState* const eq = core_.eqs.find(eqn);
  if (eq == nullptr || eq->context.uar_page != page) return false;
  core_.events->update_queue(eqn, load_field(request.bytes.data(), eq_doorbell::kConsumer), arms);
  return true;
}

// The WQE is used only where it is the next one: otherwise it is fetched with those before it.
void Doorbell::push_wqe(QueuePair& qp, const MmioRequest& request, std::uint8_t ds) {
  qp.sq.pushed = true;
  qp.sq.pushed_index =
      static_cast<std::uint16_t>(load_field(request.bytes.data(), control_segment::kWqeIndex));
  qp.sq.pushed_blocks = static_cast<std::uint8_t>(basic_blocks(ds));
  if (!qp.sq.pushed_wqe.is_real()) qp.sq.pushed_wqe = Payload::real(core_.payloads);
  std::memcpy(qp.sq.pushed_wqe.writable(), request.bytes.data(), request.length);
}

void Doorbell::peek(std::uint64_t address, std::uint8_t* to, std::uint32_t length) const {
  namespace page = control_page;
  if (address >= kMsixTableOffset && address + length <= kMsixEnd) {
    core_.interrupts->read_table(static_cast<std::uint32_t>(address - kMsixTableOffset), to,
                                 length);
    return;
  }
  std::array<std::uint8_t, 64> registers{};
  store_field(registers.data(), page::kRevision, page::kInterfaceRevision);
  store_field(registers.data(), page::kUarPages, core_.config.uar_pages);
  store_field64(registers.data(), page::kContextBytes, ContextLoader::table_bytes(core_.config));
  store_field(registers.data(), page::kPortLid, core_.lid.value());
  store_field(registers.data(), page::kPortState,
              static_cast<std::uint32_t>(core_.port.state().state()));
  for (std::uint32_t i = 0; i < length; ++i) {
    to[i] = address + i < registers.size() ? registers[address + i] : std::uint8_t{0};
  }
}

}  // namespace ib::hca
