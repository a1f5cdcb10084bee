// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/csv.h"

#include <fmt/format.h>

namespace ib::tb {
namespace {

std::string cell_text(const Cell& cell) {
  if (const auto* integer = std::get_if<std::uint64_t>(&cell)) return fmt::format("{}", *integer);
  if (const auto* fixed = std::get_if<Fixed>(&cell)) return fmt::format("{}", fixed->value);
  return csv_field(std::get<std::string>(cell));
}

/// Columns that only files show need no title.
std::vector<Column> columns_of(const std::vector<std::string>& keys) {
  std::vector<Column> columns;
  columns.reserve(keys.size());
  for (const std::string& key : keys) columns.push_back({key, key});
  return columns;
}

Cell number(double value) { return Fixed{value}; }
Cell count(std::uint64_t value) { return value; }

std::vector<Cell> cells_of(const PortRow& r) {
  return {r.port,
          r.peer,
          r.rate,
          r.state,
          count(r.xmit_packets),
          count(r.rcv_packets),
          count(r.xmit_bytes),
          count(r.rcv_bytes),
          count(r.xmit_wait_cycles),
          count(r.rcv_errors),
          count(r.xmit_discards),
          count(r.vl15_dropped),
          count(r.xmit_flow_control),
          count(r.rcv_flow_control),
          count(r.failed_codewords),
          count(r.corrected_symbols),
          r.lane_corrected,
          r.lane_uncorrectable,
          count(r.replays),
          count(r.symbol_errors),
          count(r.link_error_recovery),
          count(r.link_downed),
          number(r.utilisation)};
}

}  // namespace

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string{text};
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string to_csv(const Table& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    text += (i == 0 ? "" : ",") + csv_field(table.columns[i].key);
  }
  text += "\n";
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) text += (i == 0 ? "" : ",") + cell_text(row[i]);
    text += "\n";
  }
  return text;
}

Table flows_table(const std::vector<FlowRow>& rows) {
  Table table{"flows",
              columns_of({"source", "destination", "queue_pair", "sl", "messages", "packets_sent",
                          "packets_received", "sent_bytes", "received_bytes", "payload_bytes",
                          "retries", "goodput_gbps", "latency_min_ns", "latency_avg_ns",
                          "latency_p99_ns", "latency_max_ns"}),
              {}};
  for (const FlowRow& r : rows) {
    table.rows.push_back({r.source, r.destination, count(r.queue_pair), count(r.sl),
                          count(r.messages), count(r.packets_sent), count(r.packets_received),
                          count(r.bytes_sent), count(r.bytes_received), count(r.payload_bytes),
                          count(r.retries), number(r.goodput_gbps), number(r.latency_min_ns),
                          number(r.latency_avg_ns), number(r.latency_p99_ns),
                          number(r.latency_max_ns)});
  }
  return table;
}

Table ports_table(const std::vector<PortRow>& rows) {
  Table table{"ports",
              columns_of({"port",
                          "peer",
                          "rate",
                          "state",
                          "xmit_packets",
                          "rcv_packets",
                          "xmit_bytes",
                          "rcv_bytes",
                          "xmit_wait_cycles",
                          "rcv_errors",
                          "xmit_discards",
                          "vl15_dropped",
                          "xmit_flow_control",
                          "rcv_flow_control",
                          "failed_codewords",
                          "corrected_symbols",
                          "lane_corrected",
                          "lane_uncorrectable",
                          "replays",
                          "symbol_errors",
                          "link_error_recovery",
                          "link_downed",
                          "utilisation"}),
              {}};
  for (const PortRow& r : rows) table.rows.push_back(cells_of(r));
  return table;
}

}  // namespace ib::tb
