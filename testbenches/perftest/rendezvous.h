// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

namespace ib::tb {

/// Two programs wait for each other, in no time and outside the fabric: the TCP connection of the
/// real perftest.
class Rendezvous {
 public:
  void meet() {
    if (waiting_) {
      waiting_ = false;
      met_.notify(sc_core::SC_ZERO_TIME);
    } else {
      waiting_ = true;
      sc_core::wait(met_);
    }
  }

 private:
  bool waiting_ = false;
  sc_core::sc_event met_;
};

}  // namespace ib::tb
