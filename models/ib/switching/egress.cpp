// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/egress.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <utility>
#include <vector>

#include "models/ib/link/credits.h"
#include "models/ib/link/flow_control.h"
#include "models/ib/packet/crc.h"
#include "models/ib/switching/vl_stall.h"

namespace ib {
namespace {

constexpr std::uint32_t kFlowControlBytes = 6;

FlowControlTiming flow_control_of(const EgressSizes& sizes) {
  return {sizes.data_vls, sizes.period, (kFlowControlBytes + sizes.framing) * sizes.byte_time,
          sizes.interval, sizes.heartbeat};
}

/// Items that come out a number of clocks after they went in.
template <class T>
class Delay {
 public:
  void push(std::uint64_t out_at, T item) { items_.push_back({out_at, std::move(item)}); }
  [[nodiscard]] std::optional<T> take(std::uint64_t now) {
    if (items_.empty() || items_.front().first != now) return std::nullopt;
    T item = std::move(items_.front().second);
    items_.pop_front();
    return item;
  }
  void clear() { items_.clear(); }

 private:
  std::deque<std::pair<std::uint64_t, T>> items_;
};

class ClockedEgress final : public EgressMachine {
 public:
  explicit ClockedEgress(const EgressSizes& sizes)
      : sizes_(sizes), arbiter_(sizes.tables), turn_(flow_control_of(sizes)) {
    reset();
  }

  void reset() override {
    now_ = 0;
    lanes_.assign(sizes_.data_vls, Lane{});
    for (Lane& lane : lanes_) lane.stall = VlStall{sizes_.vl_stall_count, sizes_.hoq_life};
    for (Lane& lane : lanes_) lane.words.assign(sizes_.egress_blocks, Stored{});
    arbiter_.reset();
    turn_.reset();
    announced_.clear();
    starting_.clear();
    words_.clear();
    busy_ = 0;
    sending_blocks_ = 0;
    sending_.reset();
    late_.reset();
  }

  EgressOut step(const EgressIn& in) override {
    EgressOut out;
    show(out);
    const FlowControlOut going = turn_.go(busy_);
    out.fc_goes = going.goes;
    out.fc_init = going.init;
    send_later(out);
    const std::uint32_t busy = begin(going.line_busy, in.due, out);
    count(in, out);
    take(in);
    busy_ = busy > sizes_.period ? busy - sizes_.period : 0;
    ++now_;
    return out;
  }

 private:
  struct Start {
    Vl vl;
    std::uint8_t blocks = 0;
  };
  struct Waiting {
    std::uint8_t blocks = 0;
    bool condemned = false;  ///< Whole, and bad.
  };
  struct Stored {
    Word word{};
    bool last = false;
    bool bad = false;  ///< It shows that its packet is bad.
  };
  struct Lane {
    std::vector<Stored> words;    ///< A ring.
    std::uint64_t in = 0;         ///< Words that have come.
    std::uint64_t out = 0;        ///< Words of packets that have begun.
    std::deque<Waiting> packets;  ///< That may begin.
    std::uint64_t announced = 0;  ///< Packets.
    std::uint64_t gone = 0;       ///< Of these that have begun or were discarded.
    std::uint64_t head_since = 0;
    VlStall stall;
    std::uint64_t whole = 0;  ///< Packets whose last word has come.
    std::uint32_t used = 0;   ///< Blocks, reserved or there.
    CreditSender credits;
  };
  /// A packet on the line, behind its first word.
  struct Sending {
    Vl vl;
    std::uint64_t next = 0;  ///< Its next word in the ring of the lane.
    unsigned rest = 0;       ///< Words to come.
    std::uint8_t tail = 0;   ///< Words of 4 bytes in the last of them, under the VCRC.
    Vcrc crc;
    std::int64_t need = 0;  ///< From the clock's edge to the next word's own time.
  };

  [[nodiscard]] unsigned latency() const { return sizes_.crossbar + sizes_.egress; }
  [[nodiscard]] std::uint64_t word_time() const {
    return kWordBytes * std::uint64_t{sizes_.byte_time};
  }
  [[nodiscard]] Stored& at(Vl vl, std::uint64_t index) {
    return lanes_[vl.value()].words[index % sizes_.egress_blocks];
  }

  void show(EgressOut& out) const {
    out.busy = busy_;
    for (unsigned vl = 0; vl < lanes_.size(); ++vl) {
      out.fctbs[vl] = static_cast<std::uint16_t>(lanes_[vl].credits.fctbs());
      if (lanes_[vl].used + sizes_.longest > sizes_.egress_blocks) continue;
      out.room = static_cast<std::uint16_t>(out.room | 1u << vl);
    }
  }

