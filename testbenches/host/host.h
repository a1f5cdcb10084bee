// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <utility>

#include "testbenches/host/host_config.h"
#include "testbenches/host/host_memory.h"

namespace ib::tb {

/// A computer without its HCA: memory, and one CPU that runs one program. The program's accesses to
/// memory are free; time passes where it spends it, polls, or touches a register of the HCA.
class Host : public sc_core::sc_module {
 public:
  Host(const sc_core::sc_module_name& name, const HostConfig& config);

  tlm_utils::simple_initiator_socket<Host> mmio{"mmio"};
  HostMemory memory{"memory"};

  /// What the CPU does from the start of simulation on; set before it.
  void run(std::function<void()> program) { program_ = std::move(program); }
  [[nodiscard]] const HostConfig& config() const { return config_; }

  // For the program only.

  void spend(double ns);
  void write_register(std::uint64_t address, const std::uint8_t* from, std::uint32_t bytes);
  void read_register(std::uint64_t address, std::uint8_t* to, std::uint32_t bytes);

  /// Polls until `condition()`, which can only become true by a write that `watch` sees.
  template <class Condition>
  void poll_until(const MemoryWatch& watch, Condition&& condition) {
    while (!condition()) sc_core::wait(watch.written());
    spend(config_.poll_ns);
  }

 private:
  void cpu();
  static void wait_after_dma(const sc_core::sc_time& time);
  void access_register(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                       std::uint32_t bytes);

  HostConfig config_;
  std::function<void()> program_;
  tlm::tlm_generic_payload access_;  ///< The CPU makes one access at a time.
};

}  // namespace ib::tb
