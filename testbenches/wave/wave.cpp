// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/wave.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

std::uint64_t ps_of(Ticks time) {
  return time == kNever ? WaveSpan::kEndless : static_cast<std::uint64_t>(floor_ps(time));
}

WaveSpan span_of(const WaveConfig& config) {
  WaveSpan span{ps_of(config.from), ps_of(config.to)};
  span.triggered = config.trigger.kind != WaveTrigger::Kind::kNone;
  span.before = ps_of(config.before);
  span.after = ps_of(config.after);
  return span;
}

/// The part of a module's name behind the last dot.
std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::vector<std::string> scope_of(std::string_view name) {
  std::vector<std::string> scope;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('.'), name.size());
    scope.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return scope;
}

bool is_wanted(const std::vector<std::string>& names, const Chip& chip) {
  return names.empty() ||
         std::find(names.begin(), names.end(), last_part(chip.name())) != names.end();
}

}  // namespace

Wave::Wave(const std::filesystem::path& file, const WaveConfig& config, Ticks cycle,
           Conductor& conductor, const fabric::Fabric& fabric, const std::vector<TracedPart>& parts)
    : config_(config),
      conductor_(conductor),
      recorder_(file, span_of(config)),
      probe_of_(conductor.chips().size(), -1) {
  require_known(config.chips, conductor);
  for (const auto& sw : fabric.switches()) {
    std::vector<const link::Port*> ports;
    for (unsigned number = 1; number <= sw.chip->ports(); ++number) {
      if (sw.chip->port(number).endpoint().plugged()) ports.push_back(&sw.chip->port(number));
    }
    add_ports(*sw.chip, ports, sw.chip.get());
  }
  for (const auto& end : fabric.ends()) add_ports(*end.chip, {end.port}, nullptr);
  for (const TracedPart& part : parts) add_part(part);
  conductor.add(*this);
  conductor.sample_windows(config.from, config.to, cycle > 0 ? cycle : kNever,
                           [this](Ticks start, Ticks limit) { sample(start, limit); });
}

void Wave::require_known(const std::vector<std::string>& names, const Conductor& conductor) const {
  for (const std::string& name : names) {
    const auto& chips = conductor.chips();
    const bool known = std::any_of(chips.begin(), chips.end(), [&name](const Chip* chip) {
      return last_part(chip->name()) == name;
    });
    if (!known) {
      throw fabric::ConfigError(fmt::format(
          "--wave-chips: no chip is called '{}', sw0 and host0 are", fabric::printable(name)));
    }
  }
}

void Wave::add_ports(Chip& chip, const std::vector<const link::Port*>& ports,
                     const sw::Switch* sw) {
  if (!is_wanted(config_.chips, chip)) return;
  probe_of_[chip.index()] = static_cast<std::int32_t>(chips_.size());
  ChipProbe& probe = chips_.emplace_back();
  probe.chip = &chip;
  for (const link::Port* port : ports) {
    std::vector<std::string> scope = scope_of(chip.name());
    scope.push_back("port" + std::to_string(port->number()));
    probe.ports.emplace_back(recorder_, scope, chip, *port, sw);
  }
}

void Wave::add_part(const TracedPart& part) {
  Chip& chip = *part.chip;
  if (!is_wanted(config_.chips, chip)) return;
  std::vector<std::string> scope = scope_of(chip.name());
  for (std::string& name : scope_of(part.scope)) scope.push_back(std::move(name));
  VcdFeed& feed = *feeds_.emplace_back(std::make_unique<VcdFeed>(recorder_, std::move(scope)));
  // Before the first cycle an agenda stands at none.
  const auto now = [&chip] {
    const Cycle cycle = chip.agenda().now();
    return ps_of(chip.clock().edge(std::max<Cycle>(cycle, 0)));
  };
  part.trace(now, feed.text());
  feed.declare();
}

void Wave::on_event(const PortEvent& event) {
  const WaveTrigger& trigger = config_.trigger;
  const bool dropped = event.kind == EventKind::kDrop && trigger.kind == WaveTrigger::Kind::kDrop;
  const bool carries = event.kind == EventKind::kSend || event.kind == EventKind::kReceive;
  const bool awaited = carries && trigger.kind == WaveTrigger::Kind::kPacket &&
                       event.packet.id.source == trigger.source &&
                       event.packet.id.sequence == trigger.sequence;
  if (dropped || awaited) recorder_.trigger(ps_of(event.time));
  if (recorder_.done() || probe_of_[event.chip] < 0) return;
  auto& ports = chips_[static_cast<std::size_t>(probe_of_[event.chip])].ports;
  const auto port = std::lower_bound(
      ports.begin(), ports.end(), event.port,
      [](const PortProbe& probe, std::uint16_t number) { return probe.number() < number; });
  if (port != ports.end() && port->number() == event.port) port->on_event(event);
}

void Wave::sample(Ticks start, Ticks limit) {
  now_ = limit;
  if (recorder_.done()) return;
  for (ChipProbe& probe : chips_) {
    if (probe.chip->agenda().now() != probe.sampled) sample(probe, start);
    for (PortProbe& port : probe.ports) port.settle(limit);
  }
  for (const auto& feed : feeds_) feed->drain();
  recorder_.advance(ps_of(limit));
  if (recorder_.done()) conductor_.stop_sampling();
}

// A chip that did nothing in this window may stand at an edge before it.
void Wave::sample(ChipProbe& probe, Ticks start) {
  const Cycle now = probe.chip->agenda().now();
  const Ticks edge = probe.chip->clock().edge(now);
  if (edge < start) return;
  probe.sampled = now;
  const WaveTrigger& trigger = config_.trigger;
  for (PortProbe& port : probe.ports) {
    port.sample(now);
    const bool waits = trigger.kind == WaveTrigger::Kind::kWait && port.waits();
    const bool full = trigger.kind == WaveTrigger::Kind::kLevel && port.level() >= trigger.blocks;
    if (waits || full) recorder_.trigger(ps_of(edge));
  }
}

void Wave::close() { recorder_.close(ps_of(now_)); }

}  // namespace ib::tb
