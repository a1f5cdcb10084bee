// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <utility>

#include "models/hca/hca_config.h"

namespace ib::hca {

/// What a write to configuration space asks of the function.
struct PciControl {
  bool reset = false;  ///< Function level reset was initiated.
  bool msix_enabled = true;
  bool msix_masked = false;
};

/// PCI configuration space of the function, 4 KiB, little endian (PCI Express 5.0, 7.5): header of
/// type 0, PCI Express and MSI-X capabilities. Accesses of 1 to 4 bytes do not cross a doubleword;
/// they take the way there and back.
class PciConfig : public sc_core::sc_module {
 public:
  static constexpr std::uint32_t kBytes = 4096;

  /// `window_bytes`: size of the register window behind BAR 0.
  PciConfig(const sc_core::sc_module_name& name, const HcaConfig& config,
            std::uint64_t window_bytes, const sc_core::sc_time& latency);

  tlm_utils::simple_target_socket_optional<PciConfig, 32> config{"config"};

  /// Called with each write that concerns the function.
  void on_control(std::function<void(const PciControl&)> call) { control_ = std::move(call); }

 private:
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  [[nodiscard]] bool access(tlm::tlm_generic_payload& transaction);
  void write(std::uint32_t offset, std::uint8_t value);
  void build_header(const HcaConfig& config, std::uint64_t window_bytes);
  void build_capabilities(const HcaConfig& config);
  void tell();

  sc_core::sc_time latency_;
  std::array<std::uint8_t, kBytes> image_{};
  std::array<std::uint8_t, kBytes> writable_{};  ///< One bit for each that software may change.
  std::function<void(const PciControl&)> control_;
};

}  // namespace ib::hca
