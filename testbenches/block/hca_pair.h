// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/hca/hca.h"
#include "models/hca/pcie_switch.h"
#include "models/ib/packet/packet_codec.h"
#include "testbenches/host/host.h"
#include "testbenches/host/verbs.h"
#include "tlm/conductor.h"
#include "tlm/link_socket.h"

namespace ib::tb {

inline constexpr double kWireLatencyNs = 100;

/// A cable without PHY that a test can tell to lose or to mark data packets.
class TestCable : public sc_core::sc_module {
 public:
  /// Chooses the packets to damage; sees each data packet and its direction.
  using Lose = std::function<bool(const Packet&, bool from_a)>;

  explicit TestCable(const sc_core::sc_module_name& name)
      : sc_module(name), a_to_b_(*this, b, /*from_a=*/true), b_to_a_(*this, a, /*from_a=*/false) {
    a.bind(a_to_b_);
    b.bind(b_to_a_);
  }

  CableSocket a{"a"};
  CableSocket b{"b"};
  Lose lose;
  Lose mark;  ///< Chooses the packets to set FECN in.

 private:
  class Direction : public LinkForwardInterface {
   public:
    Direction(TestCable& cable, CableSocket& to, bool from_a)
        : cable_(cable), to_(to), from_a_(from_a) {}
    void transfer(LinkTransfer& transfer) override {
      const bool data = transfer.kind == LinkTransfer::Kind::kPacket;
      if (data && cable_.lose && cable_.lose(transfer.stored->packet, from_a_)) {
        transfer.stored->packet.corrupted = true;
      }
      if (data && cable_.mark && cable_.mark(transfer.stored->packet, from_a_)) {
        set_fecn(transfer.stored->packet);
      }
      transfer.first_bit += ticks_from_ns(kWireLatencyNs);
      to_->transfer(transfer);
    }
    [[nodiscard]] sc_core::sc_time min_latency() const override {
      return {kWireLatencyNs, sc_core::SC_NS};
    }

   private:
    TestCable& cable_;
    CableSocket& to_;
    bool from_a_;
  };

  Direction a_to_b_;
  Direction b_to_a_;
};

/// One end of the pair as its program sees it: a connected queue pair, a completion queue for each
/// direction and one registered buffer.
struct PairEnd {
  static constexpr std::uint64_t kBufferBytes = 1 << 20;

  std::unique_ptr<Host> host;
  std::unique_ptr<hca::Hca> hca;
  std::unique_ptr<hca::PcieSwitch> pcie;  ///< With a GPU only.
  std::unique_ptr<HostMemory> gpu;
  std::unique_ptr<Verbs> verbs;
  std::uint32_t pd = 0;
  std::unique_ptr<CompletionQueue> send_cq;
  std::unique_ptr<CompletionQueue> receive_cq;
  std::unique_ptr<QueuePair> qp;
  MemoryRegion buffer;

  void open() {
    verbs->open();
    pd = verbs->allocate_pd();
    buffer = verbs->register_memory(pd, kBufferBytes);
    send_cq = verbs->create_cq(8);
    receive_cq = verbs->create_cq(8);
    qp = verbs->create_qp(pd, {}, *send_cq, *receive_cq);
  }
  [[nodiscard]] Cqe await(CompletionQueue& cq) const {
    host->poll_until(cq.watch(), [&cq] { return cq.has_entry(); });
    return *cq.poll();
  }
  [[nodiscard]] Cqe await_send() const { return await(*send_cq); }
  [[nodiscard]] Cqe await_receive() const { return await(*receive_cq); }
  void fill(std::uint64_t offset, std::uint32_t bytes, unsigned seed) const {
    std::vector<std::uint8_t> data(bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) data[i] = static_cast<std::uint8_t>(i * 7 + seed);
    host->memory.write(buffer.address + offset, data.data(), bytes);
  }
  [[nodiscard]] std::vector<std::uint8_t> read(std::uint64_t offset, std::uint32_t bytes) const {
    std::vector<std::uint8_t> data(bytes);
    host->memory.read(buffer.address + offset, data.data(), bytes);
    return data;
  }
};

/// Two hosts with an HCA each, back to back. The test gives both a program; client runs once both
/// queue pairs are connected, and its end ends the simulation.
class HcaPair {
 public:
  /// Several pairs may run side by side under different prefixes.
  explicit HcaPair(const hca::HcaConfig& config = {}, Ticks quantum = kNever,
                   const std::string& prefix = "",
                   const std::optional<hca::HcaConfig>& client_config = std::nullopt,
                   bool with_gpus = false)
      : with_gpus_(with_gpus),
        conductor((prefix + "conductor").c_str(), ConductorConfig{quantum, 1, 0}),
        cable((prefix + "cable").c_str()) {
    make_end(client, prefix + "client", client_config.value_or(config), 1);
    make_end(server, prefix + "server", config, 2);
    client.hca->port().endpoint().socket.bind(cable.a);
    server.hca->port().endpoint().socket.bind(cable.b);
    conductor.limit_quantum(ticks_from_ns(kWireLatencyNs));
  }

