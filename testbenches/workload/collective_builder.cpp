// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/collective_builder.h"

#include <algorithm>

namespace ib::tb {

CollectiveBuilder::CollectiveBuilder(OpGraph& graph, const CollectivePlan& plan,
                                     const std::vector<std::uint32_t>& members, std::uint32_t tag,
                                     const std::vector<std::vector<std::uint32_t>>& after)
    : graph_(graph),
      plan_(plan),
      members_(members),
      size_(static_cast<std::uint32_t>(members.size())),
      tag_(tag),
      last_(after) {
  last_.resize(members.size());
}

// The vector is cut in one chunk a member, equal but for a byte.
CollectiveBuilder::Part CollectiveBuilder::part_of(std::uint32_t first_chunk,
                                                   std::uint32_t end_chunk) const {
  const std::uint64_t offset = plan_.bytes * first_chunk / size_;
  return {offset, plan_.bytes * end_chunk / size_ - offset};
}

std::uint32_t CollectiveBuilder::segments_of(std::uint64_t bytes) const {
  if (plan_.segment_bytes == 0 || bytes == 0) return 1;
  return static_cast<std::uint32_t>((bytes + plan_.segment_bytes - 1) / plan_.segment_bytes);
}

CollectiveBuilder::Part CollectiveBuilder::segment_of(const Part& part,
                                                      std::uint32_t segment) const {
  const std::uint32_t count = segments_of(part.bytes);
  const std::uint64_t before = part.bytes * segment / count;
  return {part.offset + before, part.bytes * (segment + 1) / count - before};
}

std::uint32_t CollectiveBuilder::send(std::uint32_t member, std::uint32_t to, const Part& part,
                                      std::uint32_t tag, const Ops& after) {
  const std::uint32_t rank = members_[member];
  Op message{OpKind::kSend, members_[to], tag};
  message.bytes = part.bytes;
  message.offset = part.offset;
  const std::uint32_t op = graph_.add(rank, message);
  for (const std::uint32_t before : after) graph_.require(rank, op, before);
  return op;
}

std::uint32_t CollectiveBuilder::receive(std::uint32_t member, std::uint32_t from, const Part& part,
                                         std::uint32_t tag, bool reduces) {
  const std::uint32_t rank = members_[member];
  Op message{OpKind::kReceive, members_[from], tag};
  message.bytes = part.bytes;
  message.offset = part.offset;
  message.reduces = reduces;
  const std::uint32_t op = graph_.add(rank, message);
  if (!reduces || plan_.reduce_byte == 0) return op;
  const std::uint32_t sum =
      graph_.compute(rank, static_cast<Ticks>(part.bytes) * plan_.reduce_byte);
  graph_.require(rank, sum, op);
  return sum;
}

void CollectiveBuilder::swap(std::uint32_t member, std::uint32_t to, const Part& out,
                             std::uint32_t from, const Part& in, std::uint32_t tag, bool reduces) {
  const std::uint32_t sent = send(member, to, out, tag, last_[member]);
  last_[member] = {receive(member, from, in, tag, reduces), sent};
}

// Step s sends chunk (member - s); what comes in step s goes out in step s + 1.
void CollectiveBuilder::ring(std::uint32_t steps, bool reduces) {
  for (std::uint32_t step = 0; step < steps; ++step) {
    for (std::uint32_t member = 0; member < size_; ++member) {
      const std::uint32_t out = (member + 2 * size_ - step) % size_;
      const std::uint32_t in = (out + size_ - 1) % size_;
      swap(member, (member + 1) % size_, part_of(out, out + 1), (member + size_ - 1) % size_,
           part_of(in, in + 1), tag_ + step, reduces && step + 1 < size_);
    }
  }
}

void CollectiveBuilder::chain() {
  const std::uint32_t segments = segments_of(plan_.bytes);
  for (std::uint32_t member = 0; member < size_; ++member) {
    const Ops begin = last_[member];
    Ops ends;
    for (std::uint32_t segment = 0; segment < segments; ++segment) {
      const Part part = segment_of(whole(), segment);
      Ops after = begin;
      if (member > 0) {
        after.push_back(receive(member, member - 1, part, tag_ + segment, false));
        ends.push_back(after.back());
      }
      if (member + 1 < size_) ends.push_back(send(member, member + 1, part, tag_ + segment, after));
    }
    last_[member] = ends;
  }
}

// Member m has it from m without its lowest bit; the largest subtree is served first.
void CollectiveBuilder::binomial_tree() {
  const std::uint32_t segments = segments_of(plan_.bytes);
  for (std::uint32_t member = 0; member < size_; ++member) {
    const std::uint32_t lowest = member == 0 ? size_ : member & (0u - member);
    std::uint32_t top = 1;
    while (2 * top < lowest) top *= 2;
    if (lowest == 1) top = 0;
    const Ops begin = last_[member];
    Ops ends;
    for (std::uint32_t segment = 0; segment < segments; ++segment) {
      const Part part = segment_of(whole(), segment);
      Ops after = begin;
      if (member > 0) {
        after.push_back(receive(member, member - lowest, part, tag_ + segment, false));
        ends.push_back(after.back());
      }
      for (std::uint32_t step = top; step > 0; step /= 2) {
        if (member + step >= size_) continue;
        ends.push_back(send(member, member + step, part, tag_ + segment, after));
      }
    }
    last_[member] = ends;
  }
}

std::uint32_t CollectiveBuilder::fold() {
  std::uint32_t active = 1;
  while (2 * active <= size_) active *= 2;
  for (std::uint32_t extra = active; extra < size_; ++extra) {
    const std::uint32_t host = extra - active;
    last_[extra] = {send(extra, host, whole(), tag_, last_[extra])};
    last_[host].push_back(receive(host, extra, whole(), tag_, true));
  }
  return active;
}

void CollectiveBuilder::unfold(std::uint32_t active) {
  for (std::uint32_t extra = active; extra < size_; ++extra) {
    const std::uint32_t host = extra - active;
    last_[host].push_back(send(host, extra, whole(), tag_ + 1, last_[host]));
    last_[extra].push_back(receive(extra, host, whole(), tag_ + 1, false));
  }
}

void CollectiveBuilder::recursive_doubling_reduce() {
  const std::uint32_t active = fold();
  std::uint32_t tag = tag_ + 2;
  for (std::uint32_t distance = 1; distance < active; distance *= 2, ++tag) {
    for (std::uint32_t member = 0; member < active; ++member) {
      const std::uint32_t peer = member ^ distance;
      swap(member, peer, whole(), peer, whole(), tag, true);
    }
  }
  unfold(active);
}

// Before the step of a distance each member has the chunks of its block of so many.
void CollectiveBuilder::recursive_doubling_gather() {
  std::uint32_t tag = tag_;
  for (std::uint32_t distance = 1; distance < size_; distance *= 2, ++tag) {
    for (std::uint32_t member = 0; member < size_; ++member) {
      const std::uint32_t peer = member ^ distance;
      const std::uint32_t mine = member / distance * distance;
      const std::uint32_t theirs = peer / distance * distance;
      swap(member, peer, part_of(mine, mine + distance), peer, part_of(theirs, theirs + distance),
           tag, false);
    }
  }
}

void CollectiveBuilder::halving_doubling(bool gathers) {
  const std::uint32_t active = fold();
  const auto part = [&](std::uint32_t first, std::uint32_t count) {
    const std::uint64_t offset = plan_.bytes * first / active;
    return Part{offset, plan_.bytes * (first + count) / active - offset};
  };
  const auto step = [&](std::uint32_t distance, std::uint32_t tag, bool halves) {
    for (std::uint32_t member = 0; member < active; ++member) {
      const std::uint32_t peer = member ^ distance;
      const Part mine = part(member / distance * distance, distance);
      const Part theirs = part(peer / distance * distance, distance);
      swap(member, peer, halves ? theirs : mine, peer, halves ? mine : theirs, tag, halves);
    }
  };
  std::uint32_t tag = tag_ + 2;
  for (std::uint32_t distance = active / 2; distance > 0; distance /= 2)
    step(distance, tag++, true);
  if (!gathers) return;
  for (std::uint32_t distance = 1; distance < active; distance *= 2) step(distance, tag++, false);
  unfold(active);
}

void CollectiveBuilder::pairwise() {
  const bool power_of_two = (size_ & (size_ - 1)) == 0;
  for (std::uint32_t step = 1; step < size_; ++step) {
    for (std::uint32_t member = 0; member < size_; ++member) {
      const std::uint32_t to = power_of_two ? member ^ step : (member + step) % size_;
      const std::uint32_t from = power_of_two ? to : (member + size_ - step) % size_;
      swap(member, to, part_of(to, to + 1), from, part_of(member, member + 1), tag_ + step - 1,
           false);
    }
  }
}

}  // namespace ib::tb
