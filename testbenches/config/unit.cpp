// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/unit.h"

#include <array>

namespace ib::tb {
namespace {

struct Unit {
  std::string_view name;
  char dimension;
  double size;  ///< In the smallest unit of its dimension.
};

// Sizes are whole numbers so that the usual factors (1000, 1024) are exact.
constexpr std::array<Unit, 25> kUnits{{
    {"ps", 't', 1},        {"ns", 't', 1e3},   {"us", 't', 1e6},   {"ms", 't', 1e9},
    {"s", 't', 1e12},      {"cm", 'l', 1},     {"m", 'l', 100},    {"km", 'l', 1e5},
    {"bytes", 'b', 1},     {"B", 'b', 1},      {"KiB", 'b', 1024}, {"MiB", 'b', 1048576},
    {"GiB", 'b', 1 << 30}, {"kB", 'b', 1e3},   {"MB", 'b', 1e6},   {"Hz", 'f', 1},
    {"kHz", 'f', 1e3},     {"MHz", 'f', 1e6},  {"GHz", 'f', 1e9},  {"Mb/s", 'r', 1},
    {"Gb/s", 'r', 1e3},    {"gbps", 'r', 1e3}, {"Gbps", 'r', 1e3}, {"cycles", 'c', 1},
    {"cycle", 'c', 1},
}};

const Unit* find(std::string_view name) {
  for (const Unit& unit : kUnits) {
    if (unit.name == name) return &unit;
  }
  return nullptr;
}

}  // namespace

std::optional<double> unit_factor(std::string_view from, std::string_view to) {
  if (from == to) return 1;
  const Unit* const source = find(from);
  const Unit* const target = find(to);
  if (source == nullptr || target == nullptr || source->dimension != target->dimension) {
    return std::nullopt;
  }
  return source->size / target->size;
}

}  // namespace ib::tb
