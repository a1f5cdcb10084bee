// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace ib::tb {

/// The folder of a sweep: `points/<hash>/` for each point that is done, `points/<hash>.failed` with
/// the reason for each that failed. Runs write to a hidden folder that is renamed when they end
/// well, so what stands under its name is whole.
class PointStore {
 public:
  /// Makes the folder, locks it against a second sweep and removes what killed runs left. Throws
  /// fabric::ConfigError when it cannot be written or another sweep works in it.
  explicit PointStore(const std::filesystem::path& folder);
  PointStore(const PointStore&) = delete;
  PointStore& operator=(const PointStore&) = delete;
  ~PointStore();

  [[nodiscard]] bool is_done(const std::string& hash) const;
  [[nodiscard]] std::optional<std::string> failure(const std::string& hash) const;
  void forget_failure(const std::string& hash) const;

  /// An empty hidden folder for a run of the point.
  [[nodiscard]] std::filesystem::path begin(const std::string& hash) const;
  /// Moves what begin() gave into place. Throws fabric::ConfigError when that fails.
  void finish(const std::string& hash) const;
  void fail(const std::string& hash, const std::string& reason) const;
  void abandon(const std::string& hash) const;

  [[nodiscard]] std::filesystem::path results_of(const std::string& hash) const;
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

 private:
  void lock();
  void remove_leftovers() const;
  [[nodiscard]] std::filesystem::path place(const std::string& hash) const;
  [[nodiscard]] std::filesystem::path partial(const std::string& hash) const;

  std::filesystem::path folder_;
  int lock_ = -1;
};

}  // namespace ib::tb
