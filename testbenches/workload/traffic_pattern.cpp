// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/traffic_pattern.h"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

unsigned bits_of(std::uint32_t hosts) {
  unsigned bits = 0;
  while ((std::uint32_t{1} << bits) < hosts) ++bits;
  return bits;
}

[[noreturn]] void refuse(const char* pattern, std::uint32_t hosts, const char* need) {
  throw ConfigError(std::string("traffic.pattern = ") + pattern + ": " + std::to_string(hosts) +
                    " hosts send, needs " + need);
}

bool is_permutation(TrafficPattern pattern) {
  return pattern != TrafficPattern::kUniform && pattern != TrafficPattern::kHotspot &&
         pattern != TrafficPattern::kIncast && pattern != TrafficPattern::kAllToAll &&
         pattern != TrafficPattern::kNeighbour;
}

/// The root of a square number, else 0.
std::uint32_t root_of(std::uint32_t hosts) {
  std::uint32_t root = 1;
  while (root * root < hosts) ++root;
  return root * root == hosts ? root : 0;
}

}  // namespace

std::vector<std::uint32_t> parse_shape(const std::string& text, std::uint32_t hosts) {
  if (text.empty()) return {hosts};
  std::vector<std::uint32_t> shape;
  std::uint64_t product = 1;
  std::istringstream words{text};
  for (std::string word; std::getline(words, word, 'x');) {
    const bool digits = !word.empty() && word.size() < 6 &&
                        word.find_first_not_of("0123456789") == std::string::npos;
    shape.push_back(digits ? static_cast<std::uint32_t>(std::stoul(word)) : 0);
    product = std::min<std::uint64_t>(product * shape.back(), hosts + std::uint64_t{1});
  }
  if (product != hosts || text.back() == 'x') {
    throw ConfigError("traffic.shape = " + fabric::printable(text) +
                      ": allowed are sizes such as 4x4x2 whose product is the number of hosts, " +
                      std::to_string(hosts));
  }
  return shape;
}

Destinations::Destinations(const WorkloadConfig& config, std::uint32_t hosts, std::uint64_t seed)
    : pattern_(config.pattern),
      hosts_(hosts),
      hotspots_(std::min(config.hotspots, hosts - 1)),
      hotspot_share_(config.hotspot_share),
      shape_(parse_shape(config.shape, hosts)) {
  if (is_permutation(pattern_)) permute(config, seed);
  if (pattern_ == TrafficPattern::kNeighbour) find_neighbours();
}

void Destinations::permute(const WorkloadConfig& config, std::uint64_t seed) {
  const std::uint32_t root = root_of(hosts_);
  if (pattern_ == TrafficPattern::kBitReversal && hosts_ != std::uint32_t{1} << bits_of(hosts_)) {
    refuse("bit_reversal", hosts_, "a power of two");
  }
  if (pattern_ == TrafficPattern::kTranspose && root == 0) {
    refuse("transpose", hosts_, "a square number");
  }
  map_.resize(hosts_);
  std::iota(map_.begin(), map_.end(), 0u);
  if (pattern_ == TrafficPattern::kRandom) {
    // Sattolo's algorithm: one cycle through all hosts, so that none sends to itself.
    RandomStream random{seed, "traffic.permutation"};
    for (std::uint32_t i = hosts_ - 1; i > 0; --i) std::swap(map_[i], map_[random.below(i)]);
    return;
  }
  for (std::uint32_t self = 0; self < hosts_; ++self) {
    if (pattern_ == TrafficPattern::kShift) {
      map_[self] = static_cast<std::uint32_t>((std::uint64_t{self} + config.shift) % hosts_);
    } else if (pattern_ == TrafficPattern::kBitReversal) {
      map_[self] = mirrored(self);
    } else if (pattern_ == TrafficPattern::kTranspose) {
      map_[self] = self % root * root + self / root;
    } else {
      map_[self] = half_way(self);
    }
  }
}

std::uint32_t Destinations::mirrored(std::uint32_t self) const {
  const unsigned bits = bits_of(hosts_);
  std::uint32_t other = 0;
  for (unsigned bit = 0; bit < bits; ++bit) other |= (self >> bit & 1) << (bits - 1 - bit);
  return other;
}

// Tornado: in each dimension of k hosts, ceil(k / 2) - 1 on.
std::uint32_t Destinations::half_way(std::uint32_t self) const {
  std::uint32_t other = 0;
  std::uint32_t stride = 1;
  for (const std::uint32_t size : shape_) {
    const std::uint32_t place = self / stride % size;
    other += (place + (size + 1) / 2 - 1) % size * stride;
    stride *= size;
  }
  return other;
}

// One step down and up each dimension, round the ends; twice the same where there are two.
void Destinations::find_neighbours() {
  neighbours_.resize(hosts_);
  for (std::uint32_t self = 0; self < hosts_; ++self) {
    std::uint32_t stride = 1;
    for (const std::uint32_t size : shape_) {
      const std::uint32_t place = self / stride % size;
      const std::uint32_t base = self - place * stride;
      const std::uint32_t up = base + (place + 1) % size * stride;
      const std::uint32_t down = base + (place + size - 1) % size * stride;
      if (up != self) neighbours_[self].push_back(up);
      if (down != up && down != self) neighbours_[self].push_back(down);
      stride *= size;
    }
  }
}

bool Destinations::sends(std::uint32_t self) const {
  if (pattern_ == TrafficPattern::kIncast) return self >= hotspots_;
  if (pattern_ == TrafficPattern::kNeighbour) return !neighbours_[self].empty();
  return !is_permutation(pattern_) || map_[self] != self;
}

std::uint32_t Destinations::next(std::uint32_t self, std::uint64_t number,
                                 RandomStream& random) const {
  switch (pattern_) {
    case TrafficPattern::kUniform:
      return any_other(self, random);
    case TrafficPattern::kHotspot:
      return random.uniform() < hotspot_share_ ? hot(self, random) : any_other(self, random);
    case TrafficPattern::kIncast:
      return static_cast<std::uint32_t>(random.below(hotspots_));
    case TrafficPattern::kAllToAll:
      return static_cast<std::uint32_t>((self + 1 + number % (hosts_ - 1)) % hosts_);
    case TrafficPattern::kNeighbour:
      return neighbours_[self][number % neighbours_[self].size()];
    default:
      return map_[self];
  }
}

std::uint32_t Destinations::any_other(std::uint32_t self, RandomStream& random) const {
  const auto other = static_cast<std::uint32_t>(random.below(hosts_ - 1));
  return other < self ? other : other + 1;
}

// A hot host sends to the other hot ones, and alone to any.
std::uint32_t Destinations::hot(std::uint32_t self, RandomStream& random) const {
  if (self >= hotspots_) return static_cast<std::uint32_t>(random.below(hotspots_));
  if (hotspots_ == 1) return any_other(self, random);
  const auto other = static_cast<std::uint32_t>(random.below(hotspots_ - 1));
  return other < self ? other : other + 1;
}

}  // namespace ib::tb
