// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "models/fabric/builders.h"
#include "testbenches/traffic/traffic_fabric.h"

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}

}  // namespace

// The whole program's allocations pass here.
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace ib::tb {
namespace {

struct Steady {
  const char* name;
  std::uint32_t data_vls;
  double load;
};

class SteadyState : public testing::TestWithParam<Steady> {};

TEST_P(SteadyState, AllocatesNothing) {
  fabric::FabricConfig plan;
  plan.link.data_vls = GetParam().data_vls;
  TrafficConfig config;
  config.packet_bytes = 510;
  config.load = GetParam().load;
  config.sls = plan.link.data_vls;
  TrafficFabric traffic{fabric::single_switch(16), plan, config, {}};
  traffic.send_uniformly();
  traffic.run(0, ticks_from_ns(150'000));
  const std::uint64_t hops_before = traffic.packet_hops();
  const std::uint64_t allocations_before = allocations.load();
  traffic.run(0, ticks_from_ns(200'000));
  const std::uint64_t during = allocations.load() - allocations_before;

  EXPECT_GT(traffic.packet_hops() - hops_before, 20'000u);
  EXPECT_EQ(during, 0u);
}

INSTANTIATE_TEST_SUITE_P(, SteadyState,
                         testing::Values(Steady{"OneVl", 1, 0.6}, Steady{"FourVls", 4, 0.6}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace ib::tb
