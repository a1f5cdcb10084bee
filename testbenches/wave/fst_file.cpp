// SPDX-License-Identifier: Apache-2.0
#include "testbenches/wave/fst_file.h"

#include <fmt/format.h>
#include <fstapi.h>

#include <algorithm>
#include <utility>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

constexpr int kPicoseconds = -12;

}  // namespace

FstFile::FstFile(const std::filesystem::path& file) : file_(file) {
  writer_ = fstWriterCreate(file.c_str(), /*use_compressed_hier=*/1);
  if (writer_ == nullptr) {
    throw fabric::ConfigError(
        fmt::format("{}: cannot be written", fabric::printable(file.string())));
  }
  fstWriterSetTimescale(writer_, kPicoseconds);
  fstWriterSetVersion(writer_, "ibsilicon");
  // The same run gives the same bytes.
  fstWriterSetDate(writer_, "");
}

FstFile::~FstFile() {
  if (writer_ != nullptr) fstWriterClose(writer_);
}

bool FstFile::is_available() { return true; }

void FstFile::enter(const std::vector<std::string>& scope) {
  const auto apart = std::mismatch(scope_.begin(), scope_.end(), scope.begin(), scope.end());
  const auto common = static_cast<std::size_t>(apart.second - scope.begin());
  for (; scope_.size() > common; scope_.pop_back()) fstWriterSetUpscope(writer_);
  for (std::size_t i = common; i < scope.size(); ++i) {
    fstWriterSetScope(writer_, FST_ST_VCD_MODULE, scope[i].c_str(), nullptr);
  }
  scope_ = scope;
}

FstFile::Handle FstFile::declare(const std::vector<std::string>& scope, const std::string& name,
                                 unsigned bits) {
  enter(scope);
  const std::string label = bits == 1 ? name : fmt::format("{} [{}:0]", name, bits - 1);
  return fstWriterCreateVar(writer_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, label.c_str(), 0);
}

void FstFile::at(std::uint64_t ps) { fstWriterEmitTimeChange(writer_, ps); }

void FstFile::change(Handle signal, const std::string& value) {
  fstWriterEmitValueChange(writer_, signal, value.data());
}

void FstFile::close() {
  const bool failed = fstWriterGetFseekFailed(writer_) != 0;
  fstWriterClose(std::exchange(writer_, nullptr));
  void* const reader = failed ? nullptr : fstReaderOpen(file_.c_str());
  if (reader == nullptr) {
    throw fabric::ConfigError(
        fmt::format("{}: write failed, is the disk full?", fabric::printable(file_.string())));
  }
  fstReaderClose(reader);
}

}  // namespace ib::tb
