// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "testbenches/block/hca_pair.h"

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

void stream(HcaPair& pair, WqeOpcode opcode, int messages) {
  constexpr int kInFlight = 16;
  const std::uint32_t bytes = opcode == WqeOpcode::kFetchAdd ? 8 : 9000;
  const MemoryRegion& buffer = pair.server.buffer;
  for (int i = 0; i < messages + kInFlight; ++i) {
    if (i >= kInFlight) static_cast<void>(pair.client.await_send());
    while (pair.server.receive_cq->poll()) continue;
    if (i >= messages) continue;
    if (opcode == WqeOpcode::kSend) {
      pair.server.qp->post_receive(buffer.address, bytes, buffer.key);
    }
    pair.client.qp->post_send(pair.request(opcode, bytes));
  }
}

class HcaSteadyState : public testing::TestWithParam<WqeOpcode> {};

TEST_P(HcaSteadyState, AllocatesNothing) {
  HcaPair pair;
  std::uint64_t during = 0;
  const bool ended = pair.run([&] {
    stream(pair, GetParam(), 3000);
    const std::uint64_t before = allocations.load();
    stream(pair, GetParam(), 200);
    during = allocations.load() - before;
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(during, 0u);
}

INSTANTIATE_TEST_SUITE_P(, HcaSteadyState,
                         testing::Values(WqeOpcode::kRdmaWrite, WqeOpcode::kRdmaRead,
                                         WqeOpcode::kSend, WqeOpcode::kFetchAdd),
                         [](const auto& param) {
                           return param.param == WqeOpcode::kRdmaWrite  ? "Write"
                                  : param.param == WqeOpcode::kRdmaRead ? "Read"
                                  : param.param == WqeOpcode::kFetchAdd ? "Atomic"
                                                                        : "Send";
                         });

}  // namespace
}  // namespace ib::tb
