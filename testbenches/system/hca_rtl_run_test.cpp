// SPDX-License-Identifier: Apache-2.0
#include "testbenches/system/rtl_run.h"

namespace ib::tb {
namespace {

constexpr const char* kHcaMachines =
    "packet_parser,packetizer,psn_checker,send_scheduler,wqe_decoder";

/// The machines of an HCA, one by one and all, where packets are cut, lost and asked for again.
class HcaRtlRunTest : public RtlRun, public testing::WithParamInterface<const char*> {};

TEST_P(HcaRtlRunTest, WritesOnALineThatLosesPacketsAreTheSameBytes) {
  expect_same_bytes(
      {"write_bw", "--size", "9000", "--iters", "30", "--qps", "4", "--set", "phy.mode=statistical",
       "--set", "phy.pre_fec_ber=1.2e-3", "--set", "phy.fec=rs_544_514"},
      GetParam());
}

INSTANTIATE_TEST_SUITE_P(Machines, HcaRtlRunTest,
                         testing::Values("packet_parser", "packetizer", "psn_checker",
                                         "send_scheduler", "wqe_decoder", kHcaMachines),
                         [](const auto& test) {
                           const std::string name = test.param;
                           return name.find(',') == std::string::npos ? name : "all";
                         });

/// All machines of an HCA in each operation and service.
class HcaServiceRtlRunTest : public RtlRun,
                             public testing::WithParamInterface<std::vector<std::string>> {};

TEST_P(HcaServiceRtlRunTest, IsTheSameBytes) { expect_same_bytes(GetParam(), kHcaMachines); }

INSTANTIATE_TEST_SUITE_P(
    Runs, HcaServiceRtlRunTest,
    testing::Values(std::vector<std::string>{"read_bw", "--size", "9000", "--iters", "10"},
                    std::vector<std::string>{"send_lat", "--size", "100", "--iters", "10"},
                    std::vector<std::string>{"atomic_bw", "--iters", "20"},
                    std::vector<std::string>{"send_bw", "--size", "2000", "--connection", "RD",
                                             "--qps", "3", "--iters", "10"},
                    std::vector<std::string>{"write_bw", "--size", "9000", "--connection", "XRC",
                                             "--qps", "3", "--iters", "10"},
                    std::vector<std::string>{"send_bw", "--size", "2000", "--connection", "UD",
                                             "--iters", "10"},
                    std::vector<std::string>{"write_bw", "--size", "9000", "--connection", "UC",
                                             "--iters", "10"}),
    [](const auto& test) {
      return test.param[0] + (test.param.size() > 6 ? "_" + test.param[4] : std::string{});
    });

}  // namespace
}  // namespace ib::tb
