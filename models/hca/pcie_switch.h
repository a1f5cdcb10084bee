// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/hca/pcie.h"

namespace ib::hca {

/// A device beside the HCA whose memory the HCA may access directly, as a GPU's BAR.
struct PciePeerConfig {
  std::uint64_t base = 0;         ///< Bus address of its window.
  std::uint64_t bytes = 0;        ///< Size of the window.
  std::uint64_t target_base = 0;  ///< Address of the window's first byte at the target.
  PcieConfig link;                ///< From the switch to the device.
  double extra_read_ns = 300;     ///< Its answer comes later than host memory's by so much.
};

/// What has passed one port of the switch.
struct PciePortCounters {
  std::uint64_t bytes_written = 0;
  std::uint64_t bytes_read = 0;
};

/// A PCI Express switch below the root complex: takes the HCA's DMA and routes it by address, to a
/// peer's window or up to host memory. The way to host memory costs nothing here: it is part of the
/// HCA's `pcie`. A peer has its own link rate and latency.
class PcieSwitch : public sc_core::sc_module {
 public:
  /// Windows do not overlap.
  PcieSwitch(const sc_core::sc_module_name& name, const std::vector<PciePeerConfig>& peers);

  tlm_utils::simple_target_socket<PcieSwitch> from_hca{"from_hca"};
  tlm_utils::simple_initiator_socket<PcieSwitch> to_host{"to_host"};

  /// Goes to the device.
  [[nodiscard]] tlm_utils::simple_initiator_socket<PcieSwitch>& to_peer(std::size_t peer) {
    return peers_[peer]->socket;
  }

  [[nodiscard]] const PciePortCounters& host_counters() const { return host_; }
  [[nodiscard]] const PciePortCounters& peer_counters(std::size_t peer) const {
    return peers_[peer]->counters;
  }

 private:
  struct Peer {
    explicit Peer(const PciePeerConfig& peer, const char* name)
        : config(peer), timing(peer.link), socket(name) {}
    PciePeerConfig config;
    PcieTiming timing;
    PcieLane to_device;
    PcieLane from_device;
    PciePortCounters counters;
    tlm_utils::simple_initiator_socket<PcieSwitch> socket;
  };

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  [[nodiscard]] Peer* peer_at(std::uint64_t address) const;
  static void pass_peer(Peer& peer, tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);

  PciePortCounters host_;
  std::vector<std::unique_ptr<Peer>> peers_;
};

}  // namespace ib::hca
