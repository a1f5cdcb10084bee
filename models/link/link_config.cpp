// SPDX-License-Identifier: Apache-2.0
#include "models/link/link_config.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace ib::link {
namespace {

bool take_number(std::string_view& text, unsigned& number) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return false;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return true;
}

/// "0:64,1:128" -> entries; nothing when the text has another form.
std::optional<std::vector<VlArbEntry>> parse_table(std::string_view text) {
  std::vector<VlArbEntry> entries;
  while (!text.empty()) {
    unsigned vl = 0;
    unsigned weight = 0;
    if (!take_number(text, vl) || text.empty() || text.front() != ':') return std::nullopt;
    text.remove_prefix(1);
    if (!take_number(text, weight) || vl > 14 || weight > 255) return std::nullopt;
    entries.push_back({Vl{static_cast<std::uint8_t>(vl)}, static_cast<std::uint8_t>(weight)});
    if (text.empty()) break;
    if (text.front() != ',') return std::nullopt;
    text.remove_prefix(1);
  }
  return entries;
}

void check_table(std::string_view key, std::string_view text, std::vector<std::string>& faults) {
  const auto entries = parse_table(text);
  if (!entries || entries->size() > kVlArbMaxEntries) {
    faults.push_back(std::string(key) + " = \"" + std::string(text) +
                     "\": allowed are up to 64 entries VL:WEIGHT with VL 0-14 and weight 0-255");
  }
}

}  // namespace

VlArbTables arbitration_tables(const LinkConfig& config) {
  VlArbTables tables;
  tables.high = parse_table(config.vl_arbitration_high).value_or(std::vector<VlArbEntry>{});
  tables.low = parse_table(config.vl_arbitration_low).value_or(std::vector<VlArbEntry>{});
  if (tables.high.empty() && tables.low.empty()) tables = equal_vl_shares(config.data_vls);
  tables.high_limit = static_cast<std::uint8_t>(config.vl_high_limit);
  return tables;
}

std::vector<std::string> validate(const LinkConfig& config) {
  std::vector<std::string> faults;
  check_table("vl_arbitration_high", config.vl_arbitration_high, faults);
  check_table("vl_arbitration_low", config.vl_arbitration_low, faults);
  if (!mtu_from_bytes(config.mtu_bytes)) {
    faults.emplace_back("mtu_bytes: allowed are 256, 512, 1024, 2048 and 4096 bytes");
  }
  if ((config.block_bytes & (config.block_bytes - 1)) != 0) {
    faults.emplace_back("block_bytes: allowed are powers of two from 64 to 1024 bytes");
    return faults;
  }
  const std::uint32_t longest = blocks(config.mtu_bytes + 126, config.block_bytes);
  if (config.rx_buffer_blocks < longest) {
    faults.push_back("rx_buffer_blocks: a packet of mtu_bytes needs " + std::to_string(longest) +
                     " blocks of block_bytes, else it never gets credit");
  }
  return faults;
}

}  // namespace ib::link
