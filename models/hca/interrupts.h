// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models/hca/core.h"

namespace ib::hca {

/// The MSI-X table (PCI Express 5.0, 6.1.4 and 7.7.2): sends a vector's message as a posted write
/// behind all writes before it; not while the vector is masked, and not more often than
/// `msix_interval_ns` allows. Entity kEvents.
class Interrupts {
 public:
  explicit Interrupts(Core& core) : core_(core), vectors_(core.config.msix_vectors) {}

  void raise(std::uint32_t vector);
  /// The table and, behind it, the pending bits; offsets from the start of the table.
  void write_table(std::uint32_t offset, const std::uint8_t* bytes, std::uint32_t length);
  void read_table(std::uint32_t offset, std::uint8_t* to, std::uint32_t length) const;
  /// The capability's enable and function mask bits.
  void enable(bool enabled, bool masked);
  /// Phase kDecide: messages held back by moderation.
  void decide();
  /// As after power-up.
  void reset();

 private:
  struct Vector {
    std::array<std::uint8_t, 16> entry{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    bool pending = false;
    Cycle next = 0;  ///< When the next message may go.
  };

  void try_send(std::uint32_t number);
  [[nodiscard]] std::uint8_t byte_at(std::uint32_t offset) const;

  Core& core_;
  std::vector<Vector> vectors_;
  bool enabled_ = true;
  bool masked_ = false;
};

}  // namespace ib::hca
