// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "models/fabric/presets/preset.h"

namespace ib::fabric {

// Message rates and host interfaces are published in parts; the pipeline's cycle counts are not,
// and stay at the model's defaults. The core clock is chosen so that one message every
// packet_interval_cycles gives the published rate.

inline constexpr std::array<PresetValue, 9> kConnectX5{{
    {"hca.pcie.device_id", "4119", "public list of PCI ids", 'H'},
    {"hca.core_clock_mhz", "600", "estimate: 3 cycles a message give 200 M/s (ib-facts 9.2)", 'L'},
    {"hca.packet_interval_cycles", "3", "estimate: brochure rate 200 M/s (ib-facts 9.2)", 'L'},
    {"hca.pcie.generation", "3", "manual: Gen3 x16, the Ex model Gen4 (ib-facts 9.2)", 'H'},
    {"hca.pcie.lanes", "16", "manual (ib-facts 9.2)", 'H'},
    {"hca.pcie.mps_bytes", "256", "usual root complex setting at Gen3 (ib-facts 9.2)", 'M'},
    {"hca.pcie.tags", "256", "8-bit extended tags of PCIe Gen3", 'M'},
    {"hca.pcie.latency_ns", "200", "fit: a DMA read costs 0.6 us (ib-facts 9.2, 1 KB step)", 'M'},
    {"hca.pcie.read_latency_ns", "200", "fit: a DMA read costs 0.6 us (ib-facts 9.2)", 'M'},
}};

inline constexpr std::array<PresetValue, 9> kConnectX6{{
    {"hca.pcie.device_id", "4123", "public list of PCI ids", 'H'},
    {"hca.core_clock_mhz", "645", "estimate: 3 cycles a message give 215 M/s (ib-facts 9.2)", 'L'},
    {"hca.packet_interval_cycles", "3", "estimate: published rate 215 M/s (ib-facts 9.2)", 'L'},
    {"hca.pcie.generation", "4", "Gen4 x16, or twice Gen3 x16 (ib-facts 9.2)", 'M'},
    {"hca.pcie.lanes", "16", "Gen4 x16 (ib-facts 9.2)", 'M'},
    {"hca.pcie.mps_bytes", "256", "usual root complex setting at Gen4 (ib-facts 9.2)", 'M'},
    {"hca.pcie.tags", "512", "estimate: 10-bit tags came with PCIe Gen4", 'L'},
    {"hca.pcie.latency_ns", "175", "estimate: between ConnectX-5 and ConnectX-7", 'L'},
    {"hca.pcie.read_latency_ns", "200", "estimate: host memory as for ConnectX-5", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kConnectX7{{
    {"hca.pcie.device_id", "4129", "public list of PCI ids", 'H'},
    {"hca.core_clock_mhz", "1050", "estimate: 3 cycles a message give 350 M/s (ib-facts 9.2)", 'L'},
    {"hca.packet_interval_cycles", "3", "estimate: 330 to 370 M/s published (ib-facts 9.2)", 'L'},
    {"hca.pcie.generation", "5", "manual: Gen5 x16 (ib-facts 9.2)", 'M'},
    {"hca.pcie.lanes", "16", "manual: Gen5 x16, boards of up to x32 exist (ib-facts 9.2)", 'M'},
    {"hca.pcie.mps_bytes", "512", "usual root complex setting at Gen5 (ib-facts 9.2)", 'M'},
    {"hca.pcie.tags", "768", "estimate: 10-bit tags, 768 usable", 'L'},
    {"hca.pcie.latency_ns", "150", "estimate: Gen5 root complex and both controllers", 'L'},
    {"hca.pcie.read_latency_ns", "200", "estimate: host memory as for ConnectX-5", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kConnectX8{{
    {"hca.pcie.device_id", "4131", "public list of PCI ids", 'H'},
    {"hca.core_clock_mhz", "1200", "estimate: no figure published", 'L'},
    {"hca.packet_interval_cycles", "2", "estimate: 600 M/s, no rate published (ib-facts 9.2)", 'L'},
    {"hca.pcie.generation", "6", "release notes: Gen6 x16 (ib-facts 9.2)", 'M'},
    {"hca.pcie.lanes", "16", "release notes: Gen6 x16, or two sockets of Gen5 x16", 'M'},
    {"hca.pcie.mps_bytes", "512", "usual root complex setting at Gen5 (ib-facts 9.2)", 'L'},
    {"hca.pcie.tags", "1024", "estimate: 14-bit tags came with PCIe Gen6, held to 1024", 'L'},
    {"hca.pcie.latency_ns", "150", "estimate: as ConnectX-7, link FEC of Gen6 is below 10 ns", 'L'},
    {"hca.pcie.read_latency_ns", "200", "estimate: host memory as for ConnectX-5", 'L'},
}};

inline constexpr std::array<PresetValue, 9> kConnectX9{{
    {"hca.pcie.device_id", "4133", "public list of PCI ids", 'M'},
    {"hca.core_clock_mhz", "1400", "estimate: announced product, no figure published", 'L'},
    {"hca.packet_interval_cycles", "2", "estimate: 700 M/s, no rate published", 'L'},
    {"hca.pcie.generation", "6", "estimate: announced with PCIe Gen6", 'L'},
    {"hca.pcie.lanes", "32", "estimate: what 1.6 Tb/s needs at Gen6", 'L'},
    {"hca.pcie.mps_bytes", "512", "estimate: as ConnectX-8", 'L'},
    {"hca.pcie.tags", "1024", "estimate: as ConnectX-8", 'L'},
    {"hca.pcie.latency_ns", "150", "estimate: as ConnectX-8", 'L'},
    {"hca.pcie.read_latency_ns", "200", "estimate: host memory as for ConnectX-5", 'L'},
}};

}  // namespace ib::fabric
