// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/types.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/link/word.h"
#include "models/ib/machine.h"

namespace ib {

/// Times in any one unit; the others are clocks, or blocks of 64 bytes.
struct EgressSizes {
  unsigned data_vls = 1;
  unsigned egress_blocks = 32;  ///< Queue of each VL.
  unsigned longest = 10;        ///< Blocks of the longest packet.
  unsigned crossbar = 1;        ///< Clocks a word spends in the crossbar, at least 1.
  unsigned egress = 1;          ///< Clocks from there to the transmitter, at least 1.
  std::uint32_t period = 1;     ///< Of the clock.
  std::uint32_t byte_time = 1;  ///< Of the line; 64 bytes take a clock at least.
  std::uint32_t framing = 2;    ///< Bytes of delimiters.
  std::uint32_t interval = 10;  ///< Least clocks between flow control packets of a VL.
  std::uint32_t heartbeat = 0;
  std::uint32_t hoq_life = 0;   ///< Clocks that a packet may be the head; 0 = no limit.
  unsigned vl_stall_count = 0;  ///< Discards in a row for that stall a VL; 0 = never.
  VlArbTables tables;
};

struct EgressIn {
  /// A packet was granted its way here.
  struct Announcement {
    Vl vl;
    std::uint8_t blocks = 0;
    std::uint16_t full = 0;  ///< Clocks until its last word but one crosses.
    std::uint16_t last = 0;  ///< And its last.
  };
  std::optional<Announcement> announced;
  std::optional<Word> word;  ///< Out of the crossbar, in the order of the announcements.
  bool last = false;         ///< That is the last one of its packet ...
  bool bad = false;          ///< ... which has a bad VCRC.
  std::array<std::optional<std::uint16_t>, kDataVls> fccl;  ///< What the peer granted.
  std::uint16_t due = 0;  ///< VLs whose peer is to hear of the receive side.
};

struct EgressOut {
  struct First {
    std::uint8_t bytes = 0;
    Word word{};
  };
  struct Discard {
    First first;
    bool overdue = false;  ///< For its lifetime at the head, not because it proved bad ...
    bool stalls = false;   ///< ... which stalls the VL.
  };
  struct Later {
    bool last = false;
    bool bad_end = false;  ///< EBP follows.
    std::uint8_t bytes = 0;
    Word word{};
  };
  std::uint16_t room = 0;     ///< VLs that the longest packet fits in.
  std::uint32_t busy = 0;     ///< Time that the line is taken from the clock's edge on.
  std::uint16_t fc_goes = 0;  ///< VLs whose flow control packet begins in this clock.
  std::uint16_t fc_init = 0;  ///< VLs whose next one is an Op 1.
  std::array<std::uint16_t, kDataVls> fctbs{};
  std::optional<First> first;        ///< A packet begins, behind those.
  std::optional<Discard> discarded;  ///< None begins, and this one never will.
  std::optional<Later> later;        ///< A word of a packet that has begun.
  bool judged = false;               ///< A packet could begin now.
  bool starved = false;              ///< Some wait, and none has credits.
};

/// One output of a switch: queues of words, the VL arbiter with the whole-packet credit check, the
/// VCRC of the new lane, flow control packets in between, on a line that is not in step with the
/// clock. Its RTL twin is rtl/switch/ib_egress.sv.
using EgressMachine = Machine<EgressIn, EgressOut>;
[[nodiscard]] std::unique_ptr<EgressMachine> make_egress(const EgressSizes& sizes);

}  // namespace ib
