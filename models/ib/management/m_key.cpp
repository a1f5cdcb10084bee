// SPDX-License-Identifier: Apache-2.0
#include "models/ib/management/m_key.h"

namespace ib {

MKeyVerdict MKeyGuard::check(MadMethod method, std::uint64_t key, std::uint64_t now) {
  expire(now);
  const bool guarded =
      method == MadMethod::kGet || method == MadMethod::kSet || method == MadMethod::kTrapRepress;
  if (!guarded) return MKeyVerdict::kPass;
  if (config_.key == 0 || config_.key == key) {
    lease_end_.reset();
    return MKeyVerdict::kPass;
  }
  if (method != MadMethod::kGet || config_.protect_bits >= 2) return reject(now);
  return config_.protect_bits == 1 ? MKeyVerdict::kPassHidden : MKeyVerdict::kPass;
}

void MKeyGuard::expire(std::uint64_t now) {
  if (!lease_end_ || now < *lease_end_) return;
  config_.protect_bits = 0;
  lease_end_.reset();
}

MKeyVerdict MKeyGuard::reject(std::uint64_t now) {
  if (violations_ != 0xFFFF) ++violations_;
  if (!lease_end_ && config_.lease_ticks > 0) lease_end_ = now + config_.lease_ticks;
  return MKeyVerdict::kDrop;
}

}  // namespace ib
