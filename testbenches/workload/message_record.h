// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm/time.h"

namespace ib::tb {

/// What a node, or all of them, measured of messages, over equal slices of the run.
class MessageRecord {
 public:
  struct Slice {
    Ticks born_line = 0;      ///< Time on the line of the messages born.
    Ticks received_line = 0;  ///< The same of those that came in.
    std::uint64_t received = 0;
    Ticks delay_sum = 0;
  };

  /// `slices` of the time to `end`; the distribution of delays counts from `measure_from` on.
  MessageRecord(Ticks end, std::size_t slices, Ticks measure_from);

  void born(Ticks at, Ticks line_time);
  void received(Ticks at, Ticks line_time, Ticks delay, std::uint64_t bytes);
  void add(const MessageRecord& other);

  [[nodiscard]] const std::vector<Slice>& slices() const { return slices_; }
  [[nodiscard]] Ticks slice_time() const { return slice_time_; }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }  ///< Since measure_from.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }        ///< The same, payload.
  [[nodiscard]] Ticks delay_sum() const { return delay_sum_; }
  [[nodiscard]] Ticks delay_max() const { return delay_max_; }
  [[nodiscard]] Ticks delay_min() const { return delay_min_; }
  /// The delay that a share of the messages does not exceed, to 1 part in 64; 0 without any.
  [[nodiscard]] Ticks delay_quantile(double share) const;

 private:
  [[nodiscard]] Slice& slice_at(Ticks at);

  static constexpr unsigned kSubBits = 6;  ///< Classes an octave: 2^6.

  Ticks slice_time_;
  Ticks measure_from_;
  std::vector<Slice> slices_;
  std::vector<std::uint32_t> classes_;  ///< Delays by size, as far as there were any.
  std::uint64_t messages_ = 0;
  std::uint64_t bytes_ = 0;
  Ticks delay_sum_ = 0;
  Ticks delay_max_ = 0;
  Ticks delay_min_ = kNever;
};

}  // namespace ib::tb
