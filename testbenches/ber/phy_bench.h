// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib::tb {

// Bits of packets through a whole bit-true NDR link, RS(544,514), per second of processor time.
double bench_bit_true_clean_gbps();  ///< No wrong bit: groups are not coded.
double bench_bit_true_noisy_gbps();  ///< Pre-FEC BER 2.4e-4.
double bench_line_codec_gbps();      ///< Coding alone, every group encoded and decoded.

/// RS(544,514) words with eight wrong symbols decoded per second.
double bench_rs_decoder();
/// Time of libfec's decode_rs_int over ours on the same words; 0 when built without libfec-dev.
double bench_rs_over_libfec();

}  // namespace ib::tb
