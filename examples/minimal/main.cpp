// SPDX-License-Identifier: Apache-2.0
// Two HCAs back to back, each driven by a processor of ours through `mmio` and `dma`: one RDMA
// WRITE.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "driver.h"
#include "models/hca/hca.h"
#include "models/phy/cable.h"
#include "tlm/conductor.h"

/// A thread, so that a program can wait for simulated time.
class Program : public sc_core::sc_module {
 public:
  Program(const sc_core::sc_module_name& name, std::function<void()> body)
      : sc_module(name), body_(std::move(body)) {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
  }

 private:
  void run() { body_(); }
  std::function<void()> body_;
};

constexpr std::string_view kMessage = "hello, InfiniBand";

int sc_main(int, char**) {
  const ib::LinkRate rate{ib::Generation::kNdr, ib::Width::k4x};
  ib::PayloadPool payloads;
  ib::Conductor conductor{"conductor", ib::ConductorConfig{}};
  ib::phy::Cable cable{"cable", ib::phy::CableSetup{rate, {}, {}}};
  ib::hca::Hca left{"left", {}, {}, rate, {ib::Lid{1}, 0}, payloads};
  ib::hca::Hca right{"right", {}, {}, rate, {ib::Lid{2}, 1}, payloads};
  Driver client{"client"};
  Driver server{"server"};

  left.port().endpoint().socket.bind(cable.a);
  right.port().endpoint().socket.bind(cable.b);
  conductor.limit_quantum(cable.a_to_b().min_latency());
  client.mmio.bind(left.mmio());
  left.dma().bind(client.dma);
  server.mmio.bind(right.mmio());
  right.dma().bind(server.dma);
  conductor.add(left);
  conductor.add(right);

  bool arrived = false;
  const Program program{"program", [&] {
                          client.open();
                          server.open();
                          client.connect(2, server.qpn);
                          server.connect(1, client.qpn);
                          std::copy(kMessage.begin(), kMessage.end(),
                                    client.memory.begin() + Driver::kData);
                          const sc_core::sc_time start = sc_core::sc_time_stamp();
                          client.write(Driver::kData, Driver::kTarget, server.key, kMessage.size());
                          const std::string time = (sc_core::sc_time_stamp() - start).to_string();
                          const auto at = server.memory.begin() + Driver::kTarget;
                          arrived = std::equal(kMessage.begin(), kMessage.end(), at);
                          std::printf("'%s', %s after it was posted\n",
                                      std::string(at, at + kMessage.size()).c_str(), time.c_str());
                          sc_core::sc_stop();
                        }};
  sc_core::sc_start(1, sc_core::SC_MS);
  return arrived ? 0 : 1;
}
