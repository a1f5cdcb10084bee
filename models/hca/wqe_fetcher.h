// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/hca/core.h"
#include "models/hca/stage.h"

namespace ib::hca {

/// Brings send WQEs into the HCA: those that a doorbell pushed at once, others by DMA, several
/// blocks at a time; decodes them and gives them to the requester. Entity kWqeFetcher.
class WqeFetcher {
 public:
  explicit WqeFetcher(Core& core) : core_(core) {}

  /// Fetches when there is something to fetch and room for it.
  void kick(QueuePair& qp);
  /// A read of WQE blocks has come back.
  void fetched(QueuePair& qp, DmaResult& result);
  /// Phase kDecide: WQEs come out of the decoder.
  void decide();

 private:
  struct Batch {
    std::uint32_t qpn = 0;
    std::uint32_t epoch = 0;
    std::uint32_t blocks = 0;
    bool ok = true;
    Payload bytes;
  };

  void read_blocks(QueuePair& qp, std::uint32_t count);
  void start_decoding(Batch batch);
  void decode(QueuePair& qp, Batch& batch);
  /// Blocks used of the WQE at `at`; 0 when it needs more than the `available` ones.
  [[nodiscard]] std::uint32_t decode_one(QueuePair& qp, const std::uint8_t* at,
                                         std::uint32_t available);
  void accept(QueuePair& qp, SendRequest request, const std::uint8_t* first,
              const std::uint8_t* end);
  [[nodiscard]] bool may_use(const QueuePair& qp, const SendRequest& request) const;

  Core& core_;
  Stage<Batch> decoding_;
};

}  // namespace ib::hca
