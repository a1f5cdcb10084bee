// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "models/fabric/builders.h"
#include "models/ib/management/port_info.h"
#include "testbenches/host/verbs.h"
#include "testbenches/smp/mad_caller.h"
#include "testbenches/smp/managed_fabric.h"

namespace ib::tb {
namespace {

using Changes = std::vector<std::uint8_t>;

const HopPath kHost1{1, 2};

/// Host 0 manages host 1, whose software listens to its event queue.
class HcaPortEventTest : public testing::Test {
 protected:
  void run(const std::function<void()>& program) {
    ASSERT_EQ(sc_core::sc_get_status(), sc_core::SC_ELABORATION);
    fabric_.host(1).run([this] {
      verbs_.commands().open();
      eq_ = verbs_.create_eq(5, 0, std::uint64_t{1} << 9);
    });
    fabric_.host(0).run([&] {
      fabric_.host(0).spend(50000);
      program();
      finished_ = true;
      sc_core::sc_stop();
    });
    sc_core::sc_start(20, sc_core::SC_MS);
    EXPECT_TRUE(finished_);
  }
  /// Sets what `change` makes of host 1's PortInfo.
  void set_port(const std::function<void(PortInfo&)>& change) {
    const auto before = caller_.get(kHost1, SmpAttributeId::kPortInfo);
    ASSERT_TRUE(before);
    auto info = read_attribute<PortInfo>(before->data());
    info.port_state = 0;
    info.port_physical_state = 0;
    change(info);
    SmpData data{};
    write_attribute(info, data.data());
    static_cast<void>(caller_.set(kHost1, SmpAttributeId::kPortInfo, 0, data));
  }
  /// Sub-types of the port events since the last look.
  Changes changes() {
    fabric_.host(0).spend(5000);
    Changes seen;
    while (const auto event = eq_->poll()) {
      EXPECT_EQ(event->type, EventType::kPortChange);
      EXPECT_EQ(event->object, 1u);
      seen.push_back(event->sub_type);
    }
    return seen;
  }

  ManagedFabric fabric_{RunConfig{}, {fabric::single_switch(2), {}}};
  MadCaller caller_{fabric_.hca(0).mad_door()};
  Verbs verbs_{fabric_.host(1)};
  std::unique_ptr<EventQueue> eq_;
  bool finished_ = false;
};

// mlx5 numbers the changes: down 1, active 4, initialized 5. Armed is none.
TEST_F(HcaPortEventTest, ActivationByTheManagerIsAnEvent) {
  run([&] {
    static_cast<void>(changes());
    set_port([](PortInfo& info) { info.port_state = 1; });
    EXPECT_EQ(changes(), (Changes{1, 5}));
    set_port([](PortInfo& info) { info.port_state = 3; });
    EXPECT_EQ(changes(), (Changes{}));
    set_port([](PortInfo& info) { info.port_state = 4; });
    EXPECT_EQ(changes(), (Changes{4}));
  });
}

TEST_F(HcaPortEventTest, ChangesOfLidAndPartitionsAreEvents) {
  run([&] {
    static_cast<void>(changes());
    set_port([](PortInfo& info) { info.lid = Lid{9}; });
    EXPECT_EQ(changes(), (Changes{6}));
    SmpData keys{};
    keys[0] = keys[1] = 0xFF;
    static_cast<void>(caller_.set(kHost1, SmpAttributeId::kPKeyTable, 0, keys));
    EXPECT_EQ(changes(), (Changes{7}));
  });
}

}  // namespace
}  // namespace ib::tb
