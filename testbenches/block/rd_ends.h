// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>

#include "testbenches/block/hca_pair.h"

namespace ib::tb {

[[nodiscard]] inline hca::HcaConfig with_reliable_datagrams() {
  hca::HcaConfig config;
  config.reliable_datagrams = true;
  return config;
}

/// Two queue pairs of reliable datagrams at each end of a pair, over one end-to-end context.
struct RdEnds {
  static constexpr std::uint32_t kQKey = 0x1EE7;
  static constexpr std::uint32_t kNearPsn = 0x10;

  void open(HcaPair& pair) {
    for (std::size_t side = 0; side < 2; ++side) {
      const PairEnd& end = side == 0 ? pair.client : pair.server;
      rdd[side] = end.verbs->allocate_rdd();
      eecn[side] = end.verbs->create_eec(rdd[side]);
      for (auto& qp : side == 0 ? near : far) {
        qp = end.verbs->create_rd_qp(end.pd, {}, *end.send_cq, *end.receive_cq, rdd[side]);
        end.verbs->ready(*qp, kQKey);
      }
    }
    connect(pair);
  }
  void connect(const HcaPair& pair) const {
    ConnectionOptions options = pair.options;
    options.first_psn = kNearPsn;
    pair.client.verbs->connect_eec(eecn[0], {Lid{2}, eecn[1], 0x20}, options);
    options.first_psn = 0x20;
    pair.server.verbs->connect_eec(eecn[1], {Lid{1}, eecn[0], kNearPsn}, options);
  }
  /// From any queue pair of the client to `to` of the server.
  [[nodiscard]] WorkRequest request(const HcaPair& pair, WqeOpcode opcode, std::uint32_t bytes,
                                    std::size_t to = 0) const {
    WorkRequest made = pair.request(opcode, bytes);
    made.reliable_destination = ReliableDestination{eecn[0], kQKey, far[to]->number()};
    return made;
  }
  void post_receive(const HcaPair& pair, std::size_t to, std::uint32_t bytes,
                    std::uint64_t offset = 0) const {
    far[to]->post_receive(pair.server.buffer.address + offset, bytes, pair.server.buffer.key);
  }
  [[nodiscard]] CqeSyndrome outcome(const HcaPair& pair, const WorkRequest& request,
                                    std::size_t from = 0) const {
    near[from]->post_send(request);
    return pair.client.await_send().syndrome;
  }
  [[nodiscard]] QpState near_context(const HcaPair& pair) const {
    return pair.client.verbs->query_eec(eecn[0]).state;
  }
  [[nodiscard]] QpState far_context(const HcaPair& pair) const {
    return pair.server.verbs->query_eec(eecn[1]).state;
  }

  std::array<std::uint32_t, 2> rdd{};   ///< Client, server.
  std::array<std::uint32_t, 2> eecn{};  ///< Client, server.
  std::array<std::unique_ptr<QueuePair>, 2> near;
  std::array<std::unique_ptr<QueuePair>, 2> far;
};

/// The packet belongs to the service.
[[nodiscard]] inline bool is_rd(const Packet& packet) {
  return (bth_bytes(packet)[0] & 0xE0) == 0x40;
}

}  // namespace ib::tb
