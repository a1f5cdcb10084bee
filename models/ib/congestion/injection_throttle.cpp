// SPDX-License-Identifier: Apache-2.0
#include "models/ib/congestion/injection_throttle.h"

#include <algorithm>

namespace ib {

std::vector<CctEntry> linear_cct(std::uint32_t entries, std::uint32_t per_unit) {
  const auto shift = static_cast<std::uint8_t>(__builtin_ctz(per_unit));
  std::vector<CctEntry> table(entries);
  for (std::uint32_t i = 0; i < entries; ++i) table[i] = {shift, static_cast<std::uint16_t>(i)};
  return table;
}

bool InjectionThrottle::on_becn(const ThrottleRule& rule, std::int64_t now) {
  (void)ccti(rule, now);
  ccti_ = std::min(std::max(ccti_, rule.ccti_min) + rule.ccti_increase, rule.ccti_limit);
  if (!running_ && rule.ccti_timer > 0 && ccti_ > rule.ccti_min) {
    running_ = true;
    expiry_ = now + rule.ccti_timer;
  }
  return rule.trigger_threshold != 0 && ccti_ >= rule.trigger_threshold;
}

std::uint32_t InjectionThrottle::ccti(const ThrottleRule& rule, std::int64_t now) {
  ccti_ = std::max(ccti_, rule.ccti_min);
  if (!running_ || now < expiry_) return ccti_;
  const std::int64_t expired = (now - expiry_) / rule.ccti_timer + 1;
  const std::int64_t above = std::int64_t{ccti_} - rule.ccti_min;
  ccti_ -= static_cast<std::uint32_t>(std::min(expired, above));
  expiry_ += expired * rule.ccti_timer;
  running_ = ccti_ > rule.ccti_min;
  return ccti_;
}

}  // namespace ib
