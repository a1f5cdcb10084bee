// SPDX-License-Identifier: Apache-2.0
#include "testbenches/fuzz/random_inputs.h"

#include <algorithm>
#include <iterator>
#include <random>

#include "models/fabric/text_file.h"
#include "testbenches/fuzz/fuzz_targets.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {
namespace {

constexpr std::size_t kMostBytes = 2048;

/// Changes inputs; standard distributions differ between libraries, so it draws by itself.
class Mutator {
 public:
  explicit Mutator(const std::vector<FuzzInput>& seeds) : seeds_(seeds) {}

  FuzzInput next() {
    if (draw(16) == 0) return noise();
    FuzzInput input = some_seed();
    if (draw(4) == 0) join(input);
    if (draw(8) == 0) input.resize(draw(input.size() + 1));
    for (std::size_t changes = draw(12); changes > 0 && !input.empty(); --changes) change(input);
    if (input.size() > kMostBytes) input.resize(kMostBytes);
    return input;
  }

 private:
  std::size_t draw(std::size_t below) { return static_cast<std::size_t>(random_() % below); }
  std::uint8_t byte() { return static_cast<std::uint8_t>(random_()); }
  const FuzzInput& some_seed() { return seeds_[draw(seeds_.size())]; }

  FuzzInput noise() {
    FuzzInput input(draw(300));
    std::generate(input.begin(), input.end(), [this] { return byte(); });
    return input;
  }
  void join(FuzzInput& input) {
    const FuzzInput& other = some_seed();
    const auto from = static_cast<std::ptrdiff_t>(draw(other.size()));
    input.insert(input.end(), other.begin() + from, other.end());
  }
  void change(FuzzInput& input) {
    static constexpr std::uint8_t kTelling[] = {0x00, 0x01, 0x02, 0x7F, 0x80, 0x81, 0xFE, 0xFF};
    const std::size_t at = draw(input.size());
    switch (draw(4)) {
      case 0:
        input[at] = byte();
        break;
      case 1:
        input[at] = static_cast<std::uint8_t>(input[at] ^ 1u << draw(8));
        break;
      case 2:
        input[at] = kTelling[draw(std::size(kTelling))];
        break;
      default:
        input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), byte());
        break;
    }
  }

  const std::vector<FuzzInput>& seeds_;
  std::mt19937_64 random_{20261130};
};

std::vector<FuzzInput> packets() {
  std::vector<FuzzInput> seeds;
  for (const auto& vector : wire_vectors()["packets"]) {
    FuzzInput input = from_hex(vector["hex"]);
    input.insert(input.begin(), 0x05);  // MTU 4096, no CRC checked
    seeds.push_back(std::move(input));
  }
  return seeds;
}

/// One MAD each: the golden ones, and a request for every attribute to both kinds of node.
std::vector<FuzzInput> mads() {
  constexpr std::size_t kMadAt = 28;
  constexpr std::uint8_t kClasses[] = {0x01, 0x81, 0x04, 0x21};
  std::vector<FuzzInput> seeds;
  for (std::uint8_t node = 0; node < 2; ++node) {
    for (const char* name : {"smp_dr_get_nodeinfo_hop1", "smp_dr_getresp_hop1"}) {
      const Bytes wire = vector_bytes(name);
      FuzzInput input{node, 0x01, 0x01, 0, 0};
      input.insert(input.end(), wire.begin() + kMadAt, wire.begin() + kMadAt + 256);
      seeds.push_back(std::move(input));
    }
    for (const std::uint8_t mgmt_class : kClasses) {
      for (std::uint8_t attribute = 0; attribute < 0x34; ++attribute) {
        FuzzInput input{node, static_cast<std::uint8_t>(mgmt_class < 4 ? 0 : 2), 1, 0, 0};
        input.resize(5 + 256);
        input[5] = 1;
        input[6] = mgmt_class;
        input[7] = mgmt_class == 0x21 ? 2 : 1;
        input[8] = static_cast<std::uint8_t>(1 + attribute % 2);
        input[5 + 17] = attribute;
        input[5 + 65] = 1;
        seeds.push_back(std::move(input));
      }
    }
  }
  return seeds;
}

/// Pieces of the samples: short ones, so that many inputs are tried.
std::vector<FuzzInput> dumps() {
  std::vector<FuzzInput> seeds;
  for (const char* name : {"chassis.ibnetdiscover", "cluster.ibnetdiscover"}) {
    const std::string text =
        fabric::read_text_file(std::string(IB_SOURCE_DIR) + "/testbenches/data/" + name);
    for (std::size_t at = 0; at < text.size(); at += kMostBytes / 2) {
      const std::string piece = text.substr(at, kMostBytes);
      seeds.emplace_back(piece.begin(), piece.end());
    }
  }
  return seeds;
}

}  // namespace

FuzzSubject fuzz_subject(const std::string& name) {
  if (name == "Management") return {"Management", fuzz_management, mads()};
  if (name == "PacketParser") return {"PacketParser", fuzz_packet_parser, packets()};
  return {"Ibnetdiscover", fuzz_ibnetdiscover, dumps()};
}

void run_random_inputs(const FuzzSubject& subject, std::uint64_t count) {
  Mutator mutator{subject.seeds};
  for (std::uint64_t i = 0; i < count; ++i) {
    const FuzzInput input = mutator.next();
    subject.target(input.data(), input.size());
  }
}

}  // namespace ib::tb
