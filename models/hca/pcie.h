// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/hca/hca_config.h"
#include "tlm/time.h"

namespace ib::hca {

/// Times of a PCI Express link as closed forms of the configuration.
class PcieTiming {
 public:
  explicit PcieTiming(const PcieConfig& config);

  /// Time that `byte_count` bytes take on the link, rounded up to a tick.
  [[nodiscard]] Ticks wire_time(std::uint64_t byte_count) const {
    return static_cast<Ticks>((byte_count * numerator_ + denominator_ - 1) / denominator_);
  }
  /// Bytes on the link of a write of `length` bytes from `address` on: TLPs are cut at multiples of
  /// MPS.
  [[nodiscard]] std::uint64_t data_bytes(std::uint64_t address, std::uint32_t length) const {
    return cut_bytes(address, length, config_.mps_bytes);
  }
  /// The same of the completions of a read: cut at multiples of `completion_bytes`.
  [[nodiscard]] std::uint64_t completion_bytes(std::uint64_t address, std::uint32_t length) const {
    return cut_bytes(address, length, largest_completion());
  }
  /// Payload of the first TLP of a write of `length` bytes at `address`.
  [[nodiscard]] std::uint32_t write_piece(std::uint64_t address, std::uint32_t length) const;
  /// Bytes on the link of a read request.
  [[nodiscard]] std::uint64_t request_bytes() const { return config_.tlp_overhead_bytes; }
  /// Longest piece of a read of `length` bytes at `address`: up to MRRS, not across 4 KiB.
  [[nodiscard]] std::uint32_t read_piece(std::uint64_t address, std::uint32_t length) const;

  [[nodiscard]] Ticks latency() const { return latency_; }
  [[nodiscard]] Ticks read_latency() const { return read_latency_; }
  [[nodiscard]] std::uint32_t tags() const { return config_.tags; }
  /// Payload rate of writes when every TLP is full, Gb/s.
  [[nodiscard]] double full_rate_gbps() const { return rate_gbps(config_.mps_bytes); }
  /// Payload rate of reads when every completion is full, Gb/s.
  [[nodiscard]] double completion_rate_gbps() const { return rate_gbps(largest_completion()); }
  /// A posted write's last byte out to its credits back.
  [[nodiscard]] Ticks credit_time() const { return 2 * latency_ + posted_return_; }
  /// Payload rate of full posted writes that their credits allow, Gb/s: as many as there are
  /// credits for, once in the time that a credit takes.
  [[nodiscard]] double posted_rate_gbps() const;
  [[nodiscard]] const PcieConfig& config() const { return config_; }

 private:
  [[nodiscard]] std::uint32_t largest_completion() const {
    return config_.completion_bytes < config_.mps_bytes ? config_.completion_bytes
                                                        : config_.mps_bytes;
  }
  [[nodiscard]] std::uint64_t cut_bytes(std::uint64_t address, std::uint32_t length,
                                        std::uint64_t cut) const;
  [[nodiscard]] double rate_gbps(std::uint32_t payload) const;

  PcieConfig config_;
  std::uint64_t numerator_;  ///< Ticks a byte, as a fraction.
  std::uint64_t denominator_;
  Ticks latency_;
  Ticks read_latency_;
  Ticks posted_return_;
};

/// One direction of the link: what is sent waits for what was sent before.
class PcieLane {
 public:
  /// When the last of `byte_count` bytes that are ready at `ready` has left.
  Ticks send(Ticks ready, Ticks wire_time) {
    free_ = (ready > free_ ? ready : free_) + wire_time;
    return free_;
  }
  [[nodiscard]] Ticks free() const { return free_; }

 private:
  Ticks free_ = 0;
};

}  // namespace ib::hca
