// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workload/training_step.h"

#include <algorithm>
#include <string>

#include "models/fabric/config_error.h"

namespace ib::tb {
namespace {

std::uint32_t data_ranks(const TrainingConfig& config, std::uint32_t ranks) {
  const std::uint64_t model = std::uint64_t{config.tensor} * config.pipeline;
  if (model > ranks || ranks % model != 0) {
    throw fabric::ConfigError("training.tensor x training.pipeline = " + std::to_string(model) +
                              ": does not divide the " + std::to_string(ranks) + " ranks");
  }
  return ranks / static_cast<std::uint32_t>(model);
}

}  // namespace

TrainingSteps::TrainingSteps(const TrainingConfig& config, const CollectiveConfig& collective,
                             std::uint32_t ranks)
    : config_(config),
      collective_(collective),
      data_(data_ranks(config, ranks)),
      buckets_(static_cast<std::uint32_t>((config.gradient_bytes + config.bucket_bytes - 1) /
                                          config.bucket_bytes)),
      graph_(ranks),
      tail_(ranks),
      reduced_(ranks) {
  for (std::uint32_t step = 0; step < config.steps; ++step) add_step();
}

Ticks TrainingSteps::compute_time() const {
  const Ticks layers = static_cast<Ticks>(config_.layers) * config_.microbatches;
  return layers * (ticks_from_ns(config_.forward_us * 1000 / config_.layers) +
                   ticks_from_ns(config_.backward_us * 1000 / config_.layers));
}

std::uint32_t TrainingSteps::rank_at(std::uint32_t tensor, std::uint32_t data,
                                     std::uint32_t stage) const {
  return tensor + config_.tensor * (data + data_ * stage);
}

std::uint32_t TrainingSteps::stage_of(std::uint32_t rank) const {
  return rank / (config_.tensor * data_);
}

void TrainingSteps::add_step() {
  next_bucket_.assign(config_.pipeline, 0);
  for (std::uint32_t batch = 0; batch < config_.microbatches; ++batch) forward();
  for (std::uint32_t batch = 0; batch < config_.microbatches; ++batch) {
    backward(batch + 1 == config_.microbatches);
  }
  // The optimizer needs all gradients; the next step begins when it is through.
  std::vector<std::uint32_t> ends;
  for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
    const std::uint32_t end = graph_.compute(rank, 0);
    for (const std::uint32_t op : tail_[rank]) graph_.require(rank, end, op);
    for (const std::uint32_t op : reduced_[rank]) graph_.require(rank, end, op);
    tail_[rank] = {end};
    reduced_[rank] = {end};
    ends.push_back(end);
  }
  ends_.push_back(std::move(ends));
}

void TrainingSteps::forward() {
  const Ticks layer = ticks_from_ns(config_.forward_us * 1000 / config_.layers);
  for (std::uint32_t stage = 0; stage < config_.pipeline; ++stage) {
    if (stage > 0) hand_on(stage - 1, stage);
    for (std::uint32_t i = 0; i < config_.layers; ++i) {
      compute(stage, layer);
      add_tensor_sums(stage);
    }
  }
}

void TrainingSteps::backward(bool last_microbatch) {
  const Ticks layer = ticks_from_ns(config_.backward_us * 1000 / config_.layers);
  for (std::uint32_t stage = config_.pipeline; stage-- > 0;) {
    if (stage + 1 < config_.pipeline) hand_on(stage + 1, stage);
    for (std::uint32_t i = 0; i < config_.layers; ++i) {
      compute(stage, layer);
      add_tensor_sums(stage);
      if (last_microbatch && config_.overlap) reduce_buckets(stage, i + 1);
    }
    if (last_microbatch) reduce_buckets(stage, config_.layers);
  }
}

void TrainingSteps::compute(std::uint32_t stage, Ticks time) {
  for (std::uint32_t rank = 0; rank < graph_.size(); ++rank) {
    if (stage_of(rank) != stage) continue;
    const std::uint32_t op = graph_.compute(rank, time);
    for (const std::uint32_t before : tail_[rank]) graph_.require(rank, op, before);
    tail_[rank] = {op};
  }
}

