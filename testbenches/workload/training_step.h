// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/workload/collective.h"
#include "testbenches/workload/op_graph.h"
#include "testbenches/workload/workload_config.h"

namespace ib::tb {

/// Steps of a training run as a graph. Ranks lie as Megatron-LM lays them: rank = tensor place +
/// tensor x (data place + data x stage). A step: all microbatches forward through the stages, all
/// backward (GPipe); after each layer the tensor ranks add up their activations; gradients are
/// reduced in buckets among the data ranks, one bucket after the other, as soon as the layers that
/// fill it are through the last microbatch (PyTorch DDP), or all at the end.
class TrainingSteps {
 public:
  /// Throws fabric::ConfigError where tensor x pipeline does not divide the ranks.
  TrainingSteps(const TrainingConfig& config, const CollectiveConfig& collective,
                std::uint32_t ranks);

  [[nodiscard]] const OpGraph& graph() const { return graph_; }
  [[nodiscard]] std::uint32_t data() const { return data_; }
  /// By step and rank: the operation that ends it.
  [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& step_ends() const { return ends_; }
  /// Computation of one rank in one step.
  [[nodiscard]] Ticks compute_time() const;

 private:
  using Ops = std::vector<std::uint32_t>;

  [[nodiscard]] std::uint32_t rank_at(std::uint32_t tensor, std::uint32_t data,
                                      std::uint32_t stage) const;
  [[nodiscard]] std::uint32_t stage_of(std::uint32_t rank) const;
  void add_step();
  void forward();
  void backward(bool last_microbatch);
  void compute(std::uint32_t stage, Ticks time);
  void add_tensor_sums(std::uint32_t stage);
  void hand_on(std::uint32_t from_stage, std::uint32_t to_stage);
  void reduce_buckets(std::uint32_t stage, std::uint32_t layers_through);
  void reduce_bucket(std::uint32_t stage, std::uint32_t bucket);
  [[nodiscard]] std::uint32_t take_tags(const CollectivePlan& plan, std::size_t members);

  TrainingConfig config_;
  CollectiveConfig collective_;
  std::uint32_t data_;
  std::uint32_t buckets_;
  OpGraph graph_;
  std::vector<Ops> tail_;                   ///< By rank: what its next computation waits for.
  std::vector<Ops> reduced_;                ///< By rank: the end of its last bucket.
  std::vector<std::uint32_t> next_bucket_;  ///< By stage.
  std::vector<std::vector<std::uint32_t>> ends_;
  std::uint32_t next_tag_ = 0;
};

}  // namespace ib::tb
