// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fuzz/fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ib::tb::IB_FUZZ_TARGET(data, size);
  return 0;
}
