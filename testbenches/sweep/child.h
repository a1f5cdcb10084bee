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
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  /// Exit code once it has ended, 128 + signal when one killed it; nothing while it runs.
  [[nodiscard]] std::optional<int> ended();

 private:
  void kill_now();
  pid_t pid_ = -1;
};

}  // namespace ib::tb
