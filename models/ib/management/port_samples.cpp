// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/port_samples.h"

#include <algorithm>
#include <limits>

#include "models/ib/base/bytes.h"

namespace ib {
namespace {

// Byte offsets in PortSamplesControl.
constexpr std::size_t kPortSelect = 1;
constexpr std::size_t kTick = 2;
constexpr std::size_t kCounterWidth = 3;
constexpr std::size_t kCounterMask0 = 4;
constexpr std::size_t kSampleMechanisms = 10;
constexpr std::size_t kSampleStatus = 11;
constexpr std::size_t kSampleStart = 28;
constexpr std::size_t kSampleInterval = 32;
constexpr std::size_t kTag = 36;
constexpr std::size_t kCounterSelect = 38;

/// CounterSelect values 1-5.
std::uint64_t counter(const PmaCounters& c, std::uint16_t select) {
  switch (select) {
    case 1:
      return c.xmit_data;
    case 2:
      return c.rcv_data;
    case 3:
      return c.xmit_packets;
    case 4:
      return c.rcv_packets;
    case 5:
      return c.xmit_wait;
    default:
      return 0;
  }
}

}  // namespace

bool PortSamples::start(const PmaData& control, std::uint64_t now) {
  if (status_ != Status::kDone) return false;
  port_ = control[kPortSelect];
  start_ticks_ = load_be32(&control[kSampleStart]);
  interval_ticks_ = load_be32(&control[kSampleInterval]);
  tag_ = load_be16(&control[kTag]);
  for (unsigned i = 0; i < kCounters; ++i) {
    select_[i] = load_be16(&control[kCounterSelect + 2 * i]);
  }
  result_ = {};
  status_ = Status::kWaiting;
  begin_ = now + start_ticks_ * kTickNs;
  end_ = begin_ + interval_ticks_ * kTickNs;
  return true;
}

void PortSamples::advance(const PmaCounters& counters, std::uint64_t now) {
  if (status_ == Status::kWaiting && begin_ <= now) {
    at_begin_ = counters;
    status_ = Status::kRunning;
  }
  if (status_ != Status::kRunning || now < end_) return;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (unsigned i = 0; i < kCounters; ++i) {
    const std::uint64_t gained = counter(counters, select_[i]) - counter(at_begin_, select_[i]);
    result_[i] = static_cast<std::uint32_t>(std::min(gained, kMost));
  }
  status_ = Status::kDone;
}

std::optional<std::uint64_t> PortSamples::deadline() const {
  if (status_ == Status::kDone) return std::nullopt;
  return status_ == Status::kWaiting ? begin_ : end_;
}

PmaData PortSamples::encode_control() const {
  // Every counter can be sampled by every one of the five selections; 32 bits each.
  constexpr std::uint32_t kAnySelection = 0x09249249;
  constexpr std::uint8_t kWidth32 = 7;
  PmaData data{};
  data[kPortSelect] = port_;
  data[kTick] = 1;
  data[kCounterWidth] = kWidth32;
  store_be32(&data[kCounterMask0], kAnySelection);
  data[kSampleMechanisms] = 0;
  data[kSampleStatus] = static_cast<std::uint8_t>(status_);
  store_be32(&data[kSampleStart], start_ticks_);
  store_be32(&data[kSampleInterval], interval_ticks_);
  store_be16(&data[kTag], tag_);
  for (unsigned i = 0; i < kCounters; ++i) store_be16(&data[kCounterSelect + 2 * i], select_[i]);
  return data;
}

PmaData PortSamples::encode_result() const {
  PmaData data{};
  store_be16(&data[0], tag_);
  data[3] = static_cast<std::uint8_t>(status_);
  for (unsigned i = 0; i < kCounters; ++i) store_be32(&data[4 + 4 * i], result_[i]);
  return data;
}

}  // namespace ib
