// SPDX-License-Identifier: Apache-2.0
#include "models/ib/switching/ingress.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <vector>

#include "models/ib/base/bytes.h"
#include "models/ib/packet/crc.h"
#include "models/ib/packet/routing_headers.h"

namespace ib {
namespace {

constexpr std::uint32_t kVcrcBytes = 2;

struct Packet {
  Lrh lrh;
  std::uint8_t blocks = 0;
  std::uint16_t number = 0;  ///< Of its first word.
  bool bad = false;          ///< Known when it is whole.
  std::vector<Word> words;
  std::vector<std::uint64_t> came;  ///< Clock of each word.
  std::uint64_t full_at = 0;        ///< Clock from which the last word but one can be used ...
  std::uint64_t last_at = 0;        ///< ... and the last, as the header foretells.

  [[nodiscard]] bool whole() const { return words.size() == blocks; }
  [[nodiscard]] bool vcrc_matches() const {
    std::vector<std::uint8_t> bytes;
    for (const Word& word : words) bytes.insert(bytes.end(), word.begin(), word.end());
    const std::size_t end = 4u * lrh.pkt_len;
    return load_le16(bytes.data() + end) == vcrc(bytes.data(), end);
  }
};
using Handle = std::shared_ptr<Packet>;

class ClockedIngress final : public IngressMachine {
 public:
  explicit ClockedIngress(const IngressSizes& sizes) : sizes_(sizes) { reset(); }

  void reset() override {
    now_ = 0;
    on_line_.reset();
    headers_.clear();
    tails_.clear();
    words_ = 0;
    queues_.assign(std::size_t{sizes_.ports} * sizes_.data_vls, {});
    connection_ = {};
    discarded_.reset();
  }

  IngressOut step(const IngressIn& in) override {
    IngressOut out;
    show(out);
    withdraw(out);
    drop(out);
    if (connection_.crosses) ++connection_.word;
    if (in.grant && out.free) grant(*in.grant, out);
    plan_crossing(out);
    route(in.route, out);
    take(in);
    ++now_;
    return out;
  }

 private:
  struct Connection {
    Handle packet;
    unsigned output = 0;
    std::size_t word = 0;  ///< The next one.
    bool crosses = false;  ///< In this clock.
  };

  [[nodiscard]] std::uint64_t stages() const { return sizes_.route_cycles - 1u; }
  /// Word `index` of the packet has come and passed the pipeline by this clock.
  [[nodiscard]] bool usable(const Packet& packet, std::size_t index, std::uint64_t delay) const {
    return index < packet.words.size() && packet.came[index] + delay <= now_;
  }
  [[nodiscard]] std::deque<Handle>& queue(unsigned output, Vl vl) {
    return queues_[std::size_t{output} * sizes_.data_vls + vl.value()];
  }
  /// Clocks to the first edge `time` after a moment `phase` before an edge.
  [[nodiscard]] std::uint64_t clocks(std::uint64_t time, std::uint32_t phase) const {
    return (time + sizes_.period - 1 - phase) / sizes_.period;
  }

