// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fuzz/hca_fuzz.h"

#include <optional>
#include <random>

#include "models/ib/queues/doorbell.h"
#include "testbenches/block/rd_ends.h"
#include "testbenches/fuzz/fenced_memory.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kQKey = 0x1234;
constexpr unsigned kLogBlocks = 6;
constexpr std::uint32_t kBlocks = 1u << kLogBlocks;
constexpr std::array kOpcodes{0x00, 0x01, 0x08, 0x09, 0x0A, 0x0B, 0x10, 0x11, 0x12, 0x18, 0x1B};
constexpr std::array kServices{QpType::kRc, QpType::kUc, QpType::kUd, QpType::kRd};

/// Two queue pairs of a service that are connected afresh for each round, so that the memory of the
/// simulation does not grow.
struct Victims {
  QpType service = QpType::kRc;
  std::unique_ptr<QueuePair> near;
  std::unique_ptr<QueuePair> far;
  std::uint32_t near_context = 0;  ///< RD.
  std::uint32_t far_context = 0;   ///< RD.
};

class Campaign {
 public:
  Campaign() { pair_.options.timeout = 1; }

  HcaFuzzReport run(const std::function<void()>& attack) {
    report_.ended = pair_.run(
        [&] {
          near_memory_.emplace(*pair_.client.host, *pair_.client.verbs, pair_.client.pd);
          far_memory_.emplace(*pair_.server.host, *pair_.server.verbs, pair_.server.pd);
          make_victims();
          attack();
          pair_.cable.lose = {};
          pair_.client.host->spend(1e6);  // what is on its way, and every retry
          report_.bystander_works = bystander_works();
        },
        /*limit_us=*/1e12);
    report_.memory_intact = near_memory_->intact() && far_memory_->intact();
    report_.held_packets = pair_.client.hca->held_packets() + pair_.server.hca->held_packets();
    return report_;
  }

  [[nodiscard]] std::uint32_t draw(std::uint32_t below) {
    return static_cast<std::uint32_t>(random_() % below);
  }
  [[nodiscard]] std::uint32_t dice() { return static_cast<std::uint32_t>(random_()); }
  void scribble(std::uint8_t* bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(random_());
  }

  HcaPair& pair() { return pair_; }
  HcaFuzzReport& report() { return report_; }
  [[nodiscard]] const FencedMemory& near_memory() const { return *near_memory_; }
  [[nodiscard]] const FencedMemory& far_memory() const { return *far_memory_; }

  Victims& connected_victims() {
    Victims& victims = victims_[draw(static_cast<std::uint32_t>(victims_.size()))];
    reset(*pair_.client.verbs, *victims.near);
    reset(*pair_.server.verbs, *victims.far);
    join(victims);
    drain();
    return victims;
  }

 private:
  void make_victims() {
    near_cq_ = pair_.client.verbs->create_cq(10);
    far_cq_ = pair_.server.verbs->create_cq(10);
    for (const QpType service : kServices) {
      Victims victims;
      victims.service = service;
      if (service == QpType::kRd) {
        make_datagram_victims(victims);
        victims_.push_back(std::move(victims));
        continue;
      }
      victims.near = pair_.client.verbs->create_qp(pair_.client.pd, {kLogBlocks, 4}, *near_cq_,
                                                   *near_cq_, service);
      victims.far = pair_.server.verbs->create_qp(pair_.server.pd, {kLogBlocks, 4}, *far_cq_,
                                                  *far_cq_, service);
      victims_.push_back(std::move(victims));
    }
  }
  void make_datagram_victims(Victims& victims) {
    const PairEnd& client = pair_.client;
    const PairEnd& server = pair_.server;
    const std::uint32_t near_domain = client.verbs->allocate_rdd();
    const std::uint32_t far_domain = server.verbs->allocate_rdd();
    victims.near_context = client.verbs->create_eec(near_domain);
    victims.far_context = server.verbs->create_eec(far_domain);
    victims.near =
        client.verbs->create_rd_qp(client.pd, {kLogBlocks, 4}, *near_cq_, *near_cq_, near_domain);
    victims.far =
        server.verbs->create_rd_qp(server.pd, {kLogBlocks, 4}, *far_cq_, *far_cq_, far_domain);
  }
  static QpContext to_reset() {
    QpContext context;
    context.state = QpState::kReset;
    context.attr_mask = qp_attribute::kState;
    return context;
  }
  static void reset(Verbs& verbs, QueuePair& qp) {
    verbs.modify(qp, to_reset());
    qp.restart();
  }
  void join(const Victims& victims) {
    PairEnd& client = pair_.client;
    PairEnd& server = pair_.server;
    if (victims.service == QpType::kUd) {
      client.verbs->ready(*victims.near, kQKey);
      server.verbs->ready(*victims.far, kQKey);
      return;
    }
    if (victims.service == QpType::kRd) {
      client.verbs->modify_eec(victims.near_context, to_reset());
      server.verbs->modify_eec(victims.far_context, to_reset());
      client.verbs->connect_eec(victims.near_context, {Lid{2}, victims.far_context, 0},
                                pair_.options);
      server.verbs->connect_eec(victims.far_context, {Lid{1}, victims.near_context, 0},
                                pair_.options);
      client.verbs->ready(*victims.near, kQKey);
      server.verbs->ready(*victims.far, kQKey);
      return;
    }
    client.verbs->connect(*victims.near, {Lid{2}, victims.far->number(), 0}, pair_.options);
    server.verbs->connect(*victims.far, {Lid{1}, victims.near->number(), 0}, pair_.options);
  }
  void drain() {
    while (near_cq_->has_entry()) (void)near_cq_->poll();
    while (far_cq_->has_entry()) (void)far_cq_->poll();
  }
  bool bystander_works() {
    pair_.client.fill(0, 64, 1);
    pair_.client.qp->post_send(pair_.request(WqeOpcode::kRdmaWrite, 64));
    return pair_.client.await_send().opcode == CqeOpcode::kRequester &&
           pair_.server.read(0, 64) == pair_.client.read(0, 64);
  }

