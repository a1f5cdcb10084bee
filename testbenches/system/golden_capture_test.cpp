// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "testbenches/block/rd_ends.h"
#include "testbenches/capture/capture_observer.h"
#include "testbenches/capture/run_check.h"
#include "testbenches/system/tshark.h"
#include "testbenches/unit/capture_file.h"

namespace ib::tb {
namespace {

constexpr std::uint32_t kMessage = 600;  // three packets at the MTU of these connections
constexpr std::uint32_t kQKey = 0x1EE7;

/// Captures what passes from the moment it is switched on.
class Recorder final : public Observer {
 public:
  void on_event(const PortEvent& event) override {
    if (on_) capture_.on_event(event);
  }
  void start() { on_ = true; }
  [[nodiscard]] std::string content() const { return stream_.str(); }

 private:
  std::ostringstream stream_;
  ErfWriter writer_{stream_};
  CaptureObserver capture_{writer_};
  bool on_ = false;
};

/// Two HCAs back to back, MTU 256, and what their programs do.
class Scene {
 public:
  Scene() {
    pair.options.mtu_bytes = 256;
    pair.conductor.add(recorder_);
  }

  /// Runs the program; what it does after `record` is captured.
  std::string play(const std::function<void()>& program) {
    const bool ended = pair.run([&] {
      pair.client.fill(0, 4 * kMessage, 5);
      program();
      pair.client.host->spend(5000);  // the last acknowledgement
    });
    EXPECT_TRUE(ended);
    return recorder_.content();
  }
  void record() {
    pair.client.host->spend(5000);
    recorder_.start();
  }
  void send(QueuePair& qp, const WorkRequest& request) const {
    qp.post_send(request);
    EXPECT_EQ(pair.client.await_send().syndrome, CqeSyndrome::kNone);
  }
  [[nodiscard]] WorkRequest request(WqeOpcode opcode, std::uint32_t bytes = kMessage) const {
    WorkRequest made = pair.request(opcode, bytes);
    made.immediate = 0xCAFE;
    return made;
  }
  void post_receives(QueuePair& qp, int count) const {
    const MemoryRegion& buffer = pair.server.buffer;
    for (int i = 0; i < count; ++i) qp.post_receive(buffer.address, 2048, buffer.key);
  }
  /// A queue pair of each side.
  struct Ends {
    std::unique_ptr<QueuePair> near;
    std::unique_ptr<QueuePair> far;
  };
  [[nodiscard]] Ends make(QpType type) const {
    const PairEnd& a = pair.client;
    const PairEnd& b = pair.server;
    return {a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, type),
            b.verbs->create_qp(b.pd, {}, *b.send_cq, *b.receive_cq, type)};
  }

  HcaPair pair{with_reliable_datagrams()};

 private:
  Recorder recorder_;
};

std::string reliable_connection() {
  Scene scene;
  return scene.play([&] {
    scene.post_receives(*scene.pair.server.qp, 2);
    scene.record();
    for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kSendImmediate,
                                   WqeOpcode::kRdmaWrite, WqeOpcode::kRdmaRead}) {
      scene.send(*scene.pair.client.qp, scene.request(opcode));
    }
    scene.send(*scene.pair.client.qp, scene.request(WqeOpcode::kRdmaWrite, 5));
  });
}

std::string atomics() {
  Scene scene;
  return scene.play([&] {
    scene.record();
    WorkRequest add = scene.request(WqeOpcode::kFetchAdd, 8);
    add.swap_or_add = 3;
    scene.send(*scene.pair.client.qp, add);
    WorkRequest swap = scene.request(WqeOpcode::kCompareSwap, 8);
    swap.compare = 3;
    swap.swap_or_add = 4;
    scene.send(*scene.pair.client.qp, swap);
  });
}

std::string unreliable_connection() {
  Scene scene;
  return scene.play([&] {
    const Scene::Ends ends = scene.make(QpType::kUc);
    scene.pair.client.verbs->connect(*ends.near, {Lid{2}, ends.far->number(), 0},
                                     scene.pair.options);
    scene.pair.server.verbs->connect(*ends.far, {Lid{1}, ends.near->number(), 0},
                                     scene.pair.options);
    scene.post_receives(*ends.far, 2);
    scene.record();
    for (const WqeOpcode opcode :
         {WqeOpcode::kSend, WqeOpcode::kRdmaWriteImmediate, WqeOpcode::kRdmaWrite}) {
      scene.send(*ends.near, scene.request(opcode));
    }
  });
}

