// SPDX-License-Identifier: Apache-2.0
#include "testbenches/capture/run_check.h"

#include <cctype>
#include <nlohmann/json.hpp>

#include "testbenches/capture/capture_reader.h"
#include "testbenches/report/text_table.h"

namespace ib::tb {
namespace {

struct Count {
  std::string key;    ///< In JSON.
  std::string title;  ///< In the table.
  std::uint64_t value;
  bool always;  ///< Shown in the table even when zero.
};

std::vector<Count> seen(const CheckReport& r) {
  return {{"records", "records", r.records, true},
          {"packets", "InfiniBand packets", r.packets, true},
          {"link_packets", "link packets", r.link_packets, true},
          {"other_records", "other records (not judged)", r.other_records, false},
          {"padded_records", "records with padding", r.padded_records, false},
          {"flows", "request flows", r.flows, true},
          {"repeated_psns", "repeated PSNs", r.repeated_psns, true},
          {"healed_psn_gaps", "PSN gaps filled by a retry", r.healed_psn_gaps, false}};
}

std::string key_of(std::string_view name) {
  std::string key{name};
  for (char& c : key) {
    c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return key;
}

std::vector<Count> faults(const CheckReport& r) {
  std::vector<Count> counts;
  for (std::size_t i = 1; i < kFaults; ++i) {
    const auto fault = static_cast<Fault>(i);
    const bool always = fault == Fault::kIcrc || fault == Fault::kVcrc || fault == Fault::kLength;
    counts.push_back({key_of(name(fault)), std::string{name(fault)}, r.faults[i], always});
  }
  counts.push_back({"bad_lpcrc", "bad LPCRC", r.bad_lpcrc, true});
  counts.push_back({"reserved_link_op", "reserved link packet op", r.bad_link_ops, false});
  counts.push_back({"short_link_packet", "link packet too short", r.bad_link_lengths, false});
  counts.push_back({"cut_records", "records cut by the capture", r.cut_records, false});
  counts.push_back({"damaged_records", "damaged records", r.damaged_records, false});
  counts.push_back({"cut_short", "file cut short", r.cut_short ? 1u : 0u, false});
  counts.push_back({"psn_gaps", "PSN gaps", r.psn_gaps, true});
  return counts;
}

void add_rows(Table& table, const std::vector<Count>& counts, bool judged) {
  for (const Count& c : counts) {
    if (c.value == 0 && !c.always) continue;
    std::string verdict = c.value == 0 ? "ok" : "WRONG";
    table.rows.push_back({c.title, c.value, judged ? std::move(verdict) : std::string{}});
  }
}

}  // namespace

std::string report_text(const CheckReport& report) {
  Table counts{"check", {{"item", "item"}, {"count", "count"}, {"verdict", "verdict"}}, {}};
  add_rows(counts, seen(report), /*judged=*/false);
  add_rows(counts, faults(report), /*judged=*/true);
  std::string text = aligned(counts);
  if (!report.problems.empty()) {
    Table problems{"problems", {{"record", "record"}, {"problem", "problem"}}, {}};
    for (const CaptureProblem& p : report.problems) problems.rows.push_back({p.record, p.what});
    text += "\nFirst problems:\n" + aligned(problems);
  }
  const std::string wrong = std::to_string(report.wrong());
  text += "\n" + report.path + (report.ok() ? ": all right\n" : ": " + wrong + " wrong\n");
  return text;
}

std::string report_json(const CheckReport& report) {
  nlohmann::ordered_json json;
  json["capture"] = report.path;
  json["ok"] = report.ok();
  json["wrong"] = report.wrong();
  for (const Count& c : seen(report)) json["seen"][c.key] = c.value;
  for (const Count& c : faults(report)) json["faults"][c.key] = c.value;
  json["problems"] = nlohmann::ordered_json::array();
  for (const CaptureProblem& p : report.problems) {
    json["problems"].push_back({{"record", p.record}, {"problem", p.what}});
  }
  // A file name may hold any bytes; what is no UTF-8 is shown as the replacement character.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

int run_check(const std::string& path, bool json, std::ostream& out, std::ostream& err) {
  try {
    const CheckReport report = check_capture(path);
    out << (json ? report_json(report) : report_text(report));
    return report.ok() ? 0 : 1;
  } catch (const CaptureError& error) {
    err << "ibsilicon: " << error.what() << '\n';
    return 2;
  }
}

}  // namespace ib::tb