  HcaPair pair_{with_reliable_datagrams()};
  HcaFuzzReport report_;
  std::mt19937_64 random_{20240501};
  std::optional<FencedMemory> near_memory_;
  std::optional<FencedMemory> far_memory_;
  std::unique_ptr<CompletionQueue> near_cq_;
  std::unique_ptr<CompletionQueue> far_cq_;
  std::vector<Victims> victims_;
};

/// Writes WQEs into a ring as a guest would that is wrong about anything.
class WqeAttack {
 public:
  explicit WqeAttack(Campaign& campaign) : c_(campaign) {}

  /// Fills a ring, rings a doorbell, waits; answers the WQEs that were in it.
  std::uint64_t round() {
    const Victims& victims = c_.connected_victims();
    post_receives(*victims.far);
    const QueuePair& qp = *victims.near;
    std::vector<std::uint8_t> ring(kBlocks * kBasicBlockBytes);
    c_.scribble(ring.data(), ring.size());
    std::uint32_t block = 0;
    std::uint32_t last = 0;
    std::uint64_t count = 0;
    while (block < kBlocks) {
      last = block;
      block += make(&ring[block * kBasicBlockBytes], block, kBlocks - block, victims);
      ++count;
    }
    Host& host = *c_.pair().client.host;
    host.memory.write(qp.send_buffer(), ring.data(), ring.size());
    const std::size_t pushed = c_.draw(4) != 0 ? 8 : 256;
    if (pushed > 8) last = 0;  // a BlueFlame buffer holds the first
    const std::vector<std::uint8_t> door = door_of(ring, last, pushed);
    host.write_register(uar_address(0, kBlueFlameOffset), door.data(),
                        static_cast<std::uint32_t>(door.size()));
    host.spend(20'000);
    return count;
  }

 private:
  void post_receives(QueuePair& far) {
    const FencedMemory& memory = c_.far_memory();
    for (int i = 0; i < 8; ++i) {
      far.post_receive(memory.open().address, 8192, memory.open().key);
    }
  }
  static std::vector<std::uint8_t> door_of(const std::vector<std::uint8_t>& ring,
                                           std::uint32_t block, std::size_t bytes) {
    const auto at =
        ring.begin() + static_cast<std::ptrdiff_t>(std::size_t{block} * kBasicBlockBytes);
    return {at, at + static_cast<std::ptrdiff_t>(bytes)};
  }
  /// One WQE; answers the blocks it takes.
  std::uint32_t make(std::uint8_t* at, std::uint32_t block, std::uint32_t room,
                     const Victims& victims) {
    ControlSegment control = decode_control(at);
    if (c_.draw(16) != 0) {
      control.opcode = static_cast<std::uint8_t>(kOpcodes[c_.draw(kOpcodes.size())]);
    }
    const std::uint32_t most = std::min(room * 4, c_.draw(8) == 0 ? 63u : 8u);
    control.ds = static_cast<std::uint8_t>(c_.draw(32) == 0 ? c_.draw(64) : 1 + c_.draw(most));
    control.wqe_index = static_cast<std::uint16_t>(c_.draw(32) == 0 ? c_.dice() : block);
    control.qpn = c_.draw(32) == 0 ? c_.dice() : victims.near->number();
    const std::uint32_t blocks = std::max(1u, std::min(room, basic_blocks(control.ds)));
    encode(control, at);
    fill_segments(at + kSegmentBytes, blocks * 4 - 1, victims);
    return blocks;
  }
  /// Segments that mean something in some place, noise in others.
  void fill_segments(std::uint8_t* at, std::uint32_t count, const Victims& victims) {
    std::uint32_t i = 0;
    if (victims.service == QpType::kUd && count >= 3 && c_.draw(8) != 0) {
      AddressVector to;
      to.q_key = kQKey;
      to.dest_qpn = victims.far->number();
      to.dlid = 2;
      to.has_grh = c_.draw(2) != 0;
      encode(to, at);
      i = 3;
    }
    if (victims.service == QpType::kRd && count >= 1 && c_.draw(8) != 0) {
      store_field(at, rd_segment::kEeContext,
                  c_.draw(16) == 0 ? c_.draw(64) : victims.near_context);
      store_field(at, rd_segment::kQKey, c_.draw(16) == 0 ? c_.dice() : kQKey);
      store_field(at, rd_segment::kDestQpn, c_.draw(16) == 0 ? c_.draw(64) : victims.far->number());
      i = 1;
    }
    if (i < 3 && i < count && c_.draw(4) != 0) {
      encode(RaddrSegment{c_.far_memory().some_address(c_.dice()),
                          c_.far_memory().some_key(c_.dice())},
             at + std::size_t{i} * kSegmentBytes);
      ++i;
    }
    for (; i < count; ++i) {
      if (c_.draw(16) == 0) continue;
      const std::uint32_t bytes = c_.draw(8) == 0 ? c_.dice() >> c_.draw(20) : c_.draw(512);
      encode(DataSegment{bytes & 0x7FFFFFFF, c_.near_memory().some_key(c_.dice()),
                         c_.near_memory().some_address(c_.dice())},
             at + std::size_t{i} * kSegmentBytes);
      if (c_.draw(8) == 0) encode_inline_header(c_.draw(80), at + std::size_t{i} * kSegmentBytes);
    }
  }

  Campaign& c_;
};

/// Changes headers on the wire.
class PacketAttack {
 public:
  explicit PacketAttack(Campaign& campaign) : c_(campaign) {
    c_.pair().cable.lose = [this](const Packet& packet, bool from_client) {
      if (armed_ && c_.draw(3) != 0) change(const_cast<Packet&>(packet), from_client);
      return false;
    };
  }

