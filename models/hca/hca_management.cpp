// SPDX-License-Identifier: Apache-2.0
#include "models/hca/hca_management.h"

#include <algorithm>

#include "models/hca/congestion_control.h"
#include "models/hca/event_writer.h"
#include "models/ib/management/mad_codec.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::hca {

HcaManagement::HcaManagement(Core& core, const NodeIdentity& identity, MadDoor& door)
    : core_(core),
      door_(door),
      unit_(*this, identity, core.config.management, core.chip.clock(),
            {[&core](Cycle when) { core.wake(when, Phase::kDecide, Engine::kManagement); },
             [this](const OutgoingMad& mad, Cycle now) { return send(mad, now); }}) {
  core.port.report_to(*this);
}

void HcaManagement::port_error(TrapNumber trap, std::uint8_t) {
  unit_.node().subnet().port_error(trap, unit_.node().identity().local_port);
  unit_.plan(core_.now());
}

bool HcaManagement::take(const link::StoredPacket& stored) {
  if (!is_for_management(stored.packet)) return false;
  const std::uint8_t port = unit_.node().identity().local_port;
  if (!unit_.take(stored.packet, port, std::max(core_.now(), stored.tail))) {
    link::count_queue_drop(core_.port, stored.packet, core_.now());
  }
  return true;
}

void HcaManagement::arm() {
  if (door_.posted().empty()) return;
  core_.wake(core_.cycle_at(door_.posted().front().at), Phase::kDecide, Engine::kManagement);
}

void HcaManagement::run() {
  const Cycle now = core_.now();
  while (!door_.posted().empty() && core_.cycle_at(door_.posted().front().at) <= now) {
    unit_.take_from_client(door_.posted().front().mad, now);
    door_.posted().pop();
  }
  arm();
  unit_.run(now);
  core_.events->note_port();
}

bool HcaManagement::send(const OutgoingMad& mad, Cycle now) {
  if (mad.way == OutgoingMad::Way::kClient) {
    door_.deliver(mad.packet, core_.now_ticks());
    return true;
  }
  const Vl vl = mad.packet.dest_qp == kQp0 ? kVl15 : core_.sl2vl[mad.packet.sl];
  const bool usable = vl == kVl15 || vl.value() < core_.port.operational_vls();
  if (!usable || core_.port.is_down()) return true;
  Packet packet;
  packet.id = {core_.source_index, core_.packets_made};
  write_mad(mad.packet, vl, core_.payloads, packet);
  if (core_.port.tx_free_blocks(vl, now) < core_.port.blocks_of(packet)) return false;
  ++core_.packets_made;
  const link::Slot slot = core_.store.allocate();
  link::StoredPacket& stored = core_.store[slot];
  stored.packet = packet;
  stored.bad = false;
  stored.in_port = 0;
  core_.port.enqueue(slot, now, now + core_.config.packetizer_cycles);
  return true;
}

void HcaManagement::bad_key(TrapNumber trap, const Packet& packet) {
  const Bth bth = Bth::decode(bth_bytes(packet));
  KeyViolation violation{packet.slid, packet.dlid, packet.sl, Qpn{}, bth.dest_qp, 0};
  violation.key = bth.p_key.value();
  if (opcode_info(packet).has(Extension::kDeth)) {
    const auto deth = extension<Deth>(packet, Extension::kDeth);
    violation.src_qp = deth.src_qp;
    if (trap == TrapNumber::kBadQKey) violation.key = deth.q_key.value();
  }
  unit_.node().subnet().bad_key(trap, violation);
  unit_.plan(core_.now());
}

void HcaManagement::set_lid(Lid lid, std::uint8_t lmc) {
  const bool same = core_.lid == lid && core_.lmc == lmc;
  core_.lid = lid;
  core_.lmc = lmc;
  if (!same) core_.events->port_changed(PortChange::kLid);
}

Sl2VlTable HcaManagement::sl2vl(std::uint8_t, std::uint8_t) const { return core_.sl2vl; }

void HcaManagement::set_sl2vl(std::uint8_t, std::uint8_t, const Sl2VlTable& table) {
  core_.sl2vl = table;
}

void HcaManagement::set_congestion(const CaCongestionSetting& setting) {
  core_.congestion->set(setting);
}

void HcaManagement::set_congestion(unsigned block, const CongestionControlTableBlock& table) {
  core_.congestion->set(block, table);
}

void HcaManagement::set_p_keys(std::uint8_t, unsigned block, const PKeyTableBlock& keys) {
  const std::size_t first = std::size_t{block} * PKeyTableBlock::kEntries;
  core_.p_keys.resize(std::max(core_.p_keys.size(), first + PKeyTableBlock::kEntries));
  std::copy(keys.entries.begin(), keys.entries.end(),
            core_.p_keys.begin() + static_cast<std::ptrdiff_t>(first));
  core_.events->port_changed(PortChange::kPKeyTable);
}

}  // namespace ib::hca
