// SPDX-License-Identifier: Apache-2.0
#include "testbenches/system/rtl_run.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace ib::tb {
namespace {

class RtlRunTest : public RtlRun, public testing::WithParamInterface<const char*> {};

TEST_P(RtlRunTest, UniformTrafficOnFourVlsIsTheSameBytes) {
  const std::vector<std::string> uniform{
      "uniform",         "--nodes",    "8", "--load",   "0.9", "--set",
      "link.data_vls=4", "--duration", "2", "--warmup", "1"};
  run("model", uniform);
  std::vector<std::string> with_rtl = uniform;
  with_rtl.insert(with_rtl.end(), {"--rtl", GetParam()});
  run("rtl", with_rtl);

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
  const std::vector<std::string> write{"write_bw", "--size", "8192",          "--iters",
                                       "4",        "--set",  "switch.ports=8"};
  run("model", write);
  std::vector<std::string> with_rtl = write;
  with_rtl.insert(with_rtl.end(), {"--rtl", GetParam()});
  run("rtl", with_rtl);

  expect_equal_folders("model", "rtl");
}

INSTANTIATE_TEST_SUITE_P(Machines, RtlRunTest,
                         testing::Values("vl_arbiter", "vcrc", "islip", "vl_arbiter,vcrc,islip",
                                         "rs_encoder,rs_decoder,scrambler",
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

}  // namespace
}  // namespace ib::tb