  /// Messages of all kinds both ways while packets are changed; answers how many were.
  std::uint64_t round() {
    Victims& victims = c_.connected_victims();
    const std::uint64_t before = changed_;
    armed_ = true;
    post(*victims.near, victims, c_.near_memory(), c_.far_memory());
    c_.pair().client.host->spend(40'000);
    armed_ = false;
    return changed_ - before;
  }

 private:
  void post(QueuePair& from, Victims& victims, const FencedMemory& local,
            const FencedMemory& remote) {
    for (int i = 0; i < 6; ++i) {
      victims.far->post_receive(remote.open().address, 16384, remote.open().key);
    }
    for (int i = 0; i < 6; ++i) {
      constexpr std::array kKinds{WqeOpcode::kRdmaWrite, WqeOpcode::kSend, WqeOpcode::kRdmaRead,
                                  WqeOpcode::kRdmaWriteImmediate, WqeOpcode::kFetchAdd};
      WorkRequest request;
      request.opcode = victims.service == QpType::kUd ? WqeOpcode::kSend : kKinds[c_.draw(5)];
      if (victims.service == QpType::kUc && c_.draw(2) != 0) request.opcode = WqeOpcode::kSend;
      request.bytes = request.opcode == WqeOpcode::kFetchAdd ? 8 : c_.draw(4097);
      request.local_address = local.open().address;
      request.lkey = local.open().key;
      request.remote_address = remote.open().address;
      request.rkey = remote.open().key;
      if (victims.service == QpType::kUd) request.destination = address_of(*victims.far);
      if (victims.service == QpType::kRd) {
        request.reliable_destination =
            ReliableDestination{victims.near_context, kQKey, victims.far->number()};
      }
      from.post_send(request);
    }
  }
  AddressVector address_of(const QueuePair& qp) {
    AddressVector to;
    to.q_key = kQKey;
    to.dest_qpn = qp.number();
    to.dlid = 2;
    to.has_grh = c_.draw(2) != 0;
    return to;
  }
  /// The VCRC is right afterwards: this is a peer that sends what it likes, not a bad line.
  void change(Packet& packet, bool from_client) {
    ++changed_;
    const std::size_t at = Lrh::kBytes + c_.draw(packet.header_bytes - 8u);
    packet.header[at] ^= static_cast<std::uint8_t>(1u << c_.draw(8));
    if (c_.draw(8) == 0)
      packet.header[bth_offset(packet)] = static_cast<std::uint8_t>(c_.draw(256));
    if (c_.draw(16) == 0) {
      packet.payload_bytes = static_cast<std::uint16_t>(c_.draw(packet.payload_bytes + 1u));
    }
    if (c_.draw(4) == 0) aim(packet, from_client ? c_.far_memory() : c_.near_memory());
  }
  /// At memory that is there, with keys that exist.
  void aim(Packet& packet, const FencedMemory& memory) {
    const OpcodeInfo& info = opcode_info(packet);
    const bool atomic = info.has(Extension::kAtomicEth);
    if (!atomic && !info.has(Extension::kReth)) return;
    const std::size_t at =
        bth_offset(packet) + Bth::kBytes +
        extension_offset(info, atomic ? Extension::kAtomicEth : Extension::kReth);
    if (at + Reth::kBytes > packet.header_bytes) return;
    store_be64(&packet.header[at], memory.some_address(c_.dice()));
    store_be32(&packet.header[at + 8], memory.some_key(c_.dice()));
  }

  Campaign& c_;
  bool armed_ = false;
  std::uint64_t changed_ = 0;
};

void command_round(Campaign& c) {
  constexpr std::array kCommands{0x102, 0x104, 0x200, 0x202, 0x301, 0x302, 0x400,
                                 0x401, 0x500, 0x501, 0x502, 0x50B, 0x700, 0x701,
                                 0x703, 0x800, 0x801, 0x806, 0x807, 0x80E, 0x80F,
                                 0x520, 0x521, 0x522, 0x52B, 0x810, 0x811, 0x999};
  constexpr std::array kSizes{0u, 16u, 64u, 64u, 256u, 256u, 256u, 13u};
  PairEnd& client = c.pair().client;
  std::vector<std::uint8_t> input(kSizes[c.draw(kSizes.size())]);
  c.scribble(input.data(), input.size());
  const auto opcode = static_cast<CommandOpcode>(kCommands[c.draw(kCommands.size())]);
  // Objects and keys from here on: those of the connection that is to survive are below.
  const std::uint32_t object = opcode == CommandOpcode::kDestroyMkey ? 0x10000 : 100;
  const CommandAnswer answer =
      client.verbs->commands().try_execute(opcode, object + c.draw(1000), input, c.draw(2) * 256);
  static_cast<void>(answer);
  std::array<std::uint8_t, 64> junk{};
  c.scribble(junk.data(), junk.size());
  store_field(junk.data(), control_segment::kQpn, 100 + c.draw(1000));
  client.host->write_register(0x1000 + c.draw(16 * 0x1000 - 64), junk.data(), 1 + c.draw(64));
}

}  // namespace

HcaFuzzReport fuzz_wqes(std::uint64_t inputs) {
  Campaign campaign;
  WqeAttack attack{campaign};
  HcaFuzzReport report = campaign.run([&] {
    while (campaign.report().inputs < inputs) campaign.report().inputs += attack.round();
  });
  report.refused = campaign.pair().client.hca->counters().wqes_malformed;
  return report;
}

HcaFuzzReport fuzz_commands(std::uint64_t inputs) {
  Campaign campaign;
  HcaFuzzReport report = campaign.run([&] {
    for (; campaign.report().inputs < inputs; ++campaign.report().inputs) command_round(campaign);
  });
  report.refused = campaign.pair().client.hca->counters().commands_failed;
  return report;
}

HcaFuzzReport fuzz_packets(std::uint64_t inputs) {
  Campaign campaign;
  PacketAttack attack{campaign};
  HcaFuzzReport report = campaign.run([&] {
    while (campaign.report().inputs < inputs) campaign.report().inputs += attack.round();
  });
  for (const PairEnd* const end : {&campaign.pair().client, &campaign.pair().server}) {
    const hca::HcaCounters& counters = end->hca->counters();
    report.refused += counters.packets_malformed + counters.packets_misdirected +
                      counters.fatal_naks_sent + counters.sequence_naks_sent;
  }
  return report;
}

}  // namespace ib::tb
