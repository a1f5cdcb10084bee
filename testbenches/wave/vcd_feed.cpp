// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/vcd_feed.h"

#include <charconv>
#include <utility>

namespace ib::tb {
namespace {

/// Takes the first word off a line.
std::string_view next_word(std::string_view& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t end = std::min(line.find(' ', begin), line.size());
  const std::string_view word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

template <class Number>
Number number_of(std::string_view digits) {
  Number number = 0;
  (void)std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

template <class Action>
void for_each_line(std::string_view text, Action action) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    action(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

}  // namespace

VcdFeed::VcdFeed(WaveRecorder& recorder, std::vector<std::string> scope)
    : recorder_(recorder), scope_(std::move(scope)) {}

void VcdFeed::declare() {
  for_each_line(std::exchange(text_, {}), [this](std::string_view line) { declare_line(line); });
}

// "$scope module NAME $end", "$var wire BITS CODE NAME [7:0] $end", "$upscope $end".
void VcdFeed::declare_line(std::string_view line) {
  const std::string_view keyword = next_word(line);
  if (keyword == "$scope") {
    (void)next_word(line);
    scope_.emplace_back(next_word(line));
  } else if (keyword == "$upscope") {
    scope_.pop_back();
  } else if (keyword == "$var") {
    (void)next_word(line);
    const auto bits = number_of<unsigned>(next_word(line));
    Variable& variable = variables_[std::string{next_word(line)}];
    variable.bits = bits;
    variable.signals.push_back(recorder_.declare(scope_, std::string{next_word(line)}, bits));
  }
}

void VcdFeed::drain() {
  if (text_.empty()) return;
  for_each_line(text_, [this](std::string_view line) {
    if (line.empty()) return;
    if (line.front() == '#') {
      now_ = number_of<std::uint64_t>(line.substr(1));
    } else {
      change(line);
    }
  });
  text_.clear();
}

// "1CODE" or "b0101 CODE".
void VcdFeed::change(std::string_view line) {
  const bool vector = line.front() == 'b';
  const std::size_t space = vector ? line.find(' ') : 0;
  if (space == std::string_view::npos) return;
  const auto found = variables_.find(std::string{line.substr(space + 1)});
  if (found == variables_.end()) return;
  const std::string_view digits = vector ? line.substr(1, space - 1) : line.substr(0, 1);
  const unsigned bits = found->second.bits;
  if (digits.size() > bits) return;
  std::string value(bits - digits.size(), '0');
  value.append(digits);
  for (const WaveRecorder::Signal signal : found->second.signals) {
    recorder_.change(signal, now_, value);
  }
}

}  // namespace ib::tb
