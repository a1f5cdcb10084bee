// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <functional>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/hca/pcie.h"
#include "models/hca/transaction_pool.h"
#include "models/ib/base/ring.h"
#include "models/ib/packet/payload.h"
#include "tlm/time.h"

namespace ib::hca {

/// One access to host memory, on its way there.
struct DmaAccess {
  Ticks at = 0;  ///< When it reaches memory.
  std::uint64_t address = 0;
  std::uint32_t length = 0;
  std::uint32_t offset = 0;     ///< Into `data`.
  std::uint32_t operation = 0;  ///< Reads: whom the answer is for.
  bool is_interrupt = false;    ///< Writes: the MSI-X message of vector `operation`.
  Payload data;
};

/// The answer to a read, on its way to the chip.
struct DmaAnswer {
  Ticks arrival = 0;
  std::uint32_t operation = 0;
  bool ok = false;
};

/// The kernel's side of DMA: a process that performs each access on the `dma` socket at its true
/// time, and sends answers back over the downstream link. Queues are filled by the chip during its
/// window and emptied between windows, so they need no lock.
class HostBridge : public sc_core::sc_module {
 public:
  using Socket = tlm_utils::simple_initiator_socket<HostBridge, 32>;

  HostBridge(const sc_core::sc_module_name& name, const PcieTiming& timing);

  Socket dma{"dma"};

  // The chip's side.
  void push_write(DmaAccess access) { writes_.push(std::move(access)); }
  void push_read(DmaAccess access) { reads_.push(std::move(access)); }
  [[nodiscard]] Ring<DmaAnswer>& answers() { return answers_; }

  /// After a window: plans the process for what the chip has pushed.
  void plan();
  /// Called with the arrival time of each answer.
  void on_answer(std::function<void(Ticks)> announce) { announce_ = std::move(announce); }

  /// Called with the vector of each MSI-X message that has been written.
  void on_interrupt(std::function<void(std::uint32_t)> call) { interrupt_ = std::move(call); }

  /// Accesses that were answered with an error response.
  [[nodiscard]] std::uint64_t write_errors() const { return write_errors_; }
  [[nodiscard]] std::uint64_t read_errors() const { return read_errors_; }

 private:
  void run();
  void perform(tlm::tlm_command command, const DmaAccess& access);
  void answer(const DmaAccess& access, Ticks ready, bool ok);
  /// A read that memory has answered, or will by `ready`.
  struct Done {
    Ticks ready = 0;
    std::uint64_t order = 0;
    std::uint64_t address = 0;
    std::uint32_t length = 0;
    std::uint32_t operation = 0;
    bool ok = false;
    friend bool operator>(const Done& a, const Done& b) {
      return a.ready != b.ready ? a.ready > b.ready : a.order > b.order;
    }
  };

  void complete(const Done& done);
  void complete_due();
  [[nodiscard]] Ring<DmaAccess>* next_queue();

  const PcieTiming& timing_;
  Ring<DmaAccess> writes_;
  Ring<DmaAccess> reads_;
  Ring<DmaAnswer> answers_;
  PcieLane downstream_;
  std::vector<Done> done_;  ///< Heap: reads whose answer is still to be sent, as memory answers.
  std::uint64_t reads_done_ = 0;
  sc_core::sc_event due_;
  std::function<void(Ticks)> announce_;
  std::function<void(std::uint32_t)> interrupt_;
  TransactionPool transactions_;
  std::uint64_t write_errors_ = 0;
  std::uint64_t read_errors_ = 0;
};

}  // namespace ib::hca
