// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

#include "testbenches/sweep/axis.h"

namespace ib::tb {

/// The file that faults are reported in.
struct Place {
  std::string file;

  [[nodiscard]] std::string of(const toml::node& node) const;
  /// Throws fabric::ConfigError: "sweep.toml:12: what".
  [[noreturn]] void raise(const toml::node& node, std::string_view what) const;
  void require_known(const toml::table& table, const std::vector<std::string_view>& keys) const;
};

/// The tables [[sweep.axis]] in order, those of one `zip` name joined where the first stands.
/// `base` is what conditions may look at beside earlier axes.
[[nodiscard]] std::vector<Axis> axes_of(const toml::array& tables, const Place& place,
                                        const std::vector<Assignment>& base);

}  // namespace ib::tb
