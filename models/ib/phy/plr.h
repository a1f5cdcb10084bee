// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

namespace ib {

/// A cell of physical layer retransmission. The real format is not public (ib-facts 8.6): a cell
/// carries a number, something, and the number that its sender waits for; `good` is its CRC.
struct PlrCell {
  std::uint32_t sequence = 0;
  std::uint64_t content = 0;
  std::uint32_t acknowledged = 0;  ///< All cells before this have come in at the sender.
  bool replay_request = false;     ///< Send again from `acknowledged`.
  bool filler = false;             ///< Carries the acknowledgement only.
  bool good = true;
};

struct PlrConfig {
  unsigned buffer_cells = 256;     ///< Sent and not acknowledged; covers the round trip.
  unsigned timeout_slots = 512;    ///< Cell times without progress before a replay on own account.
  unsigned ask_again_slots = 128;  ///< Cell times before a replay is asked for again.
  std::uint32_t first_sequence = 0;  ///< Both ends agree on it in training.
};

/// One end of a link, both ways: numbers cells, keeps them until acknowledged, goes back to the
/// first the peer lacks, and lets through what comes in order, once. One cell a slot each way.
class PlrEnd {
 public:
  explicit PlrEnd(const PlrConfig& config)
      : config_(config),
        first_(config.first_sequence),
        next_(config.first_sequence),
        expected_(config.first_sequence) {}

  /// False while the replay buffer is full.
  [[nodiscard]] bool offer(std::uint64_t content);
  /// The cell of this slot.
  [[nodiscard]] PlrCell send();
  /// Takes what came in this slot; answers content that is new.
  [[nodiscard]] std::optional<std::uint64_t> receive(const PlrCell& cell);

  [[nodiscard]] std::uint64_t replays() const { return replays_; }
  [[nodiscard]] std::uint64_t bad_cells() const { return bad_cells_; }
  [[nodiscard]] std::size_t unacknowledged() const { return buffer_.size(); }

 private:
  void ask();
  void acknowledge(std::uint32_t before);
  void go_back();

  PlrConfig config_;
  std::deque<std::uint64_t> buffer_;  ///< From `first_`, sent or waiting.
  std::uint32_t first_;               ///< Number of the oldest cell the peer may lack.
  std::uint32_t next_;                ///< Number of the next cell to send.
  std::uint32_t expected_;            ///< Number of the next cell to come in.
  bool ask_ = false;                  ///< With the next cell.
  unsigned asked_slots_ = 0;          ///< Until asking again; 0: no replay is awaited.
  unsigned quiet_slots_ = 0;          ///< Since the peer acknowledged anything.
  std::uint64_t replays_ = 0;
  std::uint64_t bad_cells_ = 0;
};

}  // namespace ib
