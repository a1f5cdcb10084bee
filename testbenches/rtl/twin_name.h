// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace ib::tb {

/// Names the two parameters of a suite that runs on the C++ machine and on the RTL.
struct TwinName {
  template <class Param>
  std::string operator()(const testing::TestParamInfo<Param>& twin) const {
    return twin.index == 0 ? "Golden" : "Rtl";
  }
};

}  // namespace ib::tb
