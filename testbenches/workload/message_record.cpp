// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/message_record.h"

#include <algorithm>
#include <cmath>

namespace ib::tb {
namespace {

/// Class of a delay: exact below 2^bits, then 2^bits classes an octave.
std::size_t class_of(std::uint64_t value, unsigned bits) {
  if (value >> bits == 0) return value;
  const auto octave = static_cast<unsigned>(63 - __builtin_clzll(value)) - bits;
  return ((octave + std::size_t{1}) << bits) + (value >> octave) - (std::size_t{1} << bits);
}

/// The middle of a class.
Ticks middle_of(std::size_t number, unsigned bits) {
  if (number >> bits == 0) return static_cast<Ticks>(number);
  const std::size_t octave = (number >> bits) - 1;
  const std::uint64_t mantissa =
      (number & ((std::size_t{1} << bits) - 1)) + (std::size_t{1} << bits);
  const std::uint64_t low = std::uint64_t{mantissa} << octave;
  return static_cast<Ticks>(low + (std::uint64_t{1} << octave) / 2);
}

}  // namespace

MessageRecord::MessageRecord(Ticks end, std::size_t slices, Ticks measure_from)
    : slice_time_(end / static_cast<Ticks>(slices) + 1),
      measure_from_(measure_from),
      slices_(slices) {}

MessageRecord::Slice& MessageRecord::slice_at(Ticks at) {
  return slices_[std::min(static_cast<std::size_t>(at / slice_time_), slices_.size() - 1)];
}

void MessageRecord::born(Ticks at, Ticks line_time) { slice_at(at).born_line += line_time; }

void MessageRecord::received(Ticks at, Ticks line_time, Ticks delay, std::uint64_t bytes) {
  Slice& slice = slice_at(at);
  slice.received_line += line_time;
  ++slice.received;
  slice.delay_sum += delay;
  if (at < measure_from_) return;
  ++messages_;
  bytes_ += bytes;
  delay_sum_ += delay;
  delay_max_ = std::max(delay_max_, delay);
  delay_min_ = std::min(delay_min_, delay);
  const std::size_t number = class_of(static_cast<std::uint64_t>(delay), kSubBits);
  if (number >= classes_.size()) classes_.resize(number + 1);
  ++classes_[number];
}

void MessageRecord::add(const MessageRecord& other) {
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    slices_[i].born_line += other.slices_[i].born_line;
    slices_[i].received_line += other.slices_[i].received_line;
    slices_[i].received += other.slices_[i].received;
    slices_[i].delay_sum += other.slices_[i].delay_sum;
  }
  classes_.resize(std::max(classes_.size(), other.classes_.size()));
  for (std::size_t i = 0; i < other.classes_.size(); ++i) classes_[i] += other.classes_[i];
  messages_ += other.messages_;
  bytes_ += other.bytes_;
  delay_sum_ += other.delay_sum_;
  delay_max_ = std::max(delay_max_, other.delay_max_);
  delay_min_ = std::min(delay_min_, other.delay_min_);
}

Ticks MessageRecord::delay_quantile(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(messages_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    seen += classes_[i];
    if (seen >= wanted && seen > 0) {
      return std::clamp(middle_of(i, kSubBits), delay_min_, delay_max_);
    }
  }
  return 0;
}

}  // namespace ib::tb
