// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/pma_counters.h"

#include <algorithm>
#include <limits>

#include "models/ib/management/bit_field.h"

namespace ib {
namespace {

constexpr unsigned kPortSelect = 8;
constexpr unsigned kCounterSelect = 16;
constexpr unsigned kNotSelectable = 64;

/// A field and its bit in the selection: CounterSelect in the low 16 bits, CounterSelect2 above.
struct CounterField {
  std::uint64_t PmaCounters::*counter;
  unsigned first;
  unsigned width;
  unsigned select_bit;
};

struct CounterAttribute {
  const CounterField* fields;
  std::size_t count;
  unsigned select2_first;  ///< 0: there is none.
  unsigned select2_width;
};

constexpr std::array<CounterField, 18> kPortCounters{{
    {&PmaCounters::symbol_error, 32, 16, 0},
    {&PmaCounters::link_error_recovery, 48, 8, 1},
    {&PmaCounters::link_downed, 56, 8, 2},
    {&PmaCounters::rcv_errors, 64, 16, 3},
    {&PmaCounters::rcv_remote_physical, 80, 16, 4},
    {&PmaCounters::rcv_switch_relay, 96, 16, 5},
    {&PmaCounters::xmit_discards, 112, 16, 6},
    {&PmaCounters::xmit_constraint, 128, 8, 7},
    {&PmaCounters::rcv_constraint, 136, 8, 8},
    {&PmaCounters::local_link_integrity, 152, 4, 9},
    {&PmaCounters::excessive_buffer_overrun, 156, 4, 10},
    {&PmaCounters::qp1_dropped, 160, 16, kNotSelectable},
    {&PmaCounters::vl15_dropped, 176, 16, 11},
    {&PmaCounters::xmit_data, 192, 32, 12},
    {&PmaCounters::rcv_data, 224, 32, 13},
    {&PmaCounters::xmit_packets, 256, 32, 14},
    {&PmaCounters::rcv_packets, 288, 32, 15},
    {&PmaCounters::xmit_wait, 320, 32, 16},
}};

constexpr std::array<CounterField, 22> kPortCountersExtended{{
    {&PmaCounters::xmit_data, 64, 64, 0},
    {&PmaCounters::rcv_data, 128, 64, 1},
    {&PmaCounters::xmit_packets, 192, 64, 2},
    {&PmaCounters::rcv_packets, 256, 64, 3},
    {&PmaCounters::unicast_xmit_packets, 320, 64, 4},
    {&PmaCounters::unicast_rcv_packets, 384, 64, 5},
    {&PmaCounters::multicast_xmit_packets, 448, 64, 6},
    {&PmaCounters::multicast_rcv_packets, 512, 64, 7},
    {&PmaCounters::symbol_error, 576, 64, 16},
    {&PmaCounters::link_error_recovery, 640, 64, 17},
    {&PmaCounters::link_downed, 704, 64, 18},
    {&PmaCounters::rcv_errors, 768, 64, 19},
    {&PmaCounters::rcv_remote_physical, 832, 64, 20},
    {&PmaCounters::rcv_switch_relay, 896, 64, 21},
    {&PmaCounters::xmit_discards, 960, 64, 22},
    {&PmaCounters::xmit_constraint, 1024, 64, 23},
    {&PmaCounters::rcv_constraint, 1088, 64, 24},
    {&PmaCounters::local_link_integrity, 1152, 64, 25},
    {&PmaCounters::excessive_buffer_overrun, 1216, 64, 26},
    {&PmaCounters::vl15_dropped, 1280, 64, 27},
    {&PmaCounters::xmit_wait, 1344, 64, 28},
    {&PmaCounters::qp1_dropped, 1408, 64, 29},
}};

constexpr std::array<CounterField, 6> kRcvErrorDetails{{
    {&PmaCounters::local_physical_errors, 32, 16, 0},
    {&PmaCounters::malformed_packet_errors, 48, 16, 1},
    {&PmaCounters::buffer_overrun_errors, 64, 16, 2},
    {&PmaCounters::dlid_mapping_errors, 80, 16, 3},
    {&PmaCounters::vl_mapping_errors, 96, 16, 4},
    {&PmaCounters::looping_errors, 112, 16, 5},
}};

constexpr std::array<CounterField, 4> kXmitDiscardDetails{{
    {&PmaCounters::inactive_discards, 32, 16, 0},
    {&PmaCounters::neighbor_mtu_discards, 48, 16, 1},
    {&PmaCounters::sw_lifetime_discards, 64, 16, 2},
    {&PmaCounters::sw_hoq_lifetime_discards, 80, 16, 3},
}};

constexpr std::array<CounterField, 2> kOpRcvCounters{{
    {&PmaCounters::rcv_packets, 32, 32, 0},
    {&PmaCounters::rcv_data, 64, 32, 1},
}};

constexpr std::array<CounterField, 2> kFlowCtlCounters{{
    {&PmaCounters::xmit_flow_packets, 32, 32, 0},
    {&PmaCounters::rcv_flow_packets, 64, 32, 1},
}};

constexpr std::array<CounterField, 3> kExtendedSpeedsCounters{{
    {&PmaCounters::fec_corrected_blocks, 1120, 32, kNotSelectable},
    {&PmaCounters::fec_uncorrectable_blocks, 1152, 32, kNotSelectable},
    {&PmaCounters::fec_corrected_symbols, 1184, 32, kNotSelectable},
}};

template <std::size_t n>
CounterAttribute made_of(const std::array<CounterField, n>& fields, unsigned select2_first = 0,
                         unsigned select2_width = 0) {
  return {fields.data(), n, select2_first, select2_width};
}

CounterAttribute find(PmaAttributeId attribute) {
  switch (attribute) {
    case PmaAttributeId::kPortCounters:
      return made_of(kPortCounters, 144, 8);
    case PmaAttributeId::kPortCountersExtended:
      return made_of(kPortCountersExtended, 32, 32);
    case PmaAttributeId::kPortRcvErrorDetails:
      return made_of(kRcvErrorDetails);
    case PmaAttributeId::kPortXmitDiscardDetails:
      return made_of(kXmitDiscardDetails);
    case PmaAttributeId::kPortOpRcvCounters:
      return made_of(kOpRcvCounters);
    case PmaAttributeId::kPortFlowCtlCounters:
      return made_of(kFlowCtlCounters);
    case PmaAttributeId::kPortExtendedSpeedsCounters:
      return made_of(kExtendedSpeedsCounters);
    default:
      return {nullptr, 0, 0, 0};
  }
}

}  // namespace

bool holds_counters(PmaAttributeId attribute) { return find(attribute).count != 0; }

PmaData encode_counters(PmaAttributeId attribute, const PmaCounters& counters, std::uint8_t port) {
  PmaData data{};
  store_bits(data.data(), kPortSelect, 8, port);
  const CounterAttribute layout = find(attribute);
  for (std::size_t i = 0; i < layout.count; ++i) {
    const CounterField& field = layout.fields[i];
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> (64 - field.width);
    store_bits(data.data(), field.first, field.width, std::min(counters.*field.counter, most));
  }
  return data;
}

void set_counters(PmaAttributeId attribute, PmaCounters& counters, const PmaData& data) {
  const CounterAttribute layout = find(attribute);
  std::uint64_t selected = load_bits(data.data(), kCounterSelect, 16);
  if (layout.select2_width != 0) {
    selected |= load_bits(data.data(), layout.select2_first, layout.select2_width) << 16;
  }
  for (std::size_t i = 0; i < layout.count; ++i) {
    const CounterField& field = layout.fields[i];
    if (field.select_bit == kNotSelectable || (selected >> field.select_bit & 1) == 0) continue;
    counters.*field.counter = load_bits(data.data(), field.first, field.width);
  }
}

PmaData encode_port_counters(const PmaCounters& counters, std::uint8_t port) {
  return encode_counters(PmaAttributeId::kPortCounters, counters, port);
}

PmaData encode_port_counters_extended(const PmaCounters& counters, std::uint8_t port) {
  return encode_counters(PmaAttributeId::kPortCountersExtended, counters, port);
}

void set_port_counters(PmaCounters& counters, const PmaData& data) {
  set_counters(PmaAttributeId::kPortCounters, counters, data);
}

}  // namespace ib
