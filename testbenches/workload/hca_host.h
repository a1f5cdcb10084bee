// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "models/hca/hca.h"
#include "testbenches/host/verbs.h"
#include "testbenches/workload/message_host.h"

namespace ib::tb {

/// What the end nodes of a fabric know of each other before they connect.
struct HcaDirectory {
  struct Entry {
    Lid lid;
    bool has_hca = false;
    std::map<std::uint32_t, std::uint32_t> qpn_for;  ///< Queue pair number by peer.
  };
  std::vector<Entry> ends;    ///< By index.
  std::uint32_t waiting = 0;  ///< Hosts that have not made their queue pairs.
  sc_core::sc_event complete;
};

struct HcaHostConfig {
  HostConfig host;
  std::uint32_t mtu_bytes = 4096;
  std::uint32_t most_bytes = 0;    ///< Of a message.
  std::uint64_t vector_bytes = 0;  ///< Of the vector that the host keeps; 0: none.
};

/// A host whose program sends messages through queue pairs of an HCA: SENDs with the tag as
/// immediate data, reliable to other HCAs, unreliable to light nodes. What a message brings lies in
/// a buffer of a shared receive queue until it is delivered; what is sent is copied first, as MPI
/// does with buffered sends.
class HcaHost final : public MessageHost {
 public:
  /// `index` counts end nodes; `directory` has an entry for each and outlives the host.
  HcaHost(const sc_core::sc_module_name& name, std::uint32_t index, const HcaHostConfig& config,
          HcaDirectory& directory);
  ~HcaHost() override;

  /// Before the simulation starts: the HCA in this host, and the SLs by LID of its paths or null.
  void bind(hca::Hca& hca);
  void set_path_sls(const std::vector<Sl>* path_sls) { path_sls_ = path_sls; }

  [[nodiscard]] bool is_ready() const { return ready_; }  ///< All queue pairs are connected.
  /// The first thing that went wrong; empty: nothing.
  [[nodiscard]] const std::string& failure() const { return failure_; }
  [[nodiscard]] std::vector<std::uint8_t>& vector() { return vector_; }
  [[nodiscard]] const std::vector<std::uint8_t>& vector() const { return vector_; }

  void begin_program() override { begin_.notify(sc_core::SC_ZERO_TIME); }
  void post(const Message& message) override;
  void post_first(const Message& message) override;
  void wake_at(Ticks when) override { wake_ = std::min(wake_, when); }
  [[nodiscard]] Ticks now() const override;
  [[nodiscard]] std::uint32_t end_index() const override { return index_; }
  [[nodiscard]] std::uint32_t mtu_bytes() const override { return config_.mtu_bytes; }
  [[nodiscard]] bool keeps_data() const override { return config_.vector_bytes > 0; }
  void deliver(std::uint64_t ticket, std::uint64_t offset, bool adds) override;
  [[nodiscard]] const link::Port& port() const override { return hca_->port(); }

 private:
  struct Outgoing {
    Message message;
    std::vector<std::uint8_t> bytes;  ///< As they were when it was posted.
  };
  struct Received {
    std::uint32_t slot = 0;
    std::uint64_t bytes = 0;
  };

  static constexpr std::uint32_t kReceives = 256;
  static constexpr std::uint32_t kSends = 64;
  static constexpr unsigned kLogQueue = 10;

  void program();
  void open();
  void connect();
  void serve();
  [[nodiscard]] bool poll_receive();
  /// Keeps what went wrong, if something did, as the host's failure.
  bool failed(const Cqe& cqe, const char* what);
  [[nodiscard]] bool poll_send();
  [[nodiscard]] bool wake_program();
  [[nodiscard]] bool send_next();
  void post_receive(std::uint32_t slot);
  void wait_for_work();

  std::uint32_t index_;
  HcaHostConfig config_;
  HcaDirectory& directory_;
  Host host_;
  Verbs verbs_{host_};
  hca::Hca* hca_ = nullptr;
  const std::vector<Sl>* path_sls_ = nullptr;
  MemoryRegion region_;  ///< Receive buffers, then send buffers.
  std::unique_ptr<SharedReceiveQueue> srq_;
  std::unique_ptr<CompletionQueue> send_cq_;
  std::unique_ptr<CompletionQueue> receive_cq_;
  std::map<std::uint32_t, std::unique_ptr<QueuePair>> qps_;  ///< By peer.
  std::map<std::uint32_t, std::uint32_t> peer_of_;           ///< By queue pair number.
  std::unique_ptr<MemoryWatch> watch_;
  sc_core::sc_event begin_;
  bool ready_ = false;
  std::string failure_;
  Ticks wake_ = kNever;
  std::deque<Outgoing> outgoing_;
  std::vector<std::uint32_t> free_sends_;
  std::map<std::uint32_t, std::deque<std::uint32_t>> sent_;  ///< Send buffers in use, by peer.
  std::map<std::uint16_t, std::uint32_t> slot_of_;           ///< Receive buffer by WQE index.
  std::map<std::uint64_t, Received> received_;               ///< By ticket.
  std::uint64_t next_ticket_ = 1;
  std::vector<std::uint8_t> vector_;
};

}  // namespace ib::tb
