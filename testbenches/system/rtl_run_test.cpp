// SPDX-License-Identifier: Apache-2.0
#include "testbenches/system/rtl_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ib::tb {
namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

class RtlRunTest : public RtlRun, public testing::WithParamInterface<const char*> {};

TEST_P(RtlRunTest, UniformTrafficOnFourVlsIsTheSameBytes) {
  const Arguments uniform{"uniform",         "--nodes",    "8", "--load",   "0.9", "--set",
                          "link.data_vls=4", "--duration", "2", "--warmup", "1"};
  run("model", uniform);
  run("rtl", uniform + Arguments{"--rtl", GetParam()});

  expect_equal_folders("model", "rtl");
}

// At 16.3 dB more than one codeword of a thousand fails: the RTL sees all that a decoder can.
TEST_P(RtlRunTest, AWriteOverANoisyBitTrueLinkIsTheSameBytes) {
  const std::vector<std::string> write{"write_bw",
                                       "--size",
                                       "16384",
                                       "--iters",
                                       "4",
                                       "--set",
                                       "switch.ports=8",
                                       "--set",
                                       "phy.mode=bit_true",
                                       "--set",
                                       "cable.snr_db=16.3"};
  run("model", write);
  std::vector<std::string> with_rtl = write;
  with_rtl.insert(with_rtl.end(), {"--rtl", GetParam()});
  run("rtl", with_rtl);

  expect_equal_folders("model", "rtl");
}

TEST_P(RtlRunTest, AWriteThroughASwitchOfEightPortsIsTheSameBytes) {
  const Arguments write{"write_bw", "--size", "8192", "--iters", "4", "--set", "switch.ports=8"};
  run("model", write);
  run("rtl", write + Arguments{"--rtl", GetParam()});

  expect_equal_folders("model", "rtl");
}

INSTANTIATE_TEST_SUITE_P(Machines, RtlRunTest,
                         testing::Values("pam4_gray_precoder", "vl_arbiter", "vcrc", "islip",
                                         "vl_arbiter,vcrc,islip", "rs_encoder,rs_decoder,scrambler",
                                         "transcode_256b257b,transcode_257b256b"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), ',', '_');
                           return name;
                         });

