// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/local_executor.h"

#include <optional>
#include <utility>

namespace ib::tb {

void LocalExecutor::start(Job job) {
  running_.push_back({job.point, command_.empty() ? Child{job.words, job.log}
                                                  : Child{command_, job.words, job.log}});
}

std::vector<EndedJob> LocalExecutor::ended() {
  std::vector<EndedJob> ended;
  for (std::size_t i = 0; i < running_.size();) {
    const std::optional<int> code = running_[i].child.ended();
    if (!code) {
      ++i;
      continue;
    }
    ended.push_back({running_[i].point, *code, {}});
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return ended;
}

}  // namespace ib::tb
