// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/wait_graph.h"

#include <algorithm>
#include <utility>

namespace ib::fabric {
namespace {

enum class Mark : std::uint8_t { kNew, kOnPath, kDone };

}  // namespace

std::uint32_t WaitGraph::index(const std::string& name) {
  const auto [found, added] = index_.emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (added) {
    names_.push_back(name);
    awaited_.emplace_back();
  }
  return found->second;
}

void WaitGraph::add(const std::string& waiting, const std::string& awaited) {
  const std::uint32_t from = index(waiting);
  const std::uint32_t to = index(awaited);  // may move the lists: not inside the next line
  awaited_[from].push_back(to);
}

// Depth first search with its path kept: an edge back into the path closes a cycle.
std::vector<std::uint32_t> find_cycle(const std::vector<std::vector<std::uint32_t>>& edges) {
  std::vector<Mark> marks(edges.size(), Mark::kNew);
  for (std::uint32_t root = 0; root < edges.size(); ++root) {
    if (marks[root] != Mark::kNew) continue;
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{root, 0}};
    marks[root] = Mark::kOnPath;
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == edges[node].size()) {
        marks[node] = Mark::kDone;
        path.pop_back();
        continue;
      }
      const std::uint32_t to = edges[node][next++];
      if (marks[to] == Mark::kOnPath) {
        auto first = std::find_if(path.begin(), path.end(),
                                  [to](const auto& step) { return step.first == to; });
        std::vector<std::uint32_t> cycle;
        for (; first != path.end(); ++first) cycle.push_back(first->first);
        return cycle;
      }
      if (marks[to] == Mark::kNew) {
        marks[to] = Mark::kOnPath;
        path.emplace_back(to, 0);
      }
    }
  }
  return {};
}

std::vector<std::string> WaitGraph::find_cycle() const {
  std::vector<std::string> cycle;
  for (const std::uint32_t member : fabric::find_cycle(awaited_)) cycle.push_back(names_[member]);
  return cycle;
}

}  // namespace ib::fabric
