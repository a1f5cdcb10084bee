// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/system/program.h"

namespace ib::tb {

/// Runs collectives by the program and compares them with the closed forms, whose alpha comes from
/// a probe by empty messages, and whose beta from the rate of the line, 4xNDR: 20 ps a byte.
class CollectiveBench {
 protected:
  /// One-way times of an empty message, ns: to the next host, at least and at most.
  struct Links {
    double near = 0;
    double far = 0;
  };

  nlohmann::json row_of(std::vector<std::string> words, const std::string& table) {
    words.emplace_back("--json");
    const Outcome outcome = program_.run(words);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    if (outcome.code != 0) return {};
    return nlohmann::json::parse(outcome.out)["tables"][table][0];
  }

  nlohmann::json collective(const std::vector<std::string>& more) {
    std::vector<std::string> words{"run", "collective"};
    words.insert(words.end(), more.begin(), more.end());
    return row_of(words, "collective");
  }

  Links probe(const std::vector<std::string>& fabric) {
    std::vector<std::string> words{"run",        "traffic",
                                   "--set",      "traffic.arrivals=closed",
                                   "--set",      "traffic.pattern=shift",
                                   "--set",      "traffic.sizes=0",
                                   "--duration", "20"};
    words.insert(words.end(), fabric.begin(), fabric.end());
    const auto row = row_of(words, "traffic");
    return {row["delay_p50_ns"], row["delay_max_ns"]};
  }

  /// Line time of a message beyond that of an empty one, ns: 28 bytes beside each 4096.
  static double line_ns(double bytes) {
    const double packets = std::max(1.0, std::ceil(bytes / 4096));
    return (std::ceil(bytes / 4) * 4 + (packets - 1) * 28) * 0.02;
  }

  double time_ns(const std::vector<std::string>& fabric, const std::string& algorithm,
                 std::uint64_t bytes) {
    std::vector<std::string> words = fabric;
    for (const std::string& word : {std::string("--algorithm"), algorithm, std::string("--set"),
                                    "collective.bytes=" + std::to_string(bytes)}) {
      words.push_back(word);
    }
    return collective(words)["time_us"].get<double>() * 1000;
  }

  /// 2 (p - 1) steps of a chunk, a share `far_links` of them over far links.
  void expect_ring(const std::vector<std::string>& fabric, double p, std::uint64_t bytes,
                   double near, double far, double far_links = 0) {
    const double alpha = near + far_links * (far - near);
    const double closed = 2 * (p - 1) * (alpha + line_ns(static_cast<double>(bytes) / p));
    const double time = time_ns(fabric, "ring", bytes);
    EXPECT_NEAR(time / closed, 1, 0.05) << bytes << " bytes among " << p;
    testing::Test::RecordProperty("ring_" + std::to_string(bytes), std::to_string(time / closed));
  }

  /// Steps of n/2, n/4, .. n/p and back; those to hosts at least `leaf` away are far.
  void expect_halving_doubling(const std::vector<std::string>& fabric, std::uint32_t p,
                               std::uint32_t leaf, std::uint64_t bytes, const Links& links) {
    double closed = 0;
    for (std::uint32_t distance = p / 2; distance > 0; distance /= 2) {
      const double part = static_cast<double>(bytes) * distance / p;
      closed += 2 * ((distance >= leaf ? links.far : links.near) + line_ns(part));
    }
    const double time = time_ns(fabric, "halving_doubling", bytes);
    EXPECT_NEAR(time / closed, 1, 0.05) << bytes << " bytes among " << p;
    testing::Test::RecordProperty("halving_" + std::to_string(bytes),
                                  std::to_string(time / closed));
  }

  Program program_;
};

}  // namespace ib::tb
