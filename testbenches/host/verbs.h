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
#include "testbenches/host/event_queue.h"
#include "testbenches/host/queue_pair.h"
#include "testbenches/host/shared_receive_queue.h"

namespace ib::tb {

/// A registered piece of host memory.
struct MemoryRegion {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
  std::uint32_t key = 0;  ///< L_Key and R_Key.
};

/// How a completion queue tells of its entries.
struct CompletionEvents {
  std::uint32_t eqn = 0;        ///< 0: not at all.
  std::uint16_t max_count = 0;  ///< Completions an event may stand for.
  std::uint16_t period_us = 0;  ///< Longest wait for them.
  bool compress = false;        ///< Entries may share a title.
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
  std::uint8_t static_rate = 0;  ///< Rate code of the path, 0: no limit.
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
                                             std::uint64_t bytes, std::uint32_t rights,
                                             bool remote_invalidate = false);
  /// Memory that lies in `pages` of 2^log_page_size bytes each, the first with its first byte.
  struct PagedMemory {
    std::uint64_t start = 0;  ///< Virtual.
    std::uint64_t bytes = 0;
    std::uint8_t log_page_size = 12;
    std::vector<std::uint64_t> pages;  ///< Bus addresses; 0: not there.
  };
  [[nodiscard]] MemoryRegion register_pages(std::uint32_t pd, const PagedMemory& memory);
  /// A region that windows may be bound to.
  [[nodiscard]] MemoryRegion register_for_windows(std::uint32_t pd, std::uint64_t address,
                                                  std::uint64_t bytes, std::uint32_t rights);
  /// A memory window; answers its R_Key, which gives nothing until it is bound.
  [[nodiscard]] std::uint32_t create_window(std::uint32_t pd, MkeyKind kind);
  void deregister_memory(const MemoryRegion& region);
  [[nodiscard]] std::unique_ptr<CompletionQueue> create_cq(unsigned log_size,
                                                           const CompletionEvents& events = {});
  /// `event_mask`: bit n takes events of type n.
  [[nodiscard]] std::unique_ptr<EventQueue> create_eq(unsigned log_size, std::uint8_t vector,
                                                      std::uint64_t event_mask);
  [[nodiscard]] std::unique_ptr<SharedReceiveQueue> create_srq(std::uint32_t pd, unsigned log_size);
  /// Of an XRC domain: its receives complete in `cq`.
  [[nodiscard]] std::unique_ptr<SharedReceiveQueue> create_xrc_srq(std::uint32_t pd,
                                                                   unsigned log_size,
                                                                   std::uint32_t xrcd,
                                                                   const CompletionQueue& cq);
  [[nodiscard]] std::uint32_t allocate_xrcd();
  [[nodiscard]] std::uint32_t allocate_rdd();
  /// An end-to-end context of a reliable datagram domain.
  [[nodiscard]] std::uint32_t create_eec(std::uint32_t rdd);
  /// Init, RTR, RTS of an end-to-end context; `peer.qpn` is the peer's context.
  void connect_eec(std::uint32_t eecn, const PeerQueuePair& peer, const ConnectionOptions& options);
  void modify_eec(std::uint32_t eecn, QpContext context);
  [[nodiscard]] QpContext query_eec(std::uint32_t eecn);
  /// A queue pair of reliable datagrams.
  [[nodiscard]] std::unique_ptr<QueuePair> create_rd_qp(std::uint32_t pd, const QueuePairSize& size,
                                                        const CompletionQueue& send,
                                                        const CompletionQueue& receive,
                                                        std::uint32_t rdd);
  /// Asks for an event once fewer than `limit` receives are left.
  void arm_srq(const SharedReceiveQueue& srq, std::uint16_t limit);
  /// Where an interrupt vector's message goes.
  void set_interrupt(std::uint32_t vector, std::uint64_t address, std::uint32_t data,
                     bool masked = false);
  /// Asks for an event at the next completion, or the next solicited one.
  void arm(const CompletionQueue& cq, bool solicited_only = false);
  /// Asks for an interrupt at the next event.
  void arm(const EventQueue& eq);
  [[nodiscard]] std::unique_ptr<QueuePair> create_qp(std::uint32_t pd, const QueuePairSize& size,
                                                     const CompletionQueue& send,
                                                     const CompletionQueue& receive,
                                                     QpType type = QpType::kRc,
                                                     const SharedReceiveQueue* srq = nullptr);
  /// The receiving end of an extended reliable connection.
  [[nodiscard]] std::unique_ptr<QueuePair> create_xrc_target(std::uint32_t xrcd);
  /// Init, RTR, RTS of a connection.
  void connect(const QueuePair& qp, const PeerQueuePair& peer, const ConnectionOptions& options);
  /// Init and RTR only: the queue pair receives.
  void connect_passive(const QueuePair& qp, const PeerQueuePair& peer,
                       const ConnectionOptions& options);
  /// Init, RTR, RTS of a datagram queue pair, reliable or not.
  void ready(const QueuePair& qp, std::uint32_t q_key, std::uint32_t first_psn = 0);
  void attach(const QueuePair& qp, const Gid& group);
  /// Packets a turn of the weighted send scheduler. In RTS.
  void set_weight(const QueuePair& qp, std::uint8_t weight);
  /// Limits what the HCA sends on a service level; 0: no limit.
  void limit_rate(std::uint8_t sl, std::uint32_t mbps);
  void modify(const QueuePair& qp, QpContext context);
  [[nodiscard]] QpContext query(const QueuePair& qp);

  [[nodiscard]] CommandChannel& commands() { return commands_; }

 private:
  [[nodiscard]] MemoryRegion create_mkey(const MkeyContext& context);
  [[nodiscard]] std::unique_ptr<QueuePair> create_qp(QpContext context, const QueuePairSize& size);
  [[nodiscard]] std::unique_ptr<SharedReceiveQueue> create_srq(SrqContext context);
  void lend_context_memory();
  [[nodiscard]] std::uint32_t read_register32(const Field& field);

  Host& host_;
  CommandChannel commands_;
};

/// A failed completion in words.
[[nodiscard]] std::string_view describe(CqeSyndrome syndrome);

}  // namespace ib::tb
