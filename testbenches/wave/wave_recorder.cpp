// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/wave_recorder.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ib::tb {

WaveRecorder::WaveRecorder(const std::filesystem::path& file, const WaveSpan& span)
    : fst_(file), span_(span) {
  if (span.triggered) return;
  start_ = span.from;
  stop_ = span.to;
}

WaveRecorder::Signal WaveRecorder::declare(const std::vector<std::string>& scope,
                                           const std::string& name, unsigned bits) {
  handles_.push_back(fst_.declare(scope, name, bits));
  values_.emplace_back(bits, 'x');
  return static_cast<Signal>(handles_.size() - 1);
}

void WaveRecorder::change(Signal signal, std::uint64_t ps, std::string value) {
  if (!done_) open_.push_back({ps, order_++, signal, std::move(value)});
}

void WaveRecorder::trigger(std::uint64_t ps) {
  if (!span_.triggered || start_ != WaveSpan::kEndless || ps < span_.from || ps >= span_.to) return;
  start_ = std::max(span_.from, ps - std::min(ps, span_.before));
  stop_ = span_.after < span_.to - ps ? ps + span_.after : span_.to;
}

void WaveRecorder::advance(std::uint64_t ps) {
  const auto later =
      std::partition(open_.begin(), open_.end(), [ps](const Change& c) { return c.ps < ps; });
  std::sort(open_.begin(), later, [](const Change& a, const Change& b) {
    return std::tie(a.ps, a.order) < std::tie(b.ps, b.order);
  });
  for (auto change = open_.begin(); change != later; ++change) take(std::move(*change));
  open_.erase(open_.begin(), later);
  const std::uint64_t oldest = ps - std::min(ps, span_.before);
  const bool waits = span_.triggered && start_ == WaveSpan::kEndless;
  for (; waits && !kept_.empty() && kept_.front().ps < oldest; kept_.pop_front()) {
    values_[kept_.front().signal] = std::move(kept_.front().value);
  }
  if (ps >= stop_) done_ = true;
}

void WaveRecorder::take(Change change) {
  if (span_.triggered && start_ == WaveSpan::kEndless) {
    kept_.push_back(std::move(change));
    return;
  }
  for (; !kept_.empty(); kept_.pop_front()) write(kept_.front());
  write(change);
}

// The file begins with the values that all signals have then.
void WaveRecorder::begin() {
  begun_ = true;
  written_ = start_;
  fst_.at(start_);
  for (std::size_t i = 0; i < handles_.size(); ++i) fst_.change(handles_[i], values_[i]);
}

void WaveRecorder::write(const Change& change) {
  if (change.ps >= start_ && !begun_) begin();
  if (change.ps >= stop_) return;
  if (values_[change.signal] == change.value) return;
  values_[change.signal] = change.value;
  if (!begun_) return;
  if (change.ps != written_) fst_.at(change.ps);
  written_ = change.ps;
  fst_.change(handles_[change.signal], change.value);
}

void WaveRecorder::close(std::uint64_t ps) {
  advance(ps);
  if (start_ != WaveSpan::kEndless) {
    for (; !kept_.empty(); kept_.pop_front()) write(kept_.front());
    if (!begun_) begin();
    const std::uint64_t last = std::min(ps, stop_);
    if (last > written_) fst_.at(last);
  }
  fst_.close();
}

std::string wave_bits(std::uint64_t value, unsigned bits) {
  std::string text(bits, '0');
  for (unsigned i = 0; i < bits && i < 64; ++i) {
    if ((value >> i & 1) != 0) text[bits - 1 - i] = '1';
  }
  return text;
}

}  // namespace ib::tb
