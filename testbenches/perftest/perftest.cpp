// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/perftest.h"

#include <algorithm>

#include "models/fabric/config_error.h"
#include "testbenches/perftest/flow_rows.h"
#include "testbenches/perftest/host_pair.h"
#include "testbenches/perftest/session.h"
#include "testbenches/perftest/tables.h"
#include "testbenches/simulation/port_rows.h"
#include "testbenches/simulation/rtl_parts.h"
#include "testbenches/simulation/run_observers.h"

namespace ib::tb {
namespace {

constexpr double kProgressIntervalNs = 1000;

std::vector<std::uint64_t> sizes_of(const TestbenchConfig& testbench, Verb verb, Measure measure) {
  if (verb == Verb::kAtomic) return {kAtomicBytes};
  constexpr std::uint64_t kBandwidthSize = 65536;
  constexpr std::uint64_t kLatencySize = 2;
  if (testbench.all_sizes) return all_sizes();
  if (testbench.size_bytes != 0) return {testbench.size_bytes};
  return {measure == Measure::kBandwidth ? kBandwidthSize : kLatencySize};
}

/// perftest's 512, or less where one completion queue serves many queue pairs.
std::uint32_t rx_depth_of(const RunConfig& config, Verb verb, std::uint32_t qps) {
  constexpr std::uint32_t kDepth = 512;
  if (verb != Verb::kSend) return 1;
  const std::uint32_t share = (std::uint32_t{1} << config.hca.max_log_queue) / qps;
  return std::max(1u, std::min(kDepth, share));
}

/// Throws fabric::ConfigError where a service does not offer the operation (ib-facts 1.5).
QpType connection_of(const std::string& name, Verb verb) {
  if (name == "RC") return QpType::kRc;
  const bool unreliable_connection = name == "UC" && (verb == Verb::kSend || verb == Verb::kWrite);
  if (unreliable_connection) return QpType::kUc;
  if (name == "UD" && verb == Verb::kSend) return QpType::kUd;
  if (name == "RD") return QpType::kRd;
  if (name == "XRC") return QpType::kXrcInitiator;
  throw fabric::ConfigError("testbench.connection = " + name +
                            ": allowed: RC, RD, XRC; UC for send and write; UD for send");
}

/// A datagram is one packet: sizes end at the MTU.
std::vector<std::uint64_t> datagram_sizes(const PerftestPlan& plan,
                                          const TestbenchConfig& testbench) {
  std::vector<std::uint64_t> sizes;
  for (const std::uint64_t size : plan.sizes) {
    if (size <= plan.mtu_bytes) sizes.push_back(size);
  }
  if (!sizes.empty()) return sizes;
  if (testbench.size_bytes == 0) return {plan.mtu_bytes};
  throw fabric::ConfigError("testbench.size_bytes = " + std::to_string(testbench.size_bytes) +
                            ": a datagram holds up to " + std::to_string(plan.mtu_bytes) +
                            " bytes, the MTU");
}

PerftestPlan plan_of(const RunConfig& config, Verb verb, Measure measure) {
  const TestbenchConfig& testbench = config.testbench;
  PerftestPlan plan;
  plan.verb = verb;
  plan.measure = measure;
  plan.sizes = sizes_of(testbench, verb, measure);
  plan.iterations = testbench.iterations;
  plan.qps = measure == Measure::kLatency ? 1 : testbench.qps;
  plan.tx_depth = testbench.tx_depth;
  plan.rx_depth = rx_depth_of(config, verb, plan.qps);
  plan.mtu_bytes = std::min(testbench.mtu_bytes, config.link.mtu_bytes);
  plan.bidirectional = testbench.bidirectional && measure == Measure::kBandwidth;
  plan.seed = config.sim.seed;
  plan.connection = connection_of(testbench.connection, verb);
  if (plan.connection == QpType::kUd) plan.sizes = datagram_sizes(plan, testbench);
  return plan;
}

void require_possible(const PerftestPlan& plan, const hca::HcaConfig& hca) {
  constexpr std::uint64_t kMostMessages = 20'000'000;
  constexpr std::uint64_t kMostBufferBytes = std::uint64_t{1} << 31;
  const std::uint64_t entries = std::uint64_t{1} << hca.max_log_queue;
  const std::uint64_t largest = *std::max_element(plan.sizes.begin(), plan.sizes.end());
  const std::string qps = "testbench.qps = " + std::to_string(plan.qps);
  if (std::uint64_t{plan.qps} * plan.tx_depth > entries) {
    throw fabric::ConfigError(qps + ": with testbench.tx_depth = " + std::to_string(plan.tx_depth) +
                              " they need more than the " + std::to_string(entries) +
                              " entries of a completion queue (hca.max_log_queue)");
  }
  if (plan.iterations > kMostMessages / plan.qps) {
    throw fabric::ConfigError("testbench.iterations = " + std::to_string(plan.iterations) +
                              ": allowed: up to " + std::to_string(kMostMessages / plan.qps) +
                              " with " + qps);
  }
  if (2 * plan.qps * buffer_bytes(largest) > kMostBufferBytes) {
    throw fabric::ConfigError(qps + ": messages of " + std::to_string(largest) +
                              " bytes need buffers of more than 2 GiB for so many queue pairs");
  }
}

void watch_progress(RunContext& context, HostPair& pair, const PerftestSession& session,
                    Result& result) {
  pair.conductor().on_progress(ticks_from_ns(kProgressIntervalNs), [&](Ticks now) {
    if (context.progress.update(floor_ps(now), pair.packets_sent(), session.done_share())) return;
    result.complete = false;
    sc_core::sc_stop();
  });
}

/// The stages of the client's last WRITE, where they are known in closed form.
void explain_latency(RunContext& context, const PerftestPlan& plan, HostPair& pair,
                     const PerftestSession& session) {
  const RunConfig& config = context.config;
  const std::uint64_t size = plan.sizes.back();
  const bool is_write = plan.measure == Measure::kLatency && plan.verb == Verb::kWrite;
  if (!is_write || !session.finished() || size > kMostStagedBytes) return;
  if (size > config.testbench.host.inline_bytes || !config.testbench.host.blueflame) return;
  const WriteWay way{config.testbench.host, config.hca, config.sw,
                     fabric_path(pair.fabric(), pair.place(0), pair.place(1))};
  const std::vector<std::int64_t>& posts = session.posts(0);
  const Ticks last_post = ticks_from_ps(posts[posts.size() - 2]);
  add_stages(context.reporter,
             write_latency_stages(way, static_cast<std::uint32_t>(size), last_post));
}

void simulate() {
  // The end of a run is no message of interest.
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  sc_core::sc_start();
}

/// Whoever asks for RD gets HCAs that offer it.
RunConfig with_service(RunConfig config, QpType connection) {
  if (connection == QpType::kRd) config.hca.reliable_datagrams = true;
  return config;
}

Result run_perftest(RunContext& context, Verb verb, Measure measure) {
  PerftestPlan plan = plan_of(context.config, verb, measure);
  require_possible(plan, context.config.hca);
  HostPair pair{with_service(context.config, plan.connection), plan_pair(context.config)};
  plan.sls = pair.path_sls();
  const auto traced = use_rtl(context.config, pair.fabric());
  RunObservers observers{context, pair.conductor(), pair.fabric(), traced};
  PerftestSession session{plan, pair.conductor(), pair.host(0), pair.host(1)};
  Result result;
  watch_progress(context, pair, session, result);
  begin_table(context.reporter, plan);
  session.on_size([&](const SizeResult& size) { add_row(context.reporter, plan, size); });

  simulate();

  const SizeResult partial = session.partial();
  if (!session.finished() && partial.messages > 0) add_row(context.reporter, plan, partial);
  result.broken_invariants = session.failures();
  for (std::string& line : pair.broken_invariants()) {
    result.broken_invariants.push_back(std::move(line));
  }
  if (!session.finished() && result.complete && result.broken_invariants.empty()) {
    result.broken_invariants.emplace_back("nothing happens any more and the test has not ended");
  }
  if (context.verbose) explain_latency(context, plan, pair, session);
  observers.close();
  report_flows(pair, session, context.reporter);
  const Ticks end = session.finished() ? session.end() : pair.conductor().done_until();
  report_ports(pair.fabric(), end, context.reporter);
  return result;
}

}  // namespace

Result run_write_bw(RunContext& context) {
  return run_perftest(context, Verb::kWrite, Measure::kBandwidth);
}
Result run_write_lat(RunContext& context) {
  return run_perftest(context, Verb::kWrite, Measure::kLatency);
}
Result run_send_bw(RunContext& context) {
  return run_perftest(context, Verb::kSend, Measure::kBandwidth);
}
Result run_send_lat(RunContext& context) {
  return run_perftest(context, Verb::kSend, Measure::kLatency);
}
Result run_read_bw(RunContext& context) {
  return run_perftest(context, Verb::kRead, Measure::kBandwidth);
}
Result run_read_lat(RunContext& context) {
  return run_perftest(context, Verb::kRead, Measure::kLatency);
}
Result run_atomic_bw(RunContext& context) {
  return run_perftest(context, Verb::kAtomic, Measure::kBandwidth);
}
Result run_atomic_lat(RunContext& context) {
  return run_perftest(context, Verb::kAtomic, Measure::kLatency);
}

}  // namespace ib::tb
