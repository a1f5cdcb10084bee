// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ib::tb {

/// A process of this program. Killed by its destructor, and by the kernel when its parent dies,
/// however that dies.
class Child {
 public:
  /// Starts `ibsilicon words...` with stdout discarded and stderr in the file `log`. Throws
  /// std::runtime_error when no process can be made.
  Child(const std::vector<std::string>& words, const std::filesystem::path& log);
  /// Starts `command ibsilicon words...` by /bin/sh, in a process group of its own, which is killed
  /// with it.
  Child(const std::string& command, const std::vector<std::string>& words,
        const std::filesystem::path& log);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  /// Exit code once it has ended, 128 + signal when one killed it; nothing while it runs.
  [[nodiscard]] std::optional<int> ended();

 private:
  void start(const char* program, std::vector<std::string> texts, const std::filesystem::path& log);
  void kill_now();
  pid_t pid_ = -1;
  bool group_ = false;  ///< The process leads a group.
};

}  // namespace ib::tb
