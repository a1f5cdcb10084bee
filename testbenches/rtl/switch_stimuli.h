// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/link/credit_rx.h"
#include "models/ib/link/credits.h"
#include "models/ib/link/flow_control.h"
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

/// Packets that come and go within the buffer, often several on one VL in one
/// cycle, and counts of a sender that agree, are ahead, or are anything.
class CreditRxStimulus {
 public:
  CreditRxStimulus(std::uint64_t seed, unsigned data_vls, unsigned rx_blocks)
      : random_{seed, "credit_rx"}, vls_(data_vls, {CreditReceiver{rx_blocks}, {}}) {}

  const CreditRxIn& next(const CreditRxOut& /*previous*/) {
    in_ = CreditRxIn{};
    if (random_.below(3) == 0) in_.freed = leave(random_.below(vls_.size()));
    if (random_.below(6) == 0) in_.dropped = leave(random_.below(vls_.size()));
    if (random_.below(2) == 0) arrive(random_.below(vls_.size()));
    if (random_.below(8) == 0) withdraw();
    for (std::uint64_t vl = 0; vl < vls_.size(); ++vl) {
      if (random_.below(6) == 0) update(vl);
    }
    return in_;
  }
  static bool same(const CreditRxOut& a, const CreditRxOut& b) {
    return a.fccl == b.fccl && a.due == b.due;
  }

 private:
  struct Lane {
    CreditReceiver count;
    std::vector<std::uint8_t> held;
  };

  /// A packet that came before, or the one that arrives, if it has one word.
  void withdraw() {
    const std::uint64_t vl = random_.below(vls_.size());
    if (in_.arrived && random_.below(2) == 0) {
      in_.withdrawn = in_.arrived;
      in_.withdrawn_own = true;
    } else if (!vls_[vl].held.empty()) {
      in_.withdrawn = CreditRxIn::Packet{Vl{static_cast<std::uint8_t>(vl)}, vls_[vl].held.front()};
    }
    if (in_.withdrawn) vls_[in_.withdrawn->vl.value()].count.withdraw(in_.withdrawn->blocks);
  }
  void update(std::uint64_t vl) {
    constexpr std::array<std::uint64_t, 4> kAhead{0, 0, 40, kCreditModulus};
    const std::uint64_t ahead = kAhead[random_.below(kAhead.size())];
    const std::uint64_t fctbs = vls_[vl].count.abr() + (ahead > 0 ? random_.below(ahead) : 0);
    in_.update[vl] =
        CreditRxIn::Update{static_cast<std::uint16_t>(fctbs & kCreditMask), random_.below(2) == 0};
    vls_[vl].count.on_fctbs(in_.update[vl]->fctbs);
  }
  std::optional<CreditRxIn::Packet> leave(std::uint64_t vl) {
    Lane& lane = vls_[vl];
    if (lane.held.empty()) return std::nullopt;
    const std::uint8_t blocks = lane.held.back();
    lane.held.pop_back();
    lane.count.freed(blocks);
    return CreditRxIn::Packet{Vl{static_cast<std::uint8_t>(vl)}, blocks};
  }
  void arrive(std::uint64_t vl) {
    Lane& lane = vls_[vl];
    const auto blocks = static_cast<std::uint8_t>(1 + random_.below(66));
    if (!lane.count.has_room(blocks)) return;
    lane.held.push_back(blocks);
    lane.count.received(blocks);
    in_.arrived = CreditRxIn::Packet{Vl{static_cast<std::uint8_t>(vl)}, blocks};
  }

  RandomStream random_;
  std::vector<Lane> vls_;
  CreditRxIn in_;
};

/// Changes on random VLs, in bursts and rarely; a line that packets take at
/// times.
class FlowControlStimulus {
 public:
  FlowControlStimulus(std::uint64_t seed, const FlowControlTiming& timing)
      : random_{seed, "flow_control"}, timing_(timing) {}

  const FlowControlIn& next(const FlowControlOut& previous) {
    if (random_.below(100) == 0) thin_ = random_.below(8);
    std::uint64_t due = random_() & ((1u << timing_.data_vls) - 1);
    for (std::uint64_t thin = thin_; thin > 0; --thin) due &= random_();
    std::uint32_t busy = previous.line_busy;
    if (busy < timing_.period && random_.below(4) == 0) {
      busy += static_cast<std::uint32_t>(random_.below(std::uint64_t{20} * timing_.period));
    }
    in_ = {static_cast<std::uint16_t>(due), busy > timing_.period ? busy - timing_.period : 0};
    return in_;
  }
  static bool same(const FlowControlOut& a, const FlowControlOut& b) {
    return a.goes == b.goes && a.init == b.init && a.line_busy == b.line_busy;
  }

 private:
  RandomStream random_;
  FlowControlTiming timing_;
  std::uint64_t thin_ = 0;
  FlowControlIn in_;
};

}  // namespace ib::tb
