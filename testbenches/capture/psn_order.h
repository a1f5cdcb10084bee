// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/capture/capture_reader.h"

namespace ib::tb {

enum class PsnVerdict : std::uint8_t {
  kNotJudged,  ///< A response, a datagram or a packet without PSN order.
  kInOrder,
  kRepeat,  ///< Seen before: a retry.
  kHealed,  ///< The first retry after a gap; the gap is forgiven.
  kGap,     ///< One or more packets are missing before this one.
};

/// Follows the PSNs of every flow of requests through a capture (IBTA Vol 1, 9.7.1). A flow is
/// (capture point, SLID, DLID, destination QP or EE context, transport). A READ request takes as
/// many PSNs as it has response packets; the path MTU that this needs is learned from the flow
/// itself unless it is given.
class PsnOrder {
 public:
  explicit PsnOrder(std::optional<Mtu> path_mtu) : path_mtu_(path_mtu) {}

  PsnVerdict see(const CaptureRecord& record, const ParsedPacket& packet);

  [[nodiscard]] std::uint64_t flows() const { return flows_.size(); }
  [[nodiscard]] std::uint64_t repeats() const { return repeats_; }
  [[nodiscard]] std::uint64_t healed_gaps() const { return healed_gaps_; }
  /// Gaps that no retry has filled so far.
  [[nodiscard]] std::uint64_t open_gaps() const { return open_gaps_; }
  /// What was expected where the last gap was found.
  [[nodiscard]] Psn expected() const { return expected_; }

 private:
  using Key = std::tuple<std::uint64_t, unsigned, unsigned, std::uint16_t, std::uint16_t,
                         std::uint32_t, std::uint8_t>;

  struct Flow {
    bool started = false;
    Psn last;                      ///< PSN of the newest request.
    std::uint32_t read_bytes = 0;  ///< DMALen if that was a READ, else 0.
    std::uint8_t mtus = 0;         ///< Set of path MTUs still possible, bit = code.
    std::optional<Psn> missing;    ///< First PSN of the oldest open gap.
    std::uint64_t gaps = 0;        ///< Open ones.
  };

  static std::optional<Key> key_of(const CaptureRecord& record, const ParsedPacket& packet);
  PsnVerdict judge(Flow& flow, const ParsedPacket& packet);
  /// A READ that was answered in part is asked for again from the first missing response on.
  static bool is_rest_of_read(const Flow& flow, const ParsedPacket& packet);
  /// Whether `psn` may follow the newest request; narrows the MTUs to those with which it may.
  bool follows(Flow& flow, Psn psn) const;

  const std::optional<Mtu> path_mtu_;
  std::map<Key, Flow> flows_;
  std::uint64_t repeats_ = 0;
  std::uint64_t healed_gaps_ = 0;
  std::uint64_t open_gaps_ = 0;
  Psn expected_;
};

}  // namespace ib::tb
