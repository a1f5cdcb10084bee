// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbenches/workload/traffic_program.h"

namespace ib::tb {

/// Places for what a node has begun and not ended, told apart by small numbers.
template <class T>
class SlotTable {
 public:
  [[nodiscard]] std::uint32_t add(const T& value) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(values_.size()));
      values_.emplace_back();
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    values_[slot] = value;
    return slot;
  }
  [[nodiscard]] T take(std::uint32_t slot) {
    free_.push_back(slot);
    return values_[slot];
  }
  [[nodiscard]] const T& operator[](std::uint32_t slot) const { return values_[slot]; }

 private:
  std::vector<T> values_;
  std::vector<std::uint32_t> free_;
};

/// Reads and writes of blocks on the receiver, by command and response capsules of NVMe over
/// Fabrics or information units of SRP. Read: command, medium, RDMA WRITE of the data, response.
/// Write: command, RDMA READ of the data (or the data in the capsule), medium, response. A message
/// is measured from its birth to its response.
class StorageProgram final : public TrafficProgram {
 public:
  using TrafficProgram::TrafficProgram;
  void arrived(MessageHost& node, const Arrival& arrival) override;

 private:
  enum Kind : std::uint8_t { kRead, kWrite, kWriteInline, kFetch, kData, kReadData, kResponse };
  struct Request {
    Ticks birth = 0;
    std::uint64_t bytes = 0;
  };
  /// What the medium is at, to be answered when it is done.
  struct Job {
    std::uint32_t from = 0;
    std::uint64_t tag = 0;
  };

  void launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) override;
  void due(MessageHost& node, std::uint64_t note) override;
  void serve(MessageHost& node, const Job& job);
  void answer(MessageHost& node, const Job& job);
  [[nodiscard]] std::uint64_t response_bytes() const;

  SlotTable<Request> requests_;
  SlotTable<Job> jobs_;
};

/// TCP over IPoIB datagrams: a message is cut into segments with IPoIB, IP and TCP headers, every
/// second of which is acknowledged. Measured from its birth to its last segment.
class IpoibProgram final : public TrafficProgram {
 public:
  IpoibProgram(const TrafficPlan& plan, const MessageNode& node);
  void arrived(MessageHost& node, const Arrival& arrival) override;

 private:
  /// What has come of one source.
  struct Stream {
    std::uint64_t bytes = 0;     ///< Of the message at work.
    std::uint32_t segments = 0;  ///< Not acknowledged.
  };

  void launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) override;

  std::uint32_t segment_bytes_;
  PeerTable<Stream> streams_;  ///< By source.
};

/// MPI point to point: short messages with their envelope, long ones after a request to send and a
/// clear to send. Measured from the birth of a message to its last byte.
class MpiProgram final : public TrafficProgram {
 public:
  using TrafficProgram::TrafficProgram;
  void arrived(MessageHost& node, const Arrival& arrival) override;

 private:
  enum Kind : std::uint8_t { kEager, kRequest, kClear, kLong, kAnswer };
  struct Pending {
    Ticks birth = 0;
    std::uint64_t bytes = 0;
  };

  void launch(MessageHost& node, std::uint32_t to, std::uint64_t bytes, Ticks birth) override;
  void end(MessageHost& node, const Arrival& arrival, std::uint64_t bytes);

  SlotTable<Pending> pending_;
};

/// The program of `plan.config.protocol`.
[[nodiscard]] std::unique_ptr<TrafficProgram> make_traffic_program(const TrafficPlan& plan,
                                                                   const MessageNode& node);

}  // namespace ib::tb
