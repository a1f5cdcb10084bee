// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/plain_line_codec.h"

#include <utility>

namespace ib {
namespace {

constexpr unsigned kBlocks = 64;
constexpr unsigned kBlockBits = 66;
constexpr unsigned kHeaderBits = 2;
constexpr std::uint64_t kDataHeader = 0b10;  // 01 with the first bit lowest
constexpr std::uint64_t kControlHeader = 0b01;

bool is_header(std::uint64_t bits) { return bits == kControlHeader || bits == kDataHeader; }

class PlainLineCodec final : public LineCodec {
 public:
  explicit PlainLineCodec(std::unique_ptr<BlockSync> sync) : sync_(std::move(sync)) { lock(); }

  unsigned group_blocks() const override { return kBlocks; }
  unsigned group_bits() const override { return kBlocks * kBlockBits; }
  unsigned group_codewords() const override { return kBlocks; }
  unsigned always_corrects() const override { return 0; }
  unsigned lane_turn_bits() const override { return kBlockBits; }

  void encode(const Block66* blocks, Scrambler& scrambler, LineBits& bits) const override {
    bits.resize(group_bits());
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::size_t at = i * kBlockBits;
      bits.store(at, kHeaderBits, blocks[i].control ? kControlHeader : kDataHeader);
      bits.store(at + kHeaderBits, 64, scrambler.scramble(blocks[i].payload));
    }
  }

  DecodeReport decode(LineBits& bits, Descrambler& descrambler, Block66* blocks) const override {
    DecodeReport report;
    std::size_t slips = 0;
    for (std::size_t i = 0; i < kBlocks; ++i) {
      const std::size_t at = i * kBlockBits;
      const std::uint64_t payload = descrambler.descramble(bits.load(at + kHeaderBits, 64));
      const std::uint64_t header = bits.load(at + slips, kHeaderBits);
      const BlockSyncOut sync = sync_->step({true, is_header(header)});
      const bool good = sync.locked && is_header(header);
      blocks[i] = good ? Block66{header == kControlHeader, payload} : lost_block();
      report.failed_codewords += good ? 0 : 1;
      report.failed_mask |= std::uint64_t{!good} << i;
      ++report.codewords[good ? 0 : kFailedEntry];
      slips += sync.slip ? 1 : 0;
    }
    if (slips > 0) lock();
    return report;
  }

 private:
  // A group has as many blocks as the machine judges at a time, so the next one finds it as here.
  void lock() const {
    sync_->reset();
    for (unsigned i = 0; i < kBlocks; ++i) (void)sync_->step({true, true});
  }

  std::unique_ptr<BlockSync> sync_;
};

}  // namespace

std::unique_ptr<LineCodec> make_plain_line_codec(std::unique_ptr<BlockSync> sync) {
  return std::make_unique<PlainLineCodec>(std::move(sync));
}

}  // namespace ib
