// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "models/ib/link/crc_stream.h"
#include "testbenches/unit/wire_vectors.h"

namespace ib::tb {

/// Every behaviour is asked of the C++ machine and of the RTL alike.
template <class Register>
class CrcStreamTwins : public testing::TestWithParam<
                           std::unique_ptr<Machine<CrcStreamIn, CrcStreamOut<Register>>> (*)()> {
 protected:
  using Out = CrcStreamOut<Register>;

  CrcStreamTwins() { dut_->reset(); }

  /// Offers the word of `packet` that starts at `at`.
  static CrcStreamIn word(const Bytes& packet, std::size_t at, bool ready = true) {
    CrcStreamIn in;
    const std::size_t count = std::min(kWordBytes, packet.size() - at);
    in.valid = true;
    in.last = at + count == packet.size();
    in.bytes = static_cast<std::uint8_t>(count);
    std::copy_n(packet.begin() + static_cast<std::ptrdiff_t>(at), count, in.data.begin());
    in.ready = ready;
    return in;
  }
  static CrcStreamIn idle(bool ready = true) {
    CrcStreamIn in;
    in.ready = ready;
    return in;
  }
  /// Sends all words of a packet; the result is offered from the next step on.
  void send(const Bytes& packet) {
    for (std::size_t at = 0; at < packet.size(); at += kWordBytes) {
      EXPECT_TRUE(dut_->step(word(packet, at)).ready);
    }
  }
  Register run(const Bytes& packet) {
    return run_packet<Register>(*dut_, packet.data(), packet.size()).crc.value_or(Register{0});
  }

  std::unique_ptr<Machine<CrcStreamIn, Out>> dut_ = this->GetParam()();
};

[[nodiscard]] inline Bytes without_tail(const Bytes& bytes, std::size_t tail) {
  return {bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(tail)};
}

}  // namespace ib::tb
