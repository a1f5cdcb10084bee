// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "models/ib/base/port_mask.h"
#include "models/ib/base/types.h"

namespace ib {

/// Multicast forwarding table: the output ports of each multicast LID, written in blocks of 32 LIDs
/// by 16 ports (ib-facts 4.4). Ports are numbers as on the front panel, 0 the management port.
class Mft {
 public:
  static constexpr std::uint8_t kNoPort = 255;
  static constexpr unsigned kBlockMlids = 32;
  static constexpr unsigned kBlockPorts = 16;
  static constexpr unsigned kCapacity = 1024;  ///< MulticastFDBCap: LIDs from 0xC000 on.
  using Block = std::array<std::uint16_t, kBlockMlids>;

  /// Where a packet goes that came in by `in_port`: its mask without that port. A LID beyond `top`
  /// goes to the default primary port or, when it came from there, to the not-primary one.
  [[nodiscard]] PortMask outputs(Lid mlid, unsigned in_port) const;

  /// Adds a port to the mask of a LID; ignored beyond kCapacity.
  void add(Lid mlid, unsigned port);
  /// SwitchInfo.MulticastFDBTop: the last LID that is looked up.
  void set_top(Lid top) { top_ = top; }
  /// SwitchInfo.DefaultMulticastPrimaryPort and DefaultMulticastNotPrimaryPort; kNoPort drops.
  void set_default_primary(std::uint8_t port) { default_primary_ = port; }
  void set_default_not_primary(std::uint8_t port) { default_not_primary_ = port; }

  /// MulticastForwardingTable attribute: block from LID 0xC000 + 32 * index, ports from 16 *
  /// position. Ignored and zero beyond the table.
  [[nodiscard]] Block block(unsigned index, unsigned position) const;
  void set_block(unsigned index, unsigned position, const Block& block);

 private:
  [[nodiscard]] static unsigned index_of(Lid mlid) {
    return mlid.value() - kFirstMulticastLid.value();
  }

  Lid top_{static_cast<std::uint16_t>(kFirstMulticastLid.value() + kCapacity - 1)};
  std::uint8_t default_primary_ = kNoPort;
  std::uint8_t default_not_primary_ = kNoPort;
  std::vector<PortMask> masks_;  ///< From LID 0xC000 on, as far as written.
};

}  // namespace ib
