// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "models/ib/base/bytes.h"
#include "models/ib/queues/doorbell.h"
#include "testbenches/block/hca_pair.h"

namespace ib::tb {
namespace {

/// A CPU's way to configuration space.
class ConfigPort : public sc_core::sc_module {
 public:
  explicit ConfigPort(const sc_core::sc_module_name& name) : sc_module(name) {}
  tlm_utils::simple_initiator_socket<ConfigPort> socket{"socket"};

  std::uint32_t read(std::uint64_t offset, unsigned bytes) {
    std::array<std::uint8_t, 4> data{};
    transfer(tlm::TLM_READ_COMMAND, offset, data.data(), bytes);
    return load_le32(data.data());
  }
  void write(std::uint64_t offset, std::uint32_t value, unsigned bytes) {
    std::array<std::uint8_t, 4> data{};
    store_le32(data.data(), value);
    transfer(tlm::TLM_WRITE_COMMAND, offset, data.data(), bytes);
  }
  tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;

 private:
  void transfer(tlm::tlm_command command, std::uint64_t offset, std::uint8_t* data,
                unsigned bytes) {
    tlm::tlm_generic_payload access;
    access.set_command(command);
    access.set_address(offset);
    access.set_data_ptr(data);
    access.set_data_length(bytes);
    access.set_streaming_width(bytes);
    sc_core::sc_time delay;
    socket->b_transport(access, delay);
    status = access.get_response_status();
    sc_core::wait(delay);
  }
};

class HcaPciTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION); }

  /// Offset of a capability, 0 without it.
  std::uint32_t capability(std::uint8_t id) {
    std::uint32_t at = port_.read(0x34, 1);
    while (at != 0 && port_.read(at, 1) != id) at = port_.read(at + 1, 1);
    return at;
  }
  void bind(HcaPair& pair) { port_.socket.bind(pair.client.hca->config_space()); }

  ConfigPort port_{"config_port"};
};

// PCI Express 5.0, 7.5.1: ids, class, BAR sizing.
TEST_F(HcaPciTest, TheHeaderNamesAConnectX7WithOneWindow) {
  HcaPair pair;
  bind(pair);
  const bool ended = pair.run([&] {
    EXPECT_EQ(port_.read(0x00, 4), 0x102115B3u);
    EXPECT_EQ(port_.read(0x08, 4) >> 8, 0x020700u);
    EXPECT_EQ(port_.read(0x10, 4) & 0xF, 0xCu);  // 64 bit, prefetchable
    port_.write(0x10, 0xFFFFFFFF, 4);
    port_.write(0x14, 0xFFFFFFFF, 4);
    EXPECT_EQ(port_.read(0x10, 4), 0xFFFE000Cu);  // 17 pages need 128 KiB
    EXPECT_EQ(port_.read(0x14, 4), 0xFFFFFFFFu);
    port_.write(0x00, 0, 4);
    EXPECT_EQ(port_.read(0x00, 4), 0x102115B3u);  // read only
  });
  ASSERT_TRUE(ended);
}

