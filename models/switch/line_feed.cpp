// SPDX-License-Identifier: Apache-2.0
#include "models/switch/line_feed.h"

#include <algorithm>
#include <utility>

#include "models/ib/link/generation.h"

namespace ib::sw {

void LineFeed::add_packet(Ticks first_bit, std::vector<std::uint8_t> bytes) {
  Item& item = items_.emplace_back();
  item.first_bit = first_bit;
  item.bytes = std::move(bytes);
}

void LineFeed::add_flow_control(Ticks first_bit, const SwitchFlowControl& packet) {
  Item& item = items_.emplace_back();
  item.first_bit = first_bit;
  item.flow_control = packet;
}

void LineFeed::feed(SwitchMachine& machine, unsigned port, Cycle now) {
  const Ticks edge = clock_.edge(now);
  bool header = false;
  while (!items_.empty()) {
    Item& item = items_.front();
    if (item.flow_control.valid) {
      if (item.first_bit + kFlowControlBytes * byte_ticks_ > edge) return;
      machine.flow_control_in(port, item.flow_control, header);
      items_.pop_front();
      continue;
    }
    const std::size_t end = std::min(item.done + kWordBytes, item.bytes.size());
    if (item.first_bit + static_cast<Ticks>(end) * byte_ticks_ > edge) return;
    header = header || item.done == 0;
    hand_word(machine, port, item, now);
    item.done = end;
    if (end == item.bytes.size()) items_.pop_front();
  }
}

void LineFeed::hand_word(SwitchMachine& machine, unsigned port, Item& item, Cycle now) {
  Word word{};
  const std::size_t count = std::min<std::size_t>(kWordBytes, item.bytes.size() - item.done);
  std::copy_n(item.bytes.data() + item.done, count, word.data());
  ++words_;
  if (item.done == 0) {
    const Ticks whole = item.first_bit + static_cast<Ticks>(count) * byte_ticks_;
    machine.first_word_in(port, word, unit_.of(clock_.edge(now) - whole));
  } else if (item.done + count == item.bytes.size()) {
    machine.last_word_in(port, word);
  } else {
    machine.word_in(port, word);
  }
}

}  // namespace ib::sw
