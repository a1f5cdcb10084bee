// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/workload/arrival_process.h"
#include "testbenches/workload/message_node.h"
#include "testbenches/workload/message_record.h"
#include "testbenches/workload/size_distribution.h"
#include "testbenches/workload/traffic_pattern.h"

namespace ib::tb {

/// What all programs of a workload have in common; outlives them.
struct TrafficPlan {
  WorkloadConfig config;
  Destinations destinations;
  SizeDistribution sizes;
  double load = 0.5;
  double line_bytes = 0;  ///< Mean over the sizes, on the line.
  std::uint64_t seed = 1;
  Ticks begin = 0;  ///< Of the measured time.
  Ticks end = 0;
};

/// Slices of a run for the detection of its steady state.
inline constexpr std::size_t kTrafficSlices = 500;

/// Sources of messages by a pattern, in an open or a closed loop. A subclass says what becomes of a
/// message; the base tells births, draws receivers and lengths, and measures.
class TrafficProgram : public MessageProgram {
 public:
  TrafficProgram(const TrafficPlan& plan, const MessageNode& node);

  [[nodiscard]] const MessageRecord& record() const { return record_; }
  [[nodiscard]] bool sends() const { return sends_; }
  [[nodiscard]] std::uint64_t born() const { return number_; }

  void start(MessageHost& node) override;
  void woke(MessageHost& node) override;
  void sent(MessageHost& node, const Message& message) override;

 protected:
  /// A message to a receiver was born.
  virtual void launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) = 0;
  /// A message of this node is through, answer and all: a closed loop goes on.
  void finished(MessageHost& node);
  /// A message of `bytes`, born at `birth`, is where it belongs.
  void measure(const MessageHost& node, std::uint64_t bytes, Ticks birth, Ticks at);
  /// Calls `due` at `when`.
  void call_at(MessageHost& node, Ticks when, std::uint64_t note);
  virtual void due(MessageHost& node, std::uint64_t note);
  [[nodiscard]] bool closed() const { return plan_.config.arrivals == Arrivals::kClosed; }
  [[nodiscard]] const WorkloadConfig& config() const { return plan_.config; }
  [[nodiscard]] RandomStream& random() { return random_; }

 private:
  struct Call {
    Ticks when;
    std::uint64_t note;
  };

  void give_birth(MessageHost& node, Ticks birth);
  void sleep(MessageHost& node);

  const TrafficPlan& plan_;
  RandomStream random_;
  ArrivalProcess arrivals_;
  MessageRecord record_;
  bool sends_;
  std::uint64_t number_ = 0;
  Ticks next_birth_ = kNever;
  std::vector<Call> calls_;  ///< A heap, the earliest in front.
};

/// A message is a message, answered by an empty one in a closed loop.
class PlainProgram final : public TrafficProgram {
 public:
  using TrafficProgram::TrafficProgram;
  void arrived(MessageHost& node, const Arrival& arrival) override;

 private:
  void launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) override;
};

}  // namespace ib::tb
