// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <systemc>

// SystemC wants this symbol; the tests elaborate from inside a test case instead.
int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
