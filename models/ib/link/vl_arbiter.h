// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"

namespace ib {

inline constexpr unsigned kVlArbMaxEntries = 64;
inline constexpr std::uint32_t kVlArbBlockBytes = 64;  ///< Unit of weights.
inline constexpr std::uint32_t kHighLimitBlocks = 64;  ///< Unit of the high limit: 4096 bytes.
inline constexpr std::uint8_t kHighLimitUnlimited = 255;

/// One entry of an arbitration table; weight in blocks of 64 bytes, 0 = skipped.
struct VlArbEntry {
  Vl vl;
  std::uint8_t weight = 0;
};

/// The two tables and the limit of high priority, as the subnet manager sets them. Entries past the
/// 64th and entries of VL15 are ignored; VLs in neither table are never served.
struct VlArbTables {
  std::vector<VlArbEntry> high;
  std::vector<VlArbEntry> low;
  std::uint8_t high_limit = kHighLimitUnlimited;
};

/// A low table that serves data VLs 0 .. count-1 alike, and an empty high table.
[[nodiscard]] VlArbTables equal_vl_shares(unsigned count, std::uint8_t weight = 64);

/// Weighted round robin over one table: stays on an entry while weight is left and it has a packet.
/// The last packet may overdraw; the weight reloads when the entry is left.
class VlArbTable {
 public:
  VlArbTable() = default;
  explicit VlArbTable(const std::vector<VlArbEntry>& entries);

  void reset() {
    current_ = kVlArbMaxEntries - 1;  // so that the first turn begins with entry 0
    left_ = 0;
  }
  [[nodiscard]] bool serves(std::uint16_t sendable) const { return (sendable & vls_) != 0; }
  /// Entry whose turn it is; serves(sendable) holds.
  [[nodiscard]] unsigned pick(std::uint16_t sendable) const {
    const std::uint64_t eligible = eligible_entries(sendable & vls_);
    if (left_ > 0 && (eligible >> current_ & 1) != 0) return current_;
    const std::uint64_t later = eligible & (~std::uint64_t{1} << current_);
    return static_cast<unsigned>(__builtin_ctzll(later != 0 ? later : eligible));
  }
  void charge(unsigned entry, std::uint32_t blocks) {
    if (entry != current_ || left_ <= 0) {
      current_ = entry;
      left_ = weight_[entry];
    }
    left_ -= static_cast<std::int32_t>(blocks);
  }
  [[nodiscard]] Vl vl(unsigned entry) const { return vl_[entry]; }

 private:
  [[nodiscard]] std::uint64_t eligible_entries(unsigned vls) const {
    std::uint64_t entries = 0;
    for (; vls != 0; vls &= vls - 1) {
      entries |= entries_of_[static_cast<unsigned>(__builtin_ctz(vls))];
    }
    return entries;
  }

  std::uint16_t vls_ = 0;  ///< VLs with an entry of non-zero weight.
  unsigned current_ = kVlArbMaxEntries - 1;
  std::int32_t left_ = 0;  ///< Weight left of `current_`.
  std::array<std::uint64_t, 16> entries_of_{};
  std::array<Vl, kVlArbMaxEntries> vl_{};
  std::array<std::uint8_t, kVlArbMaxEntries> weight_{};
};

/// The IBA VL arbiter, asked at packet boundaries: high table first while its limit lasts or no
/// low-priority packet waits, else the low table (ib-facts 4.1). VL15 and link packets go before
/// it.
class VlArbiter {
 public:
  /// A decision that changed nothing yet.
  struct Choice {
    Vl vl;
    std::uint8_t entry = 0;
    bool high = false;
    bool low_waits = false;  ///< A low-priority packet could have gone.
  };

  explicit VlArbiter(const VlArbTables& tables = equal_vl_shares(kDataVls));

  void reset();

  /// `sendable`: one bit a data VL that has a packet and the credits for it.
  [[nodiscard]] std::optional<Choice> pick(std::uint16_t sendable) const {
    const bool low_waits = low_.serves(sendable);
    const bool high = high_.serves(sendable) && (high_left_ > 0 || !low_waits);
    if (!high && !low_waits) return std::nullopt;
    const VlArbTable& table = high ? high_ : low_;
    const unsigned entry = table.pick(sendable);
    return Choice{table.vl(entry), static_cast<std::uint8_t>(entry), high, low_waits};
  }
  /// The chosen packet goes: `blocks` of 64 bytes.
  void charge(const Choice& choice, std::uint32_t blocks) {
    (choice.high ? high_ : low_).charge(choice.entry, blocks);
    if (choice.high && choice.low_waits) {
      if (!unlimited_) high_left_ -= static_cast<std::int32_t>(blocks);
    } else {
      high_left_ = high_budget_;
    }
  }
  /// Picks and charges; `blocks_of(vl)` tells the size of the packet at the head of a VL.
  template <class BlocksOf>
  [[nodiscard]] std::optional<Vl> grant(std::uint16_t sendable, BlocksOf blocks_of) {
    const std::optional<Choice> choice = pick(sendable);
    if (!choice) return std::nullopt;
    charge(*choice, blocks_of(choice->vl));
    return choice->vl;
  }

 private:
  VlArbTable high_;
  VlArbTable low_;
  bool unlimited_ = true;
  std::int32_t high_budget_ = 1;
  std::int32_t high_left_ = 1;  ///< Blocks the high table may still send past a waiting low packet.
};

struct VlArbiterIn {
  std::uint16_t sendable = 0;             ///< As VlArbiter::pick.
  std::array<std::uint8_t, 16> blocks{};  ///< Of the head packet of each VL.
  bool ready = false;                     ///< The port begins a packet this cycle.
};

struct VlArbiterOut {
  std::optional<Vl> vl;  ///< Whose packet goes next; shown whether or not it begins now.
};

/// The arbiter as a clocked block; its RTL twin is rtl/link/ib_vl_arbiter.sv.
using VlArbiterMachine = Machine<VlArbiterIn, VlArbiterOut>;
[[nodiscard]] std::unique_ptr<VlArbiterMachine> make_vl_arbiter(const VlArbTables& tables);

}  // namespace ib
