// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "models/ib/packet/packet.h"
#include "models/ib/phy/line_codec.h"
#include "models/ib/phy/pam4_gray_precoder.h"
#include "models/phy/failure_process.h"
#include "tlm/time.h"

namespace ib::phy {

/// What the receiver found on one lane; counters of extended speeds.
struct LaneCounters {
  std::uint64_t corrected_symbols = 0;
  std::uint64_t uncorrectable_codewords = 0;  ///< That had symbols on this lane.
};
inline constexpr unsigned kMostLanes = 12;

/// What a line direction has done up to some moment.
struct PhyCounters {
  std::uint64_t codewords = 0;         ///< Wholly past; bits without FEC.
  std::uint64_t failed_codewords = 0;  ///< Not corrected.
  std::uint64_t corrupted_packets = 0;
  std::uint64_t replays = 0;  ///< Of packets, by physical layer retransmission.
  // Counted bit by bit only, in codewords that data packets lie in, the last group not yet.
  std::uint64_t corrected_symbols = 0;
  std::uint64_t line_bits = 0;
  std::uint64_t wrong_bits = 0;  ///< Before correction.
  CodewordHistogram histogram{};
  std::array<LaneCounters, kMostLanes> lanes{};
};

/// A line that carries packets bit by bit; takes the place of the closed forms in mode bit_true.
class LineModel {
 public:
  LineModel() = default;
  LineModel(const LineModel&) = delete;
  LineModel& operator=(const LineModel&) = delete;
  virtual ~LineModel() = default;
  /// True when the packet, or something as short as a flow control packet, with its bits on the
  /// line in [start, end) comes out such that its receiver sees it. A packet damaged unseen has the
  /// bytes it came in.
  virtual bool carry(Packet& packet, Ticks start, Ticks end) = 0;
  virtual bool corrupts(Ticks start, Ticks end) = 0;
  [[nodiscard]] virtual PhyCounters counters(Ticks now) const = 0;
  /// Codes by another codec of the same mode from now on; before the first transfer.
  virtual void use_codec(std::unique_ptr<LineCodec> codec) = 0;
  /// Makes PAM4 levels by this machine from now on.
  virtual void use_precoder(std::unique_ptr<Pam4GrayPrecoder> machine) = 0;
};

}  // namespace ib::phy