  /// The word with the VCRC of this hop behind `covered` bytes, and nothing behind it.
  [[nodiscard]] static Word closed(Word word, unsigned covered, Vcrc crc) {
    crc.update(word.data(), covered);
    word[covered] = static_cast<std::uint8_t>(crc.value());
    word[covered + 1] = static_cast<std::uint8_t>(crc.value() >> 8);
    std::fill(word.begin() + covered + 2, word.end(), std::uint8_t{0});
    return word;
  }
  EgressOut::Later next_word(Sending& packet) {
    const Stored& stored = at(packet.vl, packet.next++);
    if (--packet.rest > 0) {
      packet.crc.update(stored.word.data(), kWordBytes);
      return {false, false, static_cast<std::uint8_t>(kWordBytes), stored.word};
    }
    const unsigned covered = 4u * packet.tail;
    Word word = closed(stored.word, covered, packet.crc);
    if (stored.bad) {
      for (unsigned i = covered; i < covered + 2; ++i)
        word[i] = static_cast<std::uint8_t>(~word[i]);
    }
    return {true, stored.bad, static_cast<std::uint8_t>(covered + 2), word};
  }
  // A word goes in the first clock whose edge is not before its own time.
  void send_later(EgressOut& out) {
    if (late_) {
      out.later = next_word(*late_);
      late_.reset();
    }
    if (!sending_) return;
    if (sending_->need <= 0) {
      assert(!out.later);
      out.later = next_word(*sending_);
      sending_->need += static_cast<std::int64_t>(word_time());
    }
    sending_->need -= sizes_.period;
    if (sending_->rest == 0) sending_.reset();
  }

  /// Answers how long the line is taken behind what begins in this clock.
  std::uint32_t begin(std::uint32_t busy, std::uint16_t due, EgressOut& out) {
    unsigned waiting = 0;
    unsigned sendable = 0;
    for (unsigned vl = 0; vl < lanes_.size(); ++vl) {
      const Lane& lane = lanes_[vl];
      if (lane.packets.empty()) continue;
      waiting |= 1u << vl;
      if (lane.credits.may_send(lane.packets.front().blocks)) sendable |= 1u << vl;
    }
    const auto choice = arbiter_.pick(static_cast<std::uint16_t>(sendable));
    const bool overdue = busy_ < sizes_.period && any_overdue();
    out.judged = busy < sizes_.period || overdue;
    finished_ = busy_ < sizes_.period ? std::exchange(sending_blocks_, 0u) : 0;
    finished_vl_ = sending_vl_;
    if (out.judged && discard(overdue, out)) {
      turn_.due(due);
      return busy;
    }
    out.starved = out.judged && !choice && (waiting & ~sendable) != 0;
    if (out.judged && choice) {
      due = static_cast<std::uint16_t>(due | 1u << choice->vl.value());
      const std::uint32_t blocks = lanes_[choice->vl.value()].packets.front().blocks;
      arbiter_.charge(*choice, blocks);
      busy = send_first(choice->vl, blocks, busy, out);
    }
    turn_.due(due);
    return busy;
  }
  static EgressOut::First first_word(const Word& head, std::uint32_t blocks) {
    const unsigned covered = 4u * (head[5] & 15u);
    if (blocks > 1) return {static_cast<std::uint8_t>(kWordBytes), head};
    return {static_cast<std::uint8_t>(covered + 2), closed(head, covered, Vcrc{})};
  }
  [[nodiscard]] bool is_overdue(const Lane& lane) const {
    if (lane.packets.empty() || sizes_.hoq_life == 0) return false;
    const auto now = static_cast<std::int64_t>(now_);
    return lane.stall.stalled(now) || lane.head_since + sizes_.hoq_life < now_;
  }
  [[nodiscard]] bool any_overdue() const {
    return std::any_of(lanes_.begin(), lanes_.end(),
                       [this](const Lane& lane) { return is_overdue(lane); });
  }
  /// One a clock, of the lowest lane whose head is overdue, else of the lowest whose head proved
  /// bad; no packet begins then.
  bool discard(bool overdue, EgressOut& out) {
    const auto found = std::find_if(lanes_.begin(), lanes_.end(), [&](const Lane& lane) {
      return overdue ? is_overdue(lane) : !lane.packets.empty() && lane.packets.front().condemned;
    });
    if (found == lanes_.end()) return false;
    const Vl vl{static_cast<std::uint8_t>(found - lanes_.begin())};
    const auto now = static_cast<std::int64_t>(now_);
    const std::uint32_t blocks = found->packets.front().blocks;
    out.discarded = EgressOut::Discard{first_word(at(vl, found->out).word, blocks), overdue, false};
    if (overdue && !found->stall.stalled(now)) out.discarded->stalls = found->stall.dropped(now);
    leave(*found, blocks);
    found->used -= blocks;
    return true;
  }
  void leave(Lane& lane, std::uint32_t blocks) {
    lane.packets.pop_front();
    ++lane.gone;
    lane.head_since = now_;
    lane.out += blocks;
  }
  std::uint32_t send_first(Vl vl, std::uint32_t blocks, std::uint32_t busy, EgressOut& out) {
    Lane& lane = lanes_[vl.value()];
    const Word& head = at(vl, lane.out).word;
    const unsigned tail = head[5] & 15u;
    const std::uint32_t bytes = 4u * ((head[4] & 7u) << 8 | head[5]) + 2;
    if (sending_) late_ = std::exchange(sending_, std::nullopt);
    out.first = first_word(head, blocks);
    if (blocks > 1) {
      sending_ = Sending{vl,         lane.out + 1,
                         blocks - 1, static_cast<std::uint8_t>(tail),
                         Vcrc{},     static_cast<std::int64_t>(busy + word_time()) - sizes_.period};
      sending_->crc.update(head.data(), kWordBytes);
    }
    leave(lane, blocks);
    lane.stall.sent();
    lane.credits.sent(blocks);
    sending_blocks_ = blocks;
    sending_vl_ = vl;
    return busy + (bytes + sizes_.framing) * sizes_.byte_time;
  }

