// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "models/ib/base/types.h"
#include "models/ib/machine.h"
#include "models/ib/transport/segmentation.h"

namespace ib {

/// Where the PSN of a request lies at its responder (ib-facts 6; IBTA Vol 1, 9.7.2).
enum class PsnWindow : std::uint8_t {
  kExpected,
  kDuplicate,   ///< In the half window before the expected one.
  kAhead,       ///< First of a gap: to be NAKed.
  kAheadAgain,  ///< A NAK for the expected PSN has gone: nothing is said.
};

struct PsnQuery {
  Psn psn;
  Psn expected;
  bool nak_sent = false;     ///< For the expected PSN.
  bool is_read = false;      ///< The request takes the PSNs of its response.
  std::uint32_t length = 0;  ///< READ: bytes wanted.
  std::uint32_t mtu = 4096;  ///< Bytes: 256, 512, 1024, 2048 or 4096.
};

struct PsnAnswer {
  PsnWindow window = PsnWindow::kExpected;
  Psn next;  ///< Expected PSN once the request has been executed; with kExpected only.
};

[[nodiscard]] constexpr PsnAnswer check_psn(const PsnQuery& query) {
  const std::int32_t ahead = query.psn.minus(query.expected);
  if (ahead < 0) return {PsnWindow::kDuplicate, {}};
  if (ahead > 0) return {query.nak_sent ? PsnWindow::kAheadAgain : PsnWindow::kAhead, {}};
  return {PsnWindow::kExpected,
          query.psn.plus(query.is_read ? packets_of(query.length, query.mtu) : 1)};
}

struct PsnCheckerIn {
  std::optional<PsnQuery> query;
  bool ready = true;  ///< An answer is taken.
};

struct PsnCheckerOut {
  bool ready = false;               ///< An offered query is taken.
  std::optional<PsnAnswer> answer;  ///< Offered from the clock after the query until taken.
};

/// `check_psn` as a clocked block, a query a clock; its RTL twin is rtl/hca/ib_psn_checker.sv.
using PsnCheckerMachine = Machine<PsnCheckerIn, PsnCheckerOut>;
[[nodiscard]] std::unique_ptr<PsnCheckerMachine> make_psn_checker();

}  // namespace ib
