// SPDX-License-Identifier: Apache-2.0
#include "testbenches/registers/registers_page.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace ib::tb {
namespace {

TEST(RegistersPage, IsWhatTheTablesSay) {
  std::ifstream file(IB_SOURCE_DIR "/docs/registers.md");
  std::ostringstream page;
  page << file.rdbuf();
  EXPECT_EQ(page.str(), registers_page()) << "make it again: see the end of the page";
}

}  // namespace
}  // namespace ib::tb
