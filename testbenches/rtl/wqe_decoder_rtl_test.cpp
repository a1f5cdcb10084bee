// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/wqe_decoder_rtl.h"

#include <gtest/gtest.h>

#include <vector>

#include "testbenches/rtl/hca_stimuli.h"
#include "testbenches/rtl/lockstep.h"
#include "testbenches/rtl/twin_name.h"

namespace ib {
namespace {

using Factory = std::unique_ptr<WqeDecoderMachine> (*)();

/// A WQE put together segment by segment.
class Wqe {
 public:
  Wqe(WqeOpcode opcode, std::uint8_t ds) {
    ControlSegment control;
    control.opcode = static_cast<std::uint8_t>(opcode);
    control.wqe_index = 0x1234;
    control.qpn = 0xABCDEF;
    control.ds = ds;
    control.completion = true;
    control.immediate = 0x11223344;
    encode(control, bytes.data());
  }
  template <class Segment>
  Wqe& add(const Segment& segment) {
    encode(segment, &bytes[at]);
    at += kSegmentBytes;
    return *this;
  }
  Wqe& add_inline(std::uint32_t count) {
    encode_inline_header(count, &bytes[at]);
    at += inline_segments(count) * kSegmentBytes;
    return *this;
  }

  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(16 * kBasicBlockBytes);
  std::size_t at = kSegmentBytes;
};

/// Every behaviour is asked of the C++ machine and of the RTL alike.
class WqeDecoderTwins : public testing::TestWithParam<Factory> {
 protected:
  WqeDecoderTwins() { dut_->reset(); }

  SendRequest run(const Wqe& wqe, QpType type = QpType::kRc) {
    const DecodedWqe decoded = run_wqe(*dut_, wqe.bytes.data(), type);
    first_piece_ = (decoded.pieces - wqe.bytes.data()) / kSegmentBytes;
    return decoded.request;
  }

