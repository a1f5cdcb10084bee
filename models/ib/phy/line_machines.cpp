// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/line_machines.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/ib/phy/plain_line_codec.h"
#include "models/ib/phy/reed_solomon.h"
#include "models/ib/phy/rs_line_codec.h"

namespace ib {
namespace {

using Symbol = ReedSolomon::Symbol;

/// Bits of a word above the last that the scrambler remembers.
constexpr unsigned kForgotten = 64 - kScramblerBits;

class MachineStages {
 public:
  static constexpr bool kDecodesErrors = false;  // the machines see every word

  explicit MachineStages(LineMachines machines) : machines_(std::move(machines)) {
    if (machines_.transcode) machines_.transcode->reset();
    if (machines_.transcode_back) machines_.transcode_back->reset();
    if (machines_.scrambler) machines_.scrambler->reset();
    if (machines_.encoder) machines_.encoder->reset();
    if (machines_.decoder) machines_.decoder->reset();
  }

  Block257 transcode(const BlockGroup& group) const {
    if (!machines_.transcode) return ib::transcode(group);
    (void)machines_.transcode->step({true, group, false});
    return machines_.transcode->step({false, {}, true}).block.value_or(Block257{});
  }

  bool transcode_back(const Block257& block, Block66* blocks) const {
    if (!machines_.transcode_back) return ib::transcode_back(block, blocks);
    (void)machines_.transcode_back->step({true, block, false});
    const auto group = machines_.transcode_back->step({false, {}, true}).blocks;
    if (!group) return false;
    std::copy(group->begin(), group->end(), blocks);
    return true;
  }

  std::uint64_t scramble(Scrambler& scrambler, std::uint64_t word) const {
    if (!machines_.scrambler) return scrambler.scramble(word);
    remember(scrambler.state());
    const std::uint64_t out = machines_.scrambler->step({true, /*descramble=*/false, word}).word;
    scrambler = Scrambler{ScramblerState{out >> kForgotten}};
    return out;
  }

  std::uint64_t descramble(Descrambler& descrambler, std::uint64_t word) const {
    if (!machines_.scrambler) return descrambler.descramble(word);
    remember(descrambler.state());
    const std::uint64_t out = machines_.scrambler->step({true, /*descramble=*/true, word}).word;
    descrambler = Descrambler{ScramblerState{word >> kForgotten}};
    return out;
  }

  void encode(Symbol* word) const {
    if (!machines_.encoder) return code_.encode(word);
    for (unsigned at = 0; at < kRsEncoderN; at += kRsEncoderSymbols) {
      const bool message = at < kRsEncoderK;
      const RsSymbols in = message ? RsSymbols{word[at], word[at + 1]} : RsSymbols{};
      const auto out = machines_.encoder->step({message, in, true}).symbols.value_or(RsSymbols{});
      std::copy(out.begin(), out.end(), word + at);
    }
  }

  std::optional<unsigned> decode(Symbol* word) const {
    if (!machines_.decoder) return code_.decode(word);
    RsDecoderSymbols last;
    for (unsigned sent = 0, got = 0; got < kRsEncoderN;) {
      const bool more = sent < kRsEncoderN;
      const RsSymbols in = more ? RsSymbols{word[sent], word[sent + 1]} : RsSymbols{};
      const RsDecoderOut out = machines_.decoder->step({more, in, true});
      if (more && out.ready) sent += kRsEncoderSymbols;
      if (!out.symbols) continue;
      last = *out.symbols;
      std::copy(last.symbols.begin(), last.symbols.end(), word + got);
      got += kRsEncoderSymbols;
    }
    if (last.failed) return std::nullopt;
    return last.corrected;
  }
  static std::optional<unsigned> decode_errors(const ReedSolomon::Error* /*errors*/,
                                               unsigned /*count*/,
                                               ReedSolomon::Error* /*corrections*/) {
    return std::nullopt;
  }

 private:
  /// Either end's state is the last bits of the line, which a descrambler takes up from any word.
  void remember(ScramblerState state) const {
    (void)machines_.scrambler->step({true, /*descramble=*/true, state.history << kForgotten});
  }

  LineMachines machines_;
  ReedSolomon code_{kRsEncoderN, kRsEncoderK};
};

}  // namespace

bool codes_plain_blocks(FecMode mode, LinkRate rate) {
  return info(mode).family == FecFamily::kNone && info(rate.generation).code != LineCode::k8b10b;
}

bool codes_rs_544_514(FecMode mode) {
  const FecInfo& fec = info(mode);
  return fec.family == FecFamily::kReedSolomon && fec.n == kRsEncoderN && fec.k == kRsEncoderK;
}

std::unique_ptr<LineCodec> make_line_codec(FecMode mode, LinkRate rate, LineMachines machines) {
  if (codes_rs_544_514(mode)) {
    return std::make_unique<RsLineCodec<MachineStages>>(info(mode),
                                                        MachineStages{std::move(machines)});
  }
  if (machines.block_sync == nullptr || !codes_plain_blocks(mode, rate)) return nullptr;
  return make_plain_line_codec(std::move(machines.block_sync));
}

}  // namespace ib
