// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/crc.h"

#include <array>
#include <cassert>
#include <cstring>

#include "models/ib/base/bytes.h"
#include "models/ib/packet/crc_folding.h"

namespace ib {
namespace {

constexpr std::size_t kSlices = 8;
constexpr std::size_t kLrhBytes = 8;
constexpr std::size_t kGrhBytes = 40;
/// LRH, GRH and the first five bytes of the BTH: all that a mask can touch.
constexpr std::size_t kMaskedSpan = kLrhBytes + kGrhBytes + 5;

template <class Register>
using SliceTables = std::array<std::array<Register, 256>, kSlices>;

/// Table s maps a byte to its share of the register after s more zero bytes.
template <class Register>
constexpr SliceTables<Register> make_tables(Register reflected_polynomial) {
  SliceTables<Register> t{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    Register r = static_cast<Register>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      r = static_cast<Register>((r & 1) != 0 ? (r >> 1) ^ reflected_polynomial : r >> 1);
    }
    t[0][byte] = r;
  }
  for (std::size_t s = 1; s < kSlices; ++s) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const Register r = t[s - 1][byte];
      t[s][byte] = static_cast<Register>((r >> 8) ^ t[0][r & 0xFF]);
    }
  }
  return t;
}

template <class Register>
struct Code {
  SliceTables<Register> tables;
  CrcFolds folds;
};

template <class Register>
constexpr Code<Register> make_code(Register reflected_polynomial) {
  return {make_tables(reflected_polynomial), crc_folds(reflected_polynomial, 8 * sizeof(Register))};
}

constexpr auto kIcrcCode = make_code<std::uint32_t>(0xEDB88320);
constexpr auto kVcrcCode = make_code<std::uint16_t>(0xD008);

template <class Register>
Register slice(const SliceTables<Register>& t, Register state, const std::uint8_t* p,
               std::size_t n) {
  for (; n >= kSlices; n -= kSlices, p += kSlices) {
    const std::uint64_t x = load_le64(p) ^ state;
    state = static_cast<Register>(t[7][x & 0xFF] ^ t[6][x >> 8 & 0xFF] ^ t[5][x >> 16 & 0xFF] ^
                                  t[4][x >> 24 & 0xFF] ^ t[3][x >> 32 & 0xFF] ^
                                  t[2][x >> 40 & 0xFF] ^ t[1][x >> 48 & 0xFF] ^ t[0][x >> 56]);
  }
  for (; n > 0; --n, ++p) state = static_cast<Register>((state >> 8) ^ t[0][(state ^ *p) & 0xFF]);
  return state;
}

template <class Register>
Register run(const Code<Register>& code, Register state, const std::uint8_t* p, std::size_t n) {
  if (n < kLeastToFold || !can_fold_crcs()) return slice(code.tables, state, p, n);
  const std::size_t whole = n - n % kCrcFoldBytes;
  std::array<std::uint8_t, kCrcFoldBytes> folded;
  fold_crc(code.folds, state, p, whole, folded.data());
  const Register so_far = slice(code.tables, Register{0}, folded.data(), folded.size());
  return slice(code.tables, so_far, p + whole, n - whole);
}

void set_ones(std::uint8_t* first, std::size_t count) { std::memset(first, 0xFF, count); }

}  // namespace

void Icrc::update(const std::uint8_t* bytes, std::size_t count) {
  state_ = run(kIcrcCode, state_, bytes, count);
}

void Icrc::update_header(const std::uint8_t* header, std::size_t count) {
  const bool global = (header[1] & 3) == 3;
  const std::size_t bth = global ? kLrhBytes + kGrhBytes : kLrhBytes;
  const std::size_t span = bth + 5;
  assert((header[1] & 2) != 0 && count >= span);

  std::array<std::uint8_t, kMaskedSpan> masked;
  std::memcpy(masked.data(), header, span);
  if (global) {
    set_ones(&masked[0], kLrhBytes);
    masked[kLrhBytes] |= 0x0F;            // upper TClass; IPVer stays
    set_ones(&masked[kLrhBytes + 1], 3);  // rest of TClass, FlowLabel
    masked[kLrhBytes + 7] = 0xFF;         // HopLmt
  } else {
    masked[0] |= 0xF0;  // VL
  }
  masked[bth + 4] = 0xFF;  // FECN, BECN, Resv6
  update(masked.data(), span);
  update(header + span, count - span);
}

void Vcrc::update(const std::uint8_t* bytes, std::size_t count) {
  state_ = run(kVcrcCode, state_, bytes, count);
}

std::uint32_t icrc(const std::uint8_t* body, std::size_t count) {
  Icrc crc;
  crc.update_header(body, count);
  return crc.value();
}

std::uint16_t vcrc(const std::uint8_t* bytes, std::size_t count) {
  Vcrc crc;
  crc.update(bytes, count);
  return crc.value();
}

std::uint16_t lpcrc(const std::uint8_t* bytes) { return vcrc(bytes, 4); }

}  // namespace ib
