// SPDX-License-Identifier: Apache-2.0
#include "models/switch/machine_setup.h"

#include <algorithm>
#include <numeric>

#include "models/switch/lifetimes.h"

namespace ib::sw {
namespace {

/// Collects what does not hold.
class Faults {
 public:
  void require(bool holds, std::string sentence) {
    if (!holds) list_.push_back(std::move(sentence));
  }
  [[nodiscard]] std::vector<std::string> list() && { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

std::string number(std::uint64_t value) { return std::to_string(value); }

std::uint32_t heartbeat_of(const Switch& chip, unsigned number) {
  const link::Port& port = chip.port(number);
  const Ticks symbol = byte_ticks(port.rate()) * lanes(port.rate().width);
  return static_cast<std::uint32_t>(
      chip.clock().cycles_covering(symbol * port.config().fc_heartbeat_symbols));
}

std::uint32_t interval_of(const Switch& chip) {
  const Ticks interval = ticks_from_ns(chip.port(1).config().fc_interval_ns);
  return static_cast<std::uint32_t>(std::max<Cycle>(1, chip.clock().cycles_covering(interval)));
}

std::uint32_t longest_of(const link::LinkConfig& link) {
  return blocks(link.mtu_bytes + 126, link.block_bytes);
}

void check_sizes(Switch& chip, const SwitchMachineSizes& sizes, Faults& faults) {
  const SwitchConfig& config = chip.config();
  const link::LinkConfig& link = chip.port(1).config();
  const auto is = [&faults](const char* what, std::uint64_t has, std::uint64_t allowed) {
    faults.require(has == allowed,
                   std::string(what) + " = " + number(has) + "; allowed is " + number(allowed));
  };
  const auto at_most = [&faults](const char* what, std::uint64_t has, std::uint64_t most) {
    faults.require(has <= most,
                   std::string(what) + " = " + number(has) + "; allowed are up to " + number(most));
  };
  is("ports of the switch", chip.ports(), sizes.ports);
  is("link.data_vls", link.data_vls, sizes.data_vls);
  is("switch.parse_cycles + lookup_cycles", config.parse_cycles + config.lookup_cycles,
     sizes.parse + sizes.lookup);
  is("switch.crossbar_cycles", config.crossbar_cycles, sizes.crossbar);
  is("switch.egress_cycles", config.egress_cycles, sizes.egress);
  is("switch.islip_iterations", config.islip_iterations, sizes.iterations);
  is("switch.crossbar_word_bytes", config.crossbar_word_bytes, kWordBytes);
  is("link.block_bytes", link.block_bytes, kWordBytes);
  at_most("link.rx_buffer_blocks", link.rx_buffer_blocks, sizes.rx_blocks);
  at_most("switch.egress_buffer_blocks", config.egress_buffer_blocks, sizes.egress_blocks);
  for (unsigned port = 1; port <= chip.ports(); ++port) {
    const VlArbTables& tables = chip.port(port).arbitration();
    at_most("entries of a VL arbitration table", std::max(tables.high.size(), tables.low.size()),
            sizes.arbitration_entries);
  }
}

void check_features(Switch& chip, Faults& faults) {
  const SwitchConfig& c = chip.config();
  const link::LinkConfig& link = chip.port(1).config();
  constexpr std::uint32_t kNoLimit = 20;
  const auto none = [&faults](bool off, const char* what) {
    faults.require(off, std::string(what) + " is on; the RTL has none");
  };
  faults.require(c.scheduler == Scheduler::kIslip, "switch.scheduler: allowed is islip");
  faults.require(c.buffering == Buffering::kVoq, "switch.buffering: allowed is voq");
  faults.require(c.forwarding == Forwarding::kCutThrough,
                 "switch.forwarding: allowed is cut_through");
  faults.require(c.speedup == 0, "switch.speedup: allowed is 0");
  faults.require(link.count_vcrc_in_blocks, "link.count_vcrc_in_blocks: allowed is true");
  faults.require(link.start_active, "link.start_active: allowed is true");
  faults.require(link.training == link::TrainingMode::kNone, "link.training: allowed is none");
  none(c.shared_pool_blocks == 0, "switch.shared_pool_blocks");
  const Cycle life = life_cycles(c.hoq_life_code, chip.clock());
  faults.require(life == kNoCycle || life >> kSwitchLifeBits == 0,
                 "switch.hoq_life_code: the RTL counts up to 2^32 cycles");
  none(c.lifetime.switch_life_code >= kNoLimit, "switch.lifetime.switch_life_code");
  none(c.congestion.threshold == 0, "switch.congestion");
  none(!c.adaptive.enabled, "switch.adaptive");
  const PartitionConfig& p = c.partition;
  none(!p.enforce_inbound && !p.enforce_outbound && !p.filter_raw_inbound && !p.filter_raw_outbound,
       "switch.partition");
  none(chip.management() == nullptr, "a management agent");
  none(chip.aggregation() == nullptr, "a reduction tree");
}

SwitchSetup::Line line_of(Switch& chip, unsigned number, const MachineUnit& unit) {
  link::Port& port = chip.port(number);
  SwitchSetup::Line line{unit.of(byte_ticks(port.rate())),
                         heartbeat_of(chip, number),
                         port.endpoint().plugged(),
                         port.arbitration(),
                         {}};
  for (unsigned out = 1; out <= chip.ports(); ++out) {
    line.sl2vl.push_back(chip.sl2vl().at(number, out));
  }
  return line;
}

// A line brings at most a word a clock, and no two packets begin within one.
void check_lines(Switch& chip, std::uint32_t shortest_bytes, Faults& faults) {
  const Ticks period = chip.clock().period();
  for (unsigned port = 1; port <= chip.ports(); ++port) {
    const Ticks byte = byte_ticks(chip.port(port).rate());
    faults.require(Ticks{kWordBytes} * byte >= period,
                   "switch.core_clock_mhz: a line of port " + number(port) +
                       " brings more than 64 bytes a cycle; allowed is a faster clock");
    const std::uint32_t framing = chip.port(port).config().framing_bytes;
    const auto least = static_cast<std::uint32_t>((period + byte - 1) / byte);
    faults.require(shortest_bytes + framing >= least,
                   "packets of " + number(shortest_bytes) + " bytes may begin twice in a cycle; " +
                       "allowed are packets of at least " +
                       number(least - std::min(least, framing)) + " bytes, or a faster clock");
  }
  const std::uint32_t beat = heartbeat_of(chip, 1);
  faults.require(machine_unit(chip).has_value() && beat >> kSwitchHeartbeatBits == 0 &&
                     interval_of(chip) >> kSwitchIntervalBits == 0,
                 "switch.core_clock_mhz: the RTL cannot count this clock and these lines");
}

}  // namespace

std::optional<MachineUnit> machine_unit(const Switch& chip) {
  const Ticks period = chip.clock().period();
  Ticks common = period;
  for (unsigned port = 1; port <= chip.ports(); ++port) {
    common = std::gcd(common, byte_ticks(chip.port(port).rate()));
  }
  MachineUnit unit{1, static_cast<std::uint64_t>(common)};
  while (unit.of(period) >> (kSwitchPeriodBits - 1) == 0) unit.times *= 2;
  const auto fits = [&unit](Ticks span, unsigned bits) { return unit.of(span) >> bits == 0; };
  constexpr Ticks kLongestBytes = 4096 + 128;
  bool fit = fits(period, kSwitchPeriodBits);
  for (unsigned port = 1; port <= chip.ports(); ++port) {
    const Ticks byte = byte_ticks(chip.port(port).rate());
    fit = fit && fits(byte, kSwitchByteTimeBits) && fits(2 * kLongestBytes * byte, kSwitchTimeBits);
  }
  return fit ? std::optional{unit} : std::nullopt;
}

SwitchSetup machine_setup(Switch& chip) {
  const MachineUnit unit = machine_unit(chip).value_or(MachineUnit{});
  const link::LinkConfig& link = chip.port(1).config();
  SwitchSetup setup;
  setup.rx_blocks = link.rx_buffer_blocks;
  setup.egress_blocks = chip.config().egress_buffer_blocks;
  setup.longest_blocks = longest_of(link);
  setup.framing_bytes = link.framing_bytes;
  setup.fc_interval = interval_of(chip);
  const Cycle life = life_cycles(chip.config().hoq_life_code, chip.clock());
  setup.hoq_life = life == kNoCycle ? 0 : static_cast<std::uint32_t>(life);
  setup.vl_stall_count = chip.config().lifetime.vl_stall_count;
  setup.period = unit.of(chip.clock().period());
  for (unsigned port = 1; port <= chip.ports(); ++port) {
    setup.lines.push_back(line_of(chip, port, unit));
  }
  return setup;
}

std::vector<std::string> machine_faults(Switch& chip, const SwitchMachineSizes& sizes,
                                        std::uint32_t shortest_bytes) {
  Faults faults;
  check_sizes(chip, sizes, faults);
  check_features(chip, faults);
  check_lines(chip, shortest_bytes, faults);
  return std::move(faults).list();
}

}  // namespace ib::sw
