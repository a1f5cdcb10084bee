// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/link/crc_stream.h"
#include "models/ib/link/credit_tx.h"
#include "models/ib/link/credits.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/switching/islip.h"
#include "models/ib/switching/round_robin.h"

namespace ib::tb {

/// Words of random packets with source idles and sink stalls.
template <class Register, bool kHeaders>
class CrcStimulus {
 public:
  explicit CrcStimulus(std::uint64_t seed) : random_{seed, "crc"} {}

  const CrcStreamIn& next(const CrcStreamOut<Register>& previous) {
    if (in_.valid && previous.ready) first_ = in_.last;
    const std::uint64_t dice = random_();
    in_.valid = (dice & 3) != 0;
    in_.ready = (dice >> 2 & 3) != 0;
    in_.last = (dice >> 4 & 3) == 0;
    in_.bytes = static_cast<std::uint8_t>(in_.last ? 1 + (dice >> 6 & 63) : kWordBytes);
    for (std::size_t i = 0; i < kWordBytes; i += 8) {
      const std::uint64_t word = random_();
      std::memcpy(&in_.data[i], &word, 8);
    }
    if (kHeaders && first_) make_header();
    return in_;
  }
  static bool same(const CrcStreamOut<Register>& a, const CrcStreamOut<Register>& b) {
    return a.ready == b.ready && a.crc == b.crc && a.match == b.match;
  }

 private:
  /// LNH 2 or 3, and the headers to BTH byte 4 in the first word.
  void make_header() {
    in_.data[1] = static_cast<std::uint8_t>(in_.data[1] | 2);
    const std::uint8_t least = (in_.data[1] & 1) != 0 ? 53 : 13;
    in_.bytes = std::max(in_.bytes, least);
  }

  RandomStream random_;
  CrcStreamIn in_;
  bool first_ = true;  ///< The next word begins a packet.
};

using Vcrc16Stimulus = CrcStimulus<std::uint16_t, /*kHeaders=*/false>;
using Icrc32Stimulus = CrcStimulus<std::uint32_t, /*kHeaders=*/true>;

/// Random requests, from none to all, in a machine of `size` requesters.
class RoundRobinStimulus {
 public:
  RoundRobinStimulus(std::uint64_t seed, unsigned size)
      : random_{seed, "round_robin"}, all_(PortMask::first_n(size).word(0)) {}

  const RoundRobinIn& next(const RoundRobinOut& /*previous*/) {
    std::uint64_t requests = random_() & all_;
    for (std::uint64_t thin = random_.below(6); thin > 0; --thin) requests &= random_();
    in_.requests = PortMask::from_word(requests);
    in_.ready = random_.below(4) != 0;
    return in_;
  }
  static bool same(const RoundRobinOut& a, const RoundRobinOut& b) { return a.winner == b.winner; }

 private:
  RandomStream random_;
  std::uint64_t all_;
  RoundRobinIn in_;
};

/// Random requests and free ports in a scheduler of `ports` ports.
class IslipStimulus {
 public:
  IslipStimulus(std::uint64_t seed, unsigned ports)
      : random_{seed, "islip"}, ports_(ports), all_(PortMask::first_n(ports)) {}

  const IslipIn& next(const IslipOut& /*previous*/) {
    const std::uint64_t thin = random_.below(4);
    for (unsigned output = 0; output < ports_; ++output) in_.requests[output] = some(thin);
    in_.free_inputs = some(random_.below(3));
    in_.free_outputs = some(random_.below(3));
    return in_;
  }
  static bool same(const IslipOut& a, const IslipOut& b) {
    return a.matched == b.matched && a.input_of == b.input_of;
  }

 private:
  PortMask some(std::uint64_t thin) {
    PortMask mask = words() & all_;
    for (; thin > 0; --thin) mask &= words();
    return mask;
  }
  PortMask words() {
    PortMask mask = PortMask::from_word(random_());
    for (unsigned port = 64; port < ports_; ++port) {
      if ((random_() & 1) != 0) mask.set(port);
    }
    return mask;
  }

