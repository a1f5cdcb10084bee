// SPDX-License-Identifier: Apache-2.0
#include "testbenches/ber/phy_bench.h"

#include <ctime>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/phy/ber.h"
#include "models/ib/phy/line_codec.h"
#include "models/ib/phy/reed_solomon.h"
#include "testbenches/ber/ber_sweep.h"

namespace ib::tb {
namespace {

constexpr LinkRate kNdr4x{Generation::kNdr, Width::k4x};
constexpr std::uint32_t kPayloadBytes = 4096;

/// Processor time, which other programs on the machine do not lengthen.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double link_gbps(double snr_db, std::uint64_t packets) {
  phy::PhyConfig phy;
  phy.fec = FecMode::kRs544;
  const double start = cpu_seconds();
  (void)measure_ber(kNdr4x, phy, {}, snr_db, {packets, kPayloadBytes, 1});
  return static_cast<double>(packets) * kPayloadBytes * 8 / (cpu_seconds() - start) / 1e9;
}

}  // namespace

double bench_bit_true_clean_gbps() { return link_gbps(40, 200'000); }

double bench_bit_true_noisy_gbps() {
  return link_gbps(snr_db_for_ber(Modulation::kPam4, 2.4e-4), 20'000);
}

double bench_line_codec_gbps() {
  constexpr unsigned kGroups = 100'000;
  const auto codec = make_line_codec(FecMode::kRs544, kNdr4x);
  std::vector<Block66> blocks(codec->group_blocks(), Block66{false, 0x0123456789ABCDEF});
  std::vector<Block66> received(blocks.size());
  Scrambler scrambler;
  Descrambler descrambler;
  LineBits bits;
  const double start = cpu_seconds();
  for (unsigned i = 0; i < kGroups; ++i) {
    codec->encode(blocks.data(), scrambler, bits);
    (void)codec->decode(bits, descrambler, received.data());
  }
  return static_cast<double>(kGroups) * static_cast<double>(blocks.size()) * 64 /
         (cpu_seconds() - start) / 1e9;
}

double bench_rs_decoder() {
  constexpr unsigned kWords = 200'000;
  constexpr unsigned kErrors = 8;
  const ReedSolomon code{544, 514};
  std::vector<ReedSolomon::Symbol> word(code.n());
  RandomStream random{1, "bench"};
  const double start = cpu_seconds();
  for (unsigned i = 0; i < kWords; ++i) {
    for (unsigned e = 0; e < kErrors; ++e) {
      ReedSolomon::Symbol& symbol = word[e * 67 + random.below(67)];
      symbol = static_cast<ReedSolomon::Symbol>(symbol ^ (1 + random.below(1023)));
    }
    (void)code.decode(word.data());
  }
  return kWords / (cpu_seconds() - start);
}

}  // namespace ib::tb
