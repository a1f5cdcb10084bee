// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/interrupt.h"

#include <atomic>
#include <csignal>

namespace ib::tb {
namespace {

// A signal handler reaches nothing but static storage, so this one flag is a global.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void request_stop(int signal) {
  stop_requested.store(true);
  std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
}

bool interrupted() { return stop_requested.load(); }

}  // namespace ib::tb
