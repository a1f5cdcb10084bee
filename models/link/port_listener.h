// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib::link {

/// What a port tells its management of.
enum class PortIncident : std::uint8_t {
  kStateChange,         ///< It went to Down, or left it.
  kLocalLinkIntegrity,  ///< Physical errors passed PortInfo.LocalPhyErrors.
  kExcessiveOverrun,    ///< Overruns lasted PortInfo.OverrunErrors update periods.
  kFlowControlUpdate,   ///< A VL's flow control packet is overdue.
};

/// Hears of incidents at ports in the cycle in which they happen.
class PortListener {
 public:
  PortListener() = default;
  PortListener(const PortListener&) = delete;
  PortListener& operator=(const PortListener&) = delete;
  virtual void incident(std::uint16_t port, PortIncident what) = 0;

 protected:
  ~PortListener() = default;
};

}  // namespace ib::link
