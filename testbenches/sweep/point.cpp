// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/point.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <unordered_map>

#include "models/fabric/config_error.h"
#include "models/ib/base/fnv1a.h"
#include "testbenches/config/result_parameters.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

constexpr char kEnd = '\0';  // of each part of a hash: keeps "ab", "c" apart from "a", "bc"

std::string content_of(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string seed_text(std::uint64_t seed) { return fmt::format("{}", seed); }

std::vector<Assignment> assignments_for(const SweepPlan& plan, const SweepPoint& point) {
  std::vector<Assignment> all = plan.base;
  all.insert(all.end(), point.settings.begin(), point.settings.end());
  all.push_back({"sim.seed", seed_text(point.seed), plan.file.string()});
  return all;
}

RunConfig config_of(const SweepPlan& plan, const SweepPoint& point) {
  try {
    return load(assignments_for(plan, point));
  } catch (const ConfigError& error) {
    throw ConfigError(
        fmt::format("{}: {}: {}", plan.file.string(), point_text(point), error.what()));
  }
}

}  // namespace

std::string point_hash(const RunConfig& config, std::string_view version) {
  std::uint64_t hash = fnv1a({});
  const auto add = [&hash](std::string_view text) { hash = fnv1a({&kEnd, 1}, fnv1a(text, hash)); };
  add(version);
  for (const auto& [path, value] : result_parameters(config)) {
    add(path);
    add(value);
  }
  if (!config.testbench.topology.empty()) add(content_of(config.testbench.topology));
  if (!config.trace.file.empty()) add(content_of(config.trace.file));
  if (config.traffic.sizes.find(".cdf") != std::string::npos) {
    add(content_of(config.traffic.sizes));
  }
  return fmt::format("{:016x}", hash);
}

std::string point_text(const SweepPoint& point) {
  std::string text;
  for (const Assignment& each : point.settings) text += each.path + "=" + each.text + " ";
  return text + "seed=" + seed_text(point.seed);
}

std::vector<SweepPoint> points_of(const SweepPlan& plan, std::string_view version) {
  std::vector<SweepPoint> points;
  std::unordered_map<std::string, std::size_t> places;
  std::size_t combination = 0;
  for (std::vector<Assignment>& settings : combinations(plan.axes, plan.base)) {
    for (const std::uint64_t seed : plan.seeds) {
      SweepPoint point{{}, settings, seed, combination};
      const RunConfig config = config_of(plan, point);
      if (config.testbench.name.empty()) {
        throw ConfigError(fmt::format(
            "{}: names no testbench, add a line: testbench = \"write_bw\"", plan.file.string()));
      }
      point.hash = point_hash(config, version);
      const auto [twin, is_new] = places.emplace(point.hash, points.size());
      if (!is_new) {
        throw ConfigError(fmt::format("{}: two points are the same run: {} and {}",
                                      plan.file.string(), point_text(points[twin->second]),
                                      point_text(point)));
      }
      points.push_back(std::move(point));
    }
    ++combination;
  }
  return points;
}

std::vector<std::string> run_words(const SweepPlan& plan, const SweepPoint& point) {
  std::string name;
  std::vector<std::string> sets;
  for (const Assignment& each : assignments_for(plan, point)) {
    if (each.path == "sim.seed") continue;
    if (each.path == "testbench.name") {
      name = each.text;
    } else {
      sets.push_back("--set");
      sets.push_back(each.path + "=" + each.text);
    }
  }
  std::vector<std::string> words{"run", name, "--seed", seed_text(point.seed)};
  words.insert(words.end(), sets.begin(), sets.end());
  return words;
}

}  // namespace ib::tb
