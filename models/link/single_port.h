// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/link/port.h"

namespace ib::link {

/// Chip::advance of a chip with one port and nothing else, both entity 0: `consume()` takes what
/// arrived, `decide()` fills the port, again a cycle after room that it wanted became free.
template <class Consume, class Decide>
void advance_single_port(Chip& chip, Port& port, Ticks limit, Consume consume, Decide decide) {
  chip.take_announced([&port](unsigned) { port.arm(); });
  Agenda& agenda = chip.agenda();
  agenda.run_before(chip.clock().at_or_after(limit), [&](Phase phase, unsigned entity) {
    switch (phase) {
      case Phase::kArrive:
        consume();
        break;
      case Phase::kRelease:
        break;
      case Phase::kDecide:
        decide();
        break;
      case Phase::kLaunch:
        if (port.launch(agenda.now())) agenda.wake(agenda.now() + 1, Phase::kDecide, entity);
        break;
    }
  });
}

}  // namespace ib::link