std::string datagrams() {
  Scene scene;
  return scene.play([&] {
    const Scene::Ends ends = scene.make(QpType::kUd);
    scene.pair.client.verbs->ready(*ends.near, kQKey);
    scene.pair.server.verbs->ready(*ends.far, kQKey);
    scene.post_receives(*ends.far, 3);
    scene.record();
    AddressVector to;
    to.q_key = kQKey;
    to.dest_qpn = ends.far->number();
    to.dlid = 2;
    for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kSendImmediate}) {
      WorkRequest request = scene.request(opcode, 77);
      request.destination = to;
      scene.send(*ends.near, request);
    }
  });
}

std::string multicast() {
  constexpr Gid kGroup{0xFF, 0x12, 0x40, 0x1B, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9};
  Scene scene;
  return scene.play([&] {
    const Scene::Ends ends = scene.make(QpType::kUd);
    scene.pair.client.verbs->ready(*ends.near, kQKey);
    scene.pair.server.verbs->ready(*ends.far, kQKey);
    scene.pair.server.verbs->attach(*ends.far, kGroup);
    scene.post_receives(*ends.far, 1);
    scene.record();
    AddressVector to;
    to.q_key = kQKey;
    to.dest_qpn = 0xFFFFFF;
    to.dlid = 0xC001;
    to.has_grh = true;
    to.traffic_class = 0x40;
    to.flow_label = 0x12345;
    to.hop_limit = 1;
    to.dgid_high = load_be64(kGroup.data());
    to.dgid_low = load_be64(kGroup.data() + 8);
    WorkRequest request = scene.request(WqeOpcode::kSend, 64);
    request.destination = to;
    scene.send(*ends.near, request);
    EXPECT_EQ(scene.pair.server.await_receive().syndrome, CqeSyndrome::kNone);
  });
}

std::string extended_reliable_connection() {
  Scene scene;
  return scene.play([&] {
    PairEnd& a = scene.pair.client;
    PairEnd& b = scene.pair.server;
    const std::uint32_t domain = b.verbs->allocate_xrcd();
    const auto srq = b.verbs->create_xrc_srq(b.pd, 4, domain, *b.receive_cq);
    const auto near =
        a.verbs->create_qp(a.pd, {}, *a.send_cq, *a.receive_cq, QpType::kXrcInitiator);
    const auto far = b.verbs->create_xrc_target(domain);
    a.verbs->connect(*near, {Lid{2}, far->number(), 0}, scene.pair.options);
    b.verbs->connect_passive(*far, {Lid{1}, near->number(), 0}, scene.pair.options);
    srq->post(b.buffer.address, 2048, b.buffer.key);
    scene.record();
    for (const WqeOpcode opcode : {WqeOpcode::kSend, WqeOpcode::kRdmaWrite, WqeOpcode::kRdmaRead}) {
      WorkRequest request = scene.request(opcode);
      request.xrc_srqn = srq->number();
      scene.send(*near, request);
    }
  });
}

/// Two queue pairs at each end, over one end-to-end context.
class DatagramScene : public Scene {
 public:
  std::string play(const std::function<void()>& program) {
    return Scene::play([&] {
      ends.open(pair);
      ends.post_receive(pair, 0, 2048);
      ends.post_receive(pair, 1, 2048);
      record();
      program();
    });
  }
  void send(WqeOpcode opcode, std::size_t from, std::size_t to, std::uint32_t bytes = kMessage) {
    WorkRequest request = ends.request(pair, opcode, bytes, to);
    request.immediate = 0xCAFE;
    Scene::send(*ends.near[from], request);
  }

  RdEnds ends;
};

std::string reliable_datagrams() {
  DatagramScene scene;
  return scene.play([&] {
    scene.send(WqeOpcode::kSend, 0, 1);
    scene.send(WqeOpcode::kSendImmediate, 1, 0);
    scene.send(WqeOpcode::kRdmaWrite, 0, 0);
  });
}

std::string reliable_datagram_answers() {
  DatagramScene scene;
  return scene.play([&] {
    scene.send(WqeOpcode::kRdmaRead, 1, 1);
    scene.send(WqeOpcode::kFetchAdd, 0, 0, 8);
    WorkRequest refused = scene.ends.request(scene.pair, WqeOpcode::kRdmaWrite, 8);
    refused.rkey ^= 0x700;
    EXPECT_EQ(scene.ends.outcome(scene.pair, refused), CqeSyndrome::kRemoteAccess);
  });
}