  void show(IngressOut& out) {
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      if (!queues_[i].empty()) out.waiting |= std::uint64_t{1} << i;
    }
    if (!headers_.empty() && headers_.front()->came[0] + stages() == now_) {
      const Packet& packet = *headers_.front();
      out.header = {packet.lrh.dlid, packet.lrh.sl, packet.lrh.vl, packet.blocks};
    }
    const Connection& c = connection_;
    if (c.crosses) {
      const bool last = c.word + 1u == c.packet->blocks;
      out.crossing = {c.output, last, last && c.packet->bad, c.packet->words[c.word]};
      if (c.word == 0) {
        std::uint8_t& byte = out.crossing->word[0];
        byte = static_cast<std::uint8_t>(out_vl_.value() << 4 | (byte & 0x0F));
      }
    }
    out.free = c.packet == nullptr || (c.crosses && c.word + 1u == c.packet->blocks);
  }
  void withdraw(IngressOut& out) {
    if (tails_.empty() || !usable(*tails_.front(), tails_.front()->blocks - 1u, stages())) return;
    const Packet& packet = *tails_.front();
    if (packet.bad) out.withdrawn = {packet.lrh.vl, packet.blocks};
    out.withdrawn_own = packet.bad && out.header && headers_.front() == tails_.front();
    tails_.pop_front();
  }
  void drop(IngressOut& out) {
    if (discarded_ == nullptr || !usable(*discarded_, discarded_->blocks - 1u, stages())) return;
    out.dropped = {discarded_->lrh.vl, discarded_->blocks};
    discarded_.reset();
  }
  // A word crosses in the clock after it can be used, behind the one before it.
  void grant(const IngressIn::Grant& wanted, IngressOut& out) {
    std::deque<Handle>& from = queue(wanted.output, wanted.vl);
    if (from.empty()) return;
    const Handle first = from.front();
    const Packet& packet = *first;
    from.pop_front();
    const bool known = usable(packet, packet.blocks - 1u, sizes_.route_cycles);
    if (known && packet.bad) {
      out.killed = packet.number;
      out.freed = {packet.lrh.vl, packet.blocks};
      return;
    }
    connection_ = {first, wanted.output, 0, false};
    out_vl_ = wanted.vl;
    const std::uint64_t full_left = known || packet.full_at < now_ ? 0 : packet.full_at - now_;
    const std::uint64_t last_left = known ? 0 : packet.last_at - now_;
    const std::uint64_t in_turn = packet.blocks - 1u;
    const std::uint64_t full = in_turn == 0 ? 0 : std::max(in_turn, full_left + 1);
    const std::uint64_t last = std::max(full, last_left) + 1;
    out.granted = {packet.blocks, static_cast<std::uint16_t>(full),
                   static_cast<std::uint16_t>(last)};
  }
  void plan_crossing(IngressOut& out) {
    Connection& c = connection_;
    if (c.packet != nullptr && c.word == c.packet->blocks) c = {};
    c.crosses = c.packet != nullptr && usable(*c.packet, c.word, sizes_.route_cycles);
    if (c.crosses && c.word + 1u == c.packet->blocks) {
      out.freed = {c.packet->lrh.vl, c.packet->blocks};
    }
  }
  void route(const IngressIn::Route& to, const IngressOut& out) {
    if (!out.header) return;
    if (to.discard) {
      discarded_ = headers_.front();
    } else {
      queue(to.output, to.vl).push_back(headers_.front());
    }
    headers_.pop_front();
  }
  void take(const IngressIn& in) {
    const Handle before = on_line_;
    const bool own = in.word && in.first && (before == nullptr || before->whole());
    // The last word beside a first one came before it, unless it is its own.
    const bool last_before = in.last && in.first && !own;
    if (last_before) add(before, *in.last);
    if (in.word && in.first) begin(*in.word, in.phase);
    if (in.word && !in.first) add(before, *in.word);
    if (in.last && !last_before) add(own ? on_line_ : before, *in.last);
  }
  void begin(const Word& word, std::uint32_t phase) {
    on_line_ = std::make_shared<Packet>();
    Packet& packet = *on_line_;
    packet.lrh = Lrh::decode(word.data());
    const std::uint32_t bytes = 4u * packet.lrh.pkt_len + kVcrcBytes;
    packet.blocks = static_cast<std::uint8_t>(blocks(bytes, kWordBytes));
    packet.number = words_;
    const std::uint64_t routed = now_ + sizes_.route_cycles;
    packet.full_at = packet.last_at = routed;
    if (packet.blocks > 2) {
      const std::uint64_t time = (packet.blocks - 2u) * kWordBytes * sizes_.byte_time;
      packet.full_at += clocks(time, phase);
    }
    if (packet.blocks > 1) {
      packet.last_at += clocks(std::uint64_t{bytes - kWordBytes} * sizes_.byte_time, phase);
    }
    add(on_line_, word);
    headers_.push_back(on_line_);
  }
  void add(const Handle& to, const Word& word) {
    Packet& packet = *to;
    assert(!packet.whole());
    packet.words.push_back(word);
    packet.came.push_back(now_);
    ++words_;
    if (!packet.whole()) return;
    packet.bad = !packet.vcrc_matches();
    tails_.push_back(to);
  }

  IngressSizes sizes_;
  std::uint64_t now_ = 0;
  Handle on_line_;              ///< The newest packet.
  std::deque<Handle> headers_;  ///< On their way to the tables.
  std::deque<Handle> tails_;    ///< Packets whose last word is on the same way.
  std::uint16_t words_ = 0;     ///< That have come, modulo.
  std::vector<std::deque<Handle>> queues_;
  Connection connection_;
  Vl out_vl_;         ///< Of the connection, for the next hop.
  Handle discarded_;  ///< Waits for its tail.
};

}  // namespace

std::unique_ptr<IngressMachine> make_ingress(const IngressSizes& sizes) {
  assert(sizes.ports * sizes.data_vls <= 64 && sizes.route_cycles >= 2);
  return std::make_unique<ClockedIngress>(sizes);
}

}  // namespace ib
