// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/slurm_executor.h"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <system_error>
#include <utility>

#include "models/fabric/config_error.h"
#include "testbenches/report/output_files.h"
#include "testbenches/report/provenance.h"
#include "testbenches/sweep/shell.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;
using fabric::ConfigError;

constexpr int kLostCode = 255;

fs::path code_file(const Job& job) { return job.log.parent_path() / "exit_code"; }

std::string quoted(const fs::path& path) { return shell_words({path.string()}); }

/// Task numbers of a job array that wait or run; empty when the queue no longer knows it, nothing
/// when it does not answer.
std::optional<std::set<std::size_t>> alive(const std::string& id) {
  const ShellOutput output = shell("squeue --noheader --array --format=%K --jobs=" + id);
  std::set<std::size_t> tasks;
  if (output.code != 0 && output.text.find("Invalid job id") == std::string::npos) {
    return std::nullopt;
  }
  if (output.code != 0) return tasks;
  std::istringstream lines{output.text};
  for (std::size_t task = 0; lines >> task;) tasks.insert(task);
  return tasks;
}

}  // namespace

SlurmExecutor::SlurmExecutor(SlurmOptions options) : options_(std::move(options)) {
  for (const char* command : {"sbatch", "squeue", "scancel"}) {
    if (shell(fmt::format("command -v {}", command)).code == 0) continue;
    throw ConfigError(
        fmt::format("sweep: --executor slurm needs Slurm, but there is no {} here", command));
  }
  std::error_code error;
  fs::create_directories(options_.folder, error);
  if (error) {
    throw ConfigError(
        fmt::format("{}: cannot be made: {}", options_.folder.string(), error.message()));
  }
  std::ifstream left{options_.folder / "jobs"};
  for (std::string id; left >> id;) (void)shell("scancel " + shell_words({id}));
}

SlurmExecutor::~SlurmExecutor() {
  for (const auto& [id, array] : arrays_) {
    if (!array.empty()) (void)shell("scancel " + id);
  }
  std::error_code ignored;
  fs::remove_all(options_.folder, ignored);
}

std::string SlurmExecutor::script_of(const std::vector<Job>& jobs) const {
  const std::string program = fs::read_symlink("/proc/self/exe").string();
  std::string text = "#!/bin/sh\ncase $SLURM_ARRAY_TASK_ID in\n";
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    std::vector<std::string> words{program};
    words.insert(words.end(), jobs[i].words.begin(), jobs[i].words.end());
    const fs::path file = code_file(jobs[i]);
    text += fmt::format("{0}) {1} >/dev/null 2>{2}; echo $? >{3}.new && mv {3}.new {3};;\n", i,
                        shell_words(words), quoted(jobs[i].log), quoted(file));
  }
  return text + "esac\n";
}

void SlurmExecutor::submit() {
  if (waiting_.empty()) return;
  const fs::path script = options_.folder / "array.sh";
  write_text(script, script_of(waiting_));
  const std::string limit = options_.jobs > 1 ? fmt::format("%{}", options_.jobs) : "";
  const ShellOutput output = shell(
      fmt::format("sbatch --parsable --job-name=ibsilicon --output=/dev/null --array=0-{}{} {} {}",
                  waiting_.size() - 1, limit, options_.options, quoted(script)));
  // "ID" or "ID;CLUSTER"; a site's remarks may come before.
  const std::string last = output.text.substr(output.text.find_last_of('\n') + 1);
  const std::string id = last.substr(0, last.find(';'));
  if (output.code != 0 || id.empty() || id.find_first_not_of("0123456789") != std::string::npos) {
    throw ConfigError(fmt::format("sweep: sbatch refuses: {}", fabric::printable(last, 300)));
  }
  Array& array = arrays_[id];
  for (std::size_t i = 0; i < waiting_.size(); ++i) array[i] = {std::move(waiting_[i]), 0};
  waiting_.clear();
  remember();
}

void SlurmExecutor::remember() const {
  std::string ids;
  for (const auto& [id, array] : arrays_) ids += id + "\n";
  write_text(options_.folder / "jobs", ids);
}

void SlurmExecutor::look_at(const std::string& id, Array& array,
                            std::vector<EndedJob>& ended) const {
  // Asked first: a task that ends in between is found by its file.
  const std::optional<std::set<std::size_t>> tasks = alive(id);
  for (auto each = array.begin(); each != array.end();) {
    Task& task = each->second;
    const fs::path file = code_file(task.job);
    std::ifstream stream{file};
    int code = kLostCode;
    const bool done = static_cast<bool>(stream >> code);
    task.looks_lost = done || !tasks || tasks->count(each->first) != 0 ? 0 : task.looks_lost + 1;
    if (!done && task.looks_lost < kGraceLooks) {
      ++each;
      continue;
    }
    std::error_code ignored;
    fs::remove(file, ignored);
    ended.push_back(
        {task.job.point, code,
         done ? ""
              : fmt::format("task {} of job {} left the queue without a result", each->first, id)});
    each = array.erase(each);
  }
}

std::vector<EndedJob> SlurmExecutor::ended() {
  std::vector<EndedJob> ended;
  for (auto each = arrays_.begin(); each != arrays_.end();) {
    look_at(each->first, each->second, ended);
    each = each->second.empty() ? arrays_.erase(each) : std::next(each);
  }
  return ended;
}

}  // namespace ib::tb
