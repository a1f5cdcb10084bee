// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "models/ib/aggregation/aggregation_node.h"
#include "models/ib/base/parameter.h"

namespace ib::tb {

/// One segment at a time, or as many as the aggregation units buffer.
enum class ReductionMode : std::uint8_t { kStreaming, kLowLatency };

/// What an all-reduce combines, and how.
struct ReductionConfig {
  bool sharp = false;
  std::uint32_t vector_bytes = 65536;
  std::uint32_t segment_bytes = 4096;
  ReductionOp op = ReductionOp::kSum;
  ReductionType type = ReductionType::kFp32;
  ReductionOrder order = ReductionOrder::kChildren;
  ReductionMode mode = ReductionMode::kStreaming;
};

template <class Config, class Visitor>
std::enable_if_t<std::is_same_v<std::remove_const_t<Config>, ReductionConfig>> visit_parameters(
    Config& c, Visitor& v) {
  v("sharp", c.sharp, Meta{"", 0, 1, "Reduce in the switches as well", "ib-facts 9.4 M"});
  v("vector_bytes", c.vector_bytes,
    Meta{"bytes", 4, 16777216, "Vector of each host", "ib-facts 9.4 M"});
  v("segment_bytes", c.segment_bytes,
    Meta{"bytes", 4, 4096, "Payload of a packet", "ib-facts 9.4 L"});
  v("op", c.op, Meta{"", 0, 2, "Operation", "ib-facts 9.4 M"});
  v("type", c.type, Meta{"", 0, 3, "Type of the elements", "ib-facts 9.4 M"});
  v("order", c.order, Meta{"", 0, 1, "Order in which a switch combines", "ib-facts 9.4 L"});
  v("mode", c.mode, Meta{"", 0, 1, "Segments on their way at a time", "ib-facts 9.4 M"});
}

}  // namespace ib::tb

template <>
struct ib::EnumNames<ib::ReductionOp> {
  static constexpr std::array<std::string_view, 3> values{"sum", "min", "max"};
};

template <>
struct ib::EnumNames<ib::ReductionType> {
  static constexpr std::array<std::string_view, 4> values{"int32", "fp32", "fp16", "bf16"};
};

template <>
struct ib::EnumNames<ib::ReductionOrder> {
  static constexpr std::array<std::string_view, 2> values{"children", "arrival"};
};

template <>
struct ib::EnumNames<ib::tb::ReductionMode> {
  static constexpr std::array<std::string_view, 2> values{"streaming", "low_latency"};
};
