// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "models/ib/base/parameter.h"
#include "models/ib/link/vl_arbiter.h"

namespace ib::link {

/// Link layer of every port.
struct LinkConfig {
  std::uint32_t data_vls = 1;
  std::uint32_t mtu_bytes = 4096;
  std::uint32_t rx_buffer_blocks = 2048;
  std::uint32_t block_bytes = 64;
  bool count_vcrc_in_blocks = true;
  std::uint32_t vl15_buffer_packets = 16;
  std::uint32_t framing_bytes = 2;
  double fc_interval_ns = 256;
  std::uint32_t fc_heartbeat_symbols = 65536;
  std::uint32_t fc_watchdog_symbols = 400000;
  std::string vl_arbitration_high;
  std::string vl_arbitration_low;
  std::uint32_t vl_high_limit = 255;
  bool start_active = true;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, LinkConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("data_vls", c.data_vls, Meta{"", 1, 15, "Operational data VLs", "ib-facts 4.2 H"});
  v("mtu_bytes", c.mtu_bytes,
    Meta{"bytes", 256, 4096, "NeighborMTU: longest payload a port sends", "ib-facts 1.8 H"});
  v("rx_buffer_blocks", c.rx_buffer_blocks,
    Meta{"blocks", 1, 65536, "Receive buffer of each data VL", "ib-facts 3.2, 9.1 L"});
  v("block_bytes", c.block_bytes,
    Meta{"bytes", 64, 1024, "Credit unit, as the link negotiated it", "ib-facts 3.2 M"});
  v("count_vcrc_in_blocks", c.count_vcrc_in_blocks,
    Meta{"", 0, 1, "Whether the two VCRC bytes count in blocks", "ib-facts 3.2 L"});
  v("vl15_buffer_packets", c.vl15_buffer_packets,
    Meta{"packets", 1, 4096, "Receive buffer of VL15", "ib-facts 1.8 L"});
  v("framing_bytes", c.framing_bytes,
    Meta{"bytes", 0, 64, "Wire time of delimiters around each packet", "ib-facts 3.3 M"});
  v("fc_interval_ns", c.fc_interval_ns,
    Meta{"ns", 0, 100000, "Least time between flow control packets of one VL", "ib-facts 3.3 M"});
  v("fc_heartbeat_symbols", c.fc_heartbeat_symbols,
    Meta{"symbols", 0, 65536, "Longest time without a flow control packet; 0 = none",
         "ib-facts 3.3 L"});
  v("fc_watchdog_symbols", c.fc_watchdog_symbols,
    Meta{"symbols", 0, 4000000,
         "Without a flow control packet for so long a VL is in error; 0 = never; needs a heartbeat",
         "ib-facts 3.3 L"});
  v("vl_arbitration_high", c.vl_arbitration_high,
    Meta{"", 0, 0, "High table as VL:WEIGHT,..., weight in 64-byte units", "ib-facts 4.1 H"});
  v("vl_arbitration_low", c.vl_arbitration_low,
    Meta{"", 0, 0, "Low table; empty gives all VLs equal shares", "ib-facts 4.1 H"});
  v("vl_high_limit", c.vl_high_limit,
    Meta{"", 0, 255, "VLHighLimit in 4096-byte units; 255 = none", "ib-facts 4.1 M"});
  v("start_active", c.start_active,
    Meta{"", 0, 1, "Ports start Active; else in Initialize, for a subnet manager to arm them",
         "ib-facts 3.4 H"});
}

/// The arbitration tables that a configuration describes. Assumes that `validate` found no fault.
[[nodiscard]] VlArbTables arbitration_tables(const LinkConfig& config);

/// One sentence for each thing that cannot be, empty when ports can be built.
[[nodiscard]] std::vector<std::string> validate(const LinkConfig& config);

}  // namespace ib::link
