// SPDX-License-Identifier: Apache-2.0
// Waveforms as GTKWave reads them, beside packets.csv of the same run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bitset>
#include <sstream>

#include "testbenches/system/program.h"
#include "testbenches/system/vcd.h"

namespace ib::tb {
namespace {

using testing::HasSubstr;

/// A row of packets.csv.
struct Row {
  std::uint64_t ps = 0;
  std::string port;
  std::string event;
  std::uint64_t id = 0;  ///< As the waveform has it: 24 bits of source, 40 of sequence.
  std::uint32_t blocks = 0;
};

std::string binary(std::uint64_t value) { return plain_value(std::bitset<64>{value}.to_string()); }

std::vector<Row> rows_of(const std::string& csv) {
  std::vector<Row> rows;
  std::istringstream lines{csv};
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::vector<std::string> fields;
    std::istringstream cells{line};
    for (std::string cell; std::getline(cells, cell, ',');) fields.push_back(cell);
    // Credits count blocks of 64 bytes of what lies before the VCRC.
    const auto bytes = static_cast<std::uint32_t>(std::stoul(fields[12]));
    rows.push_back({std::stoull(fields[0]), fields[1], fields[2],
                    std::stoull(fields[3]) << 40 | std::stoull(fields[4]), (bytes - 2 + 63) / 64});
  }
  return rows;
}

class WaveTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!fst2vcd_is_installed()) GTEST_SKIP() << "fst2vcd of GTKWave is not installed";
  }

  Outcome run(std::vector<std::string> more) {
    std::vector<std::string> arguments{"run",       "uniform",    "--nodes", "6",        "--load",
                                       "0.7",       "--duration", "2",       "--warmup", "0",
                                       "--packets", "p.csv",      "--wave",  "w.fst"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return program_.run(arguments);
  }
  Vcd wave() const { return read_fst((program_.folder() / "w.fst").string()); }
  std::vector<Row> rows() const { return rows_of(content(program_.folder() / "p.csv")); }

  Program program_;
};

TEST_F(WaveTest, HasEveryPacketOnItsLineAtItsTime) {
  ASSERT_EQ(run({}).code, 0);
  const Vcd vcd = wave();

  std::size_t sent = 0;
  for (const Row& row : rows()) {
    const std::string signal = row.port + (row.event == "send" ? ".tx_packet" : ".rx_packet");
    EXPECT_EQ(vcd.value(signal, row.ps), binary(row.id)) << row.port << " at " << row.ps;
    sent += row.event == "send" ? 1 : 0;
  }
  std::size_t shown = 0;
  for (const auto& [path, changes] : vcd.signals) {
    if (path.find(".tx_packet") == std::string::npos) continue;
    for (const auto& change : changes) shown += change.second == "x" ? 0 : 1;
  }
  EXPECT_GT(sent, 100u);
  EXPECT_EQ(shown, sent);
}

// A packet is in the queue of its lane until its first bit goes: the head of it at the edge before.
TEST_F(WaveTest, ShowsWhatWasSentAsHeadOfItsQueue) {
  ASSERT_EQ(run({}).code, 0);
  const Vcd vcd = wave();

  std::size_t seen = 0;
  for (const Row& row : rows()) {
    if (row.event != "send" || row.port.find("sw") == std::string::npos) continue;
    const auto& heads = vcd.at(row.port + ".vl0.head");
    const auto gone = heads.upper_bound(row.ps);
    ASSERT_NE(gone, heads.begin());
    const auto left = std::prev(gone);  // the change as the packet left
    ASSERT_NE(left, heads.begin());
    EXPECT_EQ(std::prev(left)->second, binary(row.id)) << row.port << " at " << row.ps;
    ++seen;
  }
  EXPECT_GT(seen, 50u);
}

// One write of 64 bytes on an idle fabric: LRH 8, BTH 12, RETH 16, payload 64, ICRC 4 are 2 blocks.
TEST_F(WaveTest, CountsTheBlocksOfAPacketInBuffersAndCredits) {
  ASSERT_EQ(program_
                .run({"run", "write_lat", "--size", "64", "--iters", "1", "--packets", "p.csv",
                      "--wave", "w.fst", "--set", "link.rx_buffer_blocks=100"})
                .code,
            0);
  const Vcd vcd = wave();

  const auto all = rows();
  const auto into_switch = std::find_if(all.begin(), all.end(), [](const Row& row) {
    return row.event == "receive" && row.port == "fabric.sw0.port1";
  });
  ASSERT_NE(into_switch, all.end());
  EXPECT_EQ(into_switch->blocks, 2u);
  const auto& held = vcd.at("fabric.sw0.port1.vl0.rx_blocks");
  EXPECT_EQ(vcd.value("fabric.sw0.port1.vl0.rx_blocks", into_switch->ps - 1), "0");
  EXPECT_EQ(held.at(into_switch->ps), "10");
  EXPECT_EQ(vcd.value("fabric.sw0.port1.vl0.rx_blocks", vcd.last), "0");
  const std::string credits = "fabric.host0.port1.vl0.credits";
  EXPECT_EQ(vcd.value(credits, all.front().ps - 1), binary(100));
  EXPECT_EQ(vcd.value(credits, all.front().ps), binary(98));
  EXPECT_EQ(vcd.value(credits, vcd.last), binary(100));
}

