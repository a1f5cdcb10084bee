// SPDX-License-Identifier: Apache-2.0
#include "models/switch/clocked_core.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/ib/packet/crc.h"
#include "models/ib/packet/packet_codec.h"

namespace ib::sw {
namespace {

std::vector<std::uint8_t> bytes_of(const Packet& packet) {
  std::vector<std::uint8_t> bytes(kMaxWireBytes);
  bytes.resize(serialize(packet, bytes.data()));
  return bytes;
}

std::size_t words_of(const std::vector<std::uint8_t>& bytes) {
  return (bytes.size() + kWordBytes - 1) / kWordBytes;
}

// The port counts the others, and takes nothing from them.
bool is_sound(const LinkTransfer& flow_control, const SwitchMachineSizes& sizes) {
  return !flow_control.corrupted && flow_control.fc_op <= 1 && flow_control.fc_vl < sizes.data_vls;
}

constexpr std::uint8_t kLverBits = 0x0F;  // of byte 0 of the LRH; the rest is the VL, which changes

// Up to the VCRC, which the VL changes too.
bool begins_with(const std::vector<std::uint8_t>& bytes, const Word& first) {
  const std::size_t count = std::min<std::size_t>(kWordBytes, bytes.size() - kVcrcBytes);
  return ((first[0] ^ bytes[0]) & kLverBits) == 0 &&
         std::equal(bytes.data() + 1, bytes.data() + count, first.data() + 1);
}

}  // namespace

ClockedCore::ClockedCore(Chip& chip, link::PacketStore& store,
                         const std::vector<link::Port*>& ports, MachineUnit unit,
                         std::unique_ptr<SwitchMachine> machine)
    : chip_(chip), store_(store), unit_(unit), machine_(std::move(machine)) {
  for (link::Port* port : ports) {
    lines_.emplace_back(*port, LineFeed{chip.clock(), byte_ticks(port->rate()), unit});
  }
}

// The forwarding table is written before the lines come up: an entry a clock.
void ClockedCore::start(const SwitchSetup& setup, const Lft& lft) {
  machine_->reset(setup);
  for (unsigned lid = 0; lid < machine_->sizes().lids; ++lid) {
    machine_->write_lft(lid, lft.lookup(Lid{static_cast<std::uint16_t>(lid)}));
    machine_->settle();
    machine_->edge();
  }
  machine_->bring_up();
  chip_.agenda().wake(0, Phase::kDecide, 0);
}

// A word is wanted before its packet is due for the port, by the pipeline that the machine has
// within; so inboxes are emptied at once. What the peer gets back is an empty place, as ever.
void ClockedCore::take_inbox(unsigned number) {
  Line& line = lines_[number];
  auto& inbox = line.port.endpoint().arrivals();
  for (; !inbox.empty(); inbox.pop()) {
    Arriving& arriving = line.arriving.emplace_back();
    arriving.arrival = inbox.front();
    inbox.front().transfer.stored = kNoSlot;
    store_.fill(inbox.front().transfer.stored);
    line.port.set_due(arriving.arrival);
    const LinkTransfer& transfer = arriving.arrival.transfer;
    if (transfer.kind == LinkTransfer::Kind::kFlowControl) {
      if (!is_sound(transfer, machine_->sizes())) continue;
      line.feed.add_flow_control(transfer.first_bit, {true, transfer.fc_op, transfer.fc_vl,
                                                      transfer.fc_fctbs, transfer.fc_fccl});
    } else if (transfer.kind == LinkTransfer::Kind::kPacket) {
      arriving.bytes = bytes_of(transfer.stored->packet);
      arriving.number = line.next_number;
      line.next_number = static_cast<std::uint16_t>(line.next_number + words_of(arriving.bytes));
      line.feed.add_packet(transfer.first_bit, arriving.bytes);
    }
  }
}

void ClockedCore::clock(Cycle now) {
  for (unsigned number = 0; number < lines_.size(); ++number) {
    lines_[number].feed.feed(*machine_, number, now);
  }
  machine_->settle();
  for (Line& line : lines_) arrive(line, now);
  for (Line& line : lines_) release(line, now);
  for (unsigned number = 0; number < lines_.size(); ++number) discard_killed(number, now);
  for (unsigned number = 0; number < lines_.size(); ++number) {
    launch(number, now);
    check_later_word(number);
  }
  for (unsigned number = 0; number < lines_.size(); ++number) {
    Line& line = lines_[number];
    line.verdict = machine_->header(number);
    line.freed = machine_->freed(number);
    line.dropped = machine_->dropped(number);
  }
  machine_->edge();
  chip_.agenda().wake(now + 1, Phase::kDecide, 0);
}

void ClockedCore::arrive(Line& line, Cycle now) {
  while (!line.arriving.empty() && line.arriving.front().arrival.due <= now) {
    Arriving& first = line.arriving.front();
    const bool is_packet = first.arrival.transfer.kind == LinkTransfer::Kind::kPacket;
    const link::Slot slot = line.port.take(first.arrival, now);
    if (is_packet && slot == link::kNoSlot) differ(line.port, "a packet was refused");
    if (is_packet) accept(line, {slot, std::move(first.bytes), first.number}, now);
    line.arriving.pop_front();
  }
}

void ClockedCore::accept(Line& line, Held held, Cycle now) {
  if (!line.verdict) differ(line.port, "no header is due");
  if (*line.verdict == SwitchVerdict::kQueued) {
    line.held.push_back(std::move(held));
  } else {
    discard(line, held.slot, *line.verdict, now);
  }
  line.verdict.reset();
}

void ClockedCore::discard(Line& line, link::Slot slot, SwitchVerdict verdict, Cycle now) {
  link::PortCounters& counters = line.port.counters();
  ++counters.rcv_switch_relay_errors;
  DropReason reason = DropReason::kNoRoute;
  switch (verdict) {
    case SwitchVerdict::kLooping:
      ++counters.looping_errors;
      reason = DropReason::kLooping;
      break;
    case SwitchVerdict::kNoLane:
      ++counters.vl_mapping_errors;
      reason = DropReason::kVlMapping;
      break;
    default:
      ++counters.dlid_mapping_errors;
      break;
  }
  line.port.log_drop(slot->packet, reason, now);
  line.discarded.push_back(slot);
  ++moved_;
}

void ClockedCore::release(Line& line, Cycle now) {
  if (line.freed) {
    line.port.release(static_cast<std::uint8_t>(line.freed->vl), line.freed->blocks, now);
  }
  if (!line.dropped) return;
  const link::Slot slot = line.discarded.front();
  line.discarded.pop_front();
  line.port.release(slot->in_vl, slot->blocks, now);
  store_.release(slot);
}

// What proved bad before it was granted: the machine frees its buffer in the next cycle.
void ClockedCore::discard_killed(unsigned number, Cycle now) {
  const std::optional<std::uint16_t> killed = machine_->killed(number);
  if (!killed) return;
  Line& line = lines_[number];
  const auto found = std::find_if(line.held.begin(), line.held.end(),
                                  [&](const Held& held) { return held.number == *killed; });
  if (found == line.held.end()) differ(line.port, "a packet is discarded that never came");
  discard_bad(line, found->slot, now);
  line.held.erase(found);
}

void ClockedCore::discard_bad(Line& line, link::Slot slot, Cycle now) {
  if (slot == link::kNoSlot || !slot->bad) differ(line.port, "a good packet is discarded");
  line.port.log_drop(slot->packet, DropReason::kVcrc, now);
  store_.release(slot);
  ++moved_;
}

void ClockedCore::discard_overdue(Line& line, const SwitchDiscard& overdue, Cycle now) {
  const link::Slot slot = take_held(overdue.first).slot;
  if (slot == link::kNoSlot) differ(line.port, "a packet is discarded that never came");
  link::PortCounters& counters = line.port.counters();
  ++counters.xmit_discards;
  ++counters.hoq_lifetime_discards;
  counters.vl_stalls += overdue.stalls ? 1 : 0;
  line.port.log_drop(slot->packet, DropReason::kHoqLifetime, now);
  store_.release(slot);
  ++moved_;
}

void ClockedCore::launch(unsigned number, Cycle now) {
  Line& line = lines_[number];
  if (!line.port.endpoint().plugged()) return;
  const Ticks busy = std::max<Ticks>(0, line.port.line_free() - chip_.clock().edge(now));
  if (unit_.of(busy) != machine_->busy(number)) differ(line.port, "the line is free");
  const std::optional<SwitchDiscard> discard = machine_->discarded(number);
  if (discard && discard->overdue) discard_overdue(line, *discard, now);
  for (unsigned vl = 0; vl < machine_->sizes().data_vls; ++vl) {
    const SwitchFlowControl packet = machine_->flow_control_out(number, vl);
    if (!packet.valid) continue;
    LinkTransfer transfer;
    transfer.kind = LinkTransfer::Kind::kFlowControl;
    transfer.fc_op = static_cast<std::uint8_t>(packet.op);
    transfer.fc_vl = static_cast<std::uint8_t>(packet.vl);
    transfer.fc_fctbs = static_cast<std::uint16_t>(packet.fctbs);
    transfer.fc_fccl = static_cast<std::uint16_t>(packet.fccl);
    line.port.transmit(transfer, now);
  }
  if (const std::optional<bool> starved = machine_->starved(number)) {
    line.port.note_blocked(now, *starved);
  }
  if (discard && !discard->overdue) discard_bad(line, take_held(discard->first).slot, now);
  const SwitchWordOut first = machine_->first_word_out(number);
  if (first.valid) send(line, first, now);
}

void ClockedCore::send(Line& line, const SwitchWordOut& first, Cycle now) {
  Held held = take_held(first.data);
  if (held.slot == link::kNoSlot) differ(line.port, "a packet leaves that never came");
  set_vl(held.slot->packet, Vl{static_cast<std::uint8_t>(first.data[0] >> 4)});
  held.bytes[0] = first.data[0];
  const std::size_t end = held.bytes.size() - kVcrcBytes;
  const std::uint16_t good = vcrc(held.bytes.data(), end);
  const bool bad = held.slot->bad;
  store_le16(held.bytes.data() + end, bad ? static_cast<std::uint16_t>(~good) : good);
  if (!std::equal(first.data.data(), first.data.data() + first.bytes, held.bytes.data())) {
    differ(line.port, "bytes of a first word");
  }
  ++moved_;
  line.port.transmit(held.slot, now);
  if (first.bytes == held.bytes.size()) return;
  line.leaving.push_back({std::move(held.bytes), bad});
}

// Packets of one source and destination come by one port and keep their order, and only those can
// be alike to the last bit: the first that begins so is the one.
ClockedCore::Held ClockedCore::take_held(const Word& first) {
  for (Line& line : lines_) {
    const auto found = std::find_if(line.held.begin(), line.held.end(), [&](const Held& held) {
      return begins_with(held.bytes, first);
    });
    if (found == line.held.end()) continue;
    Held held = std::move(*found);
    line.held.erase(found);
    return held;
  }
  return {};
}

void ClockedCore::check_later_word(unsigned number) {
  const SwitchWordOut word = machine_->word_out(number);
  if (!word.valid) return;
  Line& line = lines_[number];
  if (line.leaving.empty()) differ(line.port, "a word leaves without its packet");
  const Bytes& bytes = line.leaving.front().bytes;
  if (line.left == 0) line.left = kWordBytes;
  const std::size_t end = std::min(line.left + kWordBytes, bytes.size());
  const bool same =
      word.bytes == end - line.left &&
      std::equal(word.data.data(), word.data.data() + word.bytes, bytes.data() + line.left);
  if (!same || word.last != (end == bytes.size())) differ(line.port, "bytes of a later word");
  if (word.last && word.bad_end != line.leaving.front().bad) differ(line.port, "EBP");
  line.left = end;
  if (!word.last) return;
  line.left = 0;
  line.leaving.pop_front();
}

// The machine and the port have to agree; else one of them is wrong, and the run with it.
void ClockedCore::differ(const link::Port& port, const char* what) const {
  SC_REPORT_FATAL(chip_.name(),
                  ("cycle " + std::to_string(chip_.agenda().now()) + ", port " +
                   std::to_string(port.number()) + ": the clocked machine differs: " + what)
                      .c_str());
  throw std::logic_error(what);
}

}  // namespace ib::sw
