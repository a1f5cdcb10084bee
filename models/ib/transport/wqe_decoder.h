// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "models/ib/machine.h"
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

/// One clock's input of the decoder: a basic block of a send WQE.
struct WqeDecoderIn {
  bool valid = false;
  std::array<std::uint8_t, kBasicBlockBytes> block{};
  QpType type = QpType::kRc;  ///< Service of its queue pair; the same for all blocks of a WQE.
  bool ready = true;          ///< A result is taken.
};

/// The result of a WQE is offered from the clock after its last block until it is taken.
struct WqeDecoderOut {
  bool ready = false;  ///< An offered block is taken.
  bool valid = false;  ///< There is a result.
  /// As `decode_send_wqe` answers; of a WQE that is malformed or sends nothing, what the control
  /// segment says alone.
  SendRequest request;
  std::uint32_t qpn = 0;
  std::uint8_t first_piece = 0;  ///< Segments before the list of local memory.
  std::uint8_t segments = 0;     ///< Of the WQE.
};

/// `decode_send_wqe` as a clocked block, a basic block a clock; its RTL twin is
/// rtl/hca/ib_wqe_decoder.sv.
using WqeDecoderMachine = Machine<WqeDecoderIn, WqeDecoderOut>;
[[nodiscard]] std::unique_ptr<WqeDecoderMachine> make_wqe_decoder();

/// Runs a whole WQE, all of whose blocks are there, through a decoder that is idle.
[[nodiscard]] DecodedWqe run_wqe(WqeDecoderMachine& decoder, const std::uint8_t* at, QpType type);

}  // namespace ib
