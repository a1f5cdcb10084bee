// SPDX-License-Identifier: Apache-2.0
#include "models/hca/hca.h"

#include "models/hca/atomic_unit.h"
#include "models/hca/command_engine.h"
#include "models/hca/congestion_control.h"
#include "models/hca/context_loader.h"
#include "models/hca/cqe_writer.h"
#include "models/hca/delivery.h"
#include "models/hca/doorbell.h"
#include "models/hca/event_writer.h"
#include "models/hca/flusher.h"
#include "models/hca/interrupts.h"
#include "models/hca/packetizer.h"
#include "models/hca/receive_queue.h"
#include "models/hca/receiver.h"
#include "models/hca/reliable_datagram.h"
#include "models/hca/requester.h"
#include "models/hca/responder.h"
#include "models/hca/send_scheduler.h"
#include "models/hca/shared_receive_queue.h"
#include "models/hca/timers.h"
#include "models/hca/translator.h"
#include "models/hca/transmit_queue.h"
#include "models/hca/wqe_fetcher.h"
#include "models/ib/queues/doorbell.h"

namespace ib::hca {
namespace {

constexpr unsigned kWheelCycles = 2048;

}  // namespace

Gid port_gid(const HcaPlace& place) {
  constexpr std::uint64_t kLinkLocal = 0xFE80'0000'0000'0000;
  constexpr std::uint64_t kLocalGuids = 0x0200'0000'0000'0000;
  const std::uint64_t guid = place.port_guid.value() != 0
                                 ? place.port_guid.value()
                                 : kLocalGuids + 0x100 * (place.source + 1u);
  Gid gid{};
  store_be64(gid.data(), kLinkLocal);
  store_be64(gid.data() + 8, guid);
  return gid;
}

/// The engines of one HCA, introduced to each other through the core.
struct Engines {
  Engines(Core& core, MmioTarget& target)
      : atomics(core),
        commands(core),
        congestion(core),
        contexts(core),
        cqes(core),
        datagrams(core),
        delivery(core),
        doorbell(core, target),
        events(core),
        flusher(core),
        interrupts(core),
        packetizer(core),
        receives(core),
        receiver(core),
        requester(core),
        responder(core),
        scheduler(core),
        shared_receives(core),
        timers(core),
        translator(core),
        transmit(core),
        wqes(core) {
    core.atomics = &atomics;
    core.commands = &commands;
    core.congestion = &congestion;
    core.contexts = &contexts;
    core.cqes = &cqes;
    core.datagrams = &datagrams;
    core.delivery = &delivery;
    core.doorbell = &doorbell;
    core.events = &events;
    core.flusher = &flusher;
    core.interrupts = &interrupts;
    core.packetizer = &packetizer;
    core.receives = &receives;
    core.receiver = &receiver;
    core.requester = &requester;
    core.responder = &responder;
    core.scheduler = &scheduler;
    core.shared_receives = &shared_receives;
    core.timers = &timers;
    core.translator = &translator;
    core.transmit = &transmit;
    core.wqes = &wqes;
  }

