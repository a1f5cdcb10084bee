// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/point_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <system_error>
#include <vector>

#include "models/fabric/config_error.h"
#include "testbenches/report/output_files.h"

namespace ib::tb {

namespace fs = std::filesystem;
using fabric::ConfigError;

PointStore::PointStore(const fs::path& folder) : folder_(folder) {
  std::error_code error;
  fs::create_directories(folder_ / "points", error);
  if (error) {
    throw ConfigError(
        fmt::format("{}: cannot make the output folder: {}", folder_.string(), error.message()));
  }
  lock();
  remove_leftovers();
}

PointStore::~PointStore() {
  if (lock_ >= 0) ::close(lock_);
}

void PointStore::lock() {
  // Children must not inherit it: one that outlives a killed sweep would keep the folder locked.
  lock_ = ::open((folder_ / ".lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
  if (lock_ < 0) {
    throw ConfigError(fmt::format("{}: cannot be written, choose another --out", folder_.string()));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    throw ConfigError(fmt::format("{}: another sweep works in this folder", folder_.string()));
  }
}

void PointStore::remove_leftovers() const {
  std::error_code error;
  std::vector<fs::path> leftovers;
  for (const fs::directory_entry& each : fs::directory_iterator{folder_ / "points", error}) {
    if (each.path().filename().string().front() == '.') leftovers.push_back(each.path());
  }
  for (const fs::path& each : leftovers) fs::remove_all(each, error);
}

fs::path PointStore::place(const std::string& hash) const { return folder_ / "points" / hash; }

// With our process number: a child of a sweep killed a moment ago may still write to its own.
fs::path PointStore::partial(const std::string& hash) const {
  return folder_ / "points" / fmt::format(".{}.{}", hash, ::getpid());
}

fs::path PointStore::results_of(const std::string& hash) const {
  return place(hash) / "results.json";
}

bool PointStore::is_done(const std::string& hash) const {
  std::error_code error;
  return fs::exists(results_of(hash), error);
}

std::optional<std::string> PointStore::failure(const std::string& hash) const {
  std::ifstream file{place(hash + ".failed")};
  std::string reason;
  if (!file || !std::getline(file, reason)) return std::nullopt;
  return reason;
}

void PointStore::forget_failure(const std::string& hash) const {
  std::error_code error;
  fs::remove(place(hash + ".failed"), error);
}

fs::path PointStore::begin(const std::string& hash) const {
  fs::path path = partial(hash);
  std::error_code error;
  fs::remove_all(path, error);
  fs::create_directory(path, error);
  if (error) {
    throw ConfigError(fmt::format("{}: cannot be made: {}", path.string(), error.message()));
  }
  return path;
}

void PointStore::finish(const std::string& hash) const {
  std::error_code error;
  fs::remove_all(place(hash), error);  // What lost its results.json is not done.
  fs::rename(partial(hash), place(hash), error);
  if (error) {
    throw ConfigError(
        fmt::format("{}: cannot be written: {}", place(hash).string(), error.message()));
  }
}

void PointStore::fail(const std::string& hash, const std::string& reason) const {
  OutputFiles outputs;
  write_text(outputs.add(place(hash + ".failed")), reason + "\n");
  outputs.commit();
  abandon(hash);
}

void PointStore::abandon(const std::string& hash) const {
  std::error_code error;
  fs::remove_all(partial(hash), error);
}

}  // namespace ib::tb
