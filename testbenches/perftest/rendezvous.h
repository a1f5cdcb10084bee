// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

namespace ib::tb {

/// Two programs wait for each other, in no time and outside the fabric: the TCP connection of the
/// real perftest.
class Rendezvous {
 public:
  void meet() {
    const std::uint64_t meeting = meetings_;
    if (waiting_) {
      waiting_ = false;
      ++meetings_;
      met_.notify(sc_core::SC_ZERO_TIME);
      return;
    }
    waiting_ = true;
    // The other may be back for the next meeting before this one has woken.
    while (meetings_ == meeting) sc_core::wait(met_);
  }

 private:
  bool waiting_ = false;
  std::uint64_t meetings_ = 0;
  sc_core::sc_event met_;
};

}  // namespace ib::tb