  AtomicUnit atomics;
  CommandEngine commands;
  CongestionControl congestion;
  ContextLoader contexts;
  CqeWriter cqes;
  ReliableDatagram datagrams;
  Delivery delivery;
  Doorbell doorbell;
  EventWriter events;
  Flusher flusher;
  Interrupts interrupts;
  Packetizer packetizer;
  ReceiveQueue receives;
  Receiver receiver;
  Requester requester;
  Responder responder;
  SendScheduler scheduler;
  SharedReceiveQueue shared_receives;
  Timers timers;
  Translator translator;
  TransmitQueue transmit;
  WqeFetcher wqes;
};

Hca::Hca(const sc_core::sc_module_name& name, const HcaConfig& config, const link::LinkConfig& link,
         LinkRate rate, const HcaPlace& place, PayloadPool& payloads)
    : Chip(name, Clock::from_mhz(config.core_clock_mhz), kEngines, kWheelCycles),
      timing_(config.pcie),
      bridge_("bridge", timing_),
      target_("registers", kControlPageBytes + config.uar_pages * kUarPageBytes, timing_.latency()),
      pci_("pci", config, kControlPageBytes + config.uar_pages * kUarPageBytes,
           to_sc_time(timing_.latency())),
      mad_door_("mads", timing_.latency()),
      core_(*this, config, link, rate, place, payloads, bridge_, timing_),
      engines_(std::make_unique<Engines>(core_, target_)) {
  bridge_.on_answer(
      [this](Ticks arrival) { announce_from_host(arrival, static_cast<unsigned>(Engine::kDma)); });
  target_.on_request(
      [this](Ticks arrival) { announce_from_host(arrival, static_cast<unsigned>(Engine::kMmio)); });
  mad_door_.on_post([this](Ticks arrival) {
    announce_from_host(arrival, static_cast<unsigned>(Engine::kManagement));
  });
  pci_.on_control([this](const PciControl& control) {
    target_.control(control.reset, control.msix_enabled, control.msix_masked);
  });
  target_.peek_by([this](std::uint64_t address, std::uint8_t* to, std::uint32_t length) {
    engines_->doorbell.peek(address, to, length);
  });
}

Hca::~Hca() = default;

void Hca::manage(const NodeIdentity& identity) {
  management_ = std::make_unique<HcaManagement>(core_, identity, mad_door_);
  core_.management = management_.get();
}

MadDoor& Hca::mad_door() {
  management_->attach_host();
  return mad_door_;
}

void Hca::start_of_simulation() {
  core_.port.bring_up();
  core_.events->note_port();
}

void Hca::window_done() {
  bridge_.plan();
  target_.plan();
  mad_door_.plan();
}

std::uint64_t Hca::progress() const {
  return core_.port.counters().xmit_pkts + core_.counters.packets_received +
         core_.dma.bytes_written() + core_.dma.bytes_read();
}

void Hca::advance(Ticks limit) {
  take_announced([this](unsigned inbox) {
    switch (static_cast<Engine>(inbox)) {
      case Engine::kPort:
        core_.port.arm();
        break;
      case Engine::kMmio:
        engines_->doorbell.arm();
        break;
      case Engine::kManagement:
        if (management_ != nullptr) management_->arm();
        break;
      default:
        plan_dma_answer();
        break;
    }
  });
  agenda_.run_before(clock_.at_or_after(limit), [this](Phase phase, unsigned entity) {
    handle(phase, static_cast<Engine>(entity));
  });
}

void Hca::handle(Phase phase, Engine engine) {
  switch (phase) {
    case Phase::kArrive:
      handle_arrivals(engine);
      break;
    case Phase::kRelease:
      if (engine == Engine::kTimer) engines_->timers.expire();
      if (engine == Engine::kReceiver) engines_->receiver.release_buffers();
      break;
    case Phase::kDecide:
      handle_decisions(engine);
      break;
    case Phase::kLaunch:
      if (core_.port.launch(agenda_.now())) engines_->transmit.resume();
      break;
  }
}

void Hca::handle_arrivals(Engine engine) {
  if (engine == Engine::kPort) engines_->receiver.arrive();
  if (engine == Engine::kMmio) engines_->doorbell.arrive();
  if (engine == Engine::kDma) take_dma_answers();
}

void Hca::handle_decisions(Engine engine) {
  switch (engine) {
    case Engine::kReceiver:
      engines_->receiver.decide();
      break;
    case Engine::kResponder:
      engines_->responder.decide();
      break;
    case Engine::kRequester:
      engines_->requester.decide();
      break;
    case Engine::kDoorbell:
      engines_->doorbell.decide();
      break;
    case Engine::kWqeFetcher:
      engines_->wqes.decide();
      break;
    case Engine::kPacketizer:
      engines_->packetizer.decide();
      break;
    case Engine::kTransmit:
      engines_->transmit.decide();
      break;
    case Engine::kScheduler:
      engines_->scheduler.decide();
      break;
    default:
      handle_late_decisions(engine);
      break;
  }
}

// The engines whose work follows from the others' or has no part in packets.
void Hca::handle_late_decisions(Engine engine) {
  switch (engine) {
    case Engine::kCqeWriter:
      engines_->cqes.decide();
      break;
    case Engine::kManagement:
      management_->run();
      break;
    case Engine::kCommand:
      engines_->commands.decide();
      break;
    case Engine::kEvents:
      engines_->events.decide();
      engines_->interrupts.decide();
      break;
    default:
      break;
  }
}

void Hca::plan_dma_answer() {
  const Ticks arrival = core_.dma.next_answer();
  if (arrival != kNever) core_.wake(clock_.at_or_after(arrival), Phase::kArrive, Engine::kDma);
}

void Hca::take_dma_answers() {
  DmaResult result;
  while (core_.dma.next_answer() <= core_.now_ticks()) {
    if (core_.dma.take_answer(core_.now_ticks(), result)) deliver(result);
  }
  plan_dma_answer();
}

void Hca::deliver(DmaResult& result) {
  const DmaOwner owner = result.owner;
  switch (owner.user) {
    case DmaUser::kTransmit:
      engines_->transmit.payload_read(owner.index, result.ok);
      return;
    case DmaUser::kCommand:
      engines_->commands.read_done(result);
      return;
    case DmaUser::kAtomic:
      engines_->atomics.read_done(owner.index, result);
      return;
    case DmaUser::kContext:
      engines_->contexts.filled(owner.index);
      return;
    case DmaUser::kTranslation:
      engines_->translator.filled(owner.index, result);
      return;
    case DmaUser::kCqRecord:
      engines_->cqes.record_read(owner.index, result);
      return;
    case DmaUser::kSrqRecord:
      engines_->shared_receives.record_read(owner.index, result);
      return;
    case DmaUser::kSrqWqe:
      engines_->shared_receives.wqes_read(owner.index, result);
      return;
    default:
      deliver_to_queue_pair(result);
      return;
  }
}

void Hca::deliver_to_queue_pair(DmaResult& result) {
  const DmaOwner owner = result.owner;
  QueuePair* const qp = core_.find_qp(owner.index, owner.epoch);
  if (qp == nullptr) return;
  switch (owner.user) {
    case DmaUser::kSendWqe:
      engines_->wqes.fetched(*qp, result);
      break;
    case DmaUser::kReceiveRecord:
      engines_->receives.record_read(*qp, result);
      break;
    case DmaUser::kReceiveBoth:
      engines_->receives.record_and_wqes_read(*qp, result);
      break;
    case DmaUser::kReceiveWqe:
      engines_->receives.wqes_read(*qp, result);
      break;
    default:
      break;
  }
}

void Hca::describe_waits(std::vector<std::string>& lines) const {
  if (const auto vl = core_.port.starved_vl(agenda_.now())) {
    lines.push_back(std::string(name()) + " waits for credits of VL " +
                    std::to_string(vl->value()) + " at its port");
  }
  core_.qps.for_each([&](std::uint32_t number, const QueuePair& qp) {
    if (qp.stalled.empty()) return;
    lines.push_back(std::string(name()) + " queue pair " + std::to_string(number) +
                    " waits for a receive WQE");
  });
}

}  // namespace ib::hca