  // Room of a packet is free again once the line is.
  void count(const EgressIn& in, const EgressOut&) {
    if (finished_ > 0) lanes_[finished_vl_.value()].used -= finished_;
    for (unsigned vl = 0; vl < lanes_.size(); ++vl) {
      if (in.fccl[vl]) lanes_[vl].credits.on_flow_control(*in.fccl[vl]);
    }
  }

  /// How much later than its first word is there a packet has to start, so that its last two are
  /// there in time.
  [[nodiscard]] std::uint64_t lead(const EgressIn::Announcement& packet) const {
    const std::uint64_t last_time = (packet.blocks - 1u) * word_time();
    const std::uint64_t full_time = packet.blocks <= 2 ? 0 : last_time - word_time();
    const auto late = [](std::uint64_t there, std::uint64_t wanted) {
      return there > wanted ? there - wanted : 0;
    };
    return std::max({std::uint64_t{1}, late(packet.last, last_time / sizes_.period),
                     late(packet.full, (full_time + sizes_.period - 1) / sizes_.period)});
  }
  void take(const EgressIn& in) {
    if (in.announced) {
      Lane& lane = lanes_[in.announced->vl.value()];
      lane.used += in.announced->blocks;
      if (lane.announced++ == lane.gone) lane.head_since = now_;
      announced_.push(now_ + latency(), in.announced->vl);
      starting_.push(now_ + lead(*in.announced) - 1 + latency(),
                     {in.announced->vl, in.announced->blocks});
    }
    if (in.word) words_.push(now_ + sizes_.egress - 1, {*in.word, in.last, in.last && in.bad});
    if (const auto vl = announced_.take(now_)) word_vl_ = *vl;
    if (const auto start = starting_.take(now_)) {
      lanes_[start->vl.value()].packets.push_back({start->blocks, false});
    }
    if (const auto word = words_.take(now_)) store(*word);
  }
  void store(const Stored& word) {
    Lane& lane = lanes_[word_vl_.value()];
    at(word_vl_, lane.in++) = word;
    if (!word.last) return;
    const std::uint64_t packet = lane.whole++;
    if (packet >= lane.gone) lane.packets[packet - lane.gone].condemned = word.bad;
  }

  EgressSizes sizes_;
  std::uint64_t now_ = 0;
  std::vector<Lane> lanes_;
  VlArbiter arbiter_;
  FlowControlTurn turn_;
  Delay<Vl> announced_;
  Delay<Start> starting_;
  Delay<Stored> words_;
  Vl word_vl_;  ///< Lane of the words that come.
  std::uint32_t busy_ = 0;
  std::uint32_t sending_blocks_ = 0;  ///< Of the packet on the line.
  Vl sending_vl_;
  std::uint32_t finished_ = 0;  ///< Of one that has left it in this clock.
  Vl finished_vl_;
  std::optional<Sending> sending_;
  std::optional<Sending> late_;  ///< Its last word goes beside the first of the next packet.
};

}  // namespace

std::unique_ptr<EgressMachine> make_egress(const EgressSizes& sizes) {
  assert(sizes.data_vls <= kDataVls && sizes.crossbar > 0 && sizes.egress > 0);
  return std::make_unique<ClockedEgress>(sizes);
}

}  // namespace ib
