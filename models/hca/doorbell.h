// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models/hca/context_loader.h"
#include "models/hca/core.h"
#include "models/hca/mmio_target.h"
#include "models/hca/parked.h"
#include "models/hca/stage.h"

namespace ib::hca {

/// Takes register accesses as they arrive, and decodes doorbells: which queue pair, how far its
/// send queue reaches now, and a WQE that came along (BlueFlame). Entities kMmio and kDoorbell.
class Doorbell {
 public:
  Doorbell(Core& core, MmioTarget& target)
      : core_(core), target_(target), halves_(core.config.uar_pages) {}

  /// The inbox was announced.
  void arm();
  /// Phase kArrive of kMmio.
  void arrive();
  /// Phase kDecide of kDoorbell: decoded doorbells take effect.
  void decide();
  /// The context that doorbell `index` waits for may have come.
  void context_came(std::uint32_t index);
  /// Registers as they read.
  void peek(std::uint64_t address, std::uint8_t* to, std::uint32_t length) const;

 private:
  /// The first half of a doorbell of one UAR page, until the second comes.
  struct Half {
    std::uint64_t address = 0;
    std::array<std::uint8_t, 4> bytes{};
  };

  void take(const MmioRequest& request);
  void control(const MmioRequest& request);
  /// False when a second half has to come.
  [[nodiscard]] bool join_halves(MmioRequest& request);
  void ring(const MmioRequest& request);
  /// False when the doorbell is to be ignored.
  [[nodiscard]] bool arm_completions(const MmioRequest& request, std::uint32_t page);
  [[nodiscard]] bool update_events(const MmioRequest& request, std::uint64_t offset,
                                   std::uint32_t page);
  void push_wqe(QueuePair& qp, const MmioRequest& request, std::uint8_t ds);

  Core& core_;
  MmioTarget& target_;
  std::vector<Half> halves_;  ///< One a UAR page.
  Stage<MmioRequest> decoding_;
  Parked<MmioRequest> parked_;  ///< Wait for the context of their queue pair.
};

}  // namespace ib::hca
