// SPDX-License-Identifier: Apache-2.0
#include "testbenches/host/host_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <numeric>

namespace ib::tb {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// A bus master with one access in flight.
class Master : public sc_core::sc_module {
 public:
  explicit Master(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {}

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, Bytes& data,
                                  Bytes enables = {}) {
    tlm::tlm_generic_payload transaction;
    fill(transaction, command, address, data);
    if (!enables.empty()) {
      transaction.set_byte_enable_ptr(enables.data());
      transaction.set_byte_enable_length(static_cast<unsigned>(enables.size()));
    }
    sc_core::sc_time delay;
    socket->b_transport(transaction, delay);
    return transaction.get_response_status();
  }
  unsigned peek(std::uint64_t address, Bytes& data) {
    tlm::tlm_generic_payload transaction;
    fill(transaction, tlm::TLM_READ_COMMAND, address, data);
    return socket->transport_dbg(transaction);
  }

  tlm_utils::simple_initiator_socket<Master> socket{"socket"};

 private:
  static void fill(tlm::tlm_generic_payload& transaction, tlm::tlm_command command,
                   std::uint64_t address, Bytes& data) {
    transaction.set_command(command);
    transaction.set_address(address);
    transaction.set_data_ptr(data.data());
    transaction.set_data_length(static_cast<unsigned>(data.size()));
    transaction.set_streaming_width(static_cast<unsigned>(data.size()));
  }
};

class HostMemoryTest : public testing::Test {
 protected:
  HostMemoryTest() { master.socket.bind(memory.dma); }

  Bytes content(std::uint64_t address, std::uint64_t bytes) const {
    Bytes data(bytes);
    memory.read(address, data.data(), bytes);
    return data;
  }

  HostMemory memory{"memory"};
  Master master{"master"};
};

Bytes counted(std::size_t bytes) {
  Bytes data(bytes);
  std::iota(data.begin(), data.end(), std::uint8_t{1});
  return data;
}

TEST_F(HostMemoryTest, GivesZeroedAlignedRegions) {
  const std::uint64_t first = memory.allocate(100);
  const std::uint64_t second = memory.allocate(10, 4096);

  EXPECT_EQ(first % 64, 0u);
  EXPECT_EQ(second % 4096, 0u);
  EXPECT_GE(second, first + 100);
  EXPECT_EQ(content(first, 100), Bytes(100));
}

TEST_F(HostMemoryTest, RefusesEveryByteOfAGuardedPart) {
  const std::uint64_t address = memory.allocate(4096);
  memory.guard(address + 1024, 1024);
  Bytes data(16);
  const auto answer = [&](std::uint64_t at) {
    return master.access(tlm::TLM_READ_COMMAND, address + at, data);
  };
  EXPECT_EQ(answer(1024 - 16), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(answer(1024 - 15), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(answer(2047), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(answer(2048), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(memory.refused_accesses(), 2u);
}

TEST_F(HostMemoryTest, KeepsWhatDmaWritesAcrossPages) {
  const std::uint64_t address = memory.allocate(0x30000) + 0xFFF0;
  Bytes data = counted(0x10020);

  EXPECT_EQ(master.access(tlm::TLM_WRITE_COMMAND, address, data), tlm::TLM_OK_RESPONSE);
  Bytes back(data.size());
  EXPECT_EQ(master.access(tlm::TLM_READ_COMMAND, address, back), tlm::TLM_OK_RESPONSE);

  EXPECT_EQ(back, data);
  EXPECT_EQ(content(address - 1, 1), Bytes{0});
}

TEST_F(HostMemoryTest, ObeysByteEnables) {
  const std::uint64_t address = memory.allocate(8);
  Bytes data = counted(8);

  EXPECT_EQ(master.access(tlm::TLM_WRITE_COMMAND, address, data, {0xFF, 0x00}),
            tlm::TLM_OK_RESPONSE);

  EXPECT_EQ(content(address, 8), (Bytes{1, 0, 3, 0, 5, 0, 7, 0}));
}

TEST_F(HostMemoryTest, RefusesAccessesOutsideRegionsAndCountsThem) {
  const std::uint64_t address = memory.allocate(64);
  Bytes data(65);

  EXPECT_EQ(master.access(tlm::TLM_WRITE_COMMAND, address, data), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(master.access(tlm::TLM_READ_COMMAND, 0x1000, data), tlm::TLM_ADDRESS_ERROR_RESPONSE);

  EXPECT_EQ(memory.refused_accesses(), 2u);
}

TEST_F(HostMemoryTest, KeepsNeighbouringRegionsApart) {
  const std::uint64_t first = memory.allocate(64);
  (void)memory.allocate(64);
  EXPECT_TRUE(memory.exists(first, 64));
  EXPECT_FALSE(memory.exists(first, 65));
}

TEST_F(HostMemoryTest, LetsDebuggersLook) {
  const std::uint64_t address = memory.allocate(4);
  const Bytes data = counted(4);
  memory.write(address, data.data(), 4);

  Bytes seen(4);
  EXPECT_EQ(master.peek(address, seen), 4u);
  EXPECT_EQ(seen, data);
  EXPECT_EQ(master.peek(0, seen), 0u);
  EXPECT_EQ(memory.refused_accesses(), 0u);
}

/// Counts how often a watch fired.
class Sleeper : public sc_core::sc_module {
 public:
  Sleeper(const sc_core::sc_module_name& name, const MemoryWatch& watch)
      : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Sleeper);
    SC_METHOD(wake);
    sensitive << watch.written();
    dont_initialize();
  }
  int wakes = 0;

 private:
  void wake() { ++wakes; }
};

TEST_F(HostMemoryTest, WakesAWatchOfTheBytesWritten) {
  const std::uint64_t address = memory.allocate(256);
  MemoryWatch watch{memory};
  watch.add(address + 64, 64);
  Sleeper sleeper{"sleeper", watch};
  sc_core::sc_start(sc_core::SC_ZERO_TIME);

  Bytes byte(1);
  for (const std::uint64_t offset : {63u, 64u, 127u, 128u}) {
    (void)master.access(tlm::TLM_WRITE_COMMAND, address + offset, byte);
    sc_core::sc_start(1, sc_core::SC_NS);
  }
  (void)master.access(tlm::TLM_READ_COMMAND, address + 64, byte);
  sc_core::sc_start(1, sc_core::SC_NS);

  EXPECT_EQ(sleeper.wakes, 2);
}

}  // namespace
}  // namespace ib::tb