std::string raw_packets() {
  Scene scene;
  return scene.play([&] {
    for (const QpType type : {QpType::kRawEtherType, QpType::kRawIpv6}) {
      const Scene::Ends ends = scene.make(type);
      scene.pair.client.verbs->ready(*ends.near, 0);
      scene.pair.server.verbs->ready(*ends.far, 0);
      scene.post_receives(*ends.far, 1);
      if (type == QpType::kRawEtherType) scene.record();
      if (type == QpType::kRawIpv6) {
        // Version 6, 24 bytes of no next header (59) behind the header, hop limit 64.
        const std::array<std::uint8_t, 8> header{0x60, 0, 0, 0, 0, 24, 59, 64};
        scene.pair.client.host->memory.write(scene.pair.client.buffer.address, header.data(), 8);
      }
      WorkRequest request = scene.request(WqeOpcode::kSend, 64);
      request.immediate = 0x88B5;  // an EtherType for experiments
      request.destination = AddressVector{};
      request.destination->dlid = 2;
      scene.send(*ends.near, request);
      EXPECT_EQ(scene.pair.server.await_receive().syndrome, CqeSyndrome::kNone);
    }
  });
}

struct Golden {
  const char* name;
  std::string (*play)();
  std::vector<int> opcodes;  ///< Of the BTHs in order of time; ib-facts 1.5.
  bool known = true;         ///< Wireshark 4.0 takes RD for another service with longer headers.
};

void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

class GoldenCaptureTest : public testing::TestWithParam<Golden> {
 protected:
  static std::string file() {
    return std::string(IB_SOURCE_DIR "/testbenches/data/") + GetParam().name + ".erf";
  }
};

TEST_P(GoldenCaptureTest, IsWhatARunGivesNow) {
  const std::string now = GetParam().play();
  std::ifstream stream(file(), std::ios::binary);
  std::ostringstream golden;
  golden << stream.rdbuf();
  if (now == golden.str()) return;
  const std::string other = testing::TempDir() + GetParam().name + ".erf";
  std::ofstream{other, std::ios::binary} << now;
  FAIL() << "differs from " << other;
}

TEST_P(GoldenCaptureTest, PassesTheCheck) {
  std::ostringstream out;
  std::ostringstream error;
  EXPECT_EQ(run_check(file(), /*json=*/false, out, error), 0) << out.str() << error.str();
}

// Wireshark's dissector shares nothing with this code.
TEST_P(GoldenCaptureTest, IsDissectedWithoutFault) {
  if (!tshark_is_installed()) GTEST_SKIP() << "tshark is not installed";
  if (GetParam().known) {
    EXPECT_THAT(tshark(file(), "-Y _ws.malformed"), testing::IsEmpty());
  }
  std::vector<int> opcodes;
  for (const std::string& line :
       tshark(file(), "-Y infiniband.bth -T fields -e infiniband.bth.opcode")) {
    opcodes.push_back(std::stoi(line));
  }
  EXPECT_EQ(opcodes, GetParam().opcodes);
}

INSTANTIATE_TEST_SUITE_P(
    , GoldenCaptureTest,
    testing::Values(
        // SEND, SEND with immediate, WRITE, READ and its response; each acknowledged; WRITE Only.
        Golden{"rc",
               reliable_connection,
               {0, 1, 2, 17, 0, 1, 3, 17, 6, 7, 8, 17, 12, 13, 14, 15, 10, 17}},
        Golden{"atomic", atomics, {20, 18, 19, 18}},
        Golden{"uc", unreliable_connection, {32, 33, 34, 38, 39, 41, 38, 39, 40}},
        Golden{"ud", datagrams, {100, 101}}, Golden{"multicast", multicast, {100}},
        Golden{"xrc",
               extended_reliable_connection,
               {160, 161, 162, 177, 166, 167, 168, 177, 172, 173, 174, 175}},
        Golden{"rd", reliable_datagrams, {64, 65, 66, 81, 64, 65, 67, 81, 70, 71, 72, 81}},
        // READ, FetchAdd, their answers; a WRITE that is refused, and its RESYNC.
        Golden{"rd_answers",
               reliable_datagram_answers,
               {76, 77, 78, 79, 84, 82, 74, 81, 85, 81},
               /*known=*/false},
        Golden{"raw", raw_packets, {}}),
    [](const auto& golden) { return std::string(golden.param.name); });

}  // namespace
}  // namespace ib::tb
