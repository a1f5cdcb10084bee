// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

namespace ib::tb {

class MemoryWatch;

/// Memory of a host: sparse pages behind a TLM-2.0 target for DMA, a bump allocator, and direct
/// access for the CPU, which costs no simulated time. What lies outside allocated regions does not
/// exist: DMA there is answered with an address error and counted.
class HostMemory : public sc_core::sc_module {
 public:
  /// Bus address of the first byte that `allocate` gives; lower addresses never exist.
  static constexpr std::uint64_t kBase = 0x1'0000'0000;

  explicit HostMemory(const sc_core::sc_module_name& name);
  ~HostMemory() override;

  tlm_utils::simple_target_socket<HostMemory> dma{"dma"};

  /// A new region, zeroed, apart from the others. `alignment` is a power of two.
  [[nodiscard]] std::uint64_t allocate(std::uint64_t bytes, std::uint64_t alignment = 64);
  [[nodiscard]] bool exists(std::uint64_t address, std::uint64_t bytes) const;
  /// A region, or a part of one, that no DMA may touch: as if it did not exist.
  void guard(std::uint64_t address, std::uint64_t bytes) {
    guarded_.push_back({address, address + bytes});
  }

  /// The CPU's own accesses; the range has to exist.
  void read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) const;
  void write(std::uint64_t address, const std::uint8_t* from, std::uint64_t bytes);

  /// DMA accesses answered with an error.
  [[nodiscard]] std::uint64_t refused_accesses() const { return refused_; }

 private:
  friend class MemoryWatch;

  static constexpr std::uint64_t kPageBytes = 0x10000;
  struct Page {
    std::uint8_t bytes[kPageBytes] = {};
  };
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };

  [[nodiscard]] bool is_guarded(Range range) const;
  void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& transaction);
  [[nodiscard]] tlm::tlm_response_status execute(tlm::tlm_generic_payload& transaction);
  void execute_enabled_bytes(tlm::tlm_generic_payload& transaction);
  void tell_watches(Range written, const sc_core::sc_time& delay);
  Page& page_for_writing(std::uint64_t address);

  std::vector<std::unique_ptr<Page>> pages_;  ///< By address from kBase on; none until written.
  std::vector<Range> regions_;                ///< In rising order.
  std::vector<Range> guarded_;
  std::uint64_t next_ = kBase;
  std::uint64_t refused_ = 0;
  std::vector<MemoryWatch*> watches_;
};

/// Wakes a process that polls memory: `written` fires when DMA has written into one of its ranges,
/// so that the wait costs no simulated steps.
class MemoryWatch {
 public:
  explicit MemoryWatch(HostMemory& memory);
  MemoryWatch(const MemoryWatch&) = delete;
  MemoryWatch& operator=(const MemoryWatch&) = delete;
  ~MemoryWatch();

  void add(std::uint64_t address, std::uint64_t bytes) {
    ranges_.push_back({address, address + bytes});
  }
  [[nodiscard]] const sc_core::sc_event& written() const { return written_; }

 private:
  friend class HostMemory;

  HostMemory* memory_;  ///< Null once the memory has gone.
  std::vector<HostMemory::Range> ranges_;
  sc_core::sc_event written_;
};

}  // namespace ib::tb
