// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/wave_config.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "models/fabric/config_error.h"
#include "testbenches/config/number.h"
#include "testbenches/config/unit.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

Ticks time_of(const char* option, const std::string& text, Ticks otherwise) {
  if (text.empty()) return otherwise;
  const NumberText number = split_number(text);
  const auto factor = number.value ? unit_factor(number.unit, "ns") : std::nullopt;
  if (!factor || !(*number.value >= 0) || *number.value * *factor > 1e12) {
    throw ConfigError(fmt::format("{} = {}: allowed is a time of 0 to 1000 s with its unit (2.5us)",
                                  option, fabric::printable(text)));
  }
  return ticks_from_ns(*number.value * *factor);
}

template <class Number>
std::optional<Number> whole(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<WaveTrigger> level_of(std::string_view text) {
  const auto blocks = whole<std::uint32_t>(text);
  if (!blocks || *blocks == 0) return std::nullopt;
  return WaveTrigger{WaveTrigger::Kind::kLevel, *blocks, 0, 0};
}

std::optional<WaveTrigger> packet_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto source = whole<std::uint32_t>(text.substr(0, colon));
  const auto sequence = whole<std::uint64_t>(text.substr(colon + 1));
  if (!source || !sequence) return std::nullopt;
  return WaveTrigger{WaveTrigger::Kind::kPacket, 0, *source, *sequence};
}

std::optional<WaveTrigger> known_trigger(std::string_view text) {
  constexpr std::string_view kLevel = "level=";
  constexpr std::string_view kPacket = "packet=";
  if (text == "drop") return WaveTrigger{WaveTrigger::Kind::kDrop, 0, 0, 0};
  if (text == "wait") return WaveTrigger{WaveTrigger::Kind::kWait, 0, 0, 0};
  if (text.substr(0, kLevel.size()) == kLevel) return level_of(text.substr(kLevel.size()));
  if (text.substr(0, kPacket.size()) == kPacket) return packet_of(text.substr(kPacket.size()));
  return std::nullopt;
}

WaveTrigger trigger_of(const std::string& text) {
  if (text.empty()) return {};
  if (const auto trigger = known_trigger(text)) return *trigger;
  throw ConfigError(fmt::format(
      "--wave-trigger = {}: allowed are drop, wait, level=BLOCKS and packet=SOURCE:SEQUENCE",
      fabric::printable(text)));
}

std::vector<std::string> list_of(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    if (end > at) names.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

}  // namespace

WaveConfig wave_config(const WaveOptions& options) {
  WaveConfig config;
  config.from = time_of("--wave-from", options.from, 0);
  config.to = time_of("--wave-to", options.to, kNever);
  config.trigger = trigger_of(options.trigger);
  config.before = time_of("--wave-before", options.before, 0);
  config.after = time_of("--wave-after", options.after, kNever);
  config.chips = list_of(options.chips);
  const bool triggered = !options.trigger.empty();
  const bool more = triggered || !options.from.empty() || !options.to.empty() ||
                    !options.before.empty() || !options.after.empty() || !options.chips.empty();
  if (options.file.empty() && more) {
    throw ConfigError("--wave-...: needs --wave, the file to write");
  }
  if (!triggered && (!options.before.empty() || !options.after.empty())) {
    throw ConfigError("--wave-before, --wave-after: need --wave-trigger");
  }
  if (config.to <= config.from) throw ConfigError("--wave-to: must be later than --wave-from");
  return config;
}

}  // namespace ib::tb
