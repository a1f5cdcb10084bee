// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbenches/config/number.h"

namespace ib::tb {
namespace {

const Assignment* last_of(const std::vector<Assignment>& assignments, const std::string& path) {
  const auto found = std::find_if(assignments.rbegin(), assignments.rend(),
                                  [&path](const Assignment& a) { return a.path == path; });
  return found == assignments.rend() ? nullptr : &*found;
}

bool holds(const AxisCondition& condition, const std::vector<Assignment>& chosen,
           const std::vector<Assignment>& base) {
  const Assignment* value = last_of(chosen, condition.path);
  if (value == nullptr) value = last_of(base, condition.path);
  return value != nullptr && std::find(condition.texts.begin(), condition.texts.end(),
                                       value->text) != condition.texts.end();
}

void expand(const std::vector<Axis>& axes, std::size_t next, const std::vector<Assignment>& base,
            std::vector<Assignment>& chosen, std::vector<std::vector<Assignment>>& all) {
  if (next == axes.size()) {
    all.push_back(chosen);
    return;
  }
  const Axis& axis = axes[next];
  const bool applies =
      std::all_of(axis.when.begin(), axis.when.end(),
                  [&](const AxisCondition& each) { return holds(each, chosen, base); });
  if (!applies) {
    expand(axes, next + 1, base, chosen, all);
    return;
  }
  for (const std::vector<std::string>& row : axis.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      chosen.push_back({axis.paths[i], row[i], axis.origin});
    }
    expand(axes, next + 1, base, chosen, all);
    chosen.resize(chosen.size() - row.size());
  }
}

/// Without the noise that sums of decimal fractions carry in their last digits.
std::string rounded_text(double value) {
  return number_text(split_number(fmt::format("{:.14g}", value)).value.value_or(value));
}

}  // namespace

std::vector<std::vector<Assignment>> combinations(const std::vector<Axis>& axes,
                                                  const std::vector<Assignment>& base) {
  std::vector<std::vector<Assignment>> all;
  std::vector<Assignment> chosen;
  expand(axes, 0, base, chosen, all);
  return all;
}

double most_combinations(const std::vector<Axis>& axes) {
  double product = 1;
  for (const Axis& axis : axes) product *= static_cast<double>(axis.rows.size());
  return product;
}

std::vector<std::string> stepped_range(double first, double last, double step) {
  constexpr double kRounding = 1e-9;
  const auto steps = static_cast<std::size_t>(std::floor((last - first) / step + kRounding));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i <= steps; ++i) {
    texts.push_back(rounded_text(first + static_cast<double>(i) * step));
  }
  return texts;
}

std::vector<std::string> counted_range(double first, double last, std::size_t count,
                                       bool logarithmic) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = count == 1 ? 0 : static_cast<double>(i) / static_cast<double>(count - 1);
    texts.push_back(rounded_text(logarithmic ? first * std::pow(last / first, share)
                                             : first + share * (last - first)));
  }
  return texts;
}

}  // namespace ib::tb