TEST(RtlRefusalTest, ACodeThatTheRtlDoesNotHaveIsRefused) {
  Program program;
  const Outcome outcome = program.run({"run", "write_bw", "--set", "testbench.link_rate=4xEDR",
                                       "--rtl", "rs_encoder", "--out", "x"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.error.find("the RTL codes RS(544,514)"), std::string::npos) << outcome.error;
}

/// Machines of lines of another kind than the default's.
class RtlLineRun : public RtlRun {
 protected:
  void expect_the_same_bytes(const char* machine, const Arguments& line) {
    const Arguments write =
        Arguments{"write_bw", "--size",         "16384", "--iters",          "4",
                  "--set",    "switch.ports=8", "--set", "phy.mode=bit_true"} +
        line;
    run("model", write);
    run("rtl", write + Arguments{"--rtl", machine});
    expect_equal_folders("model", "rtl");
  }
};

// An eye that a decision feedback equaliser opens makes bursts, which the precoder is there for.
TEST_F(RtlLineRun, PrecodedLevelsThroughAnEqualiserAreTheSameBytes) {
  expect_the_same_bytes("pam4_gray_precoder",
                        {"--set", "phy.precoder=true", "--set", "cable.loss_db=6", "--set",
                         "phy.dfe_taps=8", "--set", "cable.snr_db=21"});
}

// At 13 dB the noise meets every other packet of an NRZ link.
TEST_F(RtlLineRun, BlocksWithoutFecAreTheSameBytes) {
  expect_the_same_bytes("block_sync", {"--set", "testbench.link_rate=4xEDR", "--set",
                                       "phy.fec=none", "--set", "cable.snr_db=13"});
}

TEST(RtlRefusalTest, MachinesOfOtherLinesAreRefused) {
  Program program;
  const Outcome nrz = program.run({"run", "write_bw", "--set", "testbench.link_rate=4xEDR", "--rtl",
                                   "pam4_gray_precoder", "--out", "x"});
  EXPECT_EQ(nrz.code, 2);
  EXPECT_NE(nrz.error.find("makes PAM4 levels, a link of EDR"), std::string::npos) << nrz.error;
  const Outcome coded = program.run({"run", "write_bw", "--rtl", "block_sync", "--out", "x"});
  EXPECT_EQ(coded.code, 2);
  EXPECT_NE(coded.error.find("blocks without FEC"), std::string::npos) << coded.error;
}

/// A whole Verilated switch among C++ nodes and cables.
class RtlSwitchRun : public RtlRun {
 protected:
  void expect_the_same_bytes(const Arguments& arguments, const Arguments& of_rtl = {}) {
    run("model", arguments);
    run("rtl", arguments + Arguments{"--rtl", "switch=sw0"} + of_rtl);
    expect_equal_folders("model", "rtl");
  }
  void expect_refusal(const Arguments& arguments, const std::string& why) {
    const Outcome result = program_.run(Arguments{"run"} + arguments);
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(std::count(result.error.begin(), result.error.end(), '\n'), 1) << result.error;
    EXPECT_NE(result.error.find(why), std::string::npos) << result.error;
  }
  void expect_drops(const std::string& reason) const {
    const std::string packets = content(program_.folder() / "rtl" / "packets.csv");
    EXPECT_NE(packets.find(reason), std::string::npos);
  }
  const Arguments eight_{"uniform", "--ports", "8", "--duration", "4", "--warmup", "1"};
};

TEST_F(RtlSwitchRun, UniformTrafficIsTheSameBytes) { expect_the_same_bytes(eight_); }

TEST_F(RtlSwitchRun, AnotherSeedIsTheSameBytesToo) {
  expect_the_same_bytes(eight_ + Arguments{"--seed", "7", "--load", "0.97"});
}

TEST_F(RtlSwitchRun, AnyQuantumAndThreadsAreTheSameBytes) {
  expect_the_same_bytes(eight_, {"--threads", "2", "--quantum", "7ns"});
}

TEST_F(RtlSwitchRun, FourVlsOnFullLinesAreTheSameBytes) {
  expect_the_same_bytes({"uniform", "--ports", "4", "--load", "1", "--packet", "318", "--set",
                         "link.data_vls=4", "--set", "link.vl_arbitration_high=2:40,3:7", "--set",
                         "link.vl_arbitration_low=0:64,1:20", "--set", "link.vl_high_limit=2",
                         "--duration", "4", "--warmup", "1"});
}

TEST_F(RtlSwitchRun, AHotSinkIsTheSameBytes) {
  expect_the_same_bytes({"incast", "--ports", "8", "--load", "1", "--packet", "1986", "--set",
                         "link.rx_buffer_blocks=70", "--duration", "6", "--warmup", "0"});
}

TEST_F(RtlSwitchRun, SlowLinesAndShortPacketsAreTheSameBytes) {
  expect_the_same_bytes({"uniform", "--ports", "8", "--packet", "70", "--set",
                         "testbench.link_rate=4xEDR", "--duration", "4", "--warmup", "1"});
}

// One packet in twelve is damaged on its way in or out.
TEST_F(RtlSwitchRun, DamagedPacketsAreTheSameBytes) {
  expect_the_same_bytes(eight_ + Arguments{"--load", "0.9", "--set", "phy.mode=statistical",
                                           "--set", "phy.pre_fec_ber=1.5e-3"});
  expect_drops(",vcrc\n");
}

// Lanes of low priority starve for longer than 4.096 us.
TEST_F(RtlSwitchRun, OverdueHeadsAreTheSameBytes) {
  expect_the_same_bytes({"incast",
                         "--ports",
                         "4",
                         "--load",
                         "1",
                         "--duration",
                         "20",
                         "--warmup",
                         "1",
                         "--set",
                         "link.data_vls=4",
                         "--set",
                         "link.vl_arbitration_high=0:255,2:255",
                         "--set",
                         "link.vl_arbitration_low=1:1,3:1",
                         "--set",
                         "link.vl_high_limit=255",
                         "--set",
                         "switch.hoq_life_code=0",
                         "--set",
                         "switch.lifetime.vl_stall_count=2"});
  expect_drops(",hoq_lifetime\n");
}

TEST_F(RtlSwitchRun, IsRefusedInOneLineWhereItWouldDiffer) {
  const Arguments rtl{"--rtl", "switch=sw0"};
  expect_refusal({"uniform", "--ports", "8", "--rtl", "switch=sw1"}, "no such switch");
  expect_refusal(Arguments{"uniform", "--ports", "5"} + rtl, "ports of the switch = 5");
  expect_refusal(eight_ + rtl + Arguments{"--set", "link.data_vls=2"}, "link.data_vls = 2");
  expect_refusal(eight_ + rtl + Arguments{"--packet", "34"}, "packets of 34 bytes");
  expect_refusal(eight_ + rtl + Arguments{"--set", "switch.core_clock_mhz=500"},
                 "more than 64 bytes a cycle");
  expect_refusal(eight_ + rtl + Arguments{"--set", "switch.adaptive.enabled=true"},
                 "switch.adaptive is on");
  expect_refusal(eight_ + rtl + Arguments{"--set", "switch.congestion.threshold=8"},
                 "switch.congestion is on");
  expect_refusal(eight_ + rtl + Arguments{"--set", "switch.lifetime.switch_life_code=3"},
                 "switch.lifetime.switch_life_code is on");
  expect_refusal(eight_ + rtl + Arguments{"--set", "switch.scheduler=age"}, "switch.scheduler");
}

}  // namespace
}  // namespace ib::tb
