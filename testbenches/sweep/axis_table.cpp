// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/axis_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "models/fabric/config_error.h"
#include "testbenches/config/nearest.h"
#include "testbenches/config/parameter_tree.h"
#include "testbenches/config/toml_file.h"

namespace ib::tb {
namespace {

constexpr double kMostValues = 1e6;

double number_at(const toml::table& table, const char* key, const Place& place) {
  const auto value = table[key].value<double>();
  if (!value || !std::isfinite(*value)) {
    place.raise(table, fmt::format("a range needs {} = a number", key));
  }
  return *value;
}

std::vector<std::string> range_of(const toml::table& table, const Place& place) {
  const double first = number_at(table, "first", place);
  const double last = number_at(table, "last", place);
  if (table.contains("step") == table.contains("count")) {
    place.raise(table, "an axis needs values = [...], or first, last and either step or count");
  }
  if (table.contains("step")) {
    const double step = number_at(table, "step", place);
    const double steps = (last - first) / step;
    if (!(steps >= 0)) place.raise(table, "the range is empty: step does not lead to last");
    if (steps > kMostValues) place.raise(table, "the range has more than 1000000 values");
    return stepped_range(first, last, step);
  }
  const double count = number_at(table, "count", place);
  if (count < 1 || count > kMostValues || count != std::floor(count)) {
    place.raise(table, "count: expected a whole number from 1 to 1000000");
  }
  const std::string scale = table["scale"].value_or(std::string{"linear"});
  if (scale != "linear" && scale != "log") place.raise(table, "scale: allowed: linear | log");
  if (scale == "log" && !(first > 0 && last > 0)) {
    place.raise(table, "scale = \"log\" needs first and last above 0");
  }
  return counted_range(first, last, static_cast<std::size_t>(count), scale == "log");
}

/// A list or a value alone.
std::vector<std::string> texts_of(const toml::node& values, const Place& place) {
  std::vector<std::string> texts;
  if (const toml::array* const list = values.as_array()) {
    for (const toml::node& each : *list) texts.push_back(scalar_text(each, place.of(each)));
  } else {
    texts.push_back(scalar_text(values, place.of(values)));
  }
  if (texts.empty()) place.raise(values, "the list of values is empty");
  return texts;
}

std::vector<std::string> texts_of_axis(const toml::table& table, const Place& place) {
  const toml::node* const values = table.get("values");
  return values == nullptr ? range_of(table, place) : texts_of(*values, place);
}

/// Reads the tables one after the other; knows what the earlier ones vary.
class Reader {
 public:
  Reader(const Place& place, const std::vector<Assignment>& base) : place_(place) {
    for (const Assignment& each : base) visible_.insert(each.path);
  }

  void add(const toml::table& table) {
    place_.require_known(
        table, {"parameter", "values", "first", "last", "step", "count", "scale", "zip", "when"});
    Axis axis;
    axis.origin = place_.of(table);
    const std::string path = table["parameter"].value_or(std::string{});
    if (path.empty()) place_.raise(table, "an axis needs parameter = \"path.to.parameter\"");
    if (path == "sim.seed") place_.raise(table, "sim.seed is no axis, use: seeds = ...");
    axis.paths.push_back(path);
    for (const std::string& text : texts_of_axis(table, place_)) {
      axis.rows.push_back({normal(path, text, axis.origin)});
    }
    axis.when = conditions_of(table);
    if (!varied_.insert(path).second) place_.raise(table, path + " is an axis already");
    visible_.insert(path);
    const std::string zip = table["zip"].value_or(std::string{});
    if (zip.empty()) {
      axes_.push_back(std::move(axis));
    } else {
      join(zip, std::move(axis), table);
    }
  }

  [[nodiscard]] std::vector<Axis> take() { return std::move(axes_); }

 private:
  /// The text as the parameter itself would give it: checked, and in its unit.
  std::string normal(const std::string& path, const std::string& text, const std::string& origin) {
    tree_.set(path, text, origin);
    return tree_.text(path);
  }

  std::vector<AxisCondition> conditions_of(const toml::table& table) {
    std::vector<AxisCondition> conditions;
    const toml::node* const node = table.get("when");
    if (node == nullptr) return conditions;
    const toml::table* const when = node->as_table();
    if (when == nullptr) place_.raise(*node, "when: expected { \"path.to.parameter\" = value }");
    for (const auto& [key, value] : *when) {
      AxisCondition condition{std::string{key.str()}, {}};
      if (visible_.count(condition.path) == 0) {
        place_.raise(value, fmt::format("when: '{}' is neither an earlier axis nor set in the file",
                                        fabric::printable(condition.path)));
      }
      for (const std::string& text : texts_of(value, place_)) {
        condition.texts.push_back(normal(condition.path, text, place_.of(value)));
      }
      conditions.push_back(std::move(condition));
    }
    return conditions;
  }

  void join(const std::string& zip, Axis axis, const toml::table& table) {
    const auto [found, is_new] = zipped_.emplace(zip, axes_.size());
    if (is_new) {
      axes_.push_back(std::move(axis));
      return;
    }
    Axis& first = axes_[found->second];
    if (first.rows.size() != axis.rows.size()) {
      place_.raise(table, fmt::format("zip '{}': {} values here, {} in {}", fabric::printable(zip),
                                      axis.rows.size(), first.rows.size(), first.paths.front()));
    }
    if (!axis.when.empty()) place_.raise(table, "when: belongs to the first axis of a zip");
    first.paths.push_back(axis.paths.front());
    for (std::size_t i = 0; i < axis.rows.size(); ++i) {
      first.rows[i].push_back(axis.rows[i].front());
    }
  }

  const Place& place_;
  RunConfig scratch_;
  ParameterTree tree_{scratch_};
  std::vector<Axis> axes_;
  std::set<std::string> visible_;  ///< What a condition may look at.
  std::set<std::string> varied_;
  std::map<std::string, std::size_t> zipped_;
};

}  // namespace

std::string Place::of(const toml::node& node) const {
  return fmt::format("{}:{}", file, node.source().begin.line);
}

void Place::raise(const toml::node& node, std::string_view what) const {
  throw fabric::ConfigError(fmt::format("{}: {}", of(node), what));
}

void Place::require_known(const toml::table& table,
                          const std::vector<std::string_view>& keys) const {
  for (const auto& [key, value] : table) {
    if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) continue;
    raise(value, fmt::format("unknown key '{}', did you mean '{}'?",
                             fabric::printable(std::string{key.str()}), nearest(key.str(), keys)));
  }
}

std::vector<Axis> axes_of(const toml::array& tables, const Place& place,
                          const std::vector<Assignment>& base) {
  Reader reader{place, base};
  for (const toml::node& each : tables) reader.add(*each.as_table());
  return reader.take();
}

}  // namespace ib::tb
