// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/hca/core.h"
#include "models/hca/hca_config.h"
#include "models/hca/hca_counters.h"
#include "models/hca/hca_management.h"
#include "models/hca/host_bridge.h"
#include "models/hca/mad_door.h"
#include "models/hca/mmio_target.h"
#include "models/hca/pci_config.h"
#include "tlm/chip.h"

namespace ib::hca {

struct Engines;

/// A host channel adapter with one port: queue pairs of the reliable connection service behind
/// mlx5-shaped queues. Bind `mmio()` and `dma()` to a host, `port().endpoint().socket` to a cable.
class Hca : public Chip {
 public:
  /// Assumes that `validate` found no fault. Payload buffers come from `payloads`, which outlives
  /// all packets.
  Hca(const sc_core::sc_module_name& name, const HcaConfig& config, const link::LinkConfig& link,
      LinkRate rate, const HcaPlace& place, PayloadPool& payloads);
  ~Hca() override;

  [[nodiscard]] tlm::tlm_target_socket<32>& mmio() { return target_.mmio; }
  /// PCI configuration space; may stay unbound.
  [[nodiscard]] auto& config_space() { return pci_.config; }
  [[nodiscard]] tlm::tlm_initiator_socket<32>& dma() { return bridge_.dma; }
  /// Called when an MSI-X message has reached memory, beside the write itself, from the bridge's
  /// process.
  void on_interrupt(std::function<void(std::uint32_t vector)> call) {
    bridge_.on_interrupt(std::move(call));
  }
  [[nodiscard]] link::Port& port() { return core_.port; }
  [[nodiscard]] const HcaConfig& config() const { return core_.config; }
  /// Before the simulation starts: blocks to ask in the place of the HCA's own functions.
  [[nodiscard]] Machines& machines() { return core_.machines; }
  [[nodiscard]] const HcaCounters& counters() const { return core_.counters; }
  [[nodiscard]] const DmaEngine& dma_engine() const { return core_.dma; }
  /// What a queue pair has moved; null when there is none of this number.
  [[nodiscard]] const QueuePairTraffic* traffic(std::uint32_t qpn) const {
    const QueuePair* const qp = core_.qps.find(qpn);
    return qp != nullptr ? &qp->traffic : nullptr;
  }
  /// Before the simulation starts: gives the HCA its management agents (QP0 and QP1).
  void manage(const NodeIdentity& identity);
  /// Null without `manage`.
  [[nodiscard]] HcaManagement* management() { return core_.management; }
  /// Lets a program of the host send and receive MADs. After `manage`.
  [[nodiscard]] MadDoor& mad_door();

  [[nodiscard]] Lid lid() const { return core_.lid; }
  void set_lid(Lid lid, std::uint8_t lmc = 0) {
    core_.lid = lid;
    core_.lmc = lmc;
  }

  void advance(Ticks limit) override;
  void describe_waits(std::vector<std::string>& lines) const override;
  [[nodiscard]] std::uint64_t progress() const override;
  [[nodiscard]] std::uint64_t held_packets() const override { return core_.store.held(); }
  [[nodiscard]] Ticks host_latency() const override { return timing_.latency(); }
  void window_done() override;

 private:
  void start_of_simulation() override;
  void handle(Phase phase, Engine engine);
  void handle_arrivals(Engine engine);
  void handle_decisions(Engine engine);
  void handle_late_decisions(Engine engine);
  void take_dma_answers();
  void deliver(DmaResult& result);
  void deliver_to_queue_pair(DmaResult& result);
  void plan_dma_answer();

  PcieTiming timing_;
  HostBridge bridge_;
  MmioTarget target_;
  PciConfig pci_;
  MadDoor mad_door_;
  Core core_;
  std::unique_ptr<HcaManagement> management_;
  std::unique_ptr<Engines> engines_;
};

}  // namespace ib::hca
