// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

namespace ib::cosim {

/// Drives the clock and reset of one Verilated block. A cycle is settle(), read the outputs,
/// edge().
template <class Model>
class Clocked {
 public:
  Clocked() = default;
  Clocked(const Clocked&) = delete;
  Clocked& operator=(const Clocked&) = delete;
  // Verilator 5.006 erases a model's scopes from the thread's current context, whichever that is.
  ~Clocked() {
    Verilated::threadContextp(&context_);
    model_.final();
  }

  void reset() {
    model_.rst_ni = 0;
    settle();
    edge();
    model_.rst_ni = 1;
  }
  /// Lets the outputs follow the inputs, before the edge.
  void settle() {
    model_.clk_i = 0;
    model_.eval();
  }
  /// The rising edge: moves the state on.
  void edge() {
    model_.clk_i = 1;
    model_.eval();
  }
  Model& pins() { return model_; }
  [[nodiscard]] const Model& pins() const { return model_; }

 private:
  /// A context of one thread; any other starts a pool of workers that no model here uses.
  struct Context : VerilatedContext {
    Context() { threads(1); }
  };

  Context context_;
  Model model_{&context_};
};

}  // namespace ib::cosim
