// SPDX-License-Identifier: Apache-2.0
#include "models/switch/switch.h"

namespace ib::sw {

InputState Switch::input_state(unsigned number) const {
  InputState state;
  state.waiting = queues_.waiting(number - 1);
  const Connection& connection = connections_[number - 1];
  if (connection.open) state.output = connection.output + 1u;
  return state;
}

PortMask Switch::requests(unsigned number) const {
  PortMask numbers;
  for (unsigned lane = 0; lane < lanes_.count(); ++lane) {
    queues_.requests(number - 1, lane).for_each([&](unsigned input) { numbers.set(input + 1); });
  }
  return numbers;
}

}  // namespace ib::sw
