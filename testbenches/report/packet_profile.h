// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbenches/report/table.h"
#include "tlm/observer.h"

namespace ib::tb {

/// Counts of values in classes that are a 32nd of their value wide, and exact below 32.
class LogHistogram {
 public:
  void add(std::uint64_t value);
  /// Upper edge of each class that is not empty, and its count.
  [[nodiscard]] std::vector<std::pair<std::uint64_t, std::uint64_t>> classes() const;
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t count_ = 0;
};

/// What latency.csv and buffers.csv hold, from what ports send and receive: how long packets were
/// under way, how long they stood in each switch, and how many blocks of them. docs/outputs.md
/// describes the columns.
class PacketProfile final : public Observer {
 public:
  struct ChipInfo {
    std::string name;
    bool is_switch = false;
  };
  /// `chips` by chip index, as the conductor counts them.
  explicit PacketProfile(std::vector<ChipInfo> chips) : chips_(std::move(chips)) {}

  void on_event(const PortEvent& event) override;

  [[nodiscard]] Table latency() const;
  [[nodiscard]] Table buffers() const;

 private:
  /// A packet in a chip: source, sequence and chip.
  struct Place {
    std::uint64_t sequence = 0;
    std::uint32_t source = 0;
    std::uint32_t chip = 0;
    friend bool operator==(const Place& a, const Place& b) {
      return a.sequence == b.sequence && a.source == b.source && a.chip == b.chip;
    }
  };
  struct Hash {
    std::size_t operator()(const Place& place) const;
  };
  struct Stay {
    Ticks since = 0;
    std::uint16_t port = 0;
  };
  /// A port of a switch.
  struct Stand {
    std::uint64_t blocks = 0;  ///< Of packets that came in here and have not begun to leave.
    std::uint64_t most = 0;
    double block_ticks = 0;
    Ticks last_change = 0;
    std::uint64_t hops = 0;  ///< Packets that left by this port.
    Ticks hop_sum = 0;
    Ticks hop_most = 0;

    void change(Ticks now, std::int64_t count);
  };

  void enter(const PortEvent& event);
  void leave(const PortEvent& event);
  void drop(const PortEvent& event);
  [[nodiscard]] Stand& stand(std::uint32_t chip, std::uint16_t port) {
    return stands_[{chip, port}];
  }

  std::vector<ChipInfo> chips_;
  std::unordered_map<Place, Stay, Hash> stays_;  ///< For end nodes: since the first bit left.
  std::map<std::pair<std::uint32_t, std::uint16_t>, Stand> stands_;  ///< By chip and port.
  LogHistogram latency_ps_;
  Ticks now_ = 0;
};

}  // namespace ib::tb
