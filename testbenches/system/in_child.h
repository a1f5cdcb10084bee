// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>

namespace ib::tb {

/// The number that `measure` gives in a process of its own, since SystemC elaborates once in each.
/// Not a number when that process fails. Call it before any elaboration in this one.
template <class Measure>
[[nodiscard]] double in_child(Measure&& measure) {
  int ends[2];
  if (pipe(ends) != 0) return std::nan("");
  const pid_t child = fork();
  if (child == 0) {
    const double value = measure();
    const bool told = write(ends[1], &value, sizeof value) == sizeof value;
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  double value = std::nan("");
  if (child < 0 || read(ends[0], &value, sizeof value) != sizeof value) value = std::nan("");
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return value;
}

}  // namespace ib::tb
