// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/ib/base/ring.h"
#include "tlm/time.h"

namespace ib::hca {

inline constexpr std::uint32_t kMaxMmioBytes = 256;

/// A register access on its way to the chip.
struct MmioRequest {
  Ticks arrival = 0;
  bool is_read = false;
  bool is_control = false;  ///< From configuration space: bytes reset, MSI-X enabled, masked.
  std::uint64_t address = 0;
  std::uint32_t length = 0;
  std::uint32_t waiter = 0;  ///< Reads: who waits for the answer.
  std::array<std::uint8_t, kMaxMmioBytes> bytes;
};

/// The kernel's side of register accesses. Writes are posted: they return at once and reach the
/// chip after the latency. Reads wait in the initiator's thread for the way there and back.
class MmioTarget : public sc_core::sc_module {
 public:
  MmioTarget(const sc_core::sc_module_name& name, std::uint64_t window_bytes, Ticks latency);

  tlm_utils::simple_target_socket<MmioTarget, 32> mmio{"mmio"};

  // The chip's side.
  [[nodiscard]] Ring<MmioRequest>& requests() { return requests_; }
  /// Answers a read; the answer leaves the chip at `now`.
  void answer(const MmioRequest& request, Ticks now);
  /// After a window: wakes the initiators whose answers have left.
  void plan();

  /// Sends what configuration space asks of the function the way of a write.
  void control(bool reset, bool msix_enabled, bool msix_masked);
  /// Called with the arrival time of each request.
  void on_request(std::function<void(Ticks)> announce) { announce_ = std::move(announce); }
  /// Reads registers without time, for debug accesses.
  void peek_by(std::function<void(std::uint64_t, std::uint8_t*, std::uint32_t)> peek) {
    peek_ = std::move(peek);
  }

 private:
  struct Waiter {
    sc_core::sc_event answered;
    bool free = true;
    bool planned = true;
    Ticks arrival = 0;
    std::array<std::uint8_t, kMaxMmioBytes> bytes;
  };

  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  [[nodiscard]] tlm::tlm_response_status check(const tlm::tlm_generic_payload& transaction) const;
  void send(MmioRequest& request, const sc_core::sc_time& delay);
  void write(const tlm::tlm_generic_payload& transaction, const sc_core::sc_time& delay);
  void read(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  [[nodiscard]] std::uint32_t free_waiter();

  std::uint64_t window_bytes_;
  Ticks latency_;
  Ticks last_arrival_ = 0;
  Ring<MmioRequest> requests_;
  std::deque<Waiter> waiters_;
  std::function<void(Ticks)> announce_;
  std::function<void(std::uint64_t, std::uint8_t*, std::uint32_t)> peek_;
};

}  // namespace ib::hca
