// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "models/ib/switching/islip.h"
#include "rtl/cosim/clocked.h"
#include "rtl/cosim/fields.h"
#include "rtl/cosim/traceable.h"

namespace ib::cosim {

/// A Verilated ib_islip of `kPorts` ports.
template <class Model, unsigned kPorts>
class IslipRtl final : public IslipMachine, public Traceable {
 public:
  explicit IslipRtl(unsigned iterations) {
    block_.pins().iterations_i = static_cast<CData>(iterations);
    block_.reset();
  }

  void trace(std::function<std::uint64_t()> now, std::string& vcd) override {
    block_.trace(std::move(now), vcd);
  }

  void reset() override { block_.reset(); }

  IslipOut step(const IslipIn& in) override {
    Model& pins = block_.pins();
    for (unsigned output = 0; output < kPorts; ++output) {
      store_mask(pins.requests_i, output * kPorts, kPorts, in.requests[output]);
    }
    store_mask(pins.free_inputs_i, 0, kPorts, in.free_inputs);
    store_mask(pins.free_outputs_i, 0, kPorts, in.free_outputs);
    block_.settle();
    const IslipOut out = read();
    block_.edge();
    return out;
  }

 private:
  static constexpr unsigned index_bits() {
    unsigned bits = 0;
    while (1u << bits < kPorts) ++bits;
    return bits;
  }

  [[nodiscard]] IslipOut read() {
    constexpr unsigned kIndexBits = index_bits();
    const Model& pins = block_.pins();
    IslipOut out;
    for (unsigned output = 0; output < kPorts; ++output) {
      if (load_field(pins.matched_o, output, 1) == 0) continue;
      out.matched.set(output);
      out.input_of[output] =
          static_cast<std::uint8_t>(load_field(pins.input_of_o, output * kIndexBits, kIndexBits));
    }
    return out;
  }

  Clocked<Model> block_;
};

}  // namespace ib::cosim
