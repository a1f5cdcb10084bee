// SPDX-License-Identifier: Apache-2.0
// The two-tree algorithms of the collective builder.
#include <algorithm>

#include "testbenches/workload/collective_builder.h"

namespace ib::tb {
namespace {

/// Parent of a node in a tree over 0 .. nodes - 1 in which the odd numbers are leaves: the next
/// higher power of two stands between two subtrees. Node 0 is the root and has one child.
std::uint32_t parent_in_order(std::uint32_t node, std::uint32_t nodes) {
  if (node == 0) return kAny;
  const std::uint32_t bit = node & (0u - node);
  const std::uint32_t up = (node ^ bit) | (bit << 1);
  return up < nodes ? up : node ^ bit;
}

}  // namespace

// The second tree is the first one mirrored, or with an odd number of nodes turned by one place: so
// that what is a leaf in one is none in the other, and each link carries half.
CollectiveBuilder::Tree CollectiveBuilder::tree_of(std::uint32_t nodes, bool second) {
  Tree tree;
  tree.parent.assign(nodes, kAny);
  tree.children.resize(nodes);
  const auto place = [&](std::uint32_t node) {
    if (!second) return node;
    return nodes % 2 == 0 ? nodes - 1 - node : (node + 1) % nodes;
  };
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint32_t parent = parent_in_order(node, nodes);
    if (parent == kAny) continue;
    tree.parent[place(node)] = place(parent);
    tree.children[place(parent)].push_back(place(node));
  }
  return tree;
}

void CollectiveBuilder::double_tree_reduce() {
  const std::uint64_t half = plan_.bytes / 2;
  const std::vector<Ops> begin = last_;
  tree_up_down(0, tree_of(size_, false), {0, plan_.bytes - half});
  std::vector<Ops> first = std::move(last_);
  last_ = begin;
  tree_up_down(1, tree_of(size_, true), {plan_.bytes - half, half});
  for (std::uint32_t member = 0; member < size_; ++member) {
    last_[member].insert(last_[member].end(), first[member].begin(), first[member].end());
  }
}

// Each segment goes up as soon as it has come from all children, and down as soon as it is whole.
void CollectiveBuilder::tree_up_down(std::uint32_t number, const Tree& tree, const Part& half) {
  const std::uint32_t segments = segments_of(half.bytes);
  const std::uint32_t up = tag_ + 2 * number * segments_of(plan_.bytes);
  const std::uint32_t down = up + segments;
  for (std::uint32_t member = 0; member < size_; ++member) {
    const Ops begin = last_[member];
    Ops ends;
    std::vector<Ops> ready(segments);
    for (std::uint32_t segment = 0; segment < segments; ++segment) {
      const Part part = segment_of(half, segment);
      Ops after = begin;
      for (const std::uint32_t child : tree.children[member]) {
        after.push_back(receive(member, child, part, up + segment, true));
      }
      const std::uint32_t parent = tree.parent[member];
      if (parent != kAny) {
        ends.push_back(send(member, parent, part, up + segment, after));
        after = {receive(member, parent, part, down + segment, false)};
      }
      ready[segment] = after;
      ends.insert(ends.end(), after.begin(), after.end());
    }
    for (std::uint32_t segment = 0; segment < segments; ++segment) {
      for (const std::uint32_t child : tree.children[member]) {
        ends.push_back(
            send(member, child, segment_of(half, segment), down + segment, ready[segment]));
      }
    }
    last_[member] = ends;
  }
}

// The root stands outside: each half goes from it to the root of its tree over all others, segments
// of both in turn.
void CollectiveBuilder::double_tree_broadcast() {
  if (size_ == 2) {
    binomial_tree();
    return;
  }
  const std::uint64_t half = plan_.bytes / 2;
  const Part parts[2] = {{0, plan_.bytes - half}, {plan_.bytes - half, half}};
  const std::vector<Ops> begin = last_;
  std::uint32_t roots[2] = {};
  for (std::uint32_t number = 0; number < 2; ++number) {
    const Tree tree = tree_of(size_ - 1, number == 1);
    const auto top = std::find(tree.parent.begin(), tree.parent.end(), kAny);
    roots[number] = 1 + static_cast<std::uint32_t>(top - tree.parent.begin());
    tree_down(number, tree, parts[number], begin);
  }
  for (std::uint32_t segment = 0; segment < segments_of(parts[0].bytes); ++segment) {
    for (std::uint32_t number = 0; number < 2; ++number) {
      if (segment >= segments_of(parts[number].bytes)) continue;
      last_[0].push_back(send(0, roots[number], segment_of(parts[number], segment),
                              tag_of(number, segment), begin[0]));
    }
  }
}

std::uint32_t CollectiveBuilder::tag_of(std::uint32_t tree, std::uint32_t segment) const {
  return tag_ + tree * segments_of(plan_.bytes) + segment;
}

// Nodes of the tree are members 1, 2, ..
void CollectiveBuilder::tree_down(std::uint32_t number, const Tree& tree, const Part& half,
                                  const std::vector<Ops>& begin) {
  for (std::uint32_t member = 1; member < size_; ++member) {
    const std::uint32_t parent = tree.parent[member - 1];
    for (std::uint32_t segment = 0; segment < segments_of(half.bytes); ++segment) {
      const Part part = segment_of(half, segment);
      const std::uint32_t tag = tag_of(number, segment);
      Ops after = begin[member];
      after.push_back(receive(member, parent == kAny ? 0 : parent + 1, part, tag, false));
      last_[member].push_back(after.back());
      for (const std::uint32_t child : tree.children[member - 1]) {
        last_[member].push_back(send(member, child + 1, part, tag, after));
      }
    }
  }
}

}  // namespace ib::tb
