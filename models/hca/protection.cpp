// SPDX-License-Identifier: Apache-2.0
#include "models/hca/protection.h"

namespace ib::hca {
namespace {

constexpr unsigned kVariantBits = 8;
constexpr std::uint32_t kVariantMask = 0xFF;

}  // namespace

const MkeyContext* Protection::find(std::uint32_t key) const {
  const MkeyContext* const region = regions_.find(key >> kVariantBits);
  return region != nullptr && region->variant == (key & kVariantMask) ? region : nullptr;
}

std::optional<std::uint32_t> Protection::create(const MkeyContext& context) {
  const auto number = regions_.insert(std::make_unique<MkeyContext>(context));
  if (!number) return std::nullopt;
  return *number << kVariantBits | context.variant;
}

bool Protection::destroy(std::uint32_t key) {
  if (find(key) == nullptr) return false;
  regions_.erase(key >> kVariantBits);
  return true;
}

std::optional<std::uint64_t> Protection::translate(std::uint32_t key, std::uint32_t pd,
                                                   std::uint64_t address, std::uint64_t length,
                                                   std::uint32_t needed) const {
  const MkeyContext* const region = find(key);
  if (region == nullptr || region->pd != pd || (needed & ~region->access) != 0) return std::nullopt;
  if (address < region->start) return std::nullopt;
  const std::uint64_t ahead = address - region->start;
  if (ahead > region->length || length > region->length - ahead) return std::nullopt;
  return region->bus_address + ahead;
}

bool Protection::uses_pd(std::uint32_t pd) const {
  bool used = false;
  regions_.for_each(
      [&](std::uint32_t, const MkeyContext& region) { used = used || region.pd == pd; });
  return used;
}

}  // namespace ib::hca
