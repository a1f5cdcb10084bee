// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ib {

/// An exact fraction of positive integers, kept in lowest terms.
struct Rational {
  std::int64_t num = 0;
  std::int64_t den = 1;
  friend constexpr bool operator==(Rational a, Rational b) {
    return a.num == b.num && a.den == b.den;
  }
  [[nodiscard]] constexpr double value() const {
    return static_cast<double>(num) / static_cast<double>(den);
  }
};

[[nodiscard]] Rational reduced(std::int64_t num, std::int64_t den);

/// Link generations by their field names (ib-facts 8.1).
enum class Generation : std::uint8_t {
  kSdr,
  kDdr,
  kQdr,
  kFdr10,
  kFdr,
  kEdr,
  kHdr,
  kNdr,
  kXdr,
  kGdr
};
inline constexpr std::size_t kGenerations = 10;

enum class Width : std::uint8_t { k1x = 1, k2x = 2, k4x = 4, k8x = 8, k12x = 12 };

enum class LineCode : std::uint8_t { k8b10b, k64b66b, k256b257b };
enum class Modulation : std::uint8_t { kNrz, kPam4 };

/// What a generation is, per lane.
struct GenerationInfo {
  Generation generation;
  std::string_view name;    ///< "SDR" .. "GDR"
  Rational lane_data_gbps;  ///< After line coding and FEC: what packets see.
  Rational lane_line_gbps;  ///< Bits on the lane.
  LineCode code;
  Modulation modulation;
};

[[nodiscard]] const GenerationInfo& info(Generation generation);
[[nodiscard]] std::optional<Generation> generation_from_name(std::string_view name);
[[nodiscard]] std::optional<Width> width_from_lanes(unsigned lanes);
[[nodiscard]] constexpr unsigned lanes(Width width) { return static_cast<unsigned>(width); }

/// Data rate of a link, Gb/s, exact.
[[nodiscard]] Rational data_rate_gbps(Generation generation, Width width);
/// Line rate of a link, Gb/s, exact: what FEC codewords fill.
[[nodiscard]] Rational line_rate_gbps(Generation generation, Width width);
/// Time one packet byte takes on the link, picoseconds, exact.
[[nodiscard]] Rational byte_time_ps(Generation generation, Width width);

/// A link's name as tools print it: "4xNDR". Parses the same form.
struct LinkRate {
  Generation generation = Generation::kNdr;
  Width width = Width::k4x;
  friend constexpr bool operator==(LinkRate a, LinkRate b) {
    return a.generation == b.generation && a.width == b.width;
  }
};
[[nodiscard]] std::optional<LinkRate> link_rate_from_name(std::string_view name);

/// Bytes of wire time a packet needs beyond its own (start and end delimiters; ib-facts 3.3, 10.5).
inline constexpr std::uint32_t kFramingBytesDefault = 2;
/// A flow control packet takes six bytes and its two delimiters.
inline constexpr std::uint32_t kFlowControlBytes = 6;

}  // namespace ib
