// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/ber.h"

#include <cmath>

namespace ib {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;

double from_db(double db) { return std::pow(10.0, db / 10.0); }

/// Distance from a PAM4 level to its nearest threshold in standard deviations: levels -3 -1 1 3
/// have mean energy 5.
double pam4_half_distance(double snr_db) { return std::sqrt(from_db(snr_db) / 5.0); }

}  // namespace

double q_function(double x) { return 0.5 * std::erfc(x * kSqrtHalf); }

double pam4_ser(double snr_db) { return 1.5 * q_function(pam4_half_distance(snr_db)); }

double pam4_ber(double snr_db) {
  const double a = pam4_half_distance(snr_db);
  return 0.75 * q_function(a) + 0.5 * q_function(3 * a) - 0.25 * q_function(5 * a);
}

double nrz_ber(double snr_db) { return q_function(std::sqrt(from_db(snr_db))); }

double ber(Modulation modulation, double snr_db) {
  return modulation == Modulation::kPam4 ? pam4_ber(snr_db) : nrz_ber(snr_db);
}

double snr_db_for_ber(Modulation modulation, double rate) {
  double low = -20;
  double high = 40;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (ber(modulation, middle) > rate ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace ib