  RandomStream random_;
  unsigned ports_;
  PortMask all_;
  IslipIn in_;
};

/// Random tables: few or many entries, repeated VLs, weight 0, VL15, any limit.
[[nodiscard]] inline VlArbTables random_vl_arb_tables(std::uint64_t seed) {
  RandomStream random{seed, "tables"};
  const auto fill = [&](std::vector<VlArbEntry>& table) {
    for (std::uint64_t left = random.below(kVlArbMaxEntries + 1); left > 0; --left) {
      const auto weight = static_cast<std::uint8_t>(random.below(random.below(2) != 0 ? 256 : 20));
      table.push_back({Vl{static_cast<std::uint8_t>(random.below(16))}, weight});
    }
  };
  VlArbTables tables;
  fill(tables.high);
  fill(tables.low);
  constexpr std::array<std::uint8_t, 4> kLimits{0, 1, 3, 255};
  tables.high_limit = kLimits[random.below(kLimits.size())];
  return tables;
}

/// Random sendable VLs and packet lengths, with cycles on which no packet may start.
class VlArbiterStimulus {
 public:
  explicit VlArbiterStimulus(std::uint64_t seed) : random_{seed, "vl_arbiter"} {}

  const VlArbiterIn& next(const VlArbiterOut& /*previous*/) {
    std::uint64_t sendable = random_();
    for (std::uint64_t thin = random_.below(4); thin > 0; --thin) sendable &= random_();
    in_.sendable = static_cast<std::uint16_t>(sendable & 0x7FFF);
    const std::uint64_t lengths = random_();
    for (unsigned vl = 0; vl < kDataVls; ++vl) {
      in_.blocks[vl] = static_cast<std::uint8_t>(1 + (lengths >> 4 * vl & 15) * 4);
    }
    in_.ready = random_.below(4) != 0;
    return in_;
  }
  static bool same(const VlArbiterOut& a, const VlArbiterOut& b) { return a.vl == b.vl; }

 private:
  RandomStream random_;
  VlArbiterIn in_;
};

/// Limits that move on at random, packets that start when they may, VLs without a packet, a link
/// that goes down at times.
class CreditTxStimulus {
 public:
  explicit CreditTxStimulus(std::uint64_t seed) : random_{seed, "credit_tx"} {}

  const CreditTxIn& next(const CreditTxOut& /*previous*/) {
    const std::uint64_t dice = random_();
    in_ = CreditTxIn{};
    in_.link_down = (dice & 0xFFF) == 0;
    in_.query = Vl{static_cast<std::uint8_t>(dice >> 12 & 15)};
    const std::uint64_t lengths = random_();
    for (unsigned vl = 0; vl < kDataVls; ++vl) {
      const std::uint64_t nibble = lengths >> 4 * vl & 15;
      in_.blocks[vl] = static_cast<std::uint8_t>(nibble == 0 ? 0 : 4 * nibble + 1);
    }
    const auto vl = static_cast<std::uint8_t>(dice >> 16 & 15);
    const bool waits = vl < kDataVls && in_.blocks[vl] != 0;
    if (waits && vls_[vl].may_send(in_.blocks[vl])) in_.sent = Vl{vl};
    if ((dice >> 20 & 1) != 0) update(dice >> 21);
    follow();
    return in_;
  }
  static bool same(const CreditTxOut& a, const CreditTxOut& b) {
    return a.may_send == b.may_send && a.fctbs == b.fctbs;
  }

 private:
  /// Grants at most the largest window, often exactly that.
  void update(std::uint64_t dice) {
    const Vl vl{static_cast<std::uint8_t>(dice & 15)};
    if (vl == kVl15) return;
    const std::uint64_t room = (dice >> 4 & 3) == 0 ? kMaxCreditWindow : dice >> 6 & 0x7FF;
    const std::uint64_t limit = vls_[vl.value()].fctbs() + room;
    in_.update = CreditTxIn::Update{vl, static_cast<std::uint16_t>(limit & kCreditMask)};
  }
  void follow() {
    if (in_.update) vls_[in_.update->vl.value()].on_flow_control(in_.update->fccl);
    if (in_.sent) vls_[in_.sent->value()].sent(in_.blocks[in_.sent->value()]);
    if (in_.link_down) vls_ = {};
  }

  RandomStream random_;
  CreditTxIn in_;
  std::array<CreditSender, kDataVls> vls_{};
};

}  // namespace ib::tb
