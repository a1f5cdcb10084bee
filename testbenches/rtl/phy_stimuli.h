// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/random.h"
#include "models/ib/phy/block_sync.h"
#include "models/ib/phy/pam4_gray_precoder.h"
#include "models/ib/phy/rs_encoder.h"
#include "models/ib/phy/scrambler.h"
#include "models/ib/phy/transcode_256b257b.h"
#include "models/ib/phy/transcode_257b256b.h"

namespace ib::tb {

/// Random words with idle clocks; now and then the block becomes the other end of the line.
class ScramblerStimulus {
 public:
  explicit ScramblerStimulus(std::uint64_t seed) : random_{seed, "scrambler"} {}

  const ScramblerIn& next(const ScramblerOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    if (!in_.valid && (dice >> 2 & 15) == 0) in_.descramble = !in_.descramble;
    in_.word = random_();
    return in_;
  }
  static bool same(const ScramblerOut& a, const ScramblerOut& b) { return a.word == b.word; }

 private:
  RandomStream random_;
  ScramblerIn in_;
};

/// Random bits with idle clocks; the precoder goes off and on at times.
class Pam4GrayPrecoderStimulus {
 public:
  explicit Pam4GrayPrecoderStimulus(std::uint64_t seed) : random_{seed, "pam4_gray_precoder"} {}

  const Pam4GrayPrecoderIn& next(const Pam4GrayPrecoderOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    if ((dice >> 2 & 15) == 0) in_.precode = !in_.precode;
    in_.bits = random_();
    return in_;
  }
  static bool same(const Pam4GrayPrecoderOut& a, const Pam4GrayPrecoderOut& b) {
    return a.levels == b.levels;
  }

 private:
  RandomStream random_;
  Pam4GrayPrecoderIn in_;
};

/// Headers of a line that is clean, noisy about the limit, or no blocks at all, with idle clocks.
class BlockSyncStimulus {
 public:
  explicit BlockSyncStimulus(std::uint64_t seed) : random_{seed, "block_sync"} {}

  const BlockSyncIn& next(const BlockSyncOut& /*previous*/) {
    if (left_-- == 0) {
      left_ = 100 + random_.below(400);
      bad_of_64_ = random_.below(4) * random_.below(9);
    }
    in_.valid = random_.below(4) != 0;
    in_.header_good = random_.below(64) >= bad_of_64_;
    return in_;
  }
  static bool same(const BlockSyncOut& a, const BlockSyncOut& b) {
    return a.locked == b.locked && a.slip == b.slip;
  }

 private:
  RandomStream random_;
  BlockSyncIn in_;
  std::uint64_t left_ = 0;  ///< Clocks that the line stays as it is.
  std::uint64_t bad_of_64_ = 0;
};

/// Groups of random blocks, every pattern of data and control, with idles and stalls.
class Transcode256b257bStimulus {
 public:
  explicit Transcode256b257bStimulus(std::uint64_t seed) : random_{seed, "transcode"} {}

  const Transcode256b257bIn& next(const Transcode256b257bOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    in_.ready = (dice >> 2 & 3) != 0;
    for (unsigned b = 0; b < kBlocksPer257; ++b) {
      in_.blocks[b] = {(dice >> (4 + b) & 1) != 0, random_()};
    }
    return in_;
  }
  static bool same(const Transcode256b257bOut& a, const Transcode256b257bOut& b) {
    return a.ready == b.ready && a.block == b.block;
  }

 private:
  RandomStream random_;
  Transcode256b257bIn in_;
};

/// Random blocks of 257 bits, every pattern of flags and every type nibble, with idles and stalls.
class Transcode257b256bStimulus {
 public:
  explicit Transcode257b256bStimulus(std::uint64_t seed) : random_{seed, "transcode_back"} {}

  const Transcode257b256bIn& next(const Transcode257b256bOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    in_.ready = (dice >> 2 & 3) != 0;
    in_.block.all_data = (dice >> 4 & 3) == 0;
    for (std::uint64_t& word : in_.block.payload) word = random_();
    return in_;
  }
  static bool same(const Transcode257b256bOut& a, const Transcode257b256bOut& b) {
    return a.ready == b.ready && a.blocks == b.blocks;
  }

 private:
  RandomStream random_;
  Transcode257b256bIn in_;
};

/// Random messages with source idles and sink stalls.
class RsEncoderStimulus {
 public:
  explicit RsEncoderStimulus(std::uint64_t seed) : random_{seed, "rs_encoder"} {}

  const RsEncoderIn& next(const RsEncoderOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    in_.ready = (dice >> 2 & 3) != 0;
    in_.symbols = {static_cast<gf1024::Element>(dice >> 10 & 0x3FF),
                   static_cast<gf1024::Element>(dice >> 20 & 0x3FF)};
    return in_;
  }
  static bool same(const RsEncoderOut& a, const RsEncoderOut& b) {
    return a.ready == b.ready && a.symbols == b.symbols;
  }

 private:
  RandomStream random_;
  RsEncoderIn in_;
};

}  // namespace ib::tb
