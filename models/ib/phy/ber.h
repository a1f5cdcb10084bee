// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/link/generation.h"

namespace ib {

// Error rates over additive white Gaussian noise; SNR = symbol energy / noise variance
// (ib-facts 10.4). The Gray-mapped PAM4 bit error rate is exact, not the usual SER / 2.

/// Gaussian tail, P(X > x).
[[nodiscard]] double q_function(double x);
[[nodiscard]] double pam4_ser(double snr_db);
[[nodiscard]] double pam4_ber(double snr_db);
[[nodiscard]] double nrz_ber(double snr_db);
[[nodiscard]] double ber(Modulation modulation, double snr_db);
/// The SNR in dB at which `ber` gives this rate, 0 < rate < 0.3.
[[nodiscard]] double snr_db_for_ber(Modulation modulation, double rate);

}  // namespace ib
