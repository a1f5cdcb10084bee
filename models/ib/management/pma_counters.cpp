// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/pma_counters.h"

#include <algorithm>
#include <limits>

#include "models/ib/management/bit_field.h"

namespace ib {
namespace {

struct CounterField {
  std::uint64_t PmaCounters::*counter;
  unsigned first;
  unsigned width;
};

constexpr unsigned kPortSelect = 8;
constexpr unsigned kCounterSelect = 16;
constexpr unsigned kCounterSelect2 = 144;
constexpr unsigned kNotSelectable = 32;

/// A field of attribute 0x0012, and its bit (from the low end) in CounterSelect with CounterSelect2
/// in the 16 bits above it.
struct SelectableField {
  CounterField field;
  unsigned select_bit;
};

constexpr std::array<SelectableField, 18> kPortCounters{{
    {{&PmaCounters::symbol_error, 32, 16}, 0},
    {{&PmaCounters::link_error_recovery, 48, 8}, 1},
    {{&PmaCounters::link_downed, 56, 8}, 2},
    {{&PmaCounters::rcv_errors, 64, 16}, 3},
    {{&PmaCounters::rcv_remote_physical, 80, 16}, 4},
    {{&PmaCounters::rcv_switch_relay, 96, 16}, 5},
    {{&PmaCounters::xmit_discards, 112, 16}, 6},
    {{&PmaCounters::xmit_constraint, 128, 8}, 7},
    {{&PmaCounters::rcv_constraint, 136, 8}, 8},
    {{&PmaCounters::local_link_integrity, 152, 4}, 9},
    {{&PmaCounters::excessive_buffer_overrun, 156, 4}, 10},
    {{&PmaCounters::qp1_dropped, 160, 16}, kNotSelectable},
    {{&PmaCounters::vl15_dropped, 176, 16}, 11},
    {{&PmaCounters::xmit_data, 192, 32}, 12},
    {{&PmaCounters::rcv_data, 224, 32}, 13},
    {{&PmaCounters::xmit_packets, 256, 32}, 14},
    {{&PmaCounters::rcv_packets, 288, 32}, 15},
    {{&PmaCounters::xmit_wait, 320, 32}, 16},
}};

constexpr std::array<CounterField, 22> kPortCountersExtended{{
    {&PmaCounters::xmit_data, 64, 64},
    {&PmaCounters::rcv_data, 128, 64},
    {&PmaCounters::xmit_packets, 192, 64},
    {&PmaCounters::rcv_packets, 256, 64},
    {&PmaCounters::unicast_xmit_packets, 320, 64},
    {&PmaCounters::unicast_rcv_packets, 384, 64},
    {&PmaCounters::multicast_xmit_packets, 448, 64},
    {&PmaCounters::multicast_rcv_packets, 512, 64},
    {&PmaCounters::symbol_error, 576, 64},
    {&PmaCounters::link_error_recovery, 640, 64},
    {&PmaCounters::link_downed, 704, 64},
    {&PmaCounters::rcv_errors, 768, 64},
    {&PmaCounters::rcv_remote_physical, 832, 64},
    {&PmaCounters::rcv_switch_relay, 896, 64},
    {&PmaCounters::xmit_discards, 960, 64},
    {&PmaCounters::xmit_constraint, 1024, 64},
    {&PmaCounters::rcv_constraint, 1088, 64},
    {&PmaCounters::local_link_integrity, 1152, 64},
    {&PmaCounters::excessive_buffer_overrun, 1216, 64},
    {&PmaCounters::vl15_dropped, 1280, 64},
    {&PmaCounters::xmit_wait, 1344, 64},
    {&PmaCounters::qp1_dropped, 1408, 64},
}};

void store_saturated(PmaData& data, const CounterField& field, const PmaCounters& counters) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> (64 - field.width);
  store_bits(data.data(), field.first, field.width, std::min(counters.*field.counter, most));
}

}  // namespace

PmaData encode_port_counters(const PmaCounters& counters, std::uint8_t port) {
  PmaData data{};
  store_bits(data.data(), kPortSelect, 8, port);
  for (const SelectableField& selectable : kPortCounters) {
    store_saturated(data, selectable.field, counters);
  }
  return data;
}

PmaData encode_port_counters_extended(const PmaCounters& counters, std::uint8_t port) {
  PmaData data{};
  store_bits(data.data(), kPortSelect, 8, port);
  for (const CounterField& field : kPortCountersExtended) store_saturated(data, field, counters);
  return data;
}

void set_port_counters(PmaCounters& counters, const PmaData& data) {
  const std::uint64_t selected =
      load_bits(data.data(), kCounterSelect, 16) | load_bits(data.data(), kCounterSelect2, 8) << 16;
  for (const auto& [field, select_bit] : kPortCounters) {
    if ((selected >> select_bit & 1) == 0) continue;
    counters.*field.counter = load_bits(data.data(), field.first, field.width);
  }
}

}  // namespace ib
