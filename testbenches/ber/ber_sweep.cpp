// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/ber_sweep.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

#include "models/ib/phy/ber.h"

namespace ib::tb {
namespace {

constexpr std::size_t kMostPoints = 1000;
constexpr std::uint32_t kHeaderBytes = 20;  // LRH and BTH
constexpr std::uint32_t kTrailerBytes = 6;  // ICRC and VCRC

std::optional<double> number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':')) {
    parts.emplace_back(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  parts.emplace_back(text);
  return parts;
}

/// An RC SEND-only packet with synthetic payload.
Packet packet_of(std::uint32_t payload_bytes, std::uint64_t seed) {
  constexpr std::uint8_t kLocal = 2;  // LNH: IBA transport follows
  constexpr std::uint8_t kSendOnly = 0x04;
  Packet packet;
  packet.header.fill(0);
  packet.header_bytes = kHeaderBytes;
  packet.payload_bytes = static_cast<std::uint16_t>(payload_bytes);
  packet.wire_bytes = static_cast<std::uint16_t>(kHeaderBytes + payload_bytes + kTrailerBytes);
  packet.header[1] = kLocal;
  const unsigned words = (packet.wire_bytes - 2u) / 4u;
  packet.header[4] = static_cast<std::uint8_t>(words >> 8);
  packet.header[5] = static_cast<std::uint8_t>(words);
  packet.header[8] = kSendOnly;
  packet.payload = Payload::synthetic(seed);
  return packet;
}

std::uint64_t codewords_in(const CodewordHistogram& histogram) {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : histogram) sum += count;
  return sum;
}

}  // namespace

std::optional<std::vector<double>> sweep_values(std::string_view text) {
  const std::vector<std::string> parts = parts_of(text);
  std::vector<double> numbers;
  for (const std::string& part : parts) {
    const auto value = number(part);
    if (!value) return std::nullopt;
    numbers.push_back(*value);
  }
  if (numbers.size() == 1) return numbers;
  if (numbers.size() != 3 || numbers[2] <= 0 || numbers[1] < numbers[0]) return std::nullopt;
  const double count = std::floor((numbers[1] - numbers[0]) / numbers[2] + 1e-9) + 1;
  if (count > static_cast<double>(kMostPoints)) return std::nullopt;
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < static_cast<int>(count); ++i) values.push_back(numbers[0] + i * numbers[2]);
  return values;
}

std::optional<Generation> generation_of(std::string_view name) {
  std::string upper{name};
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return generation_from_name(upper);
}

BerPoint measure_ber(LinkRate rate, phy::PhyConfig phy, phy::CableConfig cable, double snr_db,
                     const BerLoad& load) {
  phy.mode = phy::PhyMode::kBitTrue;
  cable.snr_db = snr_db;
  phy::Phy line{rate, phy, cable, load.seed, "ber"};
  BerPoint point;
  point.snr_db = snr_db;
  point.loss_db = cable.loss_db;
  point.packets = load.packets;
  Ticks now = 0;
  for (std::uint64_t i = 0; i < load.packets; ++i) {
    Packet packet = packet_of(load.payload_bytes, i);
    const Ticks end = now + (packet.wire_bytes + kFramingBytesDefault) * byte_ticks(rate);
    point.lost_packets += line.carry(packet, now, end) ? 1 : 0;
    now = end;
  }
  point.line = line.counters(now);
  point.line_codewords = codewords_in(point.line.histogram);
  const Modulation modulation = info(rate.generation).modulation;
  point.expected_ber = ber(modulation, snr_db);
  point.expected_failure = codeword_failure_probability(line.fec(), point.expected_ber);
  const auto through = static_cast<double>(load.packets - point.lost_packets);
  point.goodput_gbps = through * load.payload_bytes * 8 / ns_from_ticks(now);
  return point;
}

}  // namespace ib::tb
