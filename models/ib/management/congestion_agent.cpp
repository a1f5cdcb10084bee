// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/congestion_agent.h"

#include <algorithm>

#include "models/ib/base/bytes.h"
#include "models/ib/management/class_port_info.h"

namespace ib {
namespace {

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr std::uint64_t kTimeStampNs = 1024;
constexpr std::size_t kCcKey = 24;

template <class Attribute>
MadStatus show(const Attribute& attribute, CongestionData& data) {
  data = {};
  write_attribute(attribute, data.data());
  return MadStatus::kOk;
}

}  // namespace

CongestionAgent::CongestionAgent(ManagedNode& node, const NodeIdentity& identity)
    : node_(node), is_switch_(identity.is_switch()), ports_(identity.ports) {
  if (is_switch_) {
    switch_ports_.resize(ports_ / SwitchPortCongestionSetting::kPorts + 1u);
  } else {
    table_.resize(kTableBlocks);
  }
}

bool CongestionAgent::handle(MadPacket& gmp, std::uint64_t now) {
  const MadHeader header = gmp.header();
  if (header.base_version != 1 || header.class_version != kClassVersion) {
    make_answer(gmp, MadStatus::kBadVersion);
    return true;
  }
  const MKeyVerdict verdict = guard_.check(gmp.method(), load_be64(&gmp.mad[kCcKey]), now);
  if (verdict == MKeyVerdict::kDrop) return false;
  CongestionData data;
  std::copy_n(&gmp.mad[smp::kData], data.size(), data.begin());
  const MadStatus status = access(header, data, now);
  if (status == MadStatus::kOk) std::copy(data.begin(), data.end(), &gmp.mad[smp::kData]);
  make_answer(gmp, status);
  return true;
}

MadStatus CongestionAgent::access(const MadHeader& header, CongestionData& data,
                                  std::uint64_t now) {
  const auto method = static_cast<MadMethod>(header.method);
  const bool set = method == MadMethod::kSet;
  if (!set && method != MadMethod::kGet) return MadStatus::kBadMethod;
  const auto id = static_cast<CongestionAttributeId>(header.attribute_id);
  if (id == CongestionAttributeId::kCongestionKeyInfo) return key_info(set, data);
  if (!set) {
    if (id == CongestionAttributeId::kClassPortInfo) {
      ClassPortInfo info;
      info.class_version = kClassVersion;
      return show(info, data);
    }
    if (id == CongestionAttributeId::kCongestionInfo) {
      CongestionInfo info;
      info.control_table_cap = static_cast<std::uint8_t>(table_.size());
      return show(info, data);
    }
    if (id == CongestionAttributeId::kTimeStamp) {
      data = {};
      store_be32(data.data(), static_cast<std::uint32_t>(now / kTimeStampNs));
      return MadStatus::kOk;
    }
    if (id == CongestionAttributeId::kCongestionLog) return log(data, now);
  }
  return is_switch_ ? of_switch(header, set, data) : of_ca(header, set, data);
}

MadStatus CongestionAgent::key_info(bool set, CongestionData& data) {
  if (set) {
    const auto wanted = read_attribute<CongestionKeyInfo>(data.data());
    key_ = wanted;
    // With the protect bit a Get needs the key as a Set does.
    guard_.configure({wanted.key, static_cast<std::uint8_t>(wanted.protect_bit ? 2 : 0),
                      wanted.lease_period * kNsPerSecond});
    if (wanted.violations == 0) guard_.clear_violations();
  }
  key_.violations = guard_.violations();
  return show(key_, data);
}

// No events are logged: the header of an empty log. LogType 1 of a switch, 2 of a CA.
MadStatus CongestionAgent::log(CongestionData& data, std::uint64_t now) const {
  data = {};
  data[0] = is_switch_ ? 1 : 2;
  store_be32(&data[is_switch_ ? 4 : 6], static_cast<std::uint32_t>(now / kTimeStampNs));
  return MadStatus::kOk;
}

MadStatus CongestionAgent::of_switch(const MadHeader& header, bool set, CongestionData& data) {
  const auto id = static_cast<CongestionAttributeId>(header.attribute_id);
  const std::uint32_t block = header.attribute_modifier;
  if (id == CongestionAttributeId::kSwitchCongestionSetting) {
    if (set) {
      switch_ = read_attribute<SwitchCongestionSetting>(data.data());
      node_.set_congestion(switch_);
    }
    return show(switch_, data);
  }
  if (id != CongestionAttributeId::kSwitchPortCongestionSetting) {
    return MadStatus::kBadMethodAttribute;
  }
  if (block >= switch_ports_.size()) return MadStatus::kBadValue;
  if (set) {
    switch_ports_[block] = read_attribute<SwitchPortCongestionSetting>(data.data());
    for (unsigned i = 0; i < SwitchPortCongestionSetting::kPorts; ++i) {
      const unsigned port = block * SwitchPortCongestionSetting::kPorts + i;
      if (port == 0 || port > ports_) continue;
      node_.set_congestion(static_cast<std::uint8_t>(port), switch_ports_[block].ports[i]);
    }
  }
  return show(switch_ports_[block], data);
}

MadStatus CongestionAgent::of_ca(const MadHeader& header, bool set, CongestionData& data) {
  const auto id = static_cast<CongestionAttributeId>(header.attribute_id);
  const std::uint32_t block = header.attribute_modifier;
  if (id == CongestionAttributeId::kCaCongestionSetting) {
    if (set) {
      ca_ = read_attribute<CaCongestionSetting>(data.data());
      node_.set_congestion(ca_);
    }
    return show(ca_, data);
  }
  if (id != CongestionAttributeId::kCongestionControlTable) return MadStatus::kBadMethodAttribute;
  if (block >= table_.size()) return MadStatus::kBadValue;
  if (set) {
    table_[block] = read_attribute<CongestionControlTableBlock>(data.data());
    node_.set_congestion(block, table_[block]);
  }
  return show(table_[block], data);
}

}  // namespace ib
