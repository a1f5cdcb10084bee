// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/flow_control.h"

#include <gtest/gtest.h>

#include "testbenches/unit/wire_vectors.h"

namespace ib {
namespace {

using tb::Bytes;

FlowControl from_vector(const nlohmann::json& v) {
  return {v["op"].get<std::uint8_t>(), v["fctbs"].get<std::uint16_t>(),
          Vl{v["vl"].get<std::uint8_t>()}, v["fccl"].get<std::uint16_t>()};
}

// IBTA Vol 1, 7.9.4: Op 4, FCTBS 12, VL 4, FCCL 12, LPCRC 16 bits.
TEST(FlowControl, EncodesTheVectors) {
  for (const auto& v : tb::wire_vectors()["link_packets"]) {
    Bytes wire(FlowControl::kBytes);
    from_vector(v).encode(wire.data());
    EXPECT_EQ(wire, tb::from_hex(v["hex"])) << v["name"];
  }
}

TEST(FlowControl, DecodesTheVectors) {
  for (const auto& v : tb::wire_vectors()["link_packets"]) {
    const auto f = FlowControl::decode(tb::from_hex(v["hex"]).data());
    ASSERT_TRUE(f.has_value()) << v["name"];
    const FlowControl want = from_vector(v);
    EXPECT_EQ(f->op, want.op);
    EXPECT_EQ(f->fctbs, want.fctbs);
    EXPECT_EQ(f->vl, want.vl);
    EXPECT_EQ(f->fccl, want.fccl);
  }
}

TEST(FlowControl, FindsAFlipOfAnyBit) {
  for (const auto& v : tb::wire_vectors()["link_packets"]) {
    for (unsigned bit = 0; bit < 48; ++bit) {
      Bytes wire = tb::from_hex(v["hex"]);
      wire[bit / 8] = static_cast<std::uint8_t>(wire[bit / 8] ^ 1u << bit % 8);
      EXPECT_FALSE(FlowControl::decode(wire.data()).has_value()) << v["name"] << " bit " << bit;
    }
  }
}

TEST(FlowControl, KnowsTwoOps) {
  EXPECT_TRUE(FlowControl{}.known());
  EXPECT_FALSE((FlowControl{2, 0, Vl{0}, 0}).known());
}

}  // namespace
}  // namespace ib
