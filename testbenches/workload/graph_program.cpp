// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/graph_program.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ib::tb {
namespace {

template <class Call>
bool later(const Call& a, const Call& b) {
  return a.when != b.when ? a.when > b.when : a.op > b.op;
}

}  // namespace

GraphProgram::GraphProgram(const OpGraph& graph, std::uint32_t rank, Ticks overhead, Ticks begin)
    : ops_(graph.rank(rank).ops),
      edges_(graph.rank(rank).edges),
      overhead_(overhead),
      begin_(begin),
      waits_(ops_.size()),
      first_(ops_.size() + 1),
      out_(edges_.size()),
      ends_(ops_.size(), kNever) {
  prepare();
}

void GraphProgram::prepare() {
  for (const OpGraph::Edge& edge : edges_) {
    ++waits_[edge.after];
    ++first_[edge.before + 1];
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  std::vector<std::uint32_t> fill = first_;
  for (const OpGraph::Edge& edge : edges_) out_[fill[edge.before]++] = edge;
  std::uint32_t cpus = 1;
  for (const Op& op : ops_) cpus = std::max(cpus, op.cpu + 1);
  cpu_free_.resize(cpus);
}

void GraphProgram::start(MessageHost& node) {
  if (node.keeps_data()) find_predecessors();
  node.wake_at(begin_);
}

void GraphProgram::find_predecessors() {
  before_.resize(ops_.size());
  undelivered_.resize(ops_.size());
  for (const OpGraph::Edge& edge : edges_) {
    if (!edge.on_start) before_[edge.after].push_back(edge.before);
  }
}

// A sum is what its receive brought.
void GraphProgram::deliver_before(MessageHost& node, std::uint32_t op) {
  if (before_.empty()) return;
  for (const std::uint32_t before : before_[op]) {
    if (ops_[before].kind == OpKind::kCompute) {
      deliver_before(node, before);
    } else {
      deliver(node, before);
    }
  }
}

void GraphProgram::deliver(MessageHost& node, std::uint32_t op) {
  if (!undelivered_[op]) return;
  node.deliver(*std::exchange(undelivered_[op], std::nullopt), ops_[op].offset, ops_[op].reduces);
}

void GraphProgram::begin_all() {
  begun_ = true;
  for (std::uint32_t op = 0; op < ops_.size(); ++op) {
    if (waits_[op] == 0) ready_.push(op);
  }
}

// Operations that take no time end in here one after the other, however long their chain is.
void GraphProgram::work(MessageHost& node) {
  while (!ready_.empty()) {
    const std::uint32_t op = ready_.front();
    ready_.pop();
    begin(node, op);
  }
  if (!calls_.empty()) node.wake_at(calls_.front().when);
}

void GraphProgram::begin(MessageHost& node, std::uint32_t op) {
  release(op, /*on_start=*/true);
  switch (ops_[op].kind) {
    case OpKind::kCompute:
      occupy(node, op, ops_[op].duration);
      break;
    case OpKind::kSend:
      occupy(node, op, overhead_);
      break;
    case OpKind::kReceive:
      receive(node, op);
      break;
  }
}

// The processor is at it for a while; then what the operation is about happens, see woke.
void GraphProgram::occupy(MessageHost& node, std::uint32_t op, Ticks duration) {
  Ticks& free = cpu_free_[ops_[op].cpu];
  const Ticks done = std::max(free, node.now()) + duration;
  free = done;
  calls_.push_back({done, op});
  std::push_heap(calls_.begin(), calls_.end(), later<Call>);
}

void GraphProgram::woke(MessageHost& node) {
  if (!begun_) begin_all();
  while (!calls_.empty() && calls_.front().when <= node.now()) {
    std::pop_heap(calls_.begin(), calls_.end(), later<Call>);
    const Call call = calls_.back();
    calls_.pop_back();
    if (ops_[call.op].kind == OpKind::kSend) {
      sending_.push(call.op);
      deliver_before(node, call.op);
      const Op& op = ops_[call.op];
      node.post({op.peer, op.bytes, op.tag, op.offset});
    } else {
      end(node, call.op);
    }
  }
  work(node);
}

void GraphProgram::sent(MessageHost& node, const Message&) {
  const std::uint32_t op = sending_.front();
  sending_.pop();
  end(node, op);
  work(node);
}

bool GraphProgram::suits(const Op& op, const Envelope& envelope) {
  return (op.peer == kAny || op.peer == envelope.from) &&
         (op.tag == kAny || op.tag == envelope.tag);
}

void GraphProgram::receive(MessageHost& node, std::uint32_t op) {
  const auto found =
      std::find_if(unexpected_.begin(), unexpected_.end(),
                   [&](const Envelope& envelope) { return suits(ops_[op], envelope); });
  if (found == unexpected_.end()) {
    posted_.push_back(op);
    return;
  }
  const Envelope envelope = *found;
  unexpected_.erase(found);
  take(node, op, envelope);
}

void GraphProgram::take(MessageHost& node, std::uint32_t op, const Envelope& envelope) {
  if (!undelivered_.empty()) undelivered_[op] = envelope.ticket;
  occupy(node, op, overhead_);
}

void GraphProgram::arrived(MessageHost& node, const Arrival& arrival) {
  const Envelope envelope{arrival.from, static_cast<std::uint32_t>(arrival.tag), arrival.ticket};
  const auto found = std::find_if(posted_.begin(), posted_.end(),
                                  [&](std::uint32_t op) { return suits(ops_[op], envelope); });
  if (found == posted_.end()) {
    unexpected_.push_back(envelope);
    return;
  }
  const std::uint32_t op = *found;
  posted_.erase(found);
  take(node, op, envelope);
  work(node);
}

void GraphProgram::end(MessageHost& node, std::uint32_t op) {
  done_at_ = node.now() - begin_;
  ends_[op] = done_at_;
  ++ended_;
  release(op, /*on_start=*/false);
  if (!done()) return;
  for (std::uint32_t i = 0; i < undelivered_.size(); ++i) deliver(node, i);
}

void GraphProgram::release(std::uint32_t op, bool on_start) {
  for (std::uint32_t i = first_[op]; i < first_[op + 1]; ++i) {
    if (out_[i].on_start == on_start && --waits_[out_[i].after] == 0) ready_.push(out_[i].after);
  }
}

}  // namespace ib::tb
