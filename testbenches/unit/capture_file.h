// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ib::tb {

/// A file of the running test, named after it and its process, removed with it.
class CaptureFile {
 public:
  explicit CaptureFile(const std::string& content = {}) {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::path{testing::TempDir()} /
             (std::string{info->test_suite_name()} + "." + info->name() + "." +
              std::to_string(getpid()) + ".erf"))
                .string();
    std::ofstream{path_, std::ios::binary} << content;
  }
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;
  ~CaptureFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ib::tb
