// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/size_distribution.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>

#include "models/fabric/config_error.h"
#include "testbenches/config/number.h"
#include "testbenches/config/unit.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;
using fabric::printable;

constexpr const char* kPath = "traffic.sizes";
constexpr std::size_t kLongestFile = 1u << 20;

bool is_list(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
         text.find('/') == std::string::npos && text.find(".cdf") == std::string::npos;
}

[[noreturn]] void refuse(const std::string& origin, const std::string& what) {
  throw ConfigError(origin + ": " + what);
}

double number_of(const std::string& text, const std::string& origin) {
  const NumberText number = split_number(text);
  const auto factor = unit_factor(number.unit.empty() ? "bytes" : number.unit, "bytes");
  if (!number.value || !factor || !(*number.value >= 0)) {
    refuse(origin, "'" + printable(text) + "' is no number");
  }
  return *number.value * *factor;
}

std::string content_of(const std::string& file) {
  std::ifstream stream{file, std::ios::binary};
  if (!stream) {
    refuse(kPath, printable(file) +
                      ": no such file; allowed: 4096 | 64,4096 | 64:0.9,65536:0.1 | web_search | "
                      "hadoop | storage | a file of lines 'bytes percent'");
  }
  std::string text{std::istreambuf_iterator<char>{stream}, {}};
  if (text.size() > kLongestFile) refuse(printable(file), "longer than 1 MiB");
  return text;
}

}  // namespace

SizeDistribution::SizeDistribution(const std::string& text) {
  if (is_list(text)) {
    read_list(text);
    return;
  }
  const std::string_view known = size_table(text);
  if (!known.empty()) {
    read_function(known, text);
  } else {
    read_function(content_of(text), printable(text));
  }
}

void SizeDistribution::read_list(const std::string& text) {
  std::istringstream entries{text};
  double total = 0;
  for (std::string entry; std::getline(entries, entry, ',');) {
    const std::size_t colon = entry.find(':');
    const double bytes = number_of(entry.substr(0, colon), kPath);
    if (bytes != std::floor(bytes) || bytes > static_cast<double>(kMaxMessageBytes)) {
      refuse(kPath, printable(entry) + ": allowed are whole bytes up to 4 GiB");
    }
    total += colon == std::string::npos ? 1 : number_of(entry.substr(colon + 1), kPath);
    points_.push_back({bytes, total});
  }
  if (!(total > 0)) refuse(kPath, printable(text) + ": weights of zero");
  for (Point& point : points_) point.share /= total;
}

void SizeDistribution::read_function(std::string_view text, const std::string& origin) {
  lines_ = true;
  std::istringstream stream{std::string{text}};
  unsigned number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line = line.substr(0, line.find('#'));
    std::istringstream words{line};
    std::string bytes;
    std::string share;
    std::string more;
    if (!(words >> bytes)) continue;
    const std::string where = origin + ":" + std::to_string(number);
    if (!(words >> share) || words >> more) refuse(where, "not 'bytes percent'");
    points_.push_back({number_of(bytes, where), number_of(share, where)});
    if (points_.size() < 2) continue;
    const Point& before = points_[points_.size() - 2];
    if (points_.back().bytes < before.bytes || points_.back().share < before.share) {
      refuse(where, "sizes and percent must not fall");
    }
  }
  if (points_.empty() || !(points_.back().share > 0)) refuse(origin, "has no messages");
  if (points_.back().bytes > static_cast<double>(kMaxMessageBytes)) {
    refuse(origin, "allowed are up to 4 GiB");
  }
  const double total = points_.back().share;
  if (total != 100 && total != 1) refuse(origin, "the last point is neither 100 percent nor 1");
  for (Point& point : points_) point.share /= total;
}

std::uint64_t SizeDistribution::quantile(double u) const {
  const auto above = std::upper_bound(points_.begin(), points_.end(), u,
                                      [](double x, const Point& p) { return x < p.share; });
  const Point& high = above == points_.end() ? points_.back() : *above;
  if (!lines_ || above == points_.begin()) return static_cast<std::uint64_t>(high.bytes);
  const Point& low = *(above - 1);
  const double width = high.share - low.share;
  const double part = width > 0 ? (u - low.share) / width : 1;
  return std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::llround(low.bytes + part * (high.bytes - low.bytes))));
}

std::uint64_t SizeDistribution::draw(RandomStream& random) const {
  return points_.size() == 1 ? static_cast<std::uint64_t>(points_.front().bytes)
                             : quantile(random.uniform());
}

double SizeDistribution::mean_of(const std::function<double(std::uint64_t)>& f) const {
  constexpr int kParts = 1000;  // of a line: the function's steps are packets
  double sum = 0;
  double below = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const double weight = points_[i].share - below;
    below = points_[i].share;
    if (!lines_ || i == 0) {
      sum += weight * f(static_cast<std::uint64_t>(points_[i].bytes));
      continue;
    }
    if (weight <= 0) continue;
    for (int part = 0; part < kParts; ++part) {
      const double u = points_[i - 1].share + weight * (part + 0.5) / kParts;
      sum += weight / kParts * f(quantile(u));
    }
  }
  return sum;
}

double SizeDistribution::mean() const {
  return mean_of([](std::uint64_t bytes) { return static_cast<double>(bytes); });
}

}  // namespace ib::tb
