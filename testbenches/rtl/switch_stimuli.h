// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "models/ib/base/random.h"
#include "models/ib/link/sl2vl.h"
#include "models/ib/switching/crossbar.h"
#include "models/ib/switching/lft.h"

namespace ib::tb {

[[nodiscard]] inline Word random_word(RandomStream& random) {
  Word word{};
  for (std::size_t i = 0; i < kWordBytes; i += 8) {
    const std::uint64_t part = random();
    std::memcpy(&word[i], &part, 8);
  }
  return word;
}

/// Look-ups inside and beyond the table, entries rewritten while they are read.
class LftStimulus {
 public:
  LftStimulus(std::uint64_t seed, unsigned inputs, unsigned lid_bits)
      : random_{seed, "lft"}, inputs_(inputs), lids_(1u << lid_bits) {}

  const LftIn& next(const LftOut& /*previous*/) {
    in_.write.reset();
    for (unsigned i = 0; i < inputs_; ++i) in_.dlid[i] = some_lid();
    if (random_.below(4) == 0) {
      const auto lid = static_cast<std::uint16_t>(1 + random_.below(lids_ - 1));
      in_.write = LftIn::Write{Lid{lid}, static_cast<std::uint8_t>(random_())};
    }
    return in_;
  }
  static bool same(const LftOut& a, const LftOut& b) { return a.port == b.port; }

 private:
  Lid some_lid() {
    const std::uint64_t all = random_.below(8) == 0 ? 0x10000 : lids_;
    return Lid{static_cast<std::uint16_t>(random_.below(all))};
  }

  RandomStream random_;
  unsigned inputs_;
  unsigned lids_;
  LftIn in_;
};

/// Any table, any service level.
class Sl2VlStimulus {
 public:
  explicit Sl2VlStimulus(std::uint64_t seed) : random_{seed, "sl2vl"} {}

  const Sl2VlIn& next(const Sl2VlOut& /*previous*/) {
    Sl2VlTable::Bytes bytes{};
    const std::uint64_t all = random_();
    std::memcpy(bytes.data(), &all, bytes.size());
    in_ = {Sl2VlTable::decode(bytes), Sl{static_cast<std::uint8_t>(random_() & 15)}};
    return in_;
  }
  static bool same(const Sl2VlOut& a, const Sl2VlOut& b) { return a.vl == b.vl; }

 private:
  RandomStream random_;
  Sl2VlIn in_;
};

/// Random words over random pairs of ports, with idle inputs.
class CrossbarStimulus {
 public:
  CrossbarStimulus(std::uint64_t seed, unsigned ports) : random_{seed, "crossbar"}, ports_(ports) {
    for (unsigned port = 0; port < ports; ++port) output_of_[port] = port;
  }

  const CrossbarIn& next(const CrossbarOut& /*previous*/) {
    std::swap(output_of_[random_.below(ports_)], output_of_[random_.below(ports_)]);
    for (unsigned i = 0; i < ports_; ++i) {
      in_.from[i].reset();
      if (random_.below(3) != 0) in_.from[i] = {output_of_[i], random_word(random_)};
    }
    return in_;
  }
  static bool same(const CrossbarOut& a, const CrossbarOut& b) { return a.to == b.to; }

 private:
  RandomStream random_;
  unsigned ports_;
  std::array<unsigned, CrossbarIn::kMaxPorts> output_of_{};
  CrossbarIn in_;
};

}  // namespace ib::tb
