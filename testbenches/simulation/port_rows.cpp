// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/port_rows.h"

#include <string>
#include <utility>

namespace ib::tb {
namespace {

std::string rate_name(LinkRate rate) {
  return std::to_string(lanes(rate.width)) + "x" + std::string{info(rate.generation).name};
}

std::string_view state_name(PortState state) {
  switch (state) {
    case PortState::kDown:
      return "Down";
    case PortState::kInitialize:
      return "Init";
    case PortState::kArmed:
      return "Armed";
    case PortState::kActive:
      return "Active";
    case PortState::kActDefer:
      return "ActDefer";
  }
  return "";
}

/// Time on the line of all that the port has sent.
Ticks busy_time(const link::Port& port) {
  constexpr std::uint64_t kVcrcBytes = 2;
  const link::PortCounters& c = port.counters();
  const std::uint64_t framing = port.config().framing_bytes;
  const std::uint64_t bytes = c.xmit_data * 4 + c.xmit_pkts * (kVcrcBytes + framing) +
                              c.xmit_flow_control * (kFlowControlBytes + framing);
  return static_cast<Ticks>(bytes) * byte_ticks(port.rate());
}

PortRow row_of(link::Port& port, Ticks end) {
  const link::PortCounters& c = port.counters();
  PortRow row;
  row.rate = rate_name(port.rate());
  row.state = state_name(port.state().state());
  row.xmit_packets = c.xmit_pkts;
  row.rcv_packets = c.rcv_pkts;
  row.xmit_bytes = c.xmit_data * 4;
  row.rcv_bytes = c.rcv_data * 4;
  row.xmit_wait_cycles = c.xmit_wait;
  row.rcv_errors = c.rcv_errors;
  row.xmit_discards = c.xmit_discards;
  row.vl15_dropped = c.vl15_dropped;
  row.symbol_errors = c.symbol_error;
  row.link_error_recovery = c.link_error_recovery;
  row.link_downed = c.link_downed;
  row.xmit_flow_control = c.xmit_flow_control;
  row.rcv_flow_control = c.rcv_flow_control;
  row.utilisation = end > 0 ? static_cast<double>(busy_time(port)) / static_cast<double>(end) : 0;
  return row;
}

/// What the receiving end of a line direction counted.
void add_line(const phy::Phy& line, LinkRate rate, Ticks end, PortRow& row) {
  const phy::PhyCounters counters = line.counters(end);
  row.failed_codewords = counters.failed_codewords;
  row.corrected_symbols = counters.corrected_symbols;
  row.replays = counters.replays;
  if (counters.line_bits == 0) return;
  for (unsigned lane = 0; lane < lanes(rate.width); ++lane) {
    const char* const separator = lane == 0 ? "" : ";";
    const phy::LaneCounters& of_lane = counters.lanes[lane];
    row.lane_corrected += separator + std::to_string(of_lane.corrected_symbols);
    row.lane_uncorrectable += separator + std::to_string(of_lane.uncorrectable_codewords);
  }
}

}  // namespace

std::string port_name(const fabric::Fabric& fabric, fabric::PortRef ref) {
  const std::string suffix = ".port" + std::to_string(ref.port);
  for (const auto& node : fabric.switches()) {
    if (node.node == ref.node) return node.chip->name() + suffix;
  }
  for (const auto& end : fabric.ends()) {
    if (end.site.port == ref) return end.chip->name() + suffix;
  }
  return fabric.topology().label(ref);
}

void report_ports(const fabric::Fabric& fabric, Ticks end, Reporter& reporter) {
  std::size_t built = 0;
  for (const fabric::Cable& plan : fabric.topology().cables()) {
    link::Port* const a = fabric.port_at(plan.a);
    link::Port* const b = fabric.port_at(plan.b);
    if (a == nullptr || b == nullptr) continue;
    const phy::Cable& cable = *fabric.cables()[built++];
    PortRow first = row_of(*a, end);
    first.port = port_name(fabric, plan.a);
    first.peer = port_name(fabric, plan.b);
    add_line(std::as_const(cable).b_to_a(), a->rate(), end, first);
    PortRow second = row_of(*b, end);
    second.port = first.peer;
    second.peer = first.port;
    add_line(std::as_const(cable).a_to_b(), b->rate(), end, second);
    reporter.add_port(std::move(first));
    reporter.add_port(std::move(second));
  }
}

}  // namespace ib::tb
