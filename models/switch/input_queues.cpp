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
      offered_(ports),
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

link::Slot InputQueues::head(unsigned input, unsigned output, unsigned lane) const {
  return queues_[queue_of(input, output, lane)].front();
}

// Two incoming VLs of one input may ask for the same lane of the same output.
void InputQueues::offer_fifo_heads(unsigned input) {
  for (unsigned in_lane = 0; in_lane < lanes_.count(); ++in_lane) {
    const link::SlotQueue& other = queues_[fifo(input, in_lane)];
    if (!other.empty()) offer(other.front(), input);
  }
}

}  // namespace ib::sw
