// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include "models/fabric/config_error.h"
#include "testbenches/workload/goal_trace.h"
#include "testbenches/workload/trace_labels.h"

namespace ib::tb {
namespace {

enum Column : std::size_t {
  kRank,
  kOp,
  kPeer,
  kBytes,
  kTag,
  kDuration,
  kCpu,
  kId,
  kAfter,
  kColumns
};

constexpr std::array<const char*, kColumns> kNames{"rank",        "op",  "peer", "bytes", "tag",
                                                   "duration_ns", "cpu", "id",   "after"};

std::vector<std::string> cells_of(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else if (c != ' ' || !cells.back().empty()) {
      cells.back() += c;
    }
  }
  for (std::string& cell : cells) cell.erase(cell.find_last_not_of(' ') + 1);
  return cells;
}

class CsvReader {
 public:
  CsvReader(std::istream& stream, const std::string& origin) : stream_(stream), labels_(origin) {}

  OpGraph read() {
    head();
    for (std::string text; std::getline(stream_, text);) {
      ++line_;
      if (!text.empty() && text != "\r") row(cells_of(text));
    }
    if (ops_.empty()) labels_.refuse(line_, "no operations");
    OpGraph graph{static_cast<std::uint32_t>(seen_.size())};
    const auto missing = std::find(seen_.begin(), seen_.end(), false);
    if (missing != seen_.end()) {
      labels_.refuse(line_, "rank " + std::to_string(missing - seen_.begin()) + " of " +
                                std::to_string(seen_.size()) + " is missing");
    }
    for (const auto& [rank, op] : ops_) graph.add(rank, op);
    labels_.resolve(graph);
    return graph;
  }

 private:
  void head() {
    std::string text;
    std::getline(stream_, text);
    ++line_;
    where_.fill(kColumns);
    const std::vector<std::string> cells = cells_of(text);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto name = std::find(kNames.begin(), kNames.end(), cells[i]);
      if (name == kNames.end()) {
        labels_.refuse(line_, "unknown column '" + fabric::printable(cells[i]) +
                                  "', allowed: rank,op,peer,bytes,tag,duration_ns,cpu,id,after");
      }
      where_[static_cast<std::size_t>(name - kNames.begin())] = i;
    }
    width_ = cells.size();
    if (where_[kRank] == kColumns || where_[kOp] == kColumns) {
      labels_.refuse(line_, "needs at least the columns rank and op");
    }
  }

  void row(const std::vector<std::string>& cells) {
    if (cells.size() != width_) {
      labels_.refuse(
          line_, std::to_string(cells.size()) + " cells, the head has " + std::to_string(width_));
    }
    const auto cell = [&](Column column) {
      return where_[column] == kColumns ? std::string{} : cells[where_[column]];
    };
    const auto number = [&](Column column) {
      return cell(column).empty() ? 0 : labels_.number(cell(column), line_);
    };
    const std::uint64_t rank = number(kRank);
    if (cell(kRank).empty() || rank >= kMaxRanks) labels_.refuse(line_, "needs a rank below 65536");
    if (rank >= seen_.size()) {
      seen_.resize(rank + 1);
      counts_.resize(rank + 1);
    }
    seen_[rank] = true;
    Op op = op_of(cell(kOp), cell(kPeer));
    op.bytes = number(kBytes);
    op.tag = static_cast<std::uint32_t>(std::min<std::uint64_t>(number(kTag), kAny));
    op.duration = duration_of(number(kDuration));
    op.cpu = static_cast<std::uint32_t>(std::min<std::uint64_t>(number(kCpu), 255));
    op.line = line_;
    const auto at = static_cast<std::uint32_t>(rank);
    name(at, cell(kId), cell(kAfter));
    ops_.emplace_back(at, op);
  }

  Op op_of(const std::string& kind, const std::string& peer) const {
    Op op;
    if (kind == "send" || kind == "recv") {
      op.kind = kind == "send" ? OpKind::kSend : OpKind::kReceive;
      if (peer.empty()) labels_.refuse(line_, "a " + kind + " needs a peer");
      op.peer = labels_.small_number(peer, line_);
    } else if (kind != "calc") {
      labels_.refuse(line_, "op '" + fabric::printable(kind) + "', allowed: send, recv, calc");
    }
    return op;
  }

  Ticks duration_of(std::uint64_t ns) const {
    if (ns > 100'000'000'000'000) labels_.refuse(line_, "duration_ns: longer than 10^14 ns");
    return static_cast<Ticks>(ns) * kTicksPerNs;
  }

  // An operation without a name can still wait for others.
  void name(std::uint32_t rank, const std::string& id, const std::string& after) {
    const std::uint32_t op = counts_[rank]++;
    const std::string own = id.empty() ? "line " + std::to_string(line_) : id;
    labels_.name(rank, own, op, line_);
    std::istringstream words{after};
    for (std::string word; words >> word;) labels_.depend(rank, own, word, false, line_);
  }

  std::istream& stream_;
  TraceLabels labels_;
  std::array<std::size_t, kColumns> where_{};  ///< Place of each column; kColumns: absent.
  std::size_t width_ = 0;
  std::vector<bool> seen_;
  std::vector<std::uint32_t> counts_;  ///< Operations by rank.
  std::vector<std::pair<std::uint32_t, Op>> ops_;
  std::uint32_t line_ = 0;
};

}  // namespace

OpGraph read_csv_trace(std::istream& stream, const std::string& origin) {
  return CsvReader{stream, origin}.read();
}

}  // namespace ib::tb
