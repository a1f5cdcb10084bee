// SPDX-License-Identifier: Apache-2.0
#include "testbenches/smp/smp_run.h"

#include <cinttypes>
#include <cstdio>
#include <utility>

#include "models/fabric/config_error.h"
#include "models/ib/management/port_info_rules.h"
#include "testbenches/perftest/pair_plan.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/rtl_parts.h"
#include "testbenches/simulation/run_observers.h"
#include "testbenches/smp/discovery.h"
#include "testbenches/smp/discovery_check.h"
#include "testbenches/smp/forwarding_probe.h"
#include "testbenches/smp/managed_fabric.h"

namespace ib::tb {
namespace {

constexpr double kProgressIntervalNs = 100'000;

std::string hex16(std::uint64_t value) {
  char text[19];
  std::snprintf(text, sizeof text, "0x%016" PRIx64, value);
  return text;
}

std::string width_text(std::uint8_t code) {
  for (const Width width : {Width::k1x, Width::k2x, Width::k4x, Width::k8x, Width::k12x}) {
    if (width_code(width) == code) return std::to_string(lanes(width)) + "x";
  }
  return "?x";
}

std::string speed_text(const PortInfo& info) {
  if (info.link_speed_ext_active2 != 0) return "XDR";
  switch (info.link_speed_ext_active) {
    case 1:
      return "FDR";
    case 2:
      return "EDR";
    case 4:
      return "HDR";
    case 8:
      return "NDR";
    default:
      break;
  }
  if (info.link_speed_active == 4) return "QDR";
  return info.link_speed_active == 2 ? "DDR" : "SDR";
}

std::string state_text(std::uint8_t state) {
  static constexpr const char* kNames[] = {"?", "Down", "Init", "Armed", "Active", "ActDefer"};
  return kNames[state < 6 ? state : 0];
}

/// All that the program of the first host found out.
struct Findings {
  explicit Findings(hca::MadDoor& door) : caller(door), discovery(caller) {}
  MadCaller caller;
  Discovery discovery;
  std::optional<ForwardingProbe> probe;
  bool finished = false;
};

void report_nodes(const Findings& findings, Reporter& reporter) {
  reporter.begin_table("nodes", {{"node", "node"},
                                 {"type", "type"},
                                 {"node_guid", "node GUID"},
                                 {"port_guid", "port GUID"},
                                 {"lid", "LID"},
                                 {"ports", "ports"},
                                 {"path", "path"},
                                 {"round_trip_ns", "round trip[ns]"}});
  for (const DiscoveredNode& node : findings.discovery.nodes()) {
    reporter.add_row({fabric::printable(node.description),
                      std::string{node.is_switch() ? "switch" : "CA"},
                      hex16(node.info.node_guid.value()), hex16(node.info.port_guid.value()),
                      std::uint64_t{node.lid().value()}, std::uint64_t{node.info.num_ports},
                      path_text(node.path), Fixed{ns_from_ticks(node.round_trip), 1}});
  }
}

std::string peer_text(const Findings& findings, const DiscoveredPeer& peer) {
  for (const DiscoveredNode& node : findings.discovery.nodes()) {
    if (node.info.node_guid != peer.node_guid) continue;
    return fabric::printable(node.description) + "[" + std::to_string(peer.port) + "]";
  }
  return "?";
}

void report_links(const Findings& findings, Reporter& reporter) {
  reporter.begin_table("links", {{"node", "node"},
                                 {"port", "port"},
                                 {"link", "link"},
                                 {"state", "state"},
                                 {"peer", "peer"},
                                 {"xmit_packets", "xmit packets"},
                                 {"rcv_packets", "rcv packets"}});
  for (const DiscoveredNode& node : findings.discovery.nodes()) {
    for (const auto& [number, port] : node.ports) {
      if (!port.peer) continue;
      reporter.add_row({fabric::printable(node.description), std::uint64_t{number},
                        width_text(port.info.link_width_active) + speed_text(port.info),
                        state_text(port.info.port_state), peer_text(findings, *port.peer),
                        port.xmit_packets.value_or(0), port.rcv_packets.value_or(0)});
    }
  }
}

void report_mads(const Findings& findings, Reporter& reporter) {
  if (findings.probe) {
    const ForwardingProbe& probe = *findings.probe;
    reporter.begin_table("forwarding", {{"switch", "switch"},
                                        {"lid", "LID"},
                                        {"before", "before"},
                                        {"written", "written"},
                                        {"read_back", "read back"}});
    reporter.add_row({fabric::printable(probe.switch_name), std::uint64_t{probe.lid.value()},
                      std::uint64_t{probe.before}, std::uint64_t{probe.written},
                      std::uint64_t{probe.read_back}});
  }
  const MadCallCounters& mads = findings.caller.counters();
  reporter.begin_table("mads", {{"sent", "MADs sent"},
                                {"answered", "answered"},
                                {"timeouts", "timeouts"},
                                {"refused", "refused"}});
  reporter.add_row({mads.sent, mads.answered, mads.timeouts, mads.refused});
}

std::vector<std::string> faults_of(const Findings& findings, const fabric::Fabric& fabric,
                                   fabric::PortRef first_host) {
  std::vector<std::string> faults = findings.discovery.failures();
  for (std::string& line : compare(findings.discovery.nodes(), fabric, first_host)) {
    faults.push_back(std::move(line));
  }
  if (!fabric.switches().empty()) {
    const auto& probe = findings.probe;
    const bool same = probe && probe->read_back == probe->written &&
                      probe->in_hardware == probe->written && probe->restored;
    if (!same) faults.emplace_back("the forwarding entry that was set did not read back");
  }
  return faults;
}

}  // namespace

Result run_smp(RunContext& context) {
  const PairPlan plan = plan_pair(context.config);
  ManagedFabric managed{context.config, {plan.topology, plan.grid}};
  const auto traced = use_rtl(context.config, managed.fabric());
  RunObservers observers{context, managed.conductor(), managed.fabric(), traced};
  const std::size_t first = managed.host_at(plan.client);
  Findings findings{managed.hca(first).mad_door()};
  managed.host(first).run([&] {
    findings.discovery.run();
    findings.discovery.activate();
    findings.discovery.read_counters();
    findings.probe =
        probe_forwarding(findings.caller, findings.discovery.nodes(), managed.fabric());
    findings.finished = true;
    sc_core::sc_stop();
  });
  Result result;
  managed.conductor().on_progress(ticks_from_ns(kProgressIntervalNs), [&](Ticks now) {
    if (context.progress.update(floor_ps(now), managed.packets_sent(), 0)) return;
    result.complete = false;
    sc_core::sc_stop();
  });

  // The end of a run is no message of interest.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  sc_core::sc_start();

  report_nodes(findings, context.reporter);
  report_links(findings, context.reporter);
  report_mads(findings, context.reporter);
  result.broken_invariants = managed.broken_invariants();
  if (findings.finished) {
    result.faults = faults_of(findings, managed.fabric(), plan.client);
  } else if (result.complete && result.broken_invariants.empty()) {
    result.broken_invariants.emplace_back("nothing happens any more and the test has not ended");
  }
  observers.close();
  report_ports(managed.fabric(), managed.conductor().done_until(), context.reporter);
  return result;
}

}  // namespace ib::tb
