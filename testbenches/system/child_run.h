// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <string>

namespace ib::tb {

template <class Make>
std::string made_or_why_not(Make make) {
  try {
    return make();
  } catch (const std::exception& e) {
    return e.what();
  }
}

/// Runs `make` in a child process and answers the text it made, since SystemC elaborates once a
/// process; "failed" when the child did not end well.
template <class Make>
std::string in_child(Make make) {
  int ends[2];
  if (::pipe(ends) != 0) return "failed";
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string text = made_or_why_not(make);
    std::size_t done = 0;
    while (done < text.size()) {
      const ssize_t count = ::write(ends[1], text.data() + done, text.size() - done);
      if (count <= 0) ::_exit(1);
      done += static_cast<std::size_t>(count);
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char piece[65536];
  for (ssize_t count = 0; (count = ::read(ends[0], piece, sizeof piece)) > 0;) {
    text.append(piece, static_cast<std::size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return status == 0 ? text : "failed";
}

}  // namespace ib::tb
