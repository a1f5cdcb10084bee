// SPDX-License-Identifier: Apache-2.0
#include "testbenches/perftest/hca_bench.h"

#include <array>
#include <ctime>

#include "models/ib/packet/packet_codec.h"
#include "testbenches/config/load.h"
#include "testbenches/perftest/host_pair.h"
#include "testbenches/perftest/session.h"

namespace ib::tb {
namespace {

/// Makes the bytes of every packet that leaves a port, and throws them away.
class CrcObserver final : public Observer {
 public:
  void on_event(const PortEvent& event) override {
    if (event.kind == EventKind::kSend) (void)serialize(event.packet, wire_.data());
  }

 private:
  std::array<std::uint8_t, kMaxWireBytes> wire_{};
};

struct Rates {
  double messages = 0;
  double packet_hops = 0;
};

/// Each queue pair sends `iterations` messages of `size` bytes.
Rates write_rates(std::uint64_t size, std::uint64_t iterations, std::uint32_t qps) {
  const RunConfig config = load({});
  PerftestPlan plan;
  plan.sizes = {size};
  plan.iterations = iterations;
  plan.qps = qps;
  HostPair pair{config, plan_pair(config)};
  plan.sls = pair.path_sls();
  CrcObserver observer;
  pair.conductor().add(observer);
  PerftestSession session{plan, pair.conductor(), pair.host(0), pair.host(1)};
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO,
                                          sc_core::SC_DO_NOTHING);
  const std::clock_t start = std::clock();
  sc_core::sc_start();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return {static_cast<double>(iterations * qps) / seconds,
          static_cast<double>(pair.packets_sent()) / seconds};
}

Rates short_writes() { return write_rates(8, 50'000, 4); }
Rates long_writes() { return write_rates(65'536, 5'000, 4); }

}  // namespace

double bench_hca_write_8b() { return short_writes().messages; }
double bench_hca_write_64k() { return long_writes().messages; }
double bench_hca_hops_8b() { return short_writes().packet_hops / 1e6; }
double bench_hca_hops_64k() { return long_writes().packet_hops / 1e6; }

}  // namespace ib::tb
