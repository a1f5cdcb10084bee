// SPDX-License-Identifier: Apache-2.0
#include "models/hca/hca_config.h"

namespace ib::hca {
namespace {

bool power_of_two(std::uint32_t n) { return n != 0 && (n & (n - 1)) == 0; }

}  // namespace

std::vector<std::string> validate(const HcaConfig& config) {
  std::vector<std::string> faults;
  const PcieConfig& pcie = config.pcie;
  if (!power_of_two(pcie.mps_bytes)) faults.emplace_back("pcie.mps_bytes is no power of two");
  if (!power_of_two(pcie.mrrs_bytes)) faults.emplace_back("pcie.mrrs_bytes is no power of two");
  if (!power_of_two(pcie.completion_bytes)) {
    faults.emplace_back("pcie.completion_bytes is no power of two");
  }
  if (pcie.posted_headers != 0 && pcie.posted_data_units * 16 < pcie.mps_bytes) {
    faults.emplace_back("pcie.posted_data_units hold no write of pcie.mps_bytes");
  }
  if (!power_of_two(pcie.lanes)) faults.emplace_back("pcie.lanes is no power of two");
  const std::uint32_t ways = config.cache_ways;
  if (config.qp_cache_entries % ways != 0) {
    faults.emplace_back("qp_cache_entries is no multiple of cache_ways");
  }
  if (config.cq_cache_entries % ways != 0) {
    faults.emplace_back("cq_cache_entries is no multiple of cache_ways");
  }
  if (config.mkey_cache_entries % ways != 0) {
    faults.emplace_back("mkey_cache_entries is no multiple of cache_ways");
  }
  if (config.translation_cache_lines % ways != 0) {
    faults.emplace_back("translation_cache_lines is no multiple of cache_ways");
  }
  return faults;
}

}  // namespace ib::hca
