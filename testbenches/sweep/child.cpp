// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <utility>

namespace ib::tb {
namespace {

constexpr int kSignalBase = 128;
constexpr int kNotStarted = 127;

void redirect(int descriptor, const char* file, int flags) {
  const int opened = ::open(file, flags, 0666);
  ::dup2(opened, descriptor);
  ::close(opened);
}

}  // namespace

Child::Child(const std::vector<std::string>& words, const std::filesystem::path& log) {
  std::vector<std::string> texts{"ibsilicon"};
  texts.insert(texts.end(), words.begin(), words.end());
  start("/proc/self/exe", std::move(texts), log);
}

Child::Child(const std::string& command, const std::vector<std::string>& words,
             const std::filesystem::path& log)
    : group_(true) {
  std::vector<std::string> texts{"sh", "-c", command + " \"$@\"", "sh",
                                 std::filesystem::read_symlink("/proc/self/exe").string()};
  texts.insert(texts.end(), words.begin(), words.end());
  start("/bin/sh", std::move(texts), log);
}

void Child::start(const char* program, std::vector<std::string> texts,
                  const std::filesystem::path& log) {
  std::vector<char*> argv;
  argv.reserve(texts.size() + 1);
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) throw std::runtime_error("cannot start a process");
  if (pid_ > 0) return;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(kNotStarted);  // It died before the line above.
  if (group_) ::setpgid(0, 0);
  redirect(STDOUT_FILENO, "/dev/null", O_WRONLY);
  redirect(STDERR_FILENO, log.c_str(), O_CREAT | O_TRUNC | O_WRONLY);
  ::execv(program, argv.data());
  ::_exit(kNotStarted);
}

Child::Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, -1)), group_(other.group_) {}

Child& Child::operator=(Child&& other) noexcept {
  if (this != &other) {
    kill_now();
    pid_ = std::exchange(other.pid_, -1);
    group_ = other.group_;
  }
  return *this;
}

Child::~Child() { kill_now(); }

std::optional<int> Child::ended() {
  int status = 0;
  if (pid_ <= 0 || ::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

void Child::kill_now() {
  if (pid_ <= 0) return;
  if (group_) ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

}  // namespace ib::tb
