// SPDX-License-Identifier: Apache-2.0
#include "tlm/worker.h"

#include <utility>

namespace ib {
namespace {

template <class Done>
void spin_until(Done done) {
  constexpr unsigned kSpins = 4000;
  for (unsigned spins = 0; !done(); ++spins) {
    if (spins < kSpins) {
      __builtin_ia32_pause();
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace

Workers::Workers(unsigned shares, std::function<void(unsigned)> job) : job_(std::move(job)) {
  for (unsigned share = 1; share < shares; ++share) {
    threads_.emplace_back([this, share] { loop(share); });
  }
}

Workers::~Workers() {
  stop_.store(true);
  round_.fetch_add(1, std::memory_order_release);
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run() {
  running_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  job_(0);
  spin_until([this] { return running_.load(std::memory_order_acquire) == 0; });
}

void Workers::loop(unsigned share) {
  for (std::uint64_t seen = 0;; ++seen) {
    spin_until([&] { return round_.load(std::memory_order_acquire) > seen; });
    if (stop_.load()) return;
    job_(share);
    running_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace ib
