// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/ib/base/random.h"
#include "models/link/port.h"
#include "testbenches/traffic/congestion_source.h"
#include "tlm/chip.h"

namespace ib::tb {

/// What a light traffic node sends.
struct TrafficConfig {
  std::uint32_t packet_bytes = 1022;  ///< On the wire, LRH through VCRC; rounded down to 4n + 2.
  double load = 0.5;                  ///< Share of the link rate; 1 or more keeps the line full.
  bool sends = true;
  std::uint32_t sls = 1;  ///< Packets take service levels 0 .. sls - 1 in turn.
  Ticks start = 0;        ///< No packet is born before.
  double core_clock_mhz = 1000;
  Ticks slot = 0;  ///< Packets are born at multiples of it, with probability `load`; 0: Poisson.
  CongestionSourceConfig congestion;
};

/// What a node has measured since `reset_statistics`.
struct TrafficStatistics {
  std::uint64_t born = 0;
  std::uint64_t sent_packets = 0;
  std::uint64_t received_packets = 0;
  std::uint64_t received_bytes = 0;  ///< On the wire.
  std::uint64_t bad_packets = 0;     ///< Arrived damaged and dropped.
  std::uint64_t out_of_order = 0;
  Ticks delay_sum = 0;  ///< Birth to last bit in.
  Ticks delay_max = 0;
  std::array<std::uint64_t, 16> received_by_sl{};
};

/// An end node without queue pairs: sends UD packets with synthetic payload, takes what comes in at
/// line rate and frees its buffer at once. Everything of the link layer is real.
class TrafficNode : public Chip {
 public:
  /// Where the next packet goes; draws from the node's own stream.
  using Destination = std::function<Lid(RandomStream&)>;

  TrafficNode(const sc_core::sc_module_name& name, std::uint32_t source, Lid lid,
              const TrafficConfig& config, const link::LinkConfig& link, LinkRate rate,
              std::uint64_t run_seed);

  void stop_sending() { config_.sends = false; }
  void set_destination(Destination destination) { destination_ = std::move(destination); }
  /// The SL of every packet is that of its destination's LID; null: SLs in turn. Outlives the node.
  void set_path_sls(const std::vector<Sl>* path_sls) { path_sls_ = path_sls; }
  [[nodiscard]] link::Port& port() { return port_; }
  [[nodiscard]] const link::Port& port() const { return port_; }
  [[nodiscard]] const TrafficStatistics& statistics() const { return statistics_; }
  /// Of `statistics().received_bytes`, those of one source.
  [[nodiscard]] std::uint64_t received_bytes_from(std::uint32_t source) const {
    return source < from_.size() ? from_[source].bytes : 0;
  }
  /// Statistics count from here on; delays of packets born before it are left out.
  void measure_from(Ticks begin) { measure_from_ = begin; }
  [[nodiscard]] std::uint64_t total_sent() const { return port_.counters().xmit_pkts; }
  [[nodiscard]] std::uint64_t total_received() const { return total_received_; }
  /// Null unless TrafficConfig::congestion is on.
  [[nodiscard]] const CongestionSource* congestion() const { return congestion_.get(); }

  void advance(Ticks limit) override;
  [[nodiscard]] std::uint64_t progress() const override {
    return port_.counters().xmit_pkts + total_received_;
  }
  [[nodiscard]] std::uint64_t held_packets() const override { return store_.held(); }

 private:
  struct FromSource {
    std::uint64_t next_sequence = 0;  ///< One more than that of the last packet.
    std::uint64_t bytes = 0;
  };

  void start_of_simulation() override;
  void generate();
  void draw_next_birth();
  [[nodiscard]] Vl vl_of(Sl sl) const;
  [[nodiscard]] std::optional<Sl> choose_sl();
  [[nodiscard]] std::optional<Sl> choose_path();
  [[nodiscard]] link::Slot make_packet(Sl sl);
  void send_cnps();
  [[nodiscard]] bool held_back(Sl sl, Ticks edge);
  void consume();
  void count(const link::StoredPacket& stored);

  // What each packet needs lies together in front.
  RandomStream random_;
  Ticks next_birth_ = 0;
  Ticks packet_time_ = 0;  ///< On the line, delimiters included.
  Ticks measure_from_ = 0;
  std::uint64_t sequence_ = 0;
  std::uint64_t total_received_ = 0;
  std::uint32_t packet_blocks_ = 0;
  std::uint32_t source_;
  std::uint32_t data_vls_;
  std::uint32_t next_sl_ = 0;
  Lid lid_;
  Lid drawn_;  ///< Where the next packet goes, when its SL hangs on it; 0: not drawn yet.
  std::uint16_t payload_bytes_ = 0;
  TrafficConfig config_;
  link::PacketStore store_;
  Destination destination_;
  const std::vector<Sl>* path_sls_ = nullptr;
  std::vector<FromSource> from_;  ///< By source, as far as sources are known.
  TrafficStatistics statistics_;
  std::unique_ptr<CongestionSource> congestion_;
  Packet model_;
  link::Port port_;
};

}  // namespace ib::tb
