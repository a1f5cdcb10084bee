// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/latency_stages.h"

#include <utility>

#include "models/hca/pcie.h"
#include "models/ib/packet/headers.h"
#include "models/ib/packet/packet_builder.h"
#include "models/switch/switch.h"

namespace ib::tb {
namespace {

std::uint32_t write_wire_bytes(std::uint32_t bytes) {
  const std::uint32_t padded = (bytes + 3) / 4 * 4;
  return static_cast<std::uint32_t>(Lrh::kBytes + Bth::kBytes + Reth::kBytes + kIcrcBytes +
                                    kVcrcBytes) +
         padded;
}

/// The packet leaves when its last crossbar word is under way: a narrow crossbar takes longer.
Cycle port_to_port(const sw::SwitchConfig& config, std::uint32_t wire_bytes) {
  return sw::transit_cycles(config) + (wire_bytes - 1) / config.crossbar_word_bytes;
}

Ticks cpu_time(double ns) { return from_sc_time(sc_core::sc_time{ns, sc_core::SC_NS}); }

/// Walks along the way and notes each stage.
class Walk {
 public:
  explicit Walk(Ticks start) : now_(start) {}

  void spend(std::string name, Ticks duration) {
    stages_.push_back({std::move(name), duration});
    now_ += duration;
  }
  void spend(std::string name, Cycle cycles, const Clock& clock) {
    spend(std::move(name), cycles * clock.period());
  }
  void wait_for_edge(const std::string& of, const Clock& clock) {
    spend("clock edge of " + of, clock.edge(clock.at_or_after(now_)) - now_);
  }
  /// What passes a socket does so at whole picoseconds: the stage before ends there.
  void round_down() { extend(-(now_ % kTicksPerPs)); }
  void round_up() { extend((kTicksPerPs - now_ % kTicksPerPs) % kTicksPerPs); }

  [[nodiscard]] std::vector<LatencyStage> take() { return std::move(stages_); }

 private:
  void extend(Ticks duration) {
    stages_.back().duration += duration;
    now_ += duration;
  }

  Ticks now_;
  std::vector<LatencyStage> stages_;
};

void send(Walk& walk, const WriteWay& way, const hca::PcieTiming& pcie, const Clock& clock) {
  walk.spend("CPU posts", cpu_time(way.host.post_ns));
  walk.spend("PCIe, doorbell with WQE", pcie.latency());
  walk.wait_for_edge("HCA", clock);
  walk.spend("HCA doorbell", way.hca.doorbell_cycles, clock);
  walk.spend("HCA WQE decode", way.hca.wqe_decode_cycles, clock);
  walk.spend("HCA schedule", way.hca.scheduler_cycles, clock);
  walk.spend("HCA packetize", way.hca.packetizer_cycles, clock);
}

void cross(Walk& walk, const PathLeg& leg, std::uint32_t wire_bytes, const std::string& number) {
  const phy::PhyLatency& parts = leg.line->parts();
  const Ticks whole = leg.line->latency() / kTicksPerPs * kTicksPerPs;
  walk.round_down();
  walk.spend("link " + number + " PHY and FEC", whole - parts.cable);
  walk.spend("link " + number + " cable", parts.cable);
  walk.spend("link " + number + " serialisation", wire_bytes * byte_ticks(leg.rate));
}

void receive(Walk& walk, const WriteWay& way, const hca::PcieTiming& pcie, const Clock& clock,
             std::uint32_t bytes) {
  walk.wait_for_edge("HCA", clock);
  walk.spend("HCA receive", way.hca.receive_cycles, clock);
  walk.spend("HCA context", way.hca.context_cycles, clock);
  walk.spend("HCA respond", way.hca.responder_cycles, clock);
  walk.spend("PCIe, data written",
             pcie.wire_time(pcie.data_bytes(/*address=*/0, bytes)) + pcie.latency());
  walk.round_up();
  walk.spend("CPU sees it", cpu_time(way.host.poll_ns));
}

}  // namespace

std::vector<LatencyStage> write_latency_stages(const WriteWay& way, std::uint32_t bytes,
                                               Ticks posted) {
  const hca::PcieTiming pcie{way.hca.pcie};
  const Clock hca_clock = Clock::from_mhz(way.hca.core_clock_mhz);
  const Clock switch_clock = Clock::from_mhz(way.sw.core_clock_mhz);
  const std::uint32_t wire_bytes = write_wire_bytes(bytes);
  Walk walk{posted};
  send(walk, way, pcie, hca_clock);
  for (std::size_t leg = 0; leg < way.path.size(); ++leg) {
    const std::string number = std::to_string(leg + 1);
    cross(walk, way.path[leg], wire_bytes, number);
    if (leg + 1 == way.path.size()) break;
    walk.wait_for_edge("switch " + number, switch_clock);
    walk.spend("switch " + number + " port to port", port_to_port(way.sw, wire_bytes),
               switch_clock);
  }
  receive(walk, way, pcie, hca_clock, bytes);
  return walk.take();
}

Ticks total(const std::vector<LatencyStage>& stages) {
  Ticks sum = 0;
  for (const LatencyStage& stage : stages) sum += stage.duration;
  return sum;
}

}  // namespace ib::tb
