// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testbenches/system/program.h"

namespace ib::tb {

/// The same run with C++ machines and with one or more Verilated ones in their place.
class RtlRun : public testing::Test {
 protected:
  void run(const std::string& out, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "run");
    arguments.insert(arguments.end(),
                     {"--out", out, "--packets", out + "/packets.csv", "--pcap", out + "/x.erf"});
    ASSERT_EQ(program_.run(arguments).code, 0);
  }

  /// Once with C++ machines and once with `machines` as RTL.
  void expect_same_bytes(const std::vector<std::string>& arguments, const std::string& machines) {
    run("model", arguments);
    std::vector<std::string> with_rtl = arguments;
    with_rtl.insert(with_rtl.end(), {"--rtl", machines});
    run("rtl", with_rtl);
    expect_equal_folders("model", "rtl");
  }

  void expect_equal_folders(const std::string& a, const std::string& b) const {
    for (const std::string name :
         {"results.json", "flows.csv", "ports.csv", "packets.csv", "x.erf"}) {
      const std::string expected = content(program_.folder() / a / name);
      EXPECT_FALSE(expected.empty()) << name;
      EXPECT_TRUE(expected == content(program_.folder() / b / name)) << name << " differs";
    }
  }

  Program program_;
};

}  // namespace ib::tb
