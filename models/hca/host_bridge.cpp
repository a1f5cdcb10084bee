// SPDX-License-Identifier: Apache-2.0
#include "models/hca/host_bridge.h"

#include <algorithm>
#include <functional>

namespace ib::hca {
namespace {

/// Kernel time at or after `t`.
sc_core::sc_time kernel_time(Ticks t) { return to_sc_time(t + kTicksPerPs - 1); }

}  // namespace

HostBridge::HostBridge(const sc_core::sc_module_name& name, const PcieTiming& timing)
    : sc_module(name), timing_(timing) {
  SC_HAS_PROCESS(HostBridge);
  // A thread, because a memory may take its time and wait inside b_transport.
  SC_THREAD(run);
}

// Writes that reach memory together with a read were sent before it and pass first.
Ring<DmaAccess>* HostBridge::next_queue() {
  if (reads_.empty()) return writes_.empty() ? nullptr : &writes_;
  if (writes_.empty()) return &reads_;
  return writes_.front().at <= reads_.front().at ? &writes_ : &reads_;
}

void HostBridge::plan() {
  const Ring<DmaAccess>* const queue = next_queue();
  if (queue == nullptr && done_.empty()) return;
  const Ticks first = queue != nullptr ? queue->front().at : kNever;
  const sc_core::sc_time at =
      kernel_time(done_.empty() ? first : std::min(first, done_.front().ready));
  const sc_core::sc_time& now = sc_core::sc_time_stamp();
  due_.notify(at > now ? at - now : sc_core::SC_ZERO_TIME);
}

void HostBridge::run() {
  for (;;) {
    complete_due();
    for (Ring<DmaAccess>* queue = next_queue();
         queue != nullptr && kernel_time(queue->front().at) <= sc_core::sc_time_stamp();
         queue = next_queue()) {
      const DmaAccess access = std::move(queue->front());
      const bool is_write = queue == &writes_;
      queue->pop();
      perform(is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, access);
      complete_due();
    }
    plan();
    wait(due_);
  }
}

void HostBridge::complete_due() {
  while (!done_.empty() && kernel_time(done_.front().ready) <= sc_core::sc_time_stamp()) {
    std::pop_heap(done_.begin(), done_.end(), std::greater<>{});
    complete(done_.back());
    done_.pop_back();
  }
}

void HostBridge::perform(tlm::tlm_command command, const DmaAccess& access) {
  tlm::tlm_generic_payload& transaction = transactions_.acquire();
  Payload data = access.data;
  transaction.set_command(command);
  transaction.set_address(access.address);
  transaction.set_data_ptr(data.writable() + access.offset);
  transaction.set_data_length(access.length);
  transaction.set_streaming_width(access.length);
  transaction.set_byte_enable_ptr(nullptr);
  transaction.set_byte_enable_length(0);
  transaction.set_dmi_allowed(false);
  transaction.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  dma->b_transport(transaction, delay);
  const bool ok = transaction.is_response_ok();
  transaction.release();
  if (command == tlm::TLM_WRITE_COMMAND) {
    write_errors_ += ok ? 0 : 1;
    if (access.is_interrupt && interrupt_) interrupt_(access.operation);
    return;
  }
  read_errors_ += ok ? 0 : 1;
  const Ticks now = from_sc_time(sc_core::sc_time_stamp());
  answer(access, std::max(now, access.at) + from_sc_time(delay), ok);
}

// In order, a completion waits for those before it; else each goes when memory has answered.
void HostBridge::answer(const DmaAccess& access, Ticks ready, bool ok) {
  const Done done{ready, reads_done_++, access.address, ok ? access.length : 0, access.operation,
                  ok};
  if (timing_.config().read_completions == ReadCompletions::kOrdered) {
    complete(done);
    return;
  }
  done_.push_back(done);
  std::push_heap(done_.begin(), done_.end(), std::greater<>{});
}

void HostBridge::complete(const Done& done) {
  const std::uint64_t bytes = timing_.completion_bytes(done.address, done.length);
  const Ticks arrival = downstream_.send(done.ready, timing_.wire_time(bytes)) + timing_.latency();
  answers_.push({arrival, done.operation, done.ok});
  announce_(arrival);
}

}  // namespace ib::hca
