// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "models/ib/base/types.h"
#include "models/ib/packet/routing_headers.h"
#include "models/ib/queues/context.h"
#include "testbenches/host/command_channel.h"
#include "testbenches/host/completion_queue.h"
#include "testbenches/host/queue_pair.h"

namespace ib::tb {

/// A registered piece of host memory.
struct MemoryRegion {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint32_t key = 0;  ///< L_Key and R_Key.
};

/// What a queue pair has to know of the one it talks to.
struct PeerQueuePair {
  Lid lid;
  std::uint32_t qpn = 0;
  std::uint32_t first_psn = 0;
};

/// How a connection behaves; defaults as perftest sets them.
struct ConnectionOptions {
  std::uint32_t mtu_bytes = 4096;
  std::uint32_t first_psn = 0;
  std::uint8_t sl = 0;
  std::uint8_t timeout = 14;
  std::uint8_t retry_count = 7;
  std::uint8_t rnr_retry = 7;
  std::uint8_t min_rnr_timer = 12;
  std::uint8_t reads = 16;  ///< READs outstanding, either way.
};

/// The driver of one HCA, one user of it: what an application does through verbs.
class Verbs {
 public:
  explicit Verbs(Host& host) : host_(host), commands_(host) {}

  /// Opens the HCA and waits until its port is Active.
  void open();
  [[nodiscard]] Lid lid();

  [[nodiscard]] std::uint32_t allocate_pd();
  /// Allocates and registers memory with all rights.
  [[nodiscard]] MemoryRegion register_memory(std::uint32_t pd, std::uint64_t bytes);
  [[nodiscard]] MemoryRegion register_memory(std::uint32_t pd, std::uint64_t address,
                                             std::uint64_t bytes, std::uint32_t rights);
  void deregister_memory(const MemoryRegion& region);
  [[nodiscard]] std::unique_ptr<CompletionQueue> create_cq(unsigned log_size);
  [[nodiscard]] std::unique_ptr<QueuePair> create_qp(std::uint32_t pd, const QueuePairSize& size,
                                                     const CompletionQueue& send,
                                                     const CompletionQueue& receive,
                                                     QpType type = QpType::kRc);
  /// Init, RTR, RTS of a connection.
  void connect(const QueuePair& qp, const PeerQueuePair& peer, const ConnectionOptions& options);
  /// Init, RTR, RTS of a datagram queue pair.
  void ready(const QueuePair& qp, std::uint32_t q_key, std::uint32_t first_psn = 0);
  void attach(const QueuePair& qp, const Gid& group);
  void modify(const QueuePair& qp, QpContext context);
  [[nodiscard]] QpContext query(const QueuePair& qp);

  [[nodiscard]] CommandChannel& commands() { return commands_; }

 private:
  [[nodiscard]] std::uint32_t read_register32(const Field& field);

  Host& host_;
  CommandChannel commands_;
};

/// A failed completion in words.
[[nodiscard]] std::string_view describe(CqeSyndrome syndrome);

}  // namespace ib::tb