// PCI Express 5.0, 7.5.3 and 7.7.2.
TEST_F(HcaPciTest, CapabilitiesTellLinkPayloadAndInterrupts) {
  HcaPair pair;
  bind(pair);
  const bool ended = pair.run([&] {
    const std::uint32_t pcie = capability(0x10);
    ASSERT_NE(pcie, 0u);
    EXPECT_EQ(port_.read(pcie + 4, 4) >> 28 & 1, 1u);  // FLR
    EXPECT_EQ(port_.read(pcie + 4, 4) & 7, 2u);        // MPS 512
    EXPECT_EQ(port_.read(pcie + 0x12, 2), 5u | 16u << 4);
    const std::uint32_t msix = capability(0x11);
    ASSERT_NE(msix, 0u);
    EXPECT_EQ(port_.read(msix + 2, 2) & 0x7FF, 63u);
    EXPECT_EQ(port_.read(msix + 4, 4), 0x800u);
    EXPECT_EQ(port_.read(msix + 8, 4), 0xC00u);
    port_.read(0x1000, 4);
    EXPECT_EQ(port_.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  ASSERT_TRUE(ended);
}

// PCI Express 5.0, 6.6.2: nothing is left of what software made; it may begin afresh.
TEST_F(HcaPciTest, AFunctionLevelResetForgetsEverything) {
  HcaPair pair;
  bind(pair);
  const bool ended = pair.run([&] {
    PairEnd& client = pair.client;
    client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 100000));
    client.host->spend(1000);
    const std::uint32_t control = capability(0x10) + 8;
    port_.write(control, port_.read(control, 2) | 0x8000, 2);
    EXPECT_EQ(port_.read(control, 2) & 0x8000, 0u);  // reads as zero
    client.host->spend(100000);
    EXPECT_FALSE(client.send_cq->has_entry());
    client.open();
    pair.server.qp = pair.server.verbs->create_qp(pair.server.pd, {}, *pair.server.send_cq,
                                                  *pair.server.receive_cq);
    pair.connect();
    client.fill(0, 64, 3);
    client.qp->post_send(pair.request(WqeOpcode::kRdmaWrite, 64));
    EXPECT_EQ(client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.server.read(0, 64), pair.client.read(0, 64));
  EXPECT_EQ(pair.client.hca->counters().function_resets, 1u);
  EXPECT_EQ(pair.client.hca->held_packets(), 0u);
}

/// Rings a doorbell by hand, in halves.
class HcaDoorbellTest : public HcaPciTest, public testing::WithParamInterface<bool> {
 protected:
  static SendWqe stored_wqe(const HcaPair& pair) {
    const WorkRequest request = pair.request(WqeOpcode::kRdmaWrite, 32);
    const SendWqe wqe = build_send_wqe(request, pair.client.qp->number(), 0, nullptr);
    pair.client.host->memory.write(pair.client.qp->send_block(0), wqe.bytes.data(),
                                   kBasicBlockBytes);
    return wqe;
  }
};

TEST_P(HcaDoorbellTest, TwoHalvesInEitherOrderMakeADoorbell) {
  HcaPair pair;
  bind(pair);
  const bool ended = pair.run([&] {
    const SendWqe wqe = stored_wqe(pair);
    const std::uint64_t doorbell = uar_address(0, kBlueFlameOffset);
    const std::uint64_t first = GetParam() ? 4 : 0;
    pair.client.host->write_register(doorbell + first, wqe.bytes.data() + first, 4);
    pair.client.host->spend(5000);
    EXPECT_EQ(pair.client.hca->counters().doorbells, 0u);
    pair.client.host->write_register(doorbell + 4 - first, wqe.bytes.data() + 4 - first, 4);
    EXPECT_EQ(pair.client.await_send().opcode, CqeOpcode::kRequester);
  });
  ASSERT_TRUE(ended);
  EXPECT_EQ(pair.client.hca->counters().doorbells, 1u);
}

INSTANTIATE_TEST_SUITE_P(, HcaDoorbellTest, testing::Bool(),
                         [](const auto& param) { return param.param ? "LowFirst" : "HighFirst"; });

TEST_F(HcaPciTest, ByteEnablesChooseThePartsOfAWrite) {
  HcaPair pair;
  bind(pair);
  const bool ended = pair.run([&] {
    const std::uint64_t vector = pair.client.host->memory.allocate(4);
    pair.client.verbs->set_interrupt(1, vector, 0x11223344, /*masked=*/true);
    std::array<std::uint8_t, 16> entry;
    entry.fill(0xEE);
    std::array<std::uint8_t, 16> enables{};
    enables[8] = TLM_BYTE_ENABLED;
    enables[11] = TLM_BYTE_ENABLED;
    tlm::tlm_generic_payload access;
    access.set_command(tlm::TLM_WRITE_COMMAND);
    access.set_address(kMsixTableOffset + 16);
    access.set_data_ptr(entry.data());
    access.set_data_length(16);
    access.set_streaming_width(16);
    access.set_byte_enable_ptr(enables.data());
    access.set_byte_enable_length(16);
    sc_core::sc_time delay;
    pair.client.host->mmio->b_transport(access, delay);
    EXPECT_TRUE(access.is_response_ok());
    EXPECT_FALSE(access.is_dmi_allowed());
    pair.client.host->read_register(kMsixTableOffset + 16, entry.data(), 16);
    EXPECT_EQ(load_le32(entry.data() + 8), 0xEE2233EEu);
    EXPECT_EQ(load_le64(entry.data()), vector);
  });
  ASSERT_TRUE(ended);
}

TEST_F(HcaPciTest, DirectMemoryAccessIsRefused) {
  HcaPair pair;
  bind(pair);
  const bool ended = pair.run([&] {
    tlm::tlm_generic_payload access;
    access.set_address(0);
    tlm::tlm_dmi region;
    EXPECT_FALSE(pair.client.host->mmio->get_direct_mem_ptr(access, region));
  });
  ASSERT_TRUE(ended);
}

}  // namespace
}  // namespace ib::tb
