// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/flow_rows.h"

#include <utility>

#include "testbenches/simulation/port_rows.h"

namespace ib::tb {
namespace {

FlowRow row_of(const LaneTotals& lane) {
  constexpr double kGbpsPerBytePerPs = 8000;
  FlowRow row;
  row.messages = lane.messages;
  row.payload_bytes = lane.payload_bytes;
  if (lane.elapsed_ps > 0) {
    row.goodput_gbps = static_cast<double>(lane.payload_bytes) * kGbpsPerBytePerPs /
                       static_cast<double>(lane.elapsed_ps);
  }
  return row;
}

void add_latency(FlowRow& row, const std::vector<double>& samples_ps) {
  constexpr double kNsPerUs = 1000;
  const Latency latency = latency_of(samples_ps);
  row.latency_min_ns = latency.min_us * kNsPerUs;
  row.latency_avg_ns = latency.average_us * kNsPerUs;
  row.latency_p99_ns = latency.p99_us * kNsPerUs;
  row.latency_max_ns = latency.max_us * kNsPerUs;
}

void add_traffic(FlowRow& row, const hca::QueuePairTraffic* sender,
                 const hca::QueuePairTraffic* receiver) {
  if (sender == nullptr || receiver == nullptr) return;
  row.packets_sent = sender->packets_sent;
  row.bytes_sent = sender->bytes_sent;
  row.packets_received = receiver->packets_received;
  row.bytes_received = receiver->bytes_received;
  row.retries = sender->packets_resent;
}

}  // namespace

void report_flows(HostPair& pair, const PerftestSession& session, Reporter& reporter) {
  for (const std::uint32_t side : {0u, 1u}) {
    const std::vector<LaneTotals>& totals = session.totals(side);
    for (std::uint32_t lane = 0; lane < totals.size(); ++lane) {
      FlowRow row = row_of(totals[lane]);
      row.source = port_name(pair.fabric(), pair.place(side));
      row.destination = port_name(pair.fabric(), pair.place(1 - side));
      row.queue_pair = session.endpoint(side).lane(lane).number();
      add_traffic(row, pair.hca(side).traffic(row.queue_pair),
                  pair.hca(1 - side).traffic(session.endpoint(1 - side).lane(lane).number()));
      if (side == 0) add_latency(row, session.samples());
      reporter.add_flow(std::move(row));
    }
  }
}

}  // namespace ib::tb
