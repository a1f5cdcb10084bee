// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/fabric/presets/preset.h"

namespace ib::fabric {

// Ports and packet rates are published, what happens inside is not. The clock is at least the
// published packet rate of a port, clock times word exceeds the link rate, and the cycles share
// what the published port-to-port latency leaves beside SerDes and FEC. docs/blocks/preset.md has
// the sums.

inline constexpr std::array<PresetValue, 9> kSwitchIb2{{
    {"switch.ports", "36", "ib-facts 9.1", 'M'},
    {"switch.core_clock_mhz", "600", "estimate: 195 M packets/s a port (ib-facts 9.1)", 'L'},
    {"switch.crossbar_word_bytes", "32", "estimate: 19.2 GB/s over 12.5 GB/s links", 'L'},
    {"switch.parse_cycles", "6", "estimate: share of < 90 ns (ib-facts 9.1)", 'L'},
    {"switch.lookup_cycles", "12", "estimate: share of < 90 ns (ib-facts 9.1)", 'L'},
    {"switch.crossbar_cycles", "6", "estimate: share of < 90 ns (ib-facts 9.1)", 'L'},
    {"switch.egress_cycles", "8", "estimate: share of < 90 ns (ib-facts 9.1)", 'L'},
    {"switch.egress_buffer_blocks", "132", "estimate: two MTUs; not published (ib-facts 9.1)", 'L'},
    {"switch.islip_iterations", "2", "estimate: not published", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kQuantum{{
    {"switch.ports", "40", "QM8700, 40 x 4xHDR (ib-facts 9.1)", 'M'},
    {"switch.core_clock_mhz", "700", "estimate: 390 M packets/s a port (ib-facts 9.1)", 'L'},
    {"switch.crossbar_word_bytes", "64", "estimate: 44.8 GB/s over 25 GB/s links", 'L'},
    {"switch.parse_cycles", "5", "estimate: share of < 130 ns (ib-facts 9.1)", 'L'},
    {"switch.lookup_cycles", "10", "estimate: share of < 130 ns (ib-facts 9.1)", 'L'},
    {"switch.crossbar_cycles", "5", "estimate: share of < 130 ns (ib-facts 9.1)", 'L'},
    {"switch.egress_cycles", "6", "estimate: share of < 130 ns (ib-facts 9.1)", 'L'},
    {"switch.egress_buffer_blocks", "198", "estimate: three MTUs; not published", 'L'},
    {"switch.islip_iterations", "3", "estimate: not published", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kQuantum2{{
    {"switch.ports", "64", "QM9700, 64 x 4xNDR (ib-facts 9.1)", 'M'},
    {"switch.core_clock_mhz", "1050", "estimate: 1.04 G packets/s a port (ib-facts 9.1)", 'L'},
    {"switch.crossbar_word_bytes", "64", "estimate: 67.2 GB/s over 50 GB/s links", 'L'},
    {"switch.parse_cycles", "8", "estimate: share of < 150 ns (ib-facts 9.1)", 'L'},
    {"switch.lookup_cycles", "16", "estimate: share of < 150 ns (ib-facts 9.1)", 'L'},
    {"switch.crossbar_cycles", "12", "estimate: share of < 150 ns (ib-facts 9.1)", 'L'},
    {"switch.egress_cycles", "12", "estimate: share of < 150 ns (ib-facts 9.1)", 'L'},
    {"switch.egress_buffer_blocks", "256", "estimate: almost four MTUs; not published", 'L'},
    {"switch.islip_iterations", "3", "estimate: not published", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kQuantumX800{{
    {"switch.ports", "144", "Q3400, 144 x 4xXDR (ib-facts 9.1)", 'M'},
    {"switch.core_clock_mhz", "1100", "estimate: no packet rate published", 'L'},
    {"switch.crossbar_word_bytes", "128", "estimate: 140.8 GB/s over 100 GB/s links", 'L'},
    {"switch.parse_cycles", "8", "estimate: as Quantum-2, no latency published", 'L'},
    {"switch.lookup_cycles", "16", "estimate: as Quantum-2, no latency published", 'L'},
    {"switch.crossbar_cycles", "14", "estimate: a larger crossbar than Quantum-2", 'L'},
    {"switch.egress_cycles", "12", "estimate: as Quantum-2, no latency published", 'L'},
    {"switch.egress_buffer_blocks", "512", "estimate: twice Quantum-2; not published", 'L'},
    {"switch.islip_iterations", "4", "estimate: not published", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kQuantumX1600{{
    {"switch.ports", "144", "estimate: announced product, as Quantum-X800", 'L'},
    {"switch.core_clock_mhz", "1200", "estimate: nothing published", 'L'},
    {"switch.crossbar_word_bytes", "256", "estimate: 307.2 GB/s over 200 GB/s links", 'L'},
    {"switch.parse_cycles", "8", "estimate: as Quantum-X800", 'L'},
    {"switch.lookup_cycles", "16", "estimate: as Quantum-X800", 'L'},
    {"switch.crossbar_cycles", "14", "estimate: as Quantum-X800", 'L'},
    {"switch.egress_cycles", "12", "estimate: as Quantum-X800", 'L'},
    {"switch.egress_buffer_blocks", "1024", "estimate: twice Quantum-X800", 'L'},
    {"switch.islip_iterations", "4", "estimate: not published", 'L'},
}};

}  // namespace ib::fabric
