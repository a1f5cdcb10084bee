// SPDX-License-Identifier: Apache-2.0
// The signals of the Verilated switch in a waveform, as GTKWave reads it, beside its pins.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "rtl/cosim/switch_rtl.h"
#include "rtl/cosim/traceable.h"
#include "testbenches/system/vcd.h"
#include "testbenches/wave/vcd_feed.h"
#include "testbenches/wave/wave_recorder.h"

namespace ib::tb {
namespace {

constexpr unsigned kSize = 1;  // four ports
constexpr std::uint64_t kPeriodPs = 1000;

SwitchSetup setup_of(const SwitchMachineSizes& sizes) {
  SwitchSetup setup;
  setup.period = std::uint64_t{1} << (kSwitchPeriodBits - 1);
  setup.rx_blocks = sizes.rx_blocks;
  setup.egress_blocks = sizes.egress_blocks;
  SwitchSetup::Line line;
  line.byte_time = setup.period / 50;
  line.up = true;
  line.sl2vl.assign(sizes.ports, Sl2VlTable::modulo(sizes.data_vls));
  setup.lines.assign(sizes.ports, line);
  return setup;
}

TEST(SwitchWave, ShowsItsPinsAtEveryClock) {
  if (!fst2vcd_is_installed()) GTEST_SKIP() << "fst2vcd of GTKWave is not installed";
  const auto file = std::filesystem::temp_directory_path() / "ibsilicon_switch_wave.fst";
  const auto machine = cosim::make_switch_rtl(kSize);
  auto* const traceable = dynamic_cast<cosim::Traceable*>(machine.get());
  ASSERT_NE(traceable, nullptr);
  WaveRecorder recorder{file, {}};
  VcdFeed feed{recorder, {"fabric", "sw0", "rtl"}};
  std::uint64_t ps = 0;
  traceable->trace([&ps] { return ps; }, feed.text());
  feed.declare();
  machine->reset(setup_of(machine->sizes()));
  machine->bring_up();

  // The first flow control packets of all VLs leave, one behind the other: fc_valid_o, a bit each.
  std::vector<std::string> pins;
  for (unsigned clock = 1; clock <= 40; ++clock) {
    ps = clock * kPeriodPs;
    machine->settle();
    std::string bits;
    for (unsigned port = 0; port < machine->sizes().ports; ++port) {
      for (unsigned vl = 0; vl < machine->sizes().data_vls; ++vl) {
        bits.insert(0, machine->flow_control_out(port, vl).valid ? "1" : "0");
      }
    }
    pins.push_back(plain_value(bits));
    machine->edge();
    feed.drain();
    recorder.advance(ps);
  }
  recorder.close(ps + 1);

  const Vcd vcd = read_fst(file.string());
  std::filesystem::remove(file);
  std::string path;
  for (const auto& signal : vcd.signals) {
    if (signal.first.find("fc_valid_o") != std::string::npos && path.empty()) path = signal.first;
  }
  ASSERT_NE(path, "");
  EXPECT_EQ(path.rfind("fabric.sw0.rtl.", 0), 0u) << path;
  std::size_t sent = 0;
  for (std::size_t i = 0; i < pins.size(); ++i) {
    EXPECT_EQ(vcd.value(path, (i + 1) * kPeriodPs), pins[i]) << "clock " << i + 1;
    sent += pins[i] == "0" ? 0 : 1;
  }
  EXPECT_GT(sent, 0u);
}

}  // namespace
}  // namespace ib::tb
