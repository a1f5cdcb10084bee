// SPDX-License-Identifier: Apache-2.0
// Linked with the mutants of rtl/mutants.txt in place of the RTL: lockstep has to find every one.
#include <gtest/gtest.h>

#include "rtl/cosim/block_sync_rtl.h"
#include "rtl/cosim/credit_rx_rtl.h"
#include "rtl/cosim/credit_tx_rtl.h"
#include "rtl/cosim/crossbar_rtl.h"
#include "rtl/cosim/flow_control_rtl.h"
#include "rtl/cosim/icrc32_rtl.h"
#include "rtl/cosim/islip_rtl.h"
#include "rtl/cosim/lft_rtl.h"
#include "rtl/cosim/packet_parser_rtl.h"
#include "rtl/cosim/packetizer_rtl.h"
#include "rtl/cosim/pam4_gray_precoder_rtl.h"
#include "rtl/cosim/psn_checker_rtl.h"
#include "rtl/cosim/round_robin_rtl.h"
#include "rtl/cosim/rs_decoder_rtl.h"
#include "rtl/cosim/rs_encoder_rtl.h"
#include "rtl/cosim/scrambler_rtl.h"
#include "rtl/cosim/send_scheduler_rtl.h"
#include "rtl/cosim/sl2vl_rtl.h"
#include "rtl/cosim/transcode_256b257b_rtl.h"
#include "rtl/cosim/transcode_257b256b_rtl.h"
#include "rtl/cosim/vcrc16_rtl.h"
#include "rtl/cosim/vl_arbiter_rtl.h"
#include "rtl/cosim/wqe_decoder_rtl.h"
#include "testbenches/rtl/egress_stimulus.h"
#include "testbenches/rtl/hca_stimuli.h"
#include "testbenches/rtl/ingress_stimulus.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/packet_stimuli.h"
#include "testbenches/rtl/phy_stimuli.h"
#include "testbenches/rtl/rs_decoder_stimulus.h"
#include "testbenches/rtl/stimuli.h"
#include "testbenches/rtl/switch_stimuli.h"

namespace ib {
namespace {

constexpr int kCycles = 100'000;

TEST(Mutants, LockstepFindsTheVcrcMutant) {
  const auto model = make_vcrc16();
  const auto mutant = cosim::make_vcrc16_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::Vcrc16Stimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheIcrcMutant) {
  const auto model = make_icrc32();
  const auto mutant = cosim::make_icrc32_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::Icrc32Stimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheCreditMutant) {
  const auto model = make_credit_tx();
  const auto mutant = cosim::make_credit_tx_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::CreditTxStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheVlArbiterMutant) {
  bool found = false;
  for (std::uint64_t seed = 0; seed < 20 && !found; ++seed) {
    const VlArbTables tables = tb::random_vl_arb_tables(seed);
    const auto model = make_vl_arbiter(tables);
    const auto mutant = cosim::make_vl_arbiter_rtl(tables);
    found = tb::first_difference(*model, *mutant, tb::VlArbiterStimulus{seed}, kCycles / 20)
                .has_value();
  }
  EXPECT_TRUE(found);
}

TEST(Mutants, LockstepFindsTheRoundRobinMutant) {
  const auto model = make_round_robin(64);
  const auto mutant = cosim::make_round_robin_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::RoundRobinStimulus{1, 64}, kCycles));
}

TEST(Mutants, LockstepFindsTheIslipMutant) {
  const auto model = make_islip(8, 3);
  const auto mutant = cosim::make_islip_8_rtl(3);
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::IslipStimulus{1, 8}, kCycles));
}

