// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models/hca/dma_engine.h"
#include "models/hca/gather_pool.h"
#include "models/hca/hca_config.h"
#include "models/hca/hca_counters.h"
#include "models/hca/machines.h"
#include "models/hca/multicast_table.h"
#include "models/hca/object_table.h"
#include "models/hca/protection.h"
#include "models/hca/queue_pair.h"
#include "models/ib/link/sl2vl.h"
#include "models/ib/packet/routing_headers.h"
#include "models/link/port.h"
#include "tlm/chip.h"

namespace ib::hca {

/// The entities of an HCA's agenda, so ordered that inside a cycle work flows forward only; the
/// first three and kManagement are inboxes too.
enum class Engine : unsigned {
  kPort,
  kMmio,
  kDma,
  kReceiver,
  kResponder,
  kRequester,
  kTimer,
  kDoorbell,
  kWqeFetcher,
  kPacketizer,
  kTransmit,
  kScheduler,
  kCqeWriter,
  kCommand,
  kManagement,
  kEvents,
};
inline constexpr unsigned kEngines = 16;

class AtomicUnit;
class CommandEngine;
class CongestionControl;
class ContextLoader;
class CqeWriter;
class Delivery;
class Doorbell;
class EventWriter;
class Flusher;
class HcaManagement;
class Interrupts;
class Packetizer;
class ReceiveQueue;
class Receiver;
class ReliableDatagram;
class Requester;
class Responder;
class SendScheduler;
class SharedReceiveQueue;
class Timers;
class Translator;
class TransmitQueue;
class WqeFetcher;

/// An HCA looks at packets when they are in whole.
[[nodiscard]] inline link::PortPlace port_place() {
  link::PortPlace place;
  place.entity = static_cast<unsigned>(Engine::kPort);
  place.receive_whole = true;
  return place;
}

/// Where an HCA stands in its fabric.
struct HcaPlace {
  Lid lid{1};
  std::uint32_t source = 0;  ///< Index of the end node: PacketId.source.
  Guid port_guid{};          ///< 0: a locally administered one made from `source`.
};

/// The default GID: link-local prefix and port GUID (IBTA Vol 1, 4.1.1).
[[nodiscard]] Gid port_gid(const HcaPlace& place);

/// What the engines of one HCA share, and where they find each other.
struct Core {
  Core(Chip& chip_of, const HcaConfig& hca, const link::LinkConfig& link, LinkRate rate,
       const HcaPlace& place, PayloadPool& pool, HostBridge& bridge, const PcieTiming& timing)
      : chip(chip_of),
        config(hca),
        port(chip_of, store, port_place(), link, rate),
        sl2vl(Sl2VlTable::modulo(link.data_vls)),
        lid(place.lid),
        gid(port_gid(place)),
        source_index(place.source),
        payloads(pool),
        dma(timing, bridge),
        protection(hca.max_mkeys),
        qps(2, hca.max_qps),
        cqs(1, hca.max_cqs),
        eqs(1, hca.max_eqs),
        srqs(1, hca.max_srqs),
        pds(1, hca.max_mkeys),
        xrcds(1, hca.max_srqs),
        rdds(1, hca.max_srqs) {}

  Chip& chip;
  const HcaConfig config;
  link::PacketStore store;
  link::Port port;
  Sl2VlTable sl2vl;
  Lid lid;
  std::uint8_t lmc = 0;  ///< The port answers to 2^lmc LIDs from `lid` on.
  Gid gid;               ///< Entry 0 of the port's GID table.
  std::uint32_t source_index;
  std::uint64_t packets_made = 0;
  std::vector<PKey> p_keys{PKey{0xFFFF}};
  PayloadPool& payloads;
  DmaEngine dma;
  GatherPool gathers;
  Protection protection;
  ObjectTable<QueuePair> qps;  ///< And end-to-end contexts: they share the numbers.
  ObjectTable<CompletionQueueState> cqs;
  ObjectTable<EventQueueState> eqs;
  ObjectTable<SharedReceiveState> srqs;
  ObjectTable<bool> pds;
  ObjectTable<bool> xrcds;  ///< Domains of extended reliable connections.
  ObjectTable<bool> rdds;   ///< Reliable datagram domains.
  /// Who takes raw packets, IPv6 and EtherType; 0: nobody.
  std::array<std::uint32_t, 2> raw_qps{};
  MulticastTable multicast;
  HcaCounters counters;
  Machines machines;

  AtomicUnit* atomics = nullptr;
  CommandEngine* commands = nullptr;
  CongestionControl* congestion = nullptr;
  ContextLoader* contexts = nullptr;
  CqeWriter* cqes = nullptr;
  ReliableDatagram* datagrams = nullptr;
  Delivery* delivery = nullptr;
  Doorbell* doorbell = nullptr;
  EventWriter* events = nullptr;
  Flusher* flusher = nullptr;
  HcaManagement* management = nullptr;  ///< Null while the HCA is not managed.
  Interrupts* interrupts = nullptr;
  Packetizer* packetizer = nullptr;
  ReceiveQueue* receives = nullptr;
  Receiver* receiver = nullptr;
  Requester* requester = nullptr;
  Responder* responder = nullptr;
  SendScheduler* scheduler = nullptr;
  SharedReceiveQueue* shared_receives = nullptr;
  Timers* timers = nullptr;
  Translator* translator = nullptr;
  TransmitQueue* transmit = nullptr;
  WqeFetcher* wqes = nullptr;

  [[nodiscard]] Cycle now() const { return chip.agenda().now(); }
  [[nodiscard]] Ticks now_ticks() const { return chip.clock().edge(now()); }
  [[nodiscard]] Cycle cycle_at(Ticks t) const { return chip.clock().at_or_after(t); }
  void wake(Cycle when, Phase phase, Engine engine) {
    chip.agenda().wake(when, phase, static_cast<unsigned>(engine));
  }
  [[nodiscard]] bool answers_to(Lid dlid) const {
    return dlid.value() >= lid.value() && dlid.value() - lid.value() < 1 << lmc;
  }
  /// The queue pair an answer or an entry made in `epoch` belongs to, null when it has gone.
  [[nodiscard]] QueuePair* find_qp(std::uint32_t number, std::uint32_t epoch) const {
    QueuePair* const qp = qps.find(number);
    return qp != nullptr && qp->epoch == epoch ? qp : nullptr;
  }
};

}  // namespace ib::hca
