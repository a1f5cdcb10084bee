// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/student_t.h"

#include <cmath>

namespace ib::tb {
namespace {

constexpr double kTwoSided = 0.95;
constexpr double kPi = 3.14159265358979323846;

/// P(|T| <= t) for whole degrees of freedom: the finite series of Abramowitz and Stegun, 26.7.3
/// (odd) and 26.7.4 (even).
double share_within(double t, std::size_t degrees) {
  const double theta = std::atan(t / std::sqrt(static_cast<double>(degrees)));
  const double cosine = std::cos(theta);
  const bool odd = degrees % 2 == 1;
  double term = odd ? cosine : 1;
  double sum = degrees == 1 ? 0 : term;
  for (std::size_t k = odd ? 3 : 2; k + 2 <= degrees; k += 2) {
    term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
    sum += term;
  }
  const double series = std::sin(theta) * sum;
  return odd ? 2 / kPi * (theta + series) : series;
}

}  // namespace

double student_t_95(std::size_t degrees) {
  // Beyond this many the normal law differs by less than 2e-6 of the value.
  constexpr std::size_t kNormal = 1'000'000;
  if (degrees > kNormal) return 1.959963984540054;
  double low = 1.9;
  double high = 13;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (share_within(middle, degrees) < kTwoSided ? low : high) = middle;
  }
  return low;
}

Estimate estimate_of(const std::vector<double>& samples) {
  const auto count = static_cast<double>(samples.size());
  double sum = 0;
  for (const double each : samples) sum += each;
  const double mean = sum / count;
  double squares = 0;
  for (const double each : samples) squares += (each - mean) * (each - mean);
  const double error = std::sqrt(squares / (count - 1) / count);
  return {mean, student_t_95(samples.size() - 1) * error};
}

bool narrow_enough(const Estimate& estimate, double relative_width) {
  return 2 * estimate.half_width <= relative_width * std::abs(estimate.mean);
}

}  // namespace ib::tb
