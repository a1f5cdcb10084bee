// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/ib/base/bytes.h"
#include "models/ib/base/types.h"
#include "models/ib/link/sl2vl.h"
#include "models/ib/link/vl_arbiter.h"
#include "models/ib/management/smp_attribute.h"

namespace ib {

template <>
struct FieldBits<Sl2VlTable> {
  static constexpr std::uint64_t to(const Sl2VlTable& table) {
    return load_be64(table.encode().data());
  }
  static constexpr Sl2VlTable from(std::uint64_t bits) {
    Sl2VlTable::Bytes bytes{};
    store_be64(bytes.data(), bits);
    return Sl2VlTable::decode(bytes);
  }
};

/// A block of a table of equal entries of `Bits` bits each.
template <class Entry, unsigned Bits>
struct TableBlock {
  static constexpr unsigned kEntries = 8 * smp::kDataBytes / Bits;
  std::array<Entry, kEntries> entries{};

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    for (unsigned i = 0; i < kEntries; ++i) v(Bits * i, Bits, self.entries[i]);
  }
};

struct GuidInfo : TableBlock<Guid, 64> {};           ///< IBTA Vol 1, 14.2.5.5.
struct PKeyTableBlock : TableBlock<PKey, 16> {};     ///< IBTA Vol 1, 14.2.5.7.
struct LftBlock : TableBlock<std::uint8_t, 8> {};    ///< Output ports of 64 LIDs; 255 = none.
struct MftBlock : TableBlock<std::uint16_t, 16> {};  ///< Masks of 16 ports for 32 multicast LIDs.

/// One input and output of a switch, or a CA's port. IBTA Vol 1, 14.2.5.8.
struct SlToVlMapping {
  Sl2VlTable table;

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    v(0, 64, self.table);
  }
};

/// 32 entries, half a table of the arbiter. IBTA Vol 1, 14.2.5.9.
struct VlArbitrationBlock {
  static constexpr unsigned kEntries = 32;
  std::array<VlArbEntry, kEntries> entries{};

  template <class Self, class Visitor>
  static constexpr void fields(Self& self, Visitor& v) {
    for (unsigned i = 0; i < kEntries; ++i) {
      v(16 * i + 4, 4, self.entries[i].vl);
      v(16 * i + 8, 8, self.entries[i].weight);
    }
  }
};

}  // namespace ib
