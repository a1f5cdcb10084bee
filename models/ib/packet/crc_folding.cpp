// SPDX-License-Identifier: Apache-2.0
#include "models/ib/packet/crc_folding.h"

#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ib {

#if defined(__x86_64__)
namespace {

[[gnu::target("pclmul")]] inline __m128i load(const std::uint8_t* bytes) {
  __m128i block;
  std::memcpy(&block, bytes, sizeof(block));
  return block;
}

/// `block` where it stands `distance` later, on top of what is there.
[[gnu::target("pclmul")]] inline __m128i carry(__m128i block, __m128i distance, __m128i there) {
  const __m128i first = _mm_clmulepi64_si128(block, distance, 0x00);
  const __m128i last = _mm_clmulepi64_si128(block, distance, 0x11);
  return _mm_xor_si128(_mm_xor_si128(first, last), there);
}

[[gnu::target("pclmul")]] inline __m128i pair(std::uint64_t first, std::uint64_t last) {
  return _mm_set_epi64x(static_cast<long long>(last), static_cast<long long>(first));
}

}  // namespace

bool can_fold_crcs() {
  static const bool can = __builtin_cpu_supports("pclmul") != 0;
  return can;
}

// Four blocks at once, since a multiplication takes longer than the next may begin after.
[[gnu::target("pclmul")]] void fold_crc(const CrcFolds& folds, std::uint64_t state,
                                        const std::uint8_t* bytes, std::size_t count,
                                        std::uint8_t* folded) {
  constexpr std::size_t kLanes = kLeastToFold / kCrcFoldBytes;
  const __m128i far = pair(folds.far_first, folds.far_last);
  const __m128i near = pair(folds.near_first, folds.near_last);
  __m128i lanes[kLanes];
  for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = load(bytes + i * kCrcFoldBytes);
  lanes[0] = _mm_xor_si128(lanes[0], pair(state, 0));
  for (bytes += kLeastToFold, count -= kLeastToFold; count >= kLeastToFold;
       bytes += kLeastToFold, count -= kLeastToFold) {
    for (std::size_t i = 0; i < kLanes; ++i) {
      lanes[i] = carry(lanes[i], far, load(bytes + i * kCrcFoldBytes));
    }
  }
  __m128i all = lanes[0];
  for (std::size_t i = 1; i < kLanes; ++i) all = carry(all, near, lanes[i]);
  for (; count >= kCrcFoldBytes; bytes += kCrcFoldBytes, count -= kCrcFoldBytes) {
    all = carry(all, near, load(bytes));
  }
  std::memcpy(folded, &all, sizeof(all));
}
#else
bool can_fold_crcs() { return false; }
void fold_crc(const CrcFolds&, std::uint64_t, const std::uint8_t*, std::size_t, std::uint8_t*) {}
#endif

}  // namespace ib
