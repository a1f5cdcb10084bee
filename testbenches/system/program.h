// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace ib::tb {

/// How one run of the built `ibsilicon` ended.
struct Outcome {
  int code = -1;  ///< Exit code; -1 when a signal killed it.
  std::string out;
  std::string error;
};

/// A process of `ibsilicon` in a scratch folder of its own that goes away with it.
class Program {
 public:
  Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// Runs to its end.
  [[nodiscard]] Outcome run(const std::vector<std::string>& arguments);
  void start(const std::vector<std::string>& arguments);
  void signal(int number) const;
  [[nodiscard]] Outcome wait();

 private:
  std::filesystem::path folder_;
  pid_t child_ = -1;
};

[[nodiscard]] std::string content(const std::filesystem::path& file);

}  // namespace ib::tb
