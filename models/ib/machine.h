// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib {

/// The behaviour of a block, one clock cycle a call. `step` answers as the pins stand before the
/// edge, then moves the state across it. Implemented twice where a block has RTL: in C++
/// (models/ib) and Verilated (rtl/cosim). Idle inputs change no state, so the clock may be gated.
template <class In, class Out>
class Machine {
 public:
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  virtual ~Machine() = default;
  virtual void reset() = 0;
  virtual Out step(const In& in) = 0;
};

}  // namespace ib
