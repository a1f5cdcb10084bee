// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace ib::cosim {

/// A Verilated block whose signals can be traced.
class Traceable {
 public:
  Traceable() = default;
  Traceable(const Traceable&) = delete;
  Traceable& operator=(const Traceable&) = delete;
  virtual ~Traceable() = default;

  /// Adds the header of a VCD file to `vcd`, and from now on what changed, at every clock before
  /// its edge. `now` answers the time in ps, which never falls; both outlive the block's last
  /// clock.
  virtual void trace(std::function<std::uint64_t()> now, std::string& vcd) = 0;
};

}  // namespace ib::cosim
