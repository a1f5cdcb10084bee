// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "rtl/cosim/tracer.h"

namespace ib::cosim {

/// One Verilated block, which may have no state.
template <class Model>
class Combinational {
 public:
  Combinational() = default;
  Combinational(const Combinational&) = delete;
  Combinational& operator=(const Combinational&) = delete;
  // Verilator 5.006 erases a model's scopes from the thread's current context, whichever that is.
  ~Combinational() {
    Verilated::threadContextp(&context_);
    model_.final();
  }

  /// Lets the outputs follow the inputs.
  void settle() { model_.eval(); }
  Model& pins() { return model_; }
  [[nodiscard]] const Model& pins() const { return model_; }

  /// As Traceable::trace says; nothing for a model that was built without tracing.
  void trace(std::function<std::uint64_t()> now, std::string& vcd) {
    tracer_ = std::make_unique<ModelTracer>(model_, std::move(now), vcd);
  }

 protected:
  void sample() {
    if (tracer_) tracer_->sample();
  }

 private:
  /// A context of one thread; any other starts a pool of workers that no model here uses.
  struct Context : VerilatedContext {
    Context() {
      threads(1);
      if (kIsTraced<Model>) traceEverOn(true);  // has to come before the model
    }
  };
  using ModelTracer = std::conditional_t<kIsTraced<Model>, Tracer, NoTracer>;

  Context context_;
  Model model_{&context_};
  std::unique_ptr<ModelTracer> tracer_;
};

/// Drives the clock and reset of one Verilated block. A cycle is settle(), read the outputs,
/// edge().
template <class Model>
class Clocked : public Combinational<Model> {
 public:
  void reset() {
    this->pins().rst_ni = 0;
    settle();
    edge();
    this->pins().rst_ni = 1;
  }
  /// Lets the outputs follow the inputs, before the edge.
  void settle() {
    this->pins().clk_i = 0;
    Combinational<Model>::settle();
    this->sample();
  }
  /// The rising edge: moves the state on.
  void edge() {
    this->pins().clk_i = 1;
    Combinational<Model>::settle();
  }
};

}  // namespace ib::cosim
