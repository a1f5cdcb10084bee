// SPDX-License-Identifier: Apache-2.0
#include "models/hca/pcie_switch.h"

#include <string>

namespace ib::hca {
namespace {

void count(PciePortCounters& counters, const tlm::tlm_generic_payload& transaction) {
  std::uint64_t& bytes = transaction.is_write() ? counters.bytes_written : counters.bytes_read;
  bytes += transaction.get_data_length();
}

}  // namespace

PcieSwitch::PcieSwitch(const sc_core::sc_module_name& name,
                       const std::vector<PciePeerConfig>& peers)
    : sc_module(name) {
  from_hca.register_b_transport(this, &PcieSwitch::b_transport);
  from_hca.register_transport_dbg(this, &PcieSwitch::transport_dbg);
  for (const PciePeerConfig& config : peers) {
    const std::string socket = "to_peer" + std::to_string(peers_.size());
    peers_.push_back(std::make_unique<Peer>(config, socket.c_str()));
  }
}

PcieSwitch::Peer* PcieSwitch::peer_at(std::uint64_t address) const {
  for (const auto& peer : peers_) {
    if (address >= peer->config.base && address - peer->config.base < peer->config.bytes) {
      return peer.get();
    }
  }
  return nullptr;
}

void PcieSwitch::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
  if (Peer* const peer = peer_at(transaction.get_address())) {
    pass_peer(*peer, transaction, delay);
    return;
  }
  count(host_, transaction);
  to_host->b_transport(transaction, delay);
}

// A posted write waits while the link to the device is busy, and so does what is behind it, as PCIe
// orders. A read's answer shares the link back.
void PcieSwitch::pass_peer(Peer& peer, tlm::tlm_generic_payload& transaction,
                           sc_core::sc_time& delay) {
  count(peer.counters, transaction);
  const std::uint64_t address = transaction.get_address();
  const std::uint64_t bytes = peer.timing.data_bytes(address, transaction.get_data_length());
  const Ticks now = from_sc_time(sc_core::sc_time_stamp());
  if (transaction.is_write()) {
    const Ticks sent = peer.to_device.send(now, peer.timing.wire_time(bytes));
    if (sent > now) sc_core::wait(to_sc_time(sent - now));
  }
  transaction.set_address(address - peer.config.base + peer.config.target_base);
  peer.socket->b_transport(transaction, delay);
  transaction.set_address(address);
  if (!transaction.is_read()) return;
  const Ticks ready = now + ticks_from_ns(peer.config.extra_read_ns);
  delay += to_sc_time(peer.from_device.send(ready, peer.timing.wire_time(bytes)) - now);
}

unsigned PcieSwitch::transport_dbg(tlm::tlm_generic_payload& transaction) {
  Peer* const peer = peer_at(transaction.get_address());
  if (peer == nullptr) return to_host->transport_dbg(transaction);
  const std::uint64_t address = transaction.get_address();
  transaction.set_address(address - peer->config.base + peer->config.target_base);
  const unsigned done = peer->socket->transport_dbg(transaction);
  transaction.set_address(address);
  return done;
}

}  // namespace ib::hca
