// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <type_traits>

namespace ib::tb {

/// What `measure` answers in a process of its own, since SystemC elaborates once in each; nothing
/// when that process fails. Call it before any elaboration in this one.
template <class Measure>
[[nodiscard]] auto measured_in_child(Measure measure) {
  using Value = decltype(measure());
  static_assert(std::is_trivially_copyable_v<Value>, "goes through a pipe");
  std::optional<Value> answer;
  int ends[2];
  if (::pipe(ends) != 0) return answer;
  std::fflush(nullptr);  // or the child would print it again
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    const Value value = measure();
    ::_exit(::write(ends[1], &value, sizeof value) == sizeof value ? 0 : 1);
  }
  ::close(ends[1]);
  Value value{};
  if (child > 0 && ::read(ends[0], &value, sizeof value) == sizeof value) answer = value;
  ::close(ends[0]);
  if (child > 0) ::waitpid(child, nullptr, 0);
  return answer;
}

}  // namespace ib::tb
