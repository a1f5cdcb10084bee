// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "testbenches/sweep/student_t.h"

namespace ib::tb {

/// How many of the first observations to leave out as warm-up: the number, a multiple of five, for
/// which the rest's mean has the least standard error (MSER-5: K. White, M. Cobb, S. Spratt, "A
/// comparison of five steady-state truncation heuristics", WSC 2000). Nothing when that is more
/// than half of them: the series has not come to rest. Also for fewer than ten.
[[nodiscard]] std::optional<std::size_t> mser5(const std::vector<double>& series);

/// Mean of a series and its 95 % confidence interval by the means of `batches` equal parts, which
/// are all but independent of each other though neighbours in the series are not. Leaves out what
/// does not fill a batch, at the front. The half width is infinite for fewer values than batches.
[[nodiscard]] Estimate batch_means(const std::vector<double>& series, std::size_t batches = 20);

}  // namespace ib::tb
