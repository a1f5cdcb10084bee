// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "models/switch/switch.h"

namespace ib::sw {

void Switch::route_multicast(link::Slot slot, unsigned input) {
  const Cycle tail = store_[slot].tail;
  if (config_.multicast.replication == Replication::kStore && tail > agenda_.now()) {
    incomplete_[input].push(slot);
    agenda_.wake(tail, Phase::kArrive, input);
    return;
  }
  replicate(slot, input);
}

void Switch::replicate_due(unsigned input) {
  link::SlotQueue& incomplete = incomplete_[input];
  while (!incomplete.empty() && store_[incomplete.front()].tail <= agenda_.now()) {
    const link::Slot slot = incomplete.pop();
    if (store_[slot].bad) {
      discard(slot, input, DropReason::kVcrc);
    } else {
      replicate(slot, input);
    }
  }
}

// A copy for each output, which share the payload and the receive buffer of the packet.
void Switch::replicate(link::Slot slot, unsigned input) {
  const link::StoredPacket& stored = store_[slot];
  PortMask numbers = mft_.outputs(stored.packet.dlid, input + 1) & PortMask::first_n(ports() + 1);
  numbers.reset(0);  // no agent there
  if (numbers.none()) {
    ++ports_[input]->counters().rcv_switch_relay_errors;
    ++ports_[input]->counters().dlid_mapping_errors;
    discard(slot, input, DropReason::kNoRoute);
    return;
  }
  copies_.clear();
  DropReason refused = DropReason::kNone;
  numbers.for_each([&](unsigned number) {
    Packet packet = stored.packet;
    const DropReason reason = refusal(packet, input, number - 1);
    if (reason != DropReason::kNone) {
      refused = reason;
      return;
    }
    const link::Slot copy = store_.allocate();
    store_[copy] = stored;
    store_[copy].packet = std::move(packet);
    store_[copy].out_port = static_cast<std::uint16_t>(number - 1);
    copies_.push_back(copy);
  });
  if (copies_.empty()) {
    discard(slot, input, refused);
    return;
  }
  branches_.add(copies_);
  store_.release(slot);
  for (const link::Slot copy : copies_) enqueue(copy, input, store_[copy].out_port);
}

// The crossbar gives a word to several outputs at once: copies whose outputs are free go with the
// one that was granted, the others when their turn comes.
void Switch::fan_out(unsigned input) {
  Connection& connection = connections_[input];
  if (!connection.open || connection.family == 0) return;
  const PortMask outputs = queues_.offers(input) & free_outputs_;
  outputs.for_each([&](unsigned output) {
    for (unsigned lane = 0; lane < lanes_.data_vls; ++lane) {
      if (!may_serve(input, output, lane)) continue;
      const link::Slot slot = queues_.head(input, output, lane);
      if (slot->family != connection.family) continue;
      (void)take_from_queue(input, output, lane);
      connection.blocks += blocks_left_by(slot);
      connection.more.set(output);
      ++moved_;
      const Crossing crossing = crossing_of(store_[slot]);
      if (slot->bad) slot->tail = crossing.tail + config_.crossbar_cycles + config_.egress_cycles;
      cross(slot, output, crossing);
      return;
    }
  });
}

void Switch::end_branches(Connection& connection) {
  free_outputs_ |= connection.more;
  to_match_ |= connection.more;
  connection.more.clear();
  connection.family = 0;
}

}  // namespace ib::sw
