// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace ib::tb {

/// The t that a Student variable of `degrees` >= 1 degrees of freedom stays within, on both sides
/// of zero, with probability 95 %.
[[nodiscard]] double student_t_95(std::size_t degrees);

/// Mean of independent samples and the half width of its 95 % confidence interval.
struct Estimate {
  double mean = 0;
  double half_width = 0;
};

/// Of two or more samples from a normal law of unknown variance.
[[nodiscard]] Estimate estimate_of(const std::vector<double>& samples);

/// True when the whole interval is no wider than `relative_width` times the size of the mean.
[[nodiscard]] bool narrow_enough(const Estimate& estimate, double relative_width);

}  // namespace ib::tb
