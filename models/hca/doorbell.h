// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/hca/mmio_target.h"
#include "models/hca/stage.h"

namespace ib::hca {

/// Takes register accesses as they arrive, and decodes doorbells: which queue pair, how far its
/// send queue reaches now, and a WQE that came along (BlueFlame). Entities kMmio and kDoorbell.
class Doorbell {
 public:
  Doorbell(Core& core, MmioTarget& target) : core_(core), target_(target) {}

  /// The inbox was announced.
  void arm();
  /// Phase kArrive of kMmio.
  void arrive();
  /// Phase kDecide of kDoorbell: decoded doorbells take effect.
  void decide();
  /// Registers as they read.
  void peek(std::uint64_t address, std::uint8_t* to, std::uint32_t length) const;

 private:
  void take(const MmioRequest& request);
  void ring(const MmioRequest& request);
  /// False when the doorbell is to be ignored.
  [[nodiscard]] bool arm_completions(const MmioRequest& request, std::uint32_t page);
  [[nodiscard]] bool update_events(const MmioRequest& request, std::uint64_t offset,
                                   std::uint32_t page);
  void push_wqe(QueuePair& qp, const MmioRequest& request, std::uint8_t ds);

  Core& core_;
  MmioTarget& target_;
  Stage<MmioRequest> decoding_;
};

}  // namespace ib::hca
