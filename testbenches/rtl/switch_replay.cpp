// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "testbenches/rtl/switch_bench.h"

namespace ib::tb {
namespace {

SwitchWordOut word_at(const std::vector<std::uint8_t>& bytes, std::size_t from) {
  SwitchWordOut word;
  word.valid = true;
  word.bytes = static_cast<unsigned>(std::min<std::size_t>(kWordBytes, bytes.size() - from));
  word.last = from + word.bytes == bytes.size();
  std::copy_n(bytes.data() + from, word.bytes, word.data.data());
  return word;
}

bool same_bytes(const SwitchWordOut& a, const SwitchWordOut& b) {
  return a.bytes == b.bytes && std::equal(a.data.data(), a.data.data() + a.bytes, b.data.data());
}

}  // namespace

SwitchReplay::SwitchReplay(SwitchMachine& rtl, SwitchRun& run)
    : rtl_(rtl),
      run_(run),
      clock_(run.clock()),
      later_(rtl.sizes().ports),
      counts_(rtl.sizes().ports) {
  for (unsigned port = 0; port < rtl.sizes().ports; ++port) {
    feeds_.emplace_back(clock_, byte_ticks(run.rate(port)), run.unit());
  }
  rtl_.reset(run.setup());
  // What was written before the start is written while the lines are down.
  auto& writes = run_.lft_writes();
  for (; !writes.empty() && writes.front().when < 0; writes.pop_front()) {
    rtl_.write_lft(writes.front().lid, writes.front().port);
    rtl_.settle();
    rtl_.edge();
  }
  rtl_.bring_up();
}

std::optional<std::string> SwitchReplay::replay_to(Cycle end) {
  for (; now_ < end; ++now_) {
    feed();
    rtl_.settle();
    for (unsigned port = 0; port < rtl_.sizes().ports; ++port) {
      if (auto difference = compare(port)) return difference;
      count(port);
    }
    rtl_.edge();
  }
  for (unsigned port = 0; port < rtl_.sizes().ports; ++port) {
    if (auto difference = compare_counters(port)) return difference;
  }
  return std::nullopt;
}

void SwitchReplay::feed() {
  auto& writes = run_.lft_writes();
  if (!writes.empty() && writes.front().when <= now_) {
    rtl_.write_lft(writes.front().lid, writes.front().port);
    writes.pop_front();
  }
  for (unsigned port = 0; port < rtl_.sizes().ports; ++port) {
    auto& line = run_.in(port);
    for (; !line.empty(); line.pop_front()) {
      LineTransfer& transfer = line.front();
      if (transfer.flow_control.valid) {
        feeds_[port].add_flow_control(transfer.start, transfer.flow_control);
      } else {
        feeds_[port].add_packet(transfer.start, std::move(transfer.bytes));
      }
    }
    const std::uint64_t before = feeds_[port].words();
    feeds_[port].feed(rtl_, port, now_);
    words_ += feeds_[port].words() - before;
  }
}

std::string SwitchReplay::at(unsigned port, const char* what) const {
  return "cycle " + std::to_string(now_) + ", port " + std::to_string(port + 1) + ": " + what;
}

const LineTransfer* SwitchReplay::begins(unsigned port) const {
  const auto& line = run_.out(port);
  if (line.empty() || clock_.at_or_before(line.front().start) > now_) return nullptr;
  return &line.front();
}

// The first transfer of a clock begins when the line is free, those behind it follow.
bool SwitchReplay::at_its_time(unsigned port, const LineTransfer& transfer) {
  if (!std::exchange(first_of_clock_, false)) return true;
  return run_.unit().of(transfer.start - clock_.edge(now_)) == rtl_.busy(port);
}

std::optional<std::string> SwitchReplay::compare(unsigned port) {
  first_of_clock_ = true;
  if (auto difference = compare_discards(port)) return difference;
  if (auto difference = compare_flow_control(port)) return difference;
  if (auto difference = compare_first_word(port)) return difference;
  return compare_later_word(port);
}

std::optional<std::string> SwitchReplay::compare_discards(unsigned port) {
  std::optional<std::string> difference;
  if (rtl_.killed(port)) difference = compare_discard(port, false);
  const std::optional<SwitchDiscard> discard = rtl_.discarded(port);
  if (discard && !difference) {
    difference = compare_discard(port, discard->overdue);
    counts_[port].overdue += discard->overdue ? 1 : 0;
    counts_[port].stalls += discard->stalls ? 1 : 0;
  }
  if (difference) return difference;
  const auto& expected = run_.discards(port);
  if (!expected.empty() && expected.front().when <= now_) return at(port, "RTL does not discard");
  return std::nullopt;
}

std::optional<std::string> SwitchReplay::compare_discard(unsigned port, bool overdue) {
  auto& expected = run_.discards(port);
  if (expected.empty() || expected.front().when != now_) {
    return at(port, "RTL discards, C++ does not");
  }
  if (expected.front().overdue != overdue) return at(port, "why a packet is discarded");
  expected.pop_front();
  discarded_ += overdue ? 0 : 1;
  return std::nullopt;
}

std::optional<std::string> SwitchReplay::compare_flow_control(unsigned port) {
  for (unsigned vl = 0; vl < rtl_.sizes().data_vls; ++vl) {
    const SwitchFlowControl fc = rtl_.flow_control_out(port, vl);
    if (!fc.valid) continue;
    const LineTransfer* const expected = begins(port);
    if (expected == nullptr || !expected->flow_control.valid) {
      return at(port, "RTL sends flow control, C++ does not");
    }
    const SwitchFlowControl& other = expected->flow_control;
    if (fc.op != other.op || fc.vl != other.vl) return at(port, "flow control: op or VL");
    if (fc.fctbs != other.fctbs) return at(port, "flow control: FCTBS");
    if (fc.fccl != other.fccl) return at(port, "flow control: FCCL");
    if (!at_its_time(port, *expected)) return at(port, "flow control: time within the clock");
    run_.out(port).pop_front();
  }
  return std::nullopt;
}

std::optional<std::string> SwitchReplay::compare_first_word(unsigned port) {
  const SwitchWordOut word = rtl_.first_word_out(port);
  const LineTransfer* const expected = begins(port);
  if (expected == nullptr) {
    if (word.valid) return at(port, "RTL begins a packet, C++ does not");
    return std::nullopt;
  }
  if (expected->flow_control.valid) return at(port, "RTL sends no flow control packet");
  if (!word.valid) return at(port, "RTL begins no packet");
  if (!at_its_time(port, *expected)) return at(port, "time of a packet within the clock");
  if (!same_bytes(word, word_at(expected->bytes, 0))) return at(port, "bytes of a first word");
  ++words_;
  const Ticks word_time = 64 * byte_ticks(run_.rate(port));
  for (std::size_t from = 64; from < expected->bytes.size(); from += 64) {
    const Ticks due = expected->start + static_cast<Ticks>(from / 64) * word_time;
    later_[port].push_back({clock_.at_or_after(due), word_at(expected->bytes, from)});
    SwitchWordOut& word_due = later_[port].back().word;
    word_due.bad_end = word_due.last && expected->bad_end;
  }
  run_.out(port).pop_front();
  if (begins(port) != nullptr) return at(port, "C++ sends more in this clock");
  return std::nullopt;
}

std::optional<std::string> SwitchReplay::compare_later_word(unsigned port) {
  const SwitchWordOut word = rtl_.word_out(port);
  auto& later = later_[port];
  if (later.empty() || later.front().when > now_) {
    if (word.valid) return at(port, "RTL sends a word, C++ does not");
    return std::nullopt;
  }
  if (!word.valid) return at(port, "RTL sends no word");
  const SwitchWordOut& expected = later.front().word;
  if (word.bytes != expected.bytes || word.last != expected.last ||
      word.bad_end != expected.bad_end) {
    return at(port, "shape of a word");
  }
  if (!same_bytes(word, expected)) return at(port, "bytes of a word");
  ++words_;
  bad_ends_ += word.bad_end ? 1 : 0;
  later.pop_front();
  return std::nullopt;
}

void SwitchReplay::count(unsigned port) {
  Counts& counts = counts_[port];
  if (counts.verdict) ++counts.verdicts[static_cast<std::size_t>(*counts.verdict)];
  counts.verdict = rtl_.header(port);
  const std::optional<bool> starved = rtl_.starved(port);
  if (!starved || *starved == (counts.starved_since != kNoCycle)) return;
  if (!*starved) counts.wait += static_cast<std::uint64_t>(now_ - counts.starved_since);
  counts.starved_since = *starved ? now_ : kNoCycle;
}

std::optional<std::string> SwitchReplay::compare_counters(unsigned port) const {
  const auto of = [this, port](SwitchVerdict verdict) {
    return counts_[port].verdicts[static_cast<std::size_t>(verdict)];
  };
  const link::PortCounters& c = run_.counters(port);
  if (c.dlid_mapping_errors != of(SwitchVerdict::kNoRoute)) return at(port, "packets without way");
  if (c.looping_errors != of(SwitchVerdict::kLooping)) return at(port, "packets going back");
  if (c.vl_mapping_errors != of(SwitchVerdict::kNoLane)) return at(port, "packets without lane");
  if (c.xmit_wait != counts_[port].wait) return at(port, "cycles without credits");
  if (c.hoq_lifetime_discards != counts_[port].overdue) return at(port, "packets overdue");
  if (c.vl_stalls != counts_[port].stalls) return at(port, "stalls of a VL");
  return std::nullopt;
}

std::uint64_t SwitchReplay::overdue() const {
  std::uint64_t all = 0;
  for (const Counts& counts : counts_) all += counts.overdue;
  return all;
}

}  // namespace ib::tb