// The crossbar holds a connection from the grant to the tail: one at an output at a time.
TEST_F(WaveTest, GrantsAnOutputToOneInputAtATime) {
  ASSERT_EQ(run({}).code, 0);
  const Vcd vcd = wave();

  std::size_t grants = 0;
  for (unsigned port = 1; port <= 6; ++port) {
    const auto& changes = vcd.at("fabric.sw0.port" + std::to_string(port) + ".grant");
    for (const auto& [ps, output] : changes) {
      if (output == "x") continue;
      ++grants;
      for (unsigned other = 1; other <= 6; ++other) {
        if (other == port) continue;
        EXPECT_NE(vcd.value("fabric.sw0.port" + std::to_string(other) + ".grant", ps), output);
      }
    }
  }
  EXPECT_GT(grants, 50u);
}

TEST_F(WaveTest, ChangesNothingAndIsTheSameForTwoThreads) {
  ASSERT_EQ(run({}).code, 0);
  const std::string packets = content(program_.folder() / "p.csv");
  const std::string bytes = content(program_.folder() / "w.fst");
  ASSERT_EQ(run({"--threads", "2"}).code, 0);
  EXPECT_TRUE(content(program_.folder() / "w.fst") == bytes);
  ASSERT_EQ(program_
                .run({"run", "uniform", "--nodes", "6", "--load", "0.7", "--duration", "2",
                      "--warmup", "0", "--packets", "q.csv"})
                .code,
            0);

  EXPECT_TRUE(content(program_.folder() / "q.csv") == packets);
}

TEST_F(WaveTest, HoldsNoMoreThanItsWindow) {
  ASSERT_EQ(run({}).code, 0);
  const Vcd all = wave();
  ASSERT_EQ(run({"--wave-from", "0.8us", "--wave-to", "1.1us"}).code, 0);
  const Vcd part = wave();

  EXPECT_EQ(part.first, 800'000u);
  EXPECT_LE(part.last, 1'100'000u);
  EXPECT_EQ(part.signals.size(), all.signals.size());
  for (const auto& [path, changes] : part.signals) {
    for (const auto& [ps, value] : changes) {
      EXPECT_EQ(all.value(path, ps), value) << path << " at " << ps;
    }
  }
}

TEST_F(WaveTest, BeginsBeforeItsTrigger) {
  ASSERT_EQ(
      run({"--wave-trigger", "packet=2:7", "--wave-before", "100ns", "--wave-after", "150ns"}).code,
      0);
  const Vcd vcd = wave();

  const auto all = rows();
  const auto seen = std::find_if(all.begin(), all.end(), [](const Row& row) {
    return row.id == (std::uint64_t{2} << 40 | 7);
  });
  ASSERT_NE(seen, all.end());
  EXPECT_EQ(vcd.first, seen->ps - 100'000);
  EXPECT_LE(vcd.last, seen->ps + 150'000);
  EXPECT_EQ(vcd.value(seen->port + ".tx_packet", seen->ps), binary(seen->id));
}

TEST_F(WaveTest, IsOfTheChipsThatAreAskedFor) {
  ASSERT_EQ(run({"--wave-chips", "sw0,host2"}).code, 0);

  for (const auto& signal : wave().signals) {
    EXPECT_THAT(signal.first, testing::AnyOf(HasSubstr("fabric.sw0."), HasSubstr("fabric.host2.")));
  }
  const Outcome outcome = run({"--wave-chips", "sw7"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("no chip is called 'sw7'"));
}

TEST_F(WaveTest, RefusesOptionsThatCannotBe) {
  for (const std::vector<std::string>& bad :
       std::vector<std::vector<std::string>>{{"--wave-trigger", "thunder"},
                                             {"--wave-trigger", "level=0"},
                                             {"--wave-from", "5 parsec"},
                                             {"--wave-from", "2us", "--wave-to", "1us"},
                                             {"--wave-before", "1us"}}) {
    const Outcome outcome = run(bad);
    EXPECT_EQ(outcome.code, 2) << bad.front();
    EXPECT_THAT(outcome.error, HasSubstr("--wave")) << bad.front();
  }
  const Outcome outcome = program_.run({"run", "uniform", "--wave-from", "1us"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("needs --wave"));
}

}  // namespace
}  // namespace ib::tb