TEST(Mutants, LockstepFindsTheScramblerMutant) {
  const auto model = make_scrambler();
  const auto mutant = cosim::make_scrambler_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::ScramblerStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsThePam4GrayPrecoderMutant) {
  const auto model = make_pam4_gray_precoder();
  const auto mutant = cosim::make_pam4_gray_precoder_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::Pam4GrayPrecoderStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheBlockSyncMutant) {
  const auto model = make_block_sync();
  const auto mutant = cosim::make_block_sync_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::BlockSyncStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheTranscoderMutant) {
  const auto model = make_transcode_256b257b();
  const auto mutant = cosim::make_transcode_256b257b_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::Transcode256b257bStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheMutantOfTheTranscodersWayBack) {
  const auto model = make_transcode_257b256b();
  const auto mutant = cosim::make_transcode_257b256b_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::Transcode257b256bStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheRsDecoderMutant) {
  const auto model = make_rs_decoder();
  const auto mutant = cosim::make_rs_decoder_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::RsDecoderStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheRsEncoderMutant) {
  const auto model = make_rs_encoder();
  const auto mutant = cosim::make_rs_encoder_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::RsEncoderStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheLftMutant) {
  const auto model = make_lft(cosim::kLftRtlInputs, cosim::kLftRtlLidBits);
  const auto mutant = cosim::make_lft_rtl();
  EXPECT_TRUE(tb::first_difference(
      *model, *mutant, tb::LftStimulus{1, cosim::kLftRtlInputs, cosim::kLftRtlLidBits}, kCycles));
}

TEST(Mutants, LockstepFindsTheSl2VlMutant) {
  const auto model = make_sl2vl(cosim::kSl2VlRtlDataVls);
  const auto mutant = cosim::make_sl2vl_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::Sl2VlStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheCrossbarMutant) {
  const auto model = make_crossbar(cosim::kCrossbarRtlPorts, cosim::kCrossbarRtlCycles);
  const auto mutant = cosim::make_crossbar_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant,
                                   tb::CrossbarStimulus{1, cosim::kCrossbarRtlPorts}, kCycles));
}

TEST(Mutants, LockstepFindsThePacketParserMutant) {
  const auto model = make_packet_parser(Mtu::k4096);
  const auto mutant = cosim::make_packet_parser_rtl(Mtu::k4096);
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::PacketParserStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsThePacketizerMutant) {
  const auto model = make_packetizer();
  const auto mutant = cosim::make_packetizer_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::PacketizerStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsThePsnCheckerMutant) {
  const auto model = make_psn_checker();
  const auto mutant = cosim::make_psn_checker_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::PsnCheckerStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheSendSchedulerMutant) {
  const auto model = make_send_scheduler();
  const auto mutant = cosim::make_send_scheduler_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::SendSchedulerStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheWqeDecoderMutant) {
  const auto model = make_wqe_decoder();
  const auto mutant = cosim::make_wqe_decoder_rtl();
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::WqeDecoderStimulus{1}, kCycles));
}

TEST(Mutants, LockstepFindsTheCreditReceiverMutant) {
  const auto model = make_credit_rx(cosim::kCreditRxRtlDataVls, cosim::kCreditRxRtlBlocks);
  const auto mutant = cosim::make_credit_rx_rtl();
  const tb::CreditRxStimulus stimulus{1, cosim::kCreditRxRtlDataVls, cosim::kCreditRxRtlBlocks};
  EXPECT_TRUE(tb::first_difference(*model, *mutant, stimulus, kCycles));
}

TEST(Mutants, LockstepFindsTheFlowControlMutant) {
  const FlowControlTiming timing{cosim::kFlowControlRtlDataVls, 0x20000, 0x8000, 10, 0};
  const auto model = make_flow_control(timing);
  const auto mutant = cosim::make_flow_control_rtl(timing);
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::FlowControlStimulus{1, timing}, kCycles));
}

TEST(Mutants, LockstepFindsTheIngressMutant) {
  const IngressSizes sizes = tb::ingress_sizes(5);
  const auto model = make_ingress(sizes);
  const auto mutant = cosim::make_ingress_rtl(sizes);
  EXPECT_TRUE(tb::first_difference(
      *model, *mutant, tb::IngressStimulus{1, sizes, cosim::kIngressRtlBlocks}, kCycles));
}

TEST(Mutants, LockstepFindsTheEgressMutant) {
  const EgressSizes sizes = tb::egress_sizes(5);
  const auto model = make_egress(sizes);
  const auto mutant = cosim::make_egress_rtl(sizes);
  EXPECT_TRUE(tb::first_difference(*model, *mutant, tb::EgressStimulus{1, sizes}, kCycles));
}

}  // namespace
}  // namespace ib
