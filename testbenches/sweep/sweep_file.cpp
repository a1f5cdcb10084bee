// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sweep_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>

#include "models/fabric/config_error.h"
#include "testbenches/config/nearest.h"
#include "testbenches/config/number.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/config/toml_file.h"
#include "testbenches/sweep/axis_table.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

constexpr std::uint64_t kMostSeeds = 1'000'000;

const toml::array* axis_tables(const toml::table& sweep, const Place& place) {
  const toml::node* const node = sweep.get("axis");
  if (node == nullptr) return nullptr;
  const toml::array* const tables = node->as_array();
  if (tables == nullptr || !tables->is_array_of_tables()) {
    place.raise(*node, "an axis begins with the line [[sweep.axis]]");
  }
  return tables;
}

std::uint64_t seed_of(const toml::node& node, const Place& place) {
  const auto* const integer = node.as_integer();
  if (integer == nullptr || integer->get() < 0) {
    place.raise(node, "seeds: expected whole numbers from 0 on");
  }
  return static_cast<std::uint64_t>(integer->get());
}

std::vector<std::uint64_t> seeds_of(const toml::table& sweep, const Place& place) {
  std::vector<std::uint64_t> seeds;
  const toml::node* const node = sweep.get("seeds");
  if (node == nullptr) return seeds;
  if (const toml::array* const list = node->as_array()) {
    for (const toml::node& each : *list) seeds.push_back(seed_of(each, place));
    if (seeds.empty()) place.raise(*node, "seeds: the list is empty");
    if (std::set<std::uint64_t>{seeds.begin(), seeds.end()}.size() != seeds.size()) {
      place.raise(*node, "seeds: one is named twice");
    }
    return seeds;
  }
  const std::uint64_t count = seed_of(*node, place);
  if (count < 1 || count > kMostSeeds) {
    place.raise(*node, "seeds: expected a list, or a number from 1 to 1000000");
  }
  for (std::uint64_t seed = 1; seed <= count; ++seed) seeds.push_back(seed);
  return seeds;
}

std::optional<StopRule> stop_of(const toml::table& sweep, const Place& place) {
  const toml::node* const node = sweep.get("stop");
  if (node == nullptr) return std::nullopt;
  const toml::table* const table = node->as_table();
  if (table == nullptr) place.raise(*node, "stop: expected a table [sweep.stop]");
  place.require_known(*table, {"result", "relative_width", "min_seeds"});
  StopRule rule;
  rule.result = (*table)["result"].value_or(std::string{});
  rule.relative_width = (*table)["relative_width"].value_or(0.0);
  const std::int64_t min_seeds = (*table)["min_seeds"].value_or(std::int64_t{3});
  if (rule.result.find('.') == std::string::npos) {
    place.raise(*node, "stop: expected result = \"table.column\"");
  }
  if (!(rule.relative_width > 0)) place.raise(*node, "stop: relative_width must be above 0");
  if (min_seeds < 2) place.raise(*node, "stop: min_seeds must be 2 or more");
  rule.min_seeds = static_cast<std::size_t>(min_seeds);
  return rule;
}

/// Base values in the form that conditions compare: "1us" as the number in the parameter's unit.
void normalise(std::vector<Assignment>& base) {
  RunConfig scratch;
  ParameterTree tree{scratch};
  for (Assignment& each : base) {
    tree.set(each.path, each.text, each.origin);
    each.text = tree.text(each.path);
  }
}

void settle_seeds(SweepPlan& plan) {
  if (!plan.seeds.empty()) return;
  const auto given = std::find_if(plan.base.rbegin(), plan.base.rend(),
                                  [](const Assignment& a) { return a.path == "sim.seed"; });
  const auto seed = given == plan.base.rend() ? std::nullopt : exact_integer(given->text);
  plan.seeds.push_back(seed.value_or(SimConfig{}.seed));
}

}  // namespace

SweepPlan read_sweep_file(const std::filesystem::path& file) {
  const toml::table root = read_toml(file);
  const Place place{file.string()};
  const toml::node* const node = root.get("sweep");
  if (node == nullptr || !node->is_table()) {
    throw ConfigError(
        fmt::format("{}: no table [sweep], try: ibsilicon run {}", file.string(), file.string()));
  }
  const toml::table& sweep = *node->as_table();
  place.require_known(sweep, {"axis", "seeds", "stop"});

  SweepPlan plan;
  plan.file = file;
  plan.base = assignments_of(file);
  normalise(plan.base);
  if (const toml::array* const tables = axis_tables(sweep, place)) {
    plan.axes = axes_of(*tables, place, plan.base);
  }
  plan.seeds = seeds_of(sweep, place);
  settle_seeds(plan);
  plan.stop = stop_of(sweep, place);
  return plan;
}

}  // namespace ib::tb
