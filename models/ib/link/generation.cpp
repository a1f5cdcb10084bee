// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/generation.h"

#include <charconv>
#include <numeric>

namespace ib {
namespace {

// ib-facts 8.1. GDR is not final: its line rate is the expected doubling of XDR (confidence L).
constexpr std::array<GenerationInfo, kGenerations> kTable{{
    {Generation::kSdr, "SDR", {2, 1}, {5, 2}, LineCode::k8b10b, Modulation::kNrz},
    {Generation::kDdr, "DDR", {4, 1}, {5, 1}, LineCode::k8b10b, Modulation::kNrz},
    {Generation::kQdr, "QDR", {8, 1}, {10, 1}, LineCode::k8b10b, Modulation::kNrz},
    {Generation::kFdr10, "FDR10", {10, 1}, {165, 16}, LineCode::k64b66b, Modulation::kNrz},
    {Generation::kFdr, "FDR", {150, 11}, {225, 16}, LineCode::k64b66b, Modulation::kNrz},
    {Generation::kEdr, "EDR", {25, 1}, {825, 32}, LineCode::k64b66b, Modulation::kNrz},
    {Generation::kHdr, "HDR", {50, 1}, {425, 8}, LineCode::k256b257b, Modulation::kPam4},
    {Generation::kNdr, "NDR", {100, 1}, {425, 4}, LineCode::k256b257b, Modulation::kPam4},
    {Generation::kXdr, "XDR", {200, 1}, {425, 2}, LineCode::k256b257b, Modulation::kPam4},
    {Generation::kGdr, "GDR", {400, 1}, {425, 1}, LineCode::k256b257b, Modulation::kPam4},
}};

Rational times(Rational r, unsigned n) { return reduced(r.num * n, r.den); }

}  // namespace

Rational reduced(std::int64_t num, std::int64_t den) {
  const std::int64_t g = std::gcd(num, den);
  return {num / g, den / g};
}

const GenerationInfo& info(Generation generation) {
  return kTable[static_cast<std::size_t>(generation)];
}

std::optional<Generation> generation_from_name(std::string_view name) {
  for (const GenerationInfo& row : kTable) {
    if (row.name == name) return row.generation;
  }
  return std::nullopt;
}

std::optional<Width> width_from_lanes(unsigned lane_count) {
  for (const Width width : {Width::k1x, Width::k2x, Width::k4x, Width::k8x, Width::k12x}) {
    if (lanes(width) == lane_count) return width;
  }
  return std::nullopt;
}

Rational data_rate_gbps(Generation generation, Width width) {
  return times(info(generation).lane_data_gbps, lanes(width));
}

Rational line_rate_gbps(Generation generation, Width width) {
  return times(info(generation).lane_line_gbps, lanes(width));
}

Rational byte_time_ps(Generation generation, Width width) {
  const Rational gbps = data_rate_gbps(generation, width);
  return reduced(8000 * gbps.den, gbps.num);
}

std::optional<LinkRate> link_rate_from_name(std::string_view name) {
  unsigned lane_count = 0;
  const auto [rest, error] = std::from_chars(name.data(), name.data() + name.size(), lane_count);
  if (error != std::errc{} || rest == name.data() + name.size() || *rest != 'x')
    return std::nullopt;
  const auto width = width_from_lanes(lane_count);
  const std::size_t used = static_cast<std::size_t>(rest - name.data()) + 1;
  const auto generation = generation_from_name(name.substr(used));
  if (!width || !generation) return std::nullopt;
  return LinkRate{*generation, *width};
}

}  // namespace ib
