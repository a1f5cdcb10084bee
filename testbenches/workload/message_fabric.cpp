// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/message_fabric.h"

#include <algorithm>
#include <utility>

#include "models/fabric/switch_totals.h"

namespace ib::tb {

MessageFabric::MessageFabric(fabric::Topology topology, const fabric::FabricConfig& config,
                             std::uint32_t mtu_bytes, double core_clock_mhz,
                             const ConductorConfig& conductor, HcaNodes hcas)
    : mtu_bytes_(std::min(mtu_bytes, config.link.mtu_bytes)),
      core_clock_mhz_(core_clock_mhz),
      conductor_("conductor", conductor) {
  hcas.host.mtu_bytes = mtu_bytes_;
  fabric_ = std::make_unique<fabric::Fabric>(
      "fabric", std::move(topology), config, conductor_,
      [&](const fabric::EndSite& site) { return make_end(site, config, hcas); });
  for (const auto& end : fabric_->ends()) lids_.push_back(end.site.lid);
  for (std::size_t i = 0; i < hosts_.size(); ++i) {
    const std::vector<Sl>* const sls = fabric_->path_sls(fabric_->ends()[i].site.port);
    if (auto* const node = dynamic_cast<MessageNode*>(hosts_[i])) {
      node->set_peers(&lids_);
      node->set_path_sls(sls);
    } else if (auto* const host = dynamic_cast<HcaHost*>(hosts_[i])) {
      host->set_path_sls(sls);
    }
  }
}

fabric::EndNode MessageFabric::make_end(const fabric::EndSite& site,
                                        const fabric::FabricConfig& config, const HcaNodes& hcas) {
  const bool has_hca = site.index < hcas.has_hca.size() && hcas.has_hca[site.index];
  directory_.ends.push_back({site.lid, has_hca, {}});
  if (!has_hca) {
    auto node = std::make_unique<MessageNode>(site.module_name.c_str(), site.index, site.lid,
                                              mtu_bytes_, config.link, site.rate, core_clock_mhz_);
    nodes_.push_back(node.get());
    hosts_.push_back(node.get());
    link::Port* const port = &node->port();
    return {std::move(node), port};
  }
  ++directory_.waiting;
  const std::string name = "computer" + std::to_string(site.index);
  hcas_.push_back(std::make_unique<HcaHost>(name.c_str(), site.index, hcas.host, directory_));
  auto hca = std::make_unique<hca::Hca>(site.module_name.c_str(), hcas.hca, config.link, site.rate,
                                        hca::HcaPlace{site.lid, site.index}, payloads_);
  hcas_.back()->bind(*hca);
  hosts_.push_back(hcas_.back().get());
  link::Port* const port = &hca->port();
  return {std::move(hca), port};
}

void MessageFabric::connect_hcas() {
  if (hcas_.empty()) return;
  constexpr Ticks kStep = 10'000 * kTicksPerNs;
  constexpr Ticks kLimit = 1'000'000'000 * kTicksPerNs;  // a second
  run_until(
      [this] {
        return std::all_of(hcas_.begin(), hcas_.end(),
                           [](const auto& host) { return host->is_ready(); });
      },
      kStep, kLimit);
  for (MessageNode* const node : nodes_) {
    for (std::uint32_t to = 0; to < directory_.ends.size(); ++to) {
      const auto qpn = directory_.ends[to].qpn_for.find(node->end_index());
      if (qpn != directory_.ends[to].qpn_for.end())
        node->set_queue_pair(to, Qpn{qpn->second}, payloads_);
    }
  }
}

void MessageFabric::run_to(Ticks end) {
  conductor_.stop_at(end);
  sc_core::sc_start(to_sc_time(end) - sc_core::sc_time_stamp());
}

void MessageFabric::run_until(const std::function<bool()>& done, Ticks step, Ticks limit) {
  const Ticks now = from_sc_time(sc_core::sc_time_stamp());
  for (Ticks end = now + step; !done() && end <= limit; end += step) {
    run_to(end);
    if (sc_core::sc_get_status() == sc_core::SC_STOPPED || !conductor_.deadlock().empty()) return;
  }
}

std::uint64_t MessageFabric::packet_hops() const { return fabric::packet_hops(*fabric_); }

std::uint64_t MessageFabric::bad_packets() const {
  std::uint64_t bad = 0;
  for (const MessageNode* node : nodes_) bad += node->bad_packets();
  return bad;
}

std::uint64_t MessageFabric::out_of_order() const {
  std::uint64_t count = 0;
  for (const MessageNode* node : nodes_) count += node->out_of_order();
  return count;
}

std::vector<std::string> MessageFabric::broken_invariants() const {
  std::vector<std::string> broken = conductor_.deadlock();
  const std::vector<std::string> faults = fabric::credit_faults(*fabric_);
  broken.insert(broken.end(), faults.begin(), faults.end());
  for (const auto& host : hcas_) {
    if (!host->failure().empty()) broken.push_back(host->failure());
  }
  return broken;
}

}  // namespace ib::tb
