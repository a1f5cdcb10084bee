// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/types.h"
#include "models/ib/link/word.h"
#include "models/ib/machine.h"

namespace ib {

/// Times in any one unit.
struct IngressSizes {
  unsigned ports = 4;
  unsigned data_vls = 1;
  unsigned route_cycles = 12;   ///< Word in to packet queued, at least 2.
  std::uint32_t period = 1;     ///< Of the clock.
  std::uint32_t byte_time = 1;  ///< Of the line; 64 bytes take a clock at least.
};

struct IngressIn {
  struct Route {
    unsigned output = 0;
    Vl vl;
    bool discard = false;  ///< It goes nowhere.
  };
  struct Grant {
    unsigned output = 0;
    Vl vl;
  };
  std::optional<Word> word;  ///< The first word of a packet, or a later one that is full.
  bool first = false;
  std::uint32_t phase = 0;     ///< How long before the clock's edge a first word was whole.
  std::optional<Word> last;    ///< The last word of a packet of several, maybe beside a first one.
  Route route;                 ///< Where the tables send the header whose turn it is.
  std::optional<Grant> grant;  ///< Counts where the input is free and such a packet waits.
};

struct IngressOut {
  struct Header {
    Lid dlid;
    Sl sl;
    Vl vl;
    std::uint8_t blocks = 0;
  };
  struct Granted {
    std::uint8_t blocks = 0;
    std::uint16_t full = 0;  ///< Clocks until the last word but one has crossed.
    std::uint16_t last = 0;  ///< And the last.
  };
  struct Crossing {
    unsigned output = 0;
    bool last = false;  ///< Of its packet ...
    bool bad = false;   ///< ... which has a bad VCRC.
    Word word{};
  };
  struct Buffer {
    Vl vl;
    std::uint8_t blocks = 0;
  };
  std::optional<Header> header;    ///< Whose turn it is at the tables.
  std::uint64_t waiting = 0;       ///< One bit a queue: output * data_vls + VL.
  bool free = false;               ///< A grant may come.
  std::optional<Granted> granted;  ///< The grant counted.
  /// It counted, but its packet had proved bad: discarded. Number of its first word, modulo 2^16.
  std::optional<std::uint16_t> killed;
  std::optional<Crossing> crossing;  ///< Goes into the crossbar.
  std::optional<Buffer> freed;       ///< Room of a packet that crossed, from the next clock on.
  std::optional<Buffer> dropped;     ///< The same of one that was discarded, once its tail is in.
  std::optional<Buffer> withdrawn;   ///< A packet proves bad by its tail ...
  bool withdrawn_own = false;        ///< ... and `header` is its own.
};

/// One input of a switch: reads headers, keeps packets by output and VL, and
/// moves a granted one a word a clock into the crossbar, as far as it is there.
/// Its RTL twin is rtl/switch/ib_ingress.sv.
using IngressMachine = Machine<IngressIn, IngressOut>;
[[nodiscard]] std::unique_ptr<IngressMachine> make_ingress(const IngressSizes& sizes);

}  // namespace ib