  std::ptrdiff_t first_piece_ = 0;
  std::unique_ptr<WqeDecoderMachine> dut_ = GetParam()();
};

// ib-facts 9.3: control, remote address, pieces of local memory.
TEST_P(WqeDecoderTwins, TakesAWriteApart) {
  Wqe wqe{WqeOpcode::kRdmaWriteImmediate, 4};
  wqe.add(RaddrSegment{0x1122334455667788, 0x99AABBCC});
  wqe.add(DataSegment{100, 1, 2}).add(DataSegment{200, 1, 2});
  const SendRequest request = run(wqe);
  EXPECT_EQ(request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(request.kind, MessageKind::kWriteImmediate);
  EXPECT_EQ(request.remote_address, 0x1122334455667788u);
  EXPECT_EQ(request.rkey, 0x99AABBCCu);
  EXPECT_EQ(request.length, 300u);
  EXPECT_EQ(request.immediate, 0x11223344u);
  EXPECT_EQ(request.wqe_index, 0x1234u);
  EXPECT_TRUE(request.completion);
  EXPECT_EQ(request.blocks, 1u);
  EXPECT_EQ(first_piece_, 2);
}

TEST_P(WqeDecoderTwins, AnAtomicWantsEightBytes) {
  const auto atomic = [](std::uint32_t count) {
    Wqe wqe{WqeOpcode::kCompareSwap, 4};
    return wqe.add(RaddrSegment{64, 1}).add(AtomicSegment{7, 9}).add(DataSegment{count, 1, 2});
  };
  EXPECT_EQ(run(atomic(8)).compare, 9u);
  EXPECT_EQ(run(atomic(8)).swap_add, 7u);
  EXPECT_EQ(run(atomic(4)).fault, CqeSyndrome::kLocalLength);
}

TEST_P(WqeDecoderTwins, ADatagramSaysWhereItGoes) {
  AddressVector to;
  to.dest_qpn = 0x123456;
  to.dlid = 0xBEEF;
  to.has_grh = true;
  to.dgid_low = 42;
  Wqe wqe{WqeOpcode::kSend, 5};
  encode(to, &wqe.bytes[kSegmentBytes]);
  wqe.at += datagram_segment::kBytes;
  wqe.add(DataSegment{60, 1, 2});
  const SendRequest request = run(wqe, QpType::kUd);
  EXPECT_EQ(request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(request.destination.dest_qpn, 0x123456u);
  EXPECT_EQ(request.destination.dlid, 0xBEEFu);
  EXPECT_TRUE(request.destination.has_grh);
  EXPECT_EQ(request.destination.dgid_low, 42u);
  EXPECT_EQ(request.length, 60u);
  EXPECT_EQ(request.blocks, 2u);
  EXPECT_EQ(first_piece_, 4);
}

// IBTA Vol 1, A14: the shared receive queue stands in front of the remote address.
TEST_P(WqeDecoderTwins, AnXrcRequestNamesItsSharedQueue) {
  Wqe wqe{WqeOpcode::kRdmaWrite, 4};
  store_field(&wqe.bytes[kSegmentBytes], xrc_segment::kSrqn, 0x654321);
  wqe.at += kSegmentBytes;
  wqe.add(RaddrSegment{0x77, 5}).add(DataSegment{60, 1, 2});
  const SendRequest request = run(wqe, QpType::kXrcInitiator);
  EXPECT_EQ(request.xrc_srqn, 0x654321u);
  EXPECT_EQ(request.remote_address, 0x77u);
  EXPECT_EQ(first_piece_, 3);
}

TEST_P(WqeDecoderTwins, TakesTheDestinationOfAReliableDatagram) {
  Wqe wqe{WqeOpcode::kRdmaWrite, 4};
  store_field(&wqe.bytes[kSegmentBytes], rd_segment::kEeContext, 0x654321);
  store_field(&wqe.bytes[kSegmentBytes], rd_segment::kQKey, 0x89ABCDEF);
  store_field(&wqe.bytes[kSegmentBytes], rd_segment::kDestQpn, 0x123456);
  wqe.at += kSegmentBytes;
  wqe.add(RaddrSegment{0x77, 5}).add(DataSegment{60, 1, 2});
  const SendRequest request = run(wqe, QpType::kRd);
  EXPECT_EQ(request.ee_context, 0x654321u);
  EXPECT_EQ(request.destination.q_key, 0x89ABCDEFu);
  EXPECT_EQ(request.destination.dest_qpn, 0x123456u);
  EXPECT_EQ(request.remote_address, 0x77u);
  EXPECT_EQ(first_piece_, 3);
}

TEST_P(WqeDecoderTwins, MeasuresInlineDataAcrossBlocks) {
  Wqe wqe{WqeOpcode::kSend, 63};
  wqe.add_inline(900).add_inline(30).add(DataSegment{5, 1, 2});
  const SendRequest request = run(wqe);
  EXPECT_EQ(request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(request.length, 935u);
  EXPECT_EQ(request.blocks, 16u);
}

// The guest wrote it: nothing is trusted.
TEST_P(WqeDecoderTwins, RefusesWhatIsMalformed) {
  const auto fault = [this](Wqe wqe, QpType type = QpType::kRc) { return run(wqe, type).fault; };
  constexpr CqeSyndrome kBad = CqeSyndrome::kLocalQpOperation;
  EXPECT_EQ(fault(Wqe{static_cast<WqeOpcode>(0x77), 2}), kBad);
  EXPECT_EQ(fault(Wqe{WqeOpcode::kSend, 0}), kBad);
  EXPECT_EQ(fault(Wqe{WqeOpcode::kRdmaWrite, 1}), kBad);  // no remote address
  EXPECT_EQ(fault(Wqe{WqeOpcode::kFetchAdd, 2}.add(RaddrSegment{})), kBad);
  EXPECT_EQ(fault(Wqe{WqeOpcode::kSend, 2}.add_inline(13)), kBad);  // leaves the WQE
  EXPECT_EQ(fault(Wqe{WqeOpcode::kRdmaRead, 3}.add(RaddrSegment{}).add_inline(8)), kBad);
  EXPECT_EQ(fault(Wqe{WqeOpcode::kRdmaRead, 2}.add(RaddrSegment{}), QpType::kUc), kBad);
  EXPECT_EQ(fault(Wqe{WqeOpcode::kSend, 4}, QpType::kUd), kBad);  // no extended address vector
}

// ib-facts 6: a message has at most 2^31 bytes.
TEST_P(WqeDecoderTwins, AMessageHas2To31BytesAtMost) {
  Wqe most{WqeOpcode::kSend, 3};
  most.add(DataSegment{0x7FFFFFFF, 1, 2}).add(DataSegment{1, 1, 2});
  EXPECT_EQ(run(most).length, 0x80000000u);
  Wqe more{WqeOpcode::kSend, 3};
  more.add(DataSegment{0x7FFFFFFF, 1, 2}).add(DataSegment{2, 1, 2});
  EXPECT_EQ(run(more).fault, CqeSyndrome::kLocalLength);
}

TEST_P(WqeDecoderTwins, ANoOperationIsLocal) {
  const SendRequest request = run(Wqe{WqeOpcode::kNop, 7});
  EXPECT_TRUE(request.local_only);
  EXPECT_EQ(request.fault, CqeSyndrome::kNone);
  EXPECT_EQ(request.blocks, 2u);
}

// IBTA Vol 1, 10.6.7.2: windows are bound by requests of the send queue.
TEST_P(WqeDecoderTwins, ABindingIsLocalAndWantsBothSegments) {
  Wqe wqe{WqeOpcode::kBindWindow, 3};
  WindowBinding binding;
  binding.rkey = 0x1234;
  binding.lkey = 0x99;
  binding.length = 4096;
  encode(binding, &wqe.bytes[kSegmentBytes]);
  const SendRequest request = run(wqe);
  EXPECT_TRUE(request.local_only);
  EXPECT_EQ(request.operation, LocalOperation::kBindWindow);
  EXPECT_EQ(request.binding.rkey, 0x1234u);
  EXPECT_EQ(request.binding.length, 4096u);
  EXPECT_EQ(run(Wqe{WqeOpcode::kBindWindow, 2}).fault, CqeSyndrome::kLocalQpOperation);
  EXPECT_EQ(run(Wqe{WqeOpcode::kLocalInvalidate, 1}).operation, LocalOperation::kInvalidate);
}

TEST_P(WqeDecoderTwins, HoldsTheResultUntilItIsTaken) {
  WqeDecoderIn in;
  in.valid = true;
  const Wqe wqe{WqeOpcode::kSend, 1};
  std::copy_n(wqe.bytes.begin(), kBasicBlockBytes, in.block.begin());
  (void)dut_->step(in);
  in.ready = false;
  EXPECT_FALSE(dut_->step(in).ready);
  in.ready = true;
  const WqeDecoderOut out = dut_->step(in);  // the next WQE follows at once
  EXPECT_TRUE(out.ready);
  EXPECT_TRUE(out.valid);
  EXPECT_TRUE(dut_->step({}).valid);
  EXPECT_FALSE(dut_->step({}).valid);
}

INSTANTIATE_TEST_SUITE_P(All, WqeDecoderTwins,
                         testing::Values(make_wqe_decoder, cosim::make_wqe_decoder_rtl),
                         tb::TwinName{});

TEST(WqeDecoderLockstep, RtlMatchesGoldenCycleByCycle) {
  const auto model = make_wqe_decoder();
  const auto rtl = cosim::make_wqe_decoder_rtl();
  EXPECT_EQ(tb::first_difference(*model, *rtl, tb::WqeDecoderStimulus{1}, tb::kLockstepCycles),
            std::nullopt);
}

}  // namespace
}  // namespace ib
