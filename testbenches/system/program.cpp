// SPDX-License-Identifier: Apache-2.0
#include "testbenches/system/program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "ibsilicon_system.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
  return name;
}

void redirect(int descriptor, const fs::path& file) {
  const int opened = ::open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  ::dup2(opened, descriptor);
  ::close(opened);
}

}  // namespace

Program::Program() : folder_(new_folder()) {}

Program::~Program() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
  }
  fs::remove_all(folder_);
}

Outcome Program::run(const std::vector<std::string>& arguments) {
  start(arguments);
  return wait();
}

void Program::start(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{IB_CLI};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  child_ = ::fork();
  if (child_ != 0) return;
  redirect(STDOUT_FILENO, folder_ / "stdout");
  redirect(STDERR_FILENO, folder_ / "stderr");
  if (::chdir(folder_.c_str()) == 0) ::execv(IB_CLI, argv.data());
  ::_exit(127);
}

void Program::signal(int number) const { ::kill(child_, number); }

Outcome Program::wait() {
  int status = 0;
  ::waitpid(child_, &status, 0);
  child_ = -1;
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder_ / "stdout"),
          content(folder_ / "stderr")};
}

std::string content(const fs::path& file) {
  std::ifstream stream{file, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

}  // namespace ib::tb