std::uint32_t TrainingSteps::take_tags(const CollectivePlan& plan, std::size_t members) {
  const std::uint32_t first = next_tag_;
  next_tag_ += collective_tags(plan, members);
  return first;
}

void TrainingSteps::add_tensor_sums(std::uint32_t stage) {
  if (config_.tensor == 1 || config_.activation_bytes == 0) return;
  CollectivePlan plan;
  plan.bytes = config_.activation_bytes;
  const std::uint32_t tag = take_tags(plan, config_.tensor);
  for (std::uint32_t data = 0; data < data_; ++data) {
    std::vector<std::uint32_t> members;
    std::vector<Ops> after;
    for (std::uint32_t tensor = 0; tensor < config_.tensor; ++tensor) {
      members.push_back(rank_at(tensor, data, stage));
      after.push_back(tail_[members.back()]);
    }
    CollectiveEnds ends = add_collective(graph_, plan, members, tag, after);
    for (std::size_t i = 0; i < members.size(); ++i) {
      Ops& tail = tail_[members[i]];
      tail.insert(tail.end(), ends.last[i].begin(), ends.last[i].end());
    }
  }
}

// A microbatch's activations, or their gradients, go to the rank of the same place.
void TrainingSteps::hand_on(std::uint32_t from_stage, std::uint32_t to_stage) {
  const std::uint32_t tag = next_tag_++;
  for (std::uint32_t tensor = 0; tensor < config_.tensor; ++tensor) {
    for (std::uint32_t data = 0; data < data_; ++data) {
      const std::uint32_t from = rank_at(tensor, data, from_stage);
      const std::uint32_t to = rank_at(tensor, data, to_stage);
      const std::uint32_t sent = graph_.send(from, to, config_.activation_bytes, tag);
      for (const std::uint32_t before : tail_[from]) graph_.require(from, sent, before);
      tail_[to].push_back(graph_.receive(to, from, config_.activation_bytes, tag));
    }
  }
}

// Bucket b is full when its share of the layers is through.
void TrainingSteps::reduce_buckets(std::uint32_t stage, std::uint32_t layers_through) {
  std::uint32_t& next = next_bucket_[stage];
  for (; next < buckets_; ++next) {
    if (std::uint64_t{next + 1} * config_.layers > std::uint64_t{layers_through} * buckets_) return;
    reduce_bucket(stage, next);
  }
}

void TrainingSteps::reduce_bucket(std::uint32_t stage, std::uint32_t bucket) {
  if (data_ == 1) return;
  CollectivePlan plan;
  plan.algorithm = collective_.algorithm;
  plan.segment_bytes = collective_.segment_bytes;
  plan.reduce_byte = collective_.reduce_gbps > 0 ? ticks_from_ns(8 / collective_.reduce_gbps) : 0;
  const std::uint64_t begin = std::uint64_t{bucket} * config_.bucket_bytes;
  plan.bytes = std::min(config_.gradient_bytes - begin, config_.bucket_bytes);
  const std::uint32_t tag = take_tags(plan, data_);
  for (std::uint32_t tensor = 0; tensor < config_.tensor; ++tensor) {
    std::vector<std::uint32_t> members;
    std::vector<Ops> after;
    for (std::uint32_t data = 0; data < data_; ++data) {
      const std::uint32_t rank = rank_at(tensor, data, stage);
      members.push_back(rank);
      after.push_back(tail_[rank]);
      after.back().insert(after.back().end(), reduced_[rank].begin(), reduced_[rank].end());
    }
    CollectiveEnds ends = add_collective(graph_, plan, members, tag, after);
    for (std::size_t i = 0; i < members.size(); ++i) {
      reduced_[members[i]] = std::move(ends.last[i]);
    }
  }
}

}  // namespace ib::tb
