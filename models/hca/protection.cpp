// SPDX-License-Identifier: Apache-2.0
#include "models/hca/protection.h"

namespace ib::hca {
namespace {

constexpr unsigned kVariantBits = 8;
constexpr std::uint32_t kVariantMask = 0xFF;

}  // namespace

const MkeyContext* Protection::find(std::uint32_t key) const {
  const Region* const region = regions_.find(index_of(key));
  const bool good =
      region != nullptr && region->valid && region->context.variant == (key & kVariantMask);
  return good ? &region->context : nullptr;
}

std::optional<std::uint32_t> Protection::create(const MkeyContext& context) {
  const auto number = regions_.insert(std::make_unique<Region>(Region{context, true}));
  if (!number) return std::nullopt;
  return *number << kVariantBits | context.variant;
}

bool Protection::destroy(std::uint32_t key) {
  const Region* const region = regions_.find(index_of(key));
  if (region == nullptr || region->context.variant != (key & kVariantMask)) return false;
  regions_.erase(index_of(key));
  return true;
}

// IBTA Vol 1, 10.6.3.6 and 9.4.1.1.
bool Protection::invalidate(std::uint32_t key, std::uint32_t pd) {
  const MkeyContext* const context = find(key);
  if (context == nullptr || context->pd != pd || !context->remote_invalidate) return false;
  regions_.find(index_of(key))->valid = false;
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
      [&](std::uint32_t, const Region& region) { used = used || region.context.pd == pd; });
  return used;
}

}  // namespace ib::hca