  /// Sets the client's program: it runs once both queue pairs are connected. Then calls `on_end`.
  void prepare(const std::function<void()>& program, const std::function<void()>& on_end) {
    server.host->run([this] {
      server.open();
      opened_ = true;
      opened_event_.notify(sc_core::SC_ZERO_TIME);
    });
    client.host->run([this, program, on_end] {
      client.open();
      if (!opened_) sc_core::wait(opened_event_);
      if (connects) connect();
      program();
      on_end();
    });
  }
  /// Runs to the end of the client's program, or for `limit` at most. True when it ended.
  bool run(const std::function<void()>& program, double limit_us = 100000) {
    bool ended = false;
    prepare(program, [&ended] {
      ended = true;
      sc_core::sc_stop();
    });
    sc_core::sc_start(limit_us, sc_core::SC_US);
    return ended;
  }

  /// From the client's program: both queue pairs to RTS. Commands of the server are given by the
  /// client's thread: the hosts do not mind.
  void connect() {
    client.verbs->connect(*client.qp, {Lid{2}, server.qp->number(), 0x20}, with_psn(0x10));
    server.verbs->connect(*server.qp, {Lid{1}, client.qp->number(), 0x10}, with_psn(0x20));
  }

  [[nodiscard]] WorkRequest request(WqeOpcode opcode, std::uint32_t bytes,
                                    std::uint64_t local_offset = 0,
                                    std::uint64_t remote_offset = 0) const {
    WorkRequest request;
    request.opcode = opcode;
    request.local_address = client.buffer.address + local_offset;
    request.bytes = bytes;
    request.lkey = client.buffer.key;
    request.remote_address = server.buffer.address + remote_offset;
    request.rkey = server.buffer.key;
    return request;
  }

  /// Where the HCA sees the memory of the GPU.
  static constexpr std::uint64_t kGpuWindow = 0x80'0000'0000;
  static constexpr std::uint64_t kGpuBytes = 1 << 24;

 private:
  bool with_gpus_;

 public:
  PayloadPool payloads;
  Conductor conductor;
  TestCable cable;
  PairEnd client;
  PairEnd server;
  ConnectionOptions options;
  bool connects = true;

 private:
  void make_end(PairEnd& end, const std::string& name, const hca::HcaConfig& config,
                std::uint16_t lid) {
    end.host = std::make_unique<Host>(name.c_str(), HostConfig{});
    end.hca = std::make_unique<hca::Hca>((name + "_hca").c_str(), config, link::LinkConfig{},
                                         LinkRate{Generation::kNdr, Width::k4x},
                                         hca::HcaPlace{Lid{lid}, std::uint32_t{lid} - 1}, payloads);
    end.host->mmio.bind(end.hca->mmio());
    if (with_gpus_) {
      put_gpu_beside(end, name);
    } else {
      end.hca->dma().bind(end.host->memory.dma);
    }
    end.verbs = std::make_unique<Verbs>(*end.host);
    conductor.add(*end.hca);
  }
  static void put_gpu_beside(PairEnd& end, const std::string& name) {
    end.gpu = std::make_unique<HostMemory>((name + "_gpu").c_str());
    hca::PciePeerConfig peer;
    peer.base = kGpuWindow;
    peer.bytes = kGpuBytes;
    peer.target_base = HostMemory::kBase;
    peer.link.generation = 4;
    end.pcie = std::make_unique<hca::PcieSwitch>((name + "_pcie").c_str(),
                                                 std::vector<hca::PciePeerConfig>{peer});
    end.pcie->to_peer(0).bind(end.gpu->dma);
    end.pcie->to_host.bind(end.host->memory.dma);
    end.hca->dma().bind(end.pcie->from_hca);
  }
  [[nodiscard]] ConnectionOptions with_psn(std::uint32_t first) const {
    ConnectionOptions own = options;
    own.first_psn = first;
    return own;
  }

  bool opened_ = false;
  sc_core::sc_event opened_event_;
};

}  // namespace ib::tb
