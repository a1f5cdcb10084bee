// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/queues/wqe.h"
#include "models/ib/transport/qp_state.h"
#include "models/ib/transport/send_request.h"

namespace ib {

/// A send WQE taken apart. `pieces` points into the bytes that were decoded.
struct DecodedWqe {
  SendRequest request;  ///< With `fault` set when the WQE is malformed.
  std::uint32_t qpn = 0;
  const std::uint8_t* pieces = nullptr;
  const std::uint8_t* end = nullptr;
};

/// Basic blocks of the WQE that starts at `at`, 1 when its length is nonsense.
[[nodiscard]] std::uint32_t wqe_blocks(const std::uint8_t* at);

/// Decodes the WQE at `at`, all of whose blocks are there, of a queue pair of service `type`. The
/// guest wrote it: nothing is trusted.
[[nodiscard]] DecodedWqe decode_send_wqe(const std::uint8_t* at, QpType type = QpType::kRc);

}  // namespace ib
