// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbenches/host/verbs.h"
#include "testbenches/perftest/plan.h"

namespace ib::tb {

/// One side of a perftest: its HCA opened, one buffer registered, connected queue pairs. Each queue
/// pair ("lane") has an outgoing and an incoming part of the buffer; for RD an end-to-end context,
/// for XRC a target and a shared receive queue as well.
class Endpoint {
 public:
  /// `number` (0 client, 1 server) keys its data and first PSNs.
  Endpoint(Host& host, const PerftestPlan& plan, std::uint32_t number);

  // For the program of the host.
  void open();
  void connect(const Endpoint& peer);
  /// Outgoing data of each lane for messages of `size`, incoming part cleared.
  void prepare(std::uint64_t size);

  [[nodiscard]] Host& host() { return host_; }
  [[nodiscard]] const HostMemory& memory() const { return host_.memory; }
  [[nodiscard]] CompletionQueue& send_cq() { return *send_cq_; }
  [[nodiscard]] CompletionQueue& receive_cq() { return *receive_cq_; }
  [[nodiscard]] std::uint32_t lanes() const { return static_cast<std::uint32_t>(lanes_.size()); }
  [[nodiscard]] QueuePair& lane(std::uint32_t number) { return *lanes_[number]; }
  [[nodiscard]] const QueuePair& lane(std::uint32_t number) const { return *lanes_[number]; }
  [[nodiscard]] std::uint32_t lane_of_qpn(std::uint32_t qpn) const;
  [[nodiscard]] Lid lid() const { return lid_; }

  [[nodiscard]] std::uint64_t outgoing(std::uint32_t lane) const;
  [[nodiscard]] std::uint64_t incoming(std::uint32_t lane) const;
  [[nodiscard]] std::uint32_t key() const { return region_.key; }
  /// Key of the outgoing data of a lane.
  [[nodiscard]] std::uint64_t pattern_key(std::uint32_t lane, std::uint64_t size) const;

  /// Work request of message `message` of a lane, all but its flags.
  [[nodiscard]] WorkRequest request(Verb verb, const Endpoint& peer, std::uint32_t lane,
                                    std::uint64_t message, std::uint64_t size) const;
  void post_receive(std::uint32_t lane, std::uint64_t message, std::uint64_t size);
  /// The completion of a receive has been taken.
  void received(const Cqe& cqe);

 private:
  [[nodiscard]] std::uint32_t first_psn(std::uint32_t lane) const;
  [[nodiscard]] std::unique_ptr<QueuePair> make_lane(std::uint32_t pd, const QueuePairSize& size);
  void connect(const Endpoint& peer, std::uint32_t lane);
  void address(WorkRequest& request, const Endpoint& peer, std::uint32_t lane) const;

  Host& host_;
  const PerftestPlan& plan_;
  std::uint32_t number_;
  std::uint64_t lane_bytes_;
  std::uint64_t grh_bytes_;  ///< Room for the GRH of a datagram, for all to lie in.
  Verbs verbs_;
  Lid lid_;
  MemoryRegion region_;
  std::unique_ptr<CompletionQueue> send_cq_;
  std::unique_ptr<CompletionQueue> receive_cq_;
  std::vector<std::unique_ptr<QueuePair>> lanes_;
  std::uint32_t domain_ = 0;                                 ///< RD, XRC.
  std::vector<std::uint32_t> contexts_;                      ///< RD: of each lane.
  std::vector<std::unique_ptr<QueuePair>> targets_;          ///< XRC: of each lane.
  std::vector<std::unique_ptr<SharedReceiveQueue>> shared_;  ///< XRC: of each lane.
};

}  // namespace ib::tb
