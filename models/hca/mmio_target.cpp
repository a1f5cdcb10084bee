// SPDX-License-Identifier: Apache-2.0
#include "models/hca/mmio_target.h"

#include <algorithm>
#include <cstring>

namespace ib::hca {
namespace {

bool byte_enabled(const tlm::tlm_generic_payload& transaction, std::uint32_t i) {
  const std::uint8_t* const enables = transaction.get_byte_enable_ptr();
  return enables == nullptr ||
         enables[i % transaction.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

}  // namespace

MmioTarget::MmioTarget(const sc_core::sc_module_name& name, std::uint64_t window_bytes,
                       Ticks latency)
    : sc_module(name), window_bytes_(window_bytes), latency_(latency) {
  mmio.register_b_transport(this, &MmioTarget::b_transport);
  mmio.register_transport_dbg(this, &MmioTarget::transport_dbg);
}

tlm::tlm_response_status MmioTarget::check(const tlm::tlm_generic_payload& transaction) const {
  const std::uint64_t address = transaction.get_address();
  const std::uint64_t length = transaction.get_data_length();
  if (address >= window_bytes_ || length > window_bytes_ - address) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  if (length == 0 || length > kMaxMmioBytes || transaction.get_streaming_width() < length) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  const bool enables = transaction.get_byte_enable_ptr() != nullptr;
  return enables && transaction.get_byte_enable_length() == 0 ? tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE
                                                              : tlm::TLM_OK_RESPONSE;
}

// Accesses keep their order on the way, whatever delays their initiators annotate.
void MmioTarget::send(MmioRequest& request, const sc_core::sc_time& delay) {
  const Ticks now = from_sc_time(sc_core::sc_time_stamp() + delay);
  last_arrival_ = std::max(last_arrival_, now + latency_);
  request.arrival = last_arrival_;
  requests_.push(request);
  announce_(request.arrival);
}

void MmioTarget::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  transaction.set_dmi_allowed(false);
  const tlm::tlm_response_status status = check(transaction);
  transaction.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE || transaction.is_read()) {
    if (status == tlm::TLM_OK_RESPONSE) read(transaction, delay);
    return;
  }
  if (transaction.is_write()) write(transaction, delay);
}

// Each run of enabled bytes is an access of its own, as on PCIe.
void MmioTarget::write(const tlm::tlm_generic_payload& transaction, const sc_core::sc_time& delay) {
  const std::uint32_t length = transaction.get_data_length();
  std::uint32_t first = 0;
  while (first < length) {
    std::uint32_t end = first;
    while (end < length && byte_enabled(transaction, end)) ++end;
    if (end > first) {
      MmioRequest request;
      request.address = transaction.get_address() + first;
      request.length = end - first;
      std::memcpy(request.bytes.data(), transaction.get_data_ptr() + first, request.length);
      send(request, delay);
    }
    first = end + 1;
  }
}

void MmioTarget::control(bool reset, bool msix_enabled, bool msix_masked) {
  MmioRequest request;
  request.is_control = true;
  request.bytes[0] = reset ? 1 : 0;
  request.bytes[1] = msix_enabled ? 1 : 0;
  request.bytes[2] = msix_masked ? 1 : 0;
  send(request, sc_core::SC_ZERO_TIME);
}

std::uint32_t MmioTarget::free_waiter() {
  const auto found = std::find_if(waiters_.begin(), waiters_.end(),
                                  [](const Waiter& waiter) { return waiter.free; });
  if (found != waiters_.end()) return static_cast<std::uint32_t>(found - waiters_.begin());
  waiters_.emplace_back();
  return static_cast<std::uint32_t>(waiters_.size() - 1);
}

void MmioTarget::read(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  MmioRequest request;
  request.is_read = true;
  request.address = transaction.get_address();
  request.length = transaction.get_data_length();
  request.waiter = free_waiter();
  Waiter& waiter = waiters_[request.waiter];
  waiter.free = false;
  send(request, delay);
  wait(waiter.answered);
  for (std::uint32_t i = 0; i < request.length; ++i) {
    if (byte_enabled(transaction, i)) transaction.get_data_ptr()[i] = waiter.bytes[i];
  }
  waiter.free = true;
  delay = sc_core::SC_ZERO_TIME;
}

void MmioTarget::answer(const MmioRequest& request, Ticks now) {
  Waiter& waiter = waiters_[request.waiter];
  peek_(request.address, waiter.bytes.data(), request.length);
  waiter.arrival = now + latency_;
  waiter.planned = false;
}

void MmioTarget::plan() {
  for (Waiter& waiter : waiters_) {
    if (waiter.planned) continue;
    waiter.planned = true;
    waiter.answered.notify(to_sc_time(waiter.arrival + kTicksPerPs - 1) - sc_core::sc_time_stamp());
  }
}

unsigned MmioTarget::transport_dbg(tlm::tlm_generic_payload& transaction) {
  const std::uint64_t address = transaction.get_address();
  if (!transaction.is_read() || address >= window_bytes_) return 0;
  const std::uint64_t length =
      std::min<std::uint64_t>(transaction.get_data_length(), window_bytes_ - address);
  std::memset(transaction.get_data_ptr(), 0, length);
  const auto known = static_cast<std::uint32_t>(std::min<std::uint64_t>(length, kMaxMmioBytes));
  peek_(address, transaction.get_data_ptr(), known);
  return static_cast<unsigned>(length);
}

}  // namespace ib::hca
