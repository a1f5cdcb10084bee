// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/op_graph.h"

namespace ib::tb {

std::size_t OpGraph::op_count() const {
  std::size_t count = 0;
  for (const Rank& rank : ranks_) count += rank.ops.size();
  return count;
}

std::uint32_t OpGraph::add(std::uint32_t rank, const Op& op) {
  ranks_[rank].ops.push_back(op);
  return static_cast<std::uint32_t>(ranks_[rank].ops.size() - 1);
}

std::uint32_t OpGraph::send(std::uint32_t rank, std::uint32_t to, std::uint64_t bytes,
                            std::uint32_t tag) {
  Op op;
  op.kind = OpKind::kSend;
  op.peer = to;
  op.tag = tag;
  op.bytes = bytes;
  return add(rank, op);
}

std::uint32_t OpGraph::receive(std::uint32_t rank, std::uint32_t from, std::uint64_t bytes,
                               std::uint32_t tag) {
  Op op;
  op.kind = OpKind::kReceive;
  op.peer = from;
  op.tag = tag;
  op.bytes = bytes;
  return add(rank, op);
}

std::uint32_t OpGraph::compute(std::uint32_t rank, Ticks duration) {
  Op op;
  op.duration = duration;
  return add(rank, op);
}

void OpGraph::require(std::uint32_t rank, std::uint32_t after, std::uint32_t before) {
  ranks_[rank].edges.push_back({before, after, false});
}

void OpGraph::require_start(std::uint32_t rank, std::uint32_t after, std::uint32_t before) {
  ranks_[rank].edges.push_back({before, after, true});
}

}  // namespace ib::tb
