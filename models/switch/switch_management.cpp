// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch_management.h"

#include <algorithm>
#include <utility>

#include "models/ib/management/mad_codec.h"
#include "models/ib/packet/packet_codec.h"
#include "models/switch/switch.h"

namespace ib::sw {
namespace {

/// Packets of switches are told apart from those of end nodes.
constexpr std::uint32_t kSwitchSource = 0x80000000;

/// The mask is one number of 256 bits, port n its bit n.
bool marks_victims(const SwitchCongestionSetting& setting, unsigned port) {
  return (setting.victim_mask[31 - port / 8] >> (port % 8) & 1) != 0;
}

}  // namespace

SwitchManagement::SwitchManagement(Switch& chip, const NodeIdentity& identity,
                                   const ManagementConfig& config, PayloadPool& payloads)
    : chip_(chip),
      payloads_(payloads),
      unit_(*this, identity, config, chip.clock(),
            {[&chip](Cycle when) { chip.wake_management(when); },
             [this](const OutgoingMad& mad, Cycle now) { return send(mad, now); }}) {
  for (unsigned number = 1; number <= chip.ports(); ++number) chip.port(number).report_to(*this);
}

bool SwitchManagement::take(const link::StoredPacket& stored, unsigned input, unsigned output) {
  const bool here = output == 0 || stored.packet.dlid == kPermissiveLid;
  if (!here || !is_for_management(stored.packet)) return false;
  const auto port = static_cast<std::uint8_t>(input + 1);
  const bool bad = stored.bad || stored.packet.icrc_error != 0;
  if (!bad && !unit_.take(stored.packet, port, stored.tail)) {
    link::count_queue_drop(chip_.port(port), stored.packet, chip_.agenda().now());
  }
  return true;
}

void SwitchManagement::run(Cycle now) { unit_.run(now); }

void SwitchManagement::port_state_changed() {
  unit_.node().subnet().port_state_changed();
  unit_.plan(chip_.agenda().now());
}

void SwitchManagement::port_error(TrapNumber trap, std::uint8_t port) {
  unit_.node().subnet().port_error(trap, port);
  unit_.plan(chip_.agenda().now());
}

void SwitchManagement::refused(unsigned port, const Packet& packet) {
  if (is_raw(lnh(packet))) return;
  const Bth bth = Bth::decode(bth_bytes(packet));
  KeyViolation violation{packet.slid, packet.dlid, packet.sl,
                         Qpn{},       bth.dest_qp, bth.p_key.value()};
  if (opcode_info(packet).has(Extension::kDeth)) {
    violation.src_qp = extension<Deth>(packet, Extension::kDeth).src_qp;
  }
  unit_.node().subnet().bad_p_key_at_switch(static_cast<std::uint8_t>(port), violation);
  unit_.plan(chip_.agenda().now());
}

bool SwitchManagement::send(const OutgoingMad& mad, Cycle now) {
  unsigned output = mad.port;
  if (mad.way == OutgoingMad::Way::kLid) output = chip_.lft().lookup(mad.packet.dlid);
  const bool exists = output >= 1 && output <= chip_.ports() && !chip_.port(output).is_down();
  if (mad.way == OutgoingMad::Way::kClient || !exists) return true;
  link::Port& port = chip_.port(output);
  Vl vl = kVl15;
  if (mad.packet.dest_qp != kQp0) {
    const auto mapped = chip_.sl2vl().at(0, output).map(mad.packet.sl, port.operational_vls());
    if (!mapped) return true;
    vl = *mapped;
  }
  Packet packet;
  packet.id = {kSwitchSource | chip_.index(), packets_made_};
  write_mad(mad.packet, vl, payloads_, packet);
  if (!chip_.inject(packet, output, now)) return false;
  ++packets_made_;
  return true;
}

link::Port* SwitchManagement::link_port(std::uint8_t number) const {
  return number >= 1 && number <= chip_.ports() ? &chip_.port(number) : nullptr;
}

// The forwarding table is what sends packets to port 0: the manager sets the entry of the LID.
void SwitchManagement::set_lid(Lid, std::uint8_t) {}

Sl2VlTable SwitchManagement::sl2vl(std::uint8_t input, std::uint8_t output) const {
  return chip_.sl2vl().at(input, output);
}

void SwitchManagement::set_sl2vl(std::uint8_t input, std::uint8_t output, const Sl2VlTable& table) {
  chip_.sl2vl().set(input, output, table);
}

LftBlock SwitchManagement::lft_block(unsigned block) const {
  LftBlock shown;
  shown.entries = chip_.lft().block(block);
  return shown;
}

void SwitchManagement::set_lft_block(unsigned block, const LftBlock& ports) {
  chip_.lft().set_block(block, ports.entries);
}

Lid SwitchManagement::lft_top() const { return chip_.lft().top(); }
void SwitchManagement::set_lft_top(Lid top) { chip_.lft().set_top(top); }

MftBlock SwitchManagement::mft_block(unsigned block, unsigned position) const {
  MftBlock shown;
  shown.entries = chip_.mft().block(block, position);
  return shown;
}

void SwitchManagement::set_mft_block(unsigned block, unsigned position, const MftBlock& masks) {
  chip_.mft().set_block(block, position, masks.entries);
}

void SwitchManagement::set_switch_info(const SwitchInfo& info) {
  chip_.mft().set_default_primary(info.default_multicast_primary_port);
  chip_.mft().set_default_not_primary(info.default_multicast_not_primary_port);
  if (info.multicast_fdb_top != 0) chip_.mft().set_top(Lid{info.multicast_fdb_top});
}

void SwitchManagement::set_congestion(const SwitchCongestionSetting& setting) {
  congestion_ = setting;
  for (unsigned port = 1; port <= chip_.ports(); ++port) {
    chip_.set_marking(port, {setting.threshold, setting.packet_size, setting.marking_rate,
                             marks_victims(setting, port)});
  }
}

void SwitchManagement::set_congestion(std::uint8_t port,
                                      const SwitchPortCongestionElement& element) {
  if (!element.valid || port == 0 || port > chip_.ports()) return;
  chip_.set_marking(port, {element.threshold, element.packet_size, element.marking_rate,
                           marks_victims(congestion_, port)});
}

// Both directions of a port know its one table (IBTA Vol 1, 14.2.5.7).
void SwitchManagement::set_p_keys(std::uint8_t port, unsigned block, const PKeyTableBlock& keys) {
  if (port == 0 || port > chip_.ports()) return;
  const std::size_t first = std::size_t{block} * PKeyTableBlock::kEntries;
  for (const auto direction : {Switch::Direction::kInbound, Switch::Direction::kOutbound}) {
    PartitionFilter filter = chip_.filter(port, direction);
    filter.table.resize(std::max(filter.table.size(), first + PKeyTableBlock::kEntries));
    std::copy(keys.entries.begin(), keys.entries.end(),
              filter.table.begin() + static_cast<std::ptrdiff_t>(first));
    chip_.set_filter(port, direction, std::move(filter));
  }
}

void SwitchManagement::set_partition_enforcement(std::uint8_t port,
                                                 const PartitionEnforcement& what) {
  if (port == 0 || port > chip_.ports()) return;
  PartitionFilter in = chip_.filter(port, Switch::Direction::kInbound);
  PartitionFilter out = chip_.filter(port, Switch::Direction::kOutbound);
  in.enforce = what.inbound;
  in.filter_raw = what.filter_raw_inbound;
  out.enforce = what.outbound;
  out.filter_raw = what.filter_raw_outbound;
  chip_.set_filter(port, Switch::Direction::kInbound, std::move(in));
  chip_.set_filter(port, Switch::Direction::kOutbound, std::move(out));
}

}  // namespace ib::sw
