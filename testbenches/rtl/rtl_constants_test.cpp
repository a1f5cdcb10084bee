// SPDX-License-Identifier: Apache-2.0
// The constants of rtl/ib_pkg.sv are those of models/ib.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "models/ib/base/types.h"
#include "models/ib/link/crc_stream.h"
#include "models/ib/link/credits.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/packet/crc.h"
#include "models/ib/switching/switch_machine.h"

namespace ib {
namespace {

/// Every `localparam <type> Name = value;` of the package; values decimal or sized hexadecimal.
std::map<std::string, std::uint64_t> package_constants() {
  std::ifstream file(IB_SOURCE_DIR "/rtl/ib_pkg.sv");
  const std::regex pattern(R"(localparam .*\b(\w+)\s*=\s*(?:\d+'h([0-9A-F]+)|(\d+));)");
  std::map<std::string, std::uint64_t> constants;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, pattern)) continue;
    constants[match[1]] =
        match[2].matched ? std::stoull(match[2], nullptr, 16) : std::stoull(match[3]);
  }
  return constants;
}

/// The reflected polynomial: what a register of zero holds after the last bit was one.
template <class Crc>
std::uint64_t polynomial_of() {
  // A first bit of zero leaves the preset's lowest one to be fed back; compare two registers that
  // differ in the last bit they saw.
  Crc zero;
  Crc one;
  const std::uint8_t last_zero = 0x00;
  const std::uint8_t last_one = 0x80;
  zero.update(&last_zero, 1);
  one.update(&last_one, 1);
  return zero.residue() ^ one.residue();
}

TEST(RtlConstants, AreThoseOfTheModels) {
  const std::map<std::string, std::uint64_t> expected{
      {"DataVls", kDataVls},
      {"VlBits", 4},
      {"WordBytes", kWordBytes},
      {"BlockBits", 8 * sizeof(VlArbiterIn{}.blocks[0])},
      {"CreditBits", 12},
      {"MaxCreditWindow", kMaxCreditWindow},
      {"VlArbEntries", kVlArbMaxEntries},
      {"VlArbWeightBits", 8 * sizeof(VlArbEntry{}.weight)},
      {"HighLimitBlocks", kHighLimitBlocks},
      {"HighLimitUnlimited", kHighLimitUnlimited},
      {"PeriodBits", kSwitchPeriodBits},
      {"TimeBits", kSwitchTimeBits},
      {"ReciprocalBits", kSwitchTimeBits + 2},
      {"ByteTimeBits", kSwitchByteTimeBits},
      {"ClockBits", 16},
      {"IntervalBits", kSwitchIntervalBits},
      {"HeartbeatBits", kSwitchHeartbeatBits},
      {"LifeBits", kSwitchLifeBits},
      {"NumberBits", 16},  // of words, modulo; the models count without an end
      {"Queued", static_cast<std::uint64_t>(SwitchVerdict::kQueued)},
      {"NoRoute", static_cast<std::uint64_t>(SwitchVerdict::kNoRoute)},
      {"Looping", static_cast<std::uint64_t>(SwitchVerdict::kLooping)},
      {"NoLane", static_cast<std::uint64_t>(SwitchVerdict::kNoLane)},
      {"Vcrc16Polynomial", polynomial_of<Vcrc>()},
      {"Vcrc16Residue", Vcrc::kResidue},
      {"Icrc32Polynomial", polynomial_of<Icrc>()},
      {"Icrc32Residue", Icrc::kResidue},
  };
  EXPECT_EQ(package_constants(), expected);
  EXPECT_EQ(kCreditModulus, 1u << 12);
  EXPECT_EQ(kVl15.value(), (1u << 4) - 1);
}

}  // namespace
}  // namespace ib
