// SPDX-License-Identifier: Apache-2.0
#include "models/switch/input_queues.h"

#include <cassert>

namespace ib::sw {

InputQueues::InputQueues(link::PacketStore& store, Buffering buffering, unsigned ports,
                         LaneMap lanes)
    : store_(store),
      buffering_(buffering),
      ports_(ports),
      lanes_(lanes),
      queues_(buffering == Buffering::kVoq ? static_cast<std::size_t>(ports) * ports * lanes.count()
                                           : static_cast<std::size_t>(ports) * lanes.count()),
      requests_(static_cast<std::size_t>(ports) * lanes.count()),
      offers_(ports),
      waiting_(ports) {}

std::size_t InputQueues::queue_of(unsigned input, unsigned output, unsigned lane) const {
  if (buffering_ == Buffering::kVoq) return voq(input, output, lane);
  for (unsigned in_lane = 0; in_lane < lanes_.count(); ++in_lane) {
    const std::size_t index = fifo(input, in_lane);
    if (queues_[index].empty()) continue;
    const link::StoredPacket& first = store_[queues_[index].front()];
    if (first.out_port == output && lanes_.lane(first.packet.vl) == lane) return index;
  }
  assert(false && "no head asks for this output");
  return 0;
}

void InputQueues::push(link::Slot slot, unsigned input) {
  const link::StoredPacket& stored = store_[slot];
  const std::size_t index = buffering_ == Buffering::kVoq
                                ? voq(input, stored.out_port, lanes_.lane(stored.packet.vl))
                                : fifo(input, lanes_.lane(Vl{stored.in_vl}));
  const bool first = queues_[index].empty();
  queues_[index].push(store_, slot);
  ++waiting_[input];
  vl15_waiting_ += stored.packet.vl == kVl15 ? 1 : 0;
  if (first) offer(slot, input);
}

void InputQueues::offer(link::Slot slot, unsigned input) {
  const link::StoredPacket& stored = store_[slot];
  requests_[stored.out_port * lanes_.count() + lanes_.lane(stored.packet.vl)].set(input);
  wanted_.set(stored.out_port);
  offers_[input].set(stored.out_port);
}

void InputQueues::withdraw(unsigned input, unsigned output, unsigned lane) {
  requests_[output * lanes_.count() + lane].reset(input);
  PortMask left;
  for (unsigned other = 0; other < lanes_.count(); ++other) left |= requests(output, other);
  if (!left.test(input)) offers_[input].reset(output);
  if (left.none()) wanted_.reset(output);
}

link::Slot InputQueues::head(unsigned input, unsigned output, unsigned lane) const {
  return queues_[queue_of(input, output, lane)].front();
}

link::Slot InputQueues::take(unsigned input, unsigned output, unsigned lane) {
  link::SlotQueue& queue = queues_[queue_of(input, output, lane)];
  const link::Slot slot = queue.pop(store_);
  --waiting_[input];
  vl15_waiting_ -= store_[slot].packet.vl == kVl15 ? 1 : 0;
  if (buffering_ == Buffering::kVoq) {
    if (queue.empty()) withdraw(input, output, lane);
    return slot;
  }
  // Two incoming VLs of one input may ask for the same lane of the same output.
  withdraw(input, output, lane);
  for (unsigned in_lane = 0; in_lane < lanes_.count(); ++in_lane) {
    const link::SlotQueue& other = queues_[fifo(input, in_lane)];
    if (!other.empty()) offer(other.front(), input);
  }
  return slot;
}

}  // namespace ib::sw
