// SPDX-License-Identifier: Apache-2.0
#include "models/hca/protection.h"

namespace ib::hca {
namespace {

constexpr unsigned kVariantBits = 8;
constexpr std::uint32_t kVariantMask = 0xFF;
constexpr std::uint32_t kRemoteRights =
    access::kRemoteWrite | access::kRemoteRead | access::kRemoteAtomic;

bool is_type_2(MkeyKind kind) {
  return kind == MkeyKind::kWindowType2A || kind == MkeyKind::kWindowType2B;
}
bool is_window(const MkeyContext& context) { return context.kind != MkeyKind::kRegion; }

/// The part of a memory that begins at `start`; nothing when it leaves it.
std::optional<std::uint64_t> inside(const MkeyContext& context, std::uint64_t address,
                                    std::uint64_t length) {
  if (address < context.start) return std::nullopt;
  const std::uint64_t ahead = address - context.start;
  if (ahead > context.length || length > context.length - ahead) return std::nullopt;
  return ahead;
}

}  // namespace

const Protection::Region* Protection::find(std::uint32_t key) const {
  const Region* const region = regions_.find(index_of(key));
  const bool good =
      region != nullptr && region->valid && region->context.variant == (key & kVariantMask);
  return good ? region : nullptr;
}

const MkeyContext* Protection::context(std::uint32_t key) const {
  const Region* const region = regions_.find(index_of(key));
  return region != nullptr ? &region->context : nullptr;
}

std::optional<std::uint32_t> Protection::create(const MkeyContext& context) {
  Region region;
  region.context = context;
  region.valid = !is_window(context);
  const auto number = regions_.insert(std::make_unique<Region>(region));
  if (!number) return std::nullopt;
  return *number << kVariantBits | context.variant;
}

Protection::Removal Protection::destroy(std::uint32_t key) {
  Region* const region = regions_.find(index_of(key));
  if (region == nullptr) return Removal::kNoSuchKey;
  // The variant of a window is the last binding's: its number alone names it to commands.
  const bool named = is_window(region->context) || region->context.variant == (key & kVariantMask);
  if (!named) return Removal::kNoSuchKey;
  if (region->windows > 0) return Removal::kBusy;
  if (is_window(region->context)) unbind(*region);
  regions_.erase(index_of(key));
  return Removal::kDone;
}

void Protection::unbind(Region& window) {
  if (window.parent != 0) --regions_.find(window.parent)->windows;
  window.parent = 0;
  window.valid = false;
}

// IBTA Vol 1, 10.6.7.2.3: type 1 and 2B belong to a domain, type 2 to the queue pair that bound it.
bool Protection::may_use(const Region& region, const Accessor& who) {
  if (is_type_2(region.context.kind) && region.qpn != who.qpn) return false;
  return region.context.kind == MkeyKind::kWindowType2A || region.context.pd == who.pd;
}

// IBTA Vol 1, 10.6.3.6 and 9.4.1.1: regions made for it, and windows of type 2.
bool Protection::invalidate(std::uint32_t key, const Accessor& who) {
  const Region* const found = find(key);
  if (found == nullptr || !may_use(*found, who)) return false;
  Region& region = *regions_.find(index_of(key));
  if (is_type_2(region.context.kind)) {
    unbind(region);
    return true;
  }
  const bool allowed = region.context.kind == MkeyKind::kRegion &&
                       region.context.remote_invalidate && region.windows == 0;
  if (allowed) region.valid = false;
  return allowed;
}

bool Protection::invalidate_locally(std::uint32_t key, const Accessor& who) {
  return invalidate(key, who);
}

const Protection::Region* Protection::region_for(const WindowBinding& binding,
                                                 const Accessor& who) const {
  constexpr std::uint32_t kNeedLocalWrite = access::kRemoteWrite | access::kRemoteAtomic;
  const Region* const region = find(binding.lkey);
  if (region == nullptr || is_window(region->context) || !region->context.bind) return nullptr;
  if (region->context.pd != who.pd) return nullptr;
  const bool writes = (binding.access & kNeedLocalWrite) != 0;
  if (writes && (region->context.access & access::kLocalWrite) == 0) return nullptr;
  return inside(region->context, binding.address, binding.length) ? region : nullptr;
}

// IBTA Vol 1, 10.6.7.2: the window's kind, its state, its domain, and the region have to fit.
bool Protection::bind(const WindowBinding& binding, const Accessor& who) {
  Region* const window = regions_.find(index_of(binding.rkey));
  if (window == nullptr || !is_window(window->context) || window->context.pd != who.pd)
    return false;
  const bool type_2 = is_type_2(window->context.kind);
  if (type_2 != binding.type_2 || (type_2 && window->parent != 0)) return false;
  if (binding.length == 0) {
    if (!type_2) unbind(*window);
    return !type_2;
  }
  const Region* const region = region_for(binding, who);
  if (region == nullptr) return false;
  unbind(*window);
  window->valid = true;
  window->parent = index_of(binding.lkey);
  window->base = binding.address - region->context.start;
  window->qpn = who.qpn;
  window->context.variant = static_cast<std::uint8_t>(binding.rkey & kVariantMask);
  window->context.access = binding.access & kRemoteRights;
  window->context.start = binding.zero_based ? 0 : binding.address;
  window->context.length = binding.length;
  ++regions_.find(window->parent)->windows;
  return true;
}

std::optional<Protection::Place> Protection::place(std::uint32_t key, const Accessor& who,
                                                   std::uint64_t address, std::uint64_t length,
                                                   std::uint32_t needed) const {
  const Region* const region = find(key);
  if (region == nullptr || (needed & ~region->context.access) != 0) return std::nullopt;
  const bool window = is_window(region->context);
  if (!may_use(*region, who) || (window && (needed & kRemoteRights) == 0)) return std::nullopt;
  const auto ahead = inside(region->context, address, length);
  if (!ahead) return std::nullopt;
  if (!window) return Place{&region->context, *ahead};
  return Place{&regions_.find(region->parent)->context, region->base + *ahead};
}

bool Protection::uses_pd(std::uint32_t pd) const {
  bool used = false;
  regions_.for_each(
      [&](std::uint32_t, const Region& region) { used = used || region.context.pd == pd; });
  return used;
}

}  // namespace ib::hca
