// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated_vcd_c.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace ib::cosim {

/// Whether a model was built with tracing.
template <class Model, class = void>
inline constexpr bool kIsTraced = false;
template <class Model>
inline constexpr bool kIsTraced<
    Model, std::void_t<decltype(std::declval<Model&>().trace(std::declval<VerilatedVcdC*>(), 0))>> =
    true;

/// Takes the values of a Verilated model as the text of a VCD file, in memory.
class Tracer {
 public:
  template <class Model>
  Tracer(Model& model, std::function<std::uint64_t()> now, std::string& vcd)
      : now_(std::move(now)), text_(vcd), vcd_(&text_) {
    constexpr int kAllLevels = 99;
    model.trace(&vcd_, kAllLevels);
    vcd_.open("memory");
    vcd_.flush();
  }

  /// The first call at a time counts.
  void sample() {
    const std::uint64_t now = now_();
    if (sampled_ && now <= last_) return;
    sampled_ = true;
    last_ = now;
    vcd_.dump(now);
    vcd_.flush();
  }

 private:
  class Text final : public VerilatedVcdFile {
   public:
    explicit Text(std::string& to) : to_(to) {}
    bool open(const std::string&) override { return true; }
    void close() override {}
    ssize_t write(const char* bytes, ssize_t count) override {
      to_.append(bytes, static_cast<std::size_t>(count));
      return count;
    }

   private:
    std::string& to_;
  };

  std::function<std::uint64_t()> now_;
  Text text_;
  VerilatedVcdC vcd_;
  bool sampled_ = false;
  std::uint64_t last_ = 0;
};

/// In the place of a Tracer for models that are built without tracing.
class NoTracer {
 public:
  template <class Model>
  NoTracer(Model&, std::function<std::uint64_t()>, std::string&) {}
  void sample() {}
};

}  // namespace ib::cosim
