// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/host.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace ib::tb {

Host::Host(const sc_core::sc_module_name& name, const HostConfig& config)
    : sc_core::sc_module(name), config_(config) {
  SC_HAS_PROCESS(Host);
  SC_THREAD(cpu);
}

void Host::cpu() {
  if (program_) program_();
}

void Host::spend(double ns) {
  if (ns > 0) wait_after_dma(sc_core::sc_time{ns, sc_core::SC_NS});
}

// DMA of one instant comes before the CPU's accesses, in whatever order the kernel wakes processes.
void Host::wait_after_dma(const sc_core::sc_time& time) {
  sc_core::wait(time);
  sc_core::wait(sc_core::SC_ZERO_TIME);
}

void Host::write_register(std::uint64_t address, const std::uint8_t* from, std::uint32_t bytes) {
  std::array<std::uint8_t, 1024> data;
  assert(bytes <= data.size());
  std::copy_n(from, bytes, data.data());
  access_register(tlm::TLM_WRITE_COMMAND, address, data.data(), bytes);
}

void Host::read_register(std::uint64_t address, std::uint8_t* to, std::uint32_t bytes) {
  access_register(tlm::TLM_READ_COMMAND, address, to, bytes);
}

void Host::access_register(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                           std::uint32_t bytes) {
  tlm::tlm_generic_payload& access = access_;
  access.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  access.set_command(command);
  access.set_address(address);
  access.set_data_ptr(data);
  access.set_data_length(bytes);
  access.set_streaming_width(bytes);
  sc_core::sc_time delay;
  mmio->b_transport(access, delay);
  if (delay != sc_core::SC_ZERO_TIME || access.is_read()) wait_after_dma(delay);
  if (!access.is_response_ok()) {
    SC_REPORT_FATAL(name(), "the HCA refused an access to its registers");
  }
}

}  // namespace ib::tb
