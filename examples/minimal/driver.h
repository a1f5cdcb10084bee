// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <systemc>
#include <tlm>
#include <vector>

#include "models/ib/base/bytes.h"
#include "models/ib/queues/command.h"
#include "models/ib/queues/context.h"
#include "models/ib/queues/cqe.h"
#include "models/ib/queues/doorbell.h"
#include "models/ib/queues/wqe.h"

/// A processor and its memory, driving one HCA by nothing but its two sockets. One queue pair.
class Driver : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t kData = 0x8000;    ///< Bus address of a message to send.
  static constexpr std::uint64_t kTarget = 0x9000;  ///< Bus address for one to arrive at.

  explicit Driver(const sc_core::sc_module_name& name) : sc_module(name) {
    dma.register_b_transport(this, &Driver::serve_dma);
  }

  tlm_utils::simple_initiator_socket<Driver> mmio{"mmio"};
  tlm_utils::simple_target_socket<Driver> dma{"dma"};
  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(0x10000);
  std::uint32_t key = 0;  ///< L_Key and R_Key of all memory.
  std::uint32_t qpn = 0;

  /// Waits for the link, lends the HCA its memory, then makes a protection domain, memory region,
  /// completion queue and queue pair.
  void open() {
    write_register64(ib::control_page::kCommandQueue.offset, kCommands);
    while (read_register32(ib::control_page::kPortState.offset) != kActive) {
      sc_core::wait(1, sc_core::SC_US);
    }
    lend_context_memory();
    ib::QpContext qp;
    qp.pd = command(ib::CommandOpcode::kAllocPd, 0);
    ib::MkeyContext region;
    region.access = kAllRights;
    region.pd = qp.pd;
    region.length = memory.size();
    key = command(ib::CommandOpcode::kCreateMkey, 0, region);
    memory[kCompletions + ib::kCqeBytes - 1] = 0xF1;  // owner bit of hardware, opcode invalid
    ib::CqContext completions;
    completions.log_size = 4;
    completions.buffer = kCompletions;
    completions.doorbell_record = kDoorbellRecords;
    qp.cqn_send = command(ib::CommandOpcode::kCreateCq, 0, completions);
    qp.cqn_receive = qp.cqn_send;
    qp.log_sq_size = qp.log_rq_size = 4;
    qp.sq_buffer = kSends;
    qp.rq_buffer = kReceives;
    qp.doorbell_record = kDoorbellRecords + 64;
    qpn = command(ib::CommandOpcode::kCreateQp, 0, qp);
  }

  /// Reset to Init to RTR to RTS, every attribute at once.
  void connect(std::uint16_t dlid, std::uint32_t peer_qpn) {
    for (const auto& [state, attributes] :
         {std::pair{ib::QpState::kInit, 0x39u}, std::pair{ib::QpState::kRtr, 0x129181u},
          std::pair{ib::QpState::kRts, 0x12E01u}}) {
      ib::QpContext qp;
      qp.state = state;
      qp.attr_mask = attributes;
      qp.attributes.access = kAllRights;
      qp.attributes.dlid = dlid;
      qp.attributes.dest_qpn = peer_qpn;
      qp.attributes.path_mtu = 5;
      qp.attributes.timeout = 14;
      qp.attributes.retry_count = 7;
      qp.attributes.max_rd_atomic = qp.attributes.max_dest_rd_atomic = 1;
      command(ib::CommandOpcode::kModifyQp, qpn, qp);
    }
  }

  /// Posts an RDMA WRITE as the first request of the queue pair and waits for its completion.
  void write(std::uint64_t from, std::uint64_t to, std::uint32_t remote_key, std::uint32_t bytes) {
    ib::ControlSegment control;
    control.opcode = static_cast<std::uint8_t>(ib::WqeOpcode::kRdmaWrite);
    control.qpn = qpn;
    control.ds = 3;
    control.completion = true;
    ib::encode(control, &memory[kSends]);
    ib::encode(ib::RaddrSegment{to, remote_key}, &memory[kSends + ib::kSegmentBytes]);
    ib::encode(ib::DataSegment{bytes, key, from}, &memory[kSends + 2 * ib::kSegmentBytes]);
    ib::store_be32(&memory[kDoorbellRecords + 64 + 4], 1);
    write_register64(ib::uar_address(0, 0x800), ib::load_be64(&memory[kSends]));
    wait_until([this] { return memory[kCompletions + ib::kCqeBytes - 1] != 0xF1; });
  }

 private:
  static constexpr std::uint32_t kAllRights = 0xF;
  static constexpr std::uint32_t kActive = 4;
  static constexpr std::uint64_t kCommands = 0x1000, kMailbox = 0x2000, kCompletions = 0x3000,
                                 kDoorbellRecords = 0x3800, kSends = 0x4000, kReceives = 0x5000;

  /// The HCA keeps the contexts of its objects in a table behind the driver's own memory.
  void lend_context_memory() {
    std::uint8_t bytes[8];
    access(tlm::TLM_READ_COMMAND, ib::control_page::kContextBytes.offset, bytes, 8);
    const ib::HcaContext table{memory.size(), ib::load_be64(bytes)};
    memory.resize(memory.size() + table.table_bytes);
    ib::encode(table, &memory[kMailbox]);
    run(ib::CommandOpcode::kInitHca, 0, ib::hca_context::kBytes);
  }

  template <class Done>
  void wait_until(const Done& done) {
    while (!done()) sc_core::wait(10, sc_core::SC_NS);
  }

  template <class Context>
  std::uint32_t command(ib::CommandOpcode opcode, std::uint32_t object, const Context& context) {
    ib::encode(context, &memory[kMailbox]);
    return run(opcode, object, std::is_same_v<Context, ib::QpContext> ? 256 : 64);
  }
  std::uint32_t command(ib::CommandOpcode opcode, std::uint32_t object) {
    return run(opcode, object, 0);
  }
  std::uint32_t run(ib::CommandOpcode opcode, std::uint32_t object, std::uint32_t input_bytes) {
    ib::CommandEntry entry;
    entry.opcode = static_cast<std::uint16_t>(opcode);
    entry.object = object;
    entry.input = kMailbox;
    entry.input_length = input_bytes;
    entry.hardware_owns = true;
    ib::encode(entry, &memory[kCommands]);
    std::uint8_t doorbell[4] = {0, 0, 0, 1};
    access(tlm::TLM_WRITE_COMMAND, ib::control_page::kCommandDoorbell.offset, doorbell, 4);
    const auto answer = [this] { return ib::decode_command(&memory[kCommands]); };
    wait_until([&answer] { return !answer().hardware_owns; });
    sc_assert(answer().status == ib::CommandStatus::kOk);
    return answer().result;
  }

  std::uint32_t read_register32(std::uint64_t address) {
    std::uint8_t bytes[4];
    access(tlm::TLM_READ_COMMAND, address, bytes, 4);
    return ib::load_be32(bytes);
  }
  void write_register64(std::uint64_t address, std::uint64_t value) {
    std::uint8_t bytes[8];
    ib::store_be64(bytes, value);
    access(tlm::TLM_WRITE_COMMAND, address, bytes, 8);
  }
  void access(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, unsigned bytes) {
    tlm::tlm_generic_payload transaction;
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(data);
    transaction.set_data_length(bytes);
    transaction.set_streaming_width(bytes);
    sc_core::sc_time delay;
    mmio->b_transport(transaction, delay);
    sc_core::wait(delay);
    sc_assert(transaction.is_response_ok());
  }
  void serve_dma(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    std::uint8_t* const at = &memory.at(transaction.get_address());
    std::uint8_t* const data = transaction.get_data_ptr();
    const bool reads = transaction.is_read();
    std::memcpy(reads ? data : at, reads ? at : data, transaction.get_data_length());
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};
