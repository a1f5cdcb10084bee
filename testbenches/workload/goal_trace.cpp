// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/goal_trace.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

#include "models/fabric/config_error.h"
#include "models/fabric/text_file.h"
#include "testbenches/workload/trace_labels.h"

namespace ib::tb {
namespace {

using Words = std::vector<std::string>;

class GoalReader {
 public:
  GoalReader(std::istream& stream, const std::string& origin) : stream_(stream), labels_(origin) {}

  OpGraph read() {
    for (std::string text; std::getline(stream_, text);) {
      ++line_;
      const Words words = words_of(text);
      if (!words.empty()) take(words);
    }
    if (!graph_) labels_.refuse(line_, "no num_ranks");
    if (in_rank_) labels_.refuse(line_, "the file ends inside rank " + std::to_string(rank_));
    const auto missing = std::find(seen_.begin(), seen_.end(), false);
    if (missing != seen_.end()) {
      labels_.refuse(line_, "rank " + std::to_string(missing - seen_.begin()) + " of " +
                                std::to_string(seen_.size()) + " is missing");
    }
    labels_.resolve(*graph_);
    return std::move(*graph_);
  }

 private:
  /// Without remarks; braces and colons are words of their own.
  Words words_of(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::string two = text.substr(i, 2);
      if (in_remark_) {
        if (two == "*/") {
          in_remark_ = false;
          ++i;
        }
      } else if (two == "/*") {
        in_remark_ = true;
        ++i;
      } else if (two == "//") {
        break;
      } else if (text[i] == '{' || text[i] == '}' || text[i] == ':') {
        plain += std::string(" ") + text[i] + " ";
      } else {
        plain += text[i];
      }
    }
    std::istringstream stream{plain};
    Words words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }

  void take(const Words& words) {
    if (!in_rank_) {
      outside(words);
    } else if (words.front() == "}") {
      if (words.size() > 1) labels_.refuse(line_, "a word after '}'");
      in_rank_ = false;
    } else if (words.size() == 3 && (words[1] == "requires" || words[1] == "irequires")) {
      labels_.depend(rank_, words[0], words[2], words[1] == "irequires", line_);
    } else if (words.size() > 2 && words[1] == ":") {
      labels_.name(rank_, words[0], operation({words.begin() + 2, words.end()}), line_);
    } else {
      operation(words);
    }
  }

  void outside(const Words& words) {
    if (words[0] == "num_ranks" && words.size() == 2 && !graph_) {
      const std::uint64_t ranks = labels_.number(words[1], line_);
      if (ranks < 1 || ranks > kMaxRanks) {
        labels_.refuse(line_, "num_ranks: allowed are 1 to " + std::to_string(kMaxRanks));
      }
      graph_.emplace(static_cast<std::uint32_t>(ranks));
      seen_.resize(ranks);
      return;
    }
    if (words[0] != "rank" || words.size() != 3 || words[2] != "{") {
      labels_.refuse(line_, "expected 'num_ranks N' once, or 'rank N {'");
    }
    if (!graph_) labels_.refuse(line_, "num_ranks must come first");
    const std::uint64_t rank = labels_.number(words[1], line_);
    if (rank >= seen_.size()) {
      labels_.refuse(line_,
                     "rank " + words[1] + ", but num_ranks is " + std::to_string(seen_.size()));
    }
    if (seen_[rank]) labels_.refuse(line_, "rank " + words[1] + " for the second time");
    seen_[rank] = true;
    rank_ = static_cast<std::uint32_t>(rank);
    in_rank_ = true;
  }

  std::uint32_t operation(const Words& words) {
    Op op;
    op.line = line_;
    std::size_t next = 2;
    if (words[0] == "calc" && words.size() >= 2) {
      op.duration = ticks_of(labels_.number(words[1], line_));
    } else if ((words[0] == "send" || words[0] == "recv") && words.size() >= 4 &&
               words[2] == (words[0] == "send" ? "to" : "from")) {
      op.kind = words[0] == "send" ? OpKind::kSend : OpKind::kReceive;
      op.bytes = bytes_of(words[1]);
      op.peer = words[3] == "-1" && op.kind == OpKind::kReceive
                    ? kAny
                    : labels_.small_number(words[3], line_);
      next = 4;
    } else {
      labels_.refuse(line_,
                     "expected 'send Nb to R', 'recv Nb from R', 'calc N', 'a requires b' or "
                     "'}'");
    }
    options(op, {words.begin() + static_cast<std::ptrdiff_t>(next), words.end()});
    return graph_->add(rank_, op);
  }

  void options(Op& op, const Words& words) {
    for (std::size_t i = 0; i < words.size(); i += 2) {
      const bool known = words[i] == "tag" || words[i] == "cpu" || words[i] == "nic";
      if (!known || i + 1 == words.size()) {
        labels_.refuse(line_, "unexpected '" + fabric::printable(words[i]) + "'");
      }
      if (words[i] == "tag") {
        op.tag = words[i + 1] == "-1" && op.kind == OpKind::kReceive
                     ? kAny
                     : labels_.small_number(words[i + 1], line_);
      } else if (words[i] == "cpu") {
        op.cpu = labels_.small_number(words[i + 1], line_);
        if (op.cpu >= kMaxCpus) labels_.refuse(line_, "cpu: allowed are 0 to 255");
      } else {
        static_cast<void>(labels_.small_number(words[i + 1], line_));
      }
    }
  }

  std::uint64_t bytes_of(const std::string& text) const {
    if (text.back() != 'b') labels_.refuse(line_, "a size ends in b, such as 64b");
    return labels_.number(text.substr(0, text.size() - 1), line_);
  }

  Ticks ticks_of(std::uint64_t ns) const {
    constexpr std::uint64_t kLongest = 100'000'000'000'000;  // a day, as far as time is counted
    if (ns > kLongest) labels_.refuse(line_, "calc: longer than 10^14 ns");
    return static_cast<Ticks>(ns) * kTicksPerNs;
  }

  static constexpr std::uint32_t kMaxCpus = 256;

  std::istream& stream_;
  TraceLabels labels_;
  std::optional<OpGraph> graph_;
  std::vector<bool> seen_;
  std::uint32_t line_ = 0;
  std::uint32_t rank_ = 0;
  bool in_rank_ = false;
  bool in_remark_ = false;
};

}  // namespace

OpGraph read_goal(std::istream& stream, const std::string& origin) {
  return GoalReader{stream, origin}.read();
}

OpGraph read_trace(const std::filesystem::path& file) {
  if (file.empty()) throw fabric::ConfigError("trace.file: needs a GOAL or CSV file");
  std::istringstream stream{fabric::read_text_file(file.string())};
  const std::string name = fabric::printable(file.string());
  return file.extension() == ".csv" ? read_csv_trace(stream, name) : read_goal(stream, name);
}

}  // namespace ib::tb
