// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibnetdiscover_links.h"

#include "models/fabric/text.h"

namespace ib::fabric {
namespace {

constexpr std::uint32_t kNoLid = 0xFFFF;  // Printed for a port that was never given one.

std::uint64_t key(PortRef port) { return std::uint64_t{port.node} << 32 | port.port; }

std::uint32_t known_lid(std::uint32_t lid) { return lid == kNoLid ? 0 : lid; }

double gbps(LinkRate rate) { return data_rate_gbps(rate.generation, rate.width).value(); }

}  // namespace

void DumpLinks::add(PortRef own, PortRef peer, const DumpLink& line) {
  const DumpLinkLine& link = line.link;
  tell({own, peer, line.line, link.port_guid, known_lid(link.lid), link.lmc, &line});
  tell({peer, own, line.line, link.peer_port_guid, known_lid(link.peer_lid), 0, nullptr});
}

void DumpLinks::tell(const Told& told) {
  if (topology_.node(told.port.node).kind == NodeKind::kSwitch) check_switch_lid(told);
  const auto [position, fresh] = index_.emplace(key(told.port), told_.size());
  if (fresh) {
    told_.push_back(told);
    return;
  }
  Told& before = told_[position->second];
  if (before.peer != told.peer) {
    throw disagreement(told, "is cabled to", topology_.label(told.peer),
                       topology_.label(before.peer), before.line);
  }
  if (before.guid != Guid{} && told.guid != Guid{} && before.guid != told.guid) {
    throw disagreement(told, "has GUID", hex(told.guid), hex(before.guid), before.line);
  }
  if (before.lid != 0 && told.lid != 0 && before.lid != told.lid) {
    throw disagreement(told, "has LID", std::to_string(told.lid), std::to_string(before.lid),
                       before.line);
  }
  if (told.own == nullptr) return;
  before.own = told.own;
  before.lid = told.lid != 0 ? told.lid : before.lid;
  before.lmc = told.lmc;
}

void DumpLinks::check_switch_lid(const Told& told) const {
  const std::uint32_t lid = topology_.port({told.port.node, 0}).lid.value();
  if (told.lid == 0 || lid == 0 || told.lid == lid) return;
  throw disagreement(told, "has LID", std::to_string(told.lid), std::to_string(lid),
                     record_lines_[told.port.node]);
}

ConfigError DumpLinks::disagreement(const Told& told, const std::string& field,
                                    const std::string& here, const std::string& there,
                                    std::size_t there_line) const {
  return ConfigError(
      {file_,
       told.line,
       topology_.label(told.port),
       {},
       field + ' ' + here + " here but " + there + " on line " + std::to_string(there_line),
       {}});
}

const DumpLinks::Told* DumpLinks::find(PortRef port) const {
  const auto found = index_.find(key(port));
  return found == index_.end() ? nullptr : &told_[found->second];
}

LinkRate DumpLinks::rate(const Told& told, std::vector<std::string>& notes) const {
  const Told* peer = find(told.peer);
  const DumpLink& one = told.own != nullptr ? *told.own : *peer->own;
  const DumpLink& other = peer->own != nullptr ? *peer->own : one;
  if (!one.link.rate && !other.link.rate) {
    throw ConfigError(
        {file_, one.line, topology_.label(told.port), one.link.rate_text,
         "link rate unknown to the ibnetdiscover that wrote the dump, correct the line",
         "a rate such as 4xNDR"});
  }
  const LinkRate first = one.link.rate.value_or(*other.link.rate);
  const LinkRate second = other.link.rate.value_or(first);
  if (first == second) return first;
  // A dump is taken while links train; the slower side is what both can do.
  const LinkRate slower = gbps(first) <= gbps(second) ? first : second;
  notes.push_back(file_ + ": line " + std::to_string(one.line) + " says " + one.link.rate_text +
                  ", line " + std::to_string(other.line) + " says " + other.link.rate_text +
                  " for the same link, the slower rate is taken");
  return slower;
}

void DumpLinks::apply(Topology& target, std::vector<std::string>& notes) const {
  std::size_t one_sided = 0;
  for (const Told& told : told_) {
    if (told.own == nullptr) ++one_sided;
    try {
      if (target.cable_at(told.port) == nullptr) {
        target.connect(told.port, told.peer, {rate(told, notes), std::nullopt, std::nullopt});
      }
      if (target.node(told.port.node).kind == NodeKind::kCa && told.lid != 0) {
        target.assign_lid(told.port, Lid{static_cast<std::uint16_t>(told.lid)}, told.lmc);
      }
    } catch (const ConfigError& error) {
      if (!error.fault().file.empty()) throw;
      throw error.at(file_, told.line);
    }
  }
  if (one_sided > 0) {
    notes.push_back(file_ + ": " + std::to_string(one_sided) +
                    " link(s) stand in the record of one side only and are taken from there");
  }
}

}  // namespace ib::fabric
