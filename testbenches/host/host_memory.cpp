// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/host_memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace ib::tb {

HostMemory::HostMemory(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
  dma.register_b_transport(this, &HostMemory::b_transport);
  dma.register_transport_dbg(this, &HostMemory::transport_dbg);
}

std::uint64_t HostMemory::allocate(std::uint64_t bytes, std::uint64_t alignment) {
  assert(alignment != 0 && (alignment & (alignment - 1)) == 0);
  const std::uint64_t begin = (next_ + alignment - 1) & ~(alignment - 1);
  regions_.push_back({begin, begin + bytes});
  // A byte between regions never exists: running off the end of a buffer is always found.
  next_ = begin + bytes + 1;
  const std::uint64_t pages = (next_ - kBase + kPageBytes - 1) / kPageBytes;
  pages_.resize(pages);
  return begin;
}

bool HostMemory::exists(std::uint64_t address, std::uint64_t bytes) const {
  const auto after =
      std::upper_bound(regions_.begin(), regions_.end(), address,
                       [](std::uint64_t a, const Range& region) { return a < region.begin; });
  if (after == regions_.begin()) return false;
  const Range& region = *std::prev(after);
  return address <= region.end && bytes <= region.end - address;
}

bool HostMemory::is_guarded(Range range) const {
  return std::any_of(guarded_.begin(), guarded_.end(), [range](const Range& guard) {
    return range.begin < guard.end && range.end > guard.begin;
  });
}

HostMemory::Page& HostMemory::page_for_writing(std::uint64_t address) {
  std::unique_ptr<Page>& page = pages_[(address - kBase) / kPageBytes];
  if (!page) page = std::make_unique<Page>();
  return *page;
}

void HostMemory::read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) const {
  assert(exists(address, bytes));
  while (bytes > 0) {
    const std::uint64_t offset = (address - kBase) % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - offset);
    const std::unique_ptr<Page>& page = pages_[(address - kBase) / kPageBytes];
    if (page) {
      std::memcpy(to, page->bytes + offset, part);
    } else {
      std::memset(to, 0, part);
    }
    address += part;
    to += part;
    bytes -= part;
  }
}

void HostMemory::write(std::uint64_t address, const std::uint8_t* from, std::uint64_t bytes) {
  assert(exists(address, bytes));
  while (bytes > 0) {
    const std::uint64_t offset = (address - kBase) % kPageBytes;
    const std::uint64_t part = std::min(bytes, kPageBytes - offset);
    std::memcpy(page_for_writing(address).bytes + offset, from, part);
    address += part;
    from += part;
    bytes -= part;
  }
}

void HostMemory::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  transaction.set_response_status(execute(transaction));
  if (!transaction.is_response_ok()) {
    ++refused_;
  } else if (transaction.is_write()) {
    const std::uint64_t address = transaction.get_address();
    tell_watches({address, address + transaction.get_data_length()}, delay);
  }
}

unsigned HostMemory::transport_dbg(tlm::tlm_generic_payload& transaction) {
  transaction.set_response_status(execute(transaction));
  return transaction.is_response_ok() ? transaction.get_data_length() : 0;
}

tlm::tlm_response_status HostMemory::execute(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t address = transaction.get_address();
  const std::uint64_t bytes = transaction.get_data_length();
  if (!exists(address, bytes) || is_guarded({address, address + bytes})) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if (transaction.get_streaming_width() < bytes) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (transaction.get_byte_enable_ptr() != nullptr) {
    if (transaction.get_byte_enable_length() == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    execute_enabled_bytes(transaction);
  } else if (transaction.is_read()) {
    read(address, transaction.get_data_ptr(), bytes);
  } else if (transaction.is_write()) {
    write(address, transaction.get_data_ptr(), bytes);
  }
  return tlm::TLM_OK_RESPONSE;
}

void HostMemory::execute_enabled_bytes(tlm::tlm_generic_payload& transaction) {
  const unsigned char* const enables = transaction.get_byte_enable_ptr();
  const unsigned period = transaction.get_byte_enable_length();
  for (unsigned i = 0; i < transaction.get_data_length(); ++i) {
    if (enables[i % period] != TLM_BYTE_ENABLED) continue;
    std::uint8_t* const byte = transaction.get_data_ptr() + i;
    if (transaction.is_read()) read(transaction.get_address() + i, byte, 1);
    if (transaction.is_write()) write(transaction.get_address() + i, byte, 1);
  }
}

void HostMemory::tell_watches(Range written, const sc_core::sc_time& delay) {
  for (MemoryWatch* const watch : watches_) {
    const bool hit = std::any_of(
        watch->ranges_.begin(), watch->ranges_.end(),
        [written](const Range& r) { return written.begin < r.end && written.end > r.begin; });
    if (hit) watch->written_.notify(delay);
  }
}

HostMemory::~HostMemory() {
  for (MemoryWatch* const watch : watches_) watch->memory_ = nullptr;
}

MemoryWatch::MemoryWatch(HostMemory& memory) : memory_(&memory) {
  memory_->watches_.push_back(this);
}

MemoryWatch::~MemoryWatch() {
  if (memory_ == nullptr) return;
  std::vector<MemoryWatch*>& watches = memory_->watches_;
  watches.erase(std::find(watches.begin(), watches.end(), this));
}

}  // namespace ib::tb
