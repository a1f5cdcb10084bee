// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"

namespace ib {

/// One SL-to-VL mapping: 16 nibbles, SL0 in the high nibble of byte 0 (ib-facts 4.2). A service
/// level mapped to VL15 is discarded.
class Sl2VlTable {
 public:
  using Bytes = std::array<std::uint8_t, 8>;

  /// Every service level on VL0.
  constexpr Sl2VlTable() = default;
  /// Service level s on VL s mod `data_vls`.
  [[nodiscard]] static constexpr Sl2VlTable modulo(unsigned data_vls) {
    Sl2VlTable table;
    for (unsigned sl = 0; sl < 16; ++sl) {
      table.set(Sl{static_cast<std::uint8_t>(sl)}, Vl{static_cast<std::uint8_t>(sl % data_vls)});
    }
    return table;
  }
  [[nodiscard]] static constexpr Sl2VlTable decode(const Bytes& bytes) {
    Sl2VlTable table;
    for (const std::uint8_t byte : bytes) table.nibbles_ = table.nibbles_ << 8 | byte;
    return table;
  }
  [[nodiscard]] constexpr Bytes encode() const {
    Bytes bytes{};
    for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(nibbles_ >> (56 - 8 * i));
    return bytes;
  }

  [[nodiscard]] constexpr Vl operator[](Sl sl) const {
    return Vl{static_cast<std::uint8_t>(nibbles_ >> shift(sl) & 0xF)};
  }
  constexpr void set(Sl sl, Vl vl) {
    nibbles_ &= ~(std::uint64_t{0xF} << shift(sl));
    nibbles_ |= std::uint64_t{vl.value()} << shift(sl);
  }
  /// The VL of a data packet, or nothing when the packet is to be discarded: a VL past the
  /// `data_vls` (at most 15) that operate on the output, among them always VL15.
  [[nodiscard]] constexpr std::optional<Vl> map(Sl sl, unsigned data_vls) const {
    const Vl vl = (*this)[sl];
    if (vl.value() >= data_vls) return std::nullopt;
    return vl;
  }
  friend constexpr bool operator==(Sl2VlTable a, Sl2VlTable b) { return a.nibbles_ == b.nibbles_; }

 private:
  static constexpr unsigned shift(Sl sl) { return 60 - 4 * (sl.value() & 0xFu); }

  std::uint64_t nibbles_ = 0;
};

/// A switch's tables, one for each (input, output) pair; port 0 counts as an input. While all are
/// alike, as they mostly are, one stands for all: it stays in the nearest cache.
class Sl2VlMap {
 public:
  explicit Sl2VlMap(unsigned ports, Sl2VlTable all = {}) : ports_(ports), all_(all) {}

  [[nodiscard]] Sl2VlTable at(unsigned input, unsigned output) const {
    return tables_.empty() ? all_ : tables_[index(input, output)];
  }
  void set(unsigned input, unsigned output, Sl2VlTable table) {
    if (tables_.empty()) {
      if (table == all_) return;
      tables_.assign(std::size_t{ports_} * ports_, all_);
    }
    tables_[index(input, output)] = table;
  }

 private:
  [[nodiscard]] std::size_t index(unsigned input, unsigned output) const {
    assert(input < ports_ && output < ports_);
    return std::size_t{input} * ports_ + output;
  }

  unsigned ports_;
  Sl2VlTable all_;
  std::vector<Sl2VlTable> tables_;  ///< Empty while `all_` holds for every pair.
};

/// Data VLs that operate for a code of PortInfo.OperationalVLs; 0 for a reserved code.
[[nodiscard]] constexpr unsigned operational_data_vls(unsigned code) {
  constexpr std::array<unsigned, 6> kVls{0, 1, 2, 4, 8, 15};
  return code < kVls.size() ? kVls[code] : 0;
}

struct Sl2VlIn {
  Sl2VlTable table;  ///< Of the pair of input and output.
  Sl sl;
};

struct Sl2VlOut {
  std::optional<Vl> vl;  ///< Nothing: the packet is discarded.
};

/// Sl2VlTable::map as a block without state; its RTL twin is rtl/switch/ib_sl2vl.sv.
using Sl2VlMachine = Machine<Sl2VlIn, Sl2VlOut>;
[[nodiscard]] std::unique_ptr<Sl2VlMachine> make_sl2vl(unsigned data_vls);

}  // namespace ib
