// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tlm>
#include <vector>

namespace ib::hca {

/// Recycles generic payloads; allocates only while it grows.
class TransactionPool : public tlm::tlm_mm_interface {
 public:
  TransactionPool() = default;
  TransactionPool(const TransactionPool&) = delete;
  TransactionPool& operator=(const TransactionPool&) = delete;

  /// A transaction that the caller holds one reference to.
  [[nodiscard]] tlm::tlm_generic_payload& acquire() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
      free_.push_back(all_.back().get());
    }
    tlm::tlm_generic_payload& transaction = *free_.back();
    free_.pop_back();
    transaction.acquire();
    return transaction;
  }

 private:
  void free(tlm::tlm_generic_payload* transaction) override {
    transaction->reset();
    free_.push_back(transaction);
  }

  std::vector<std::unique_ptr<tlm::tlm_generic_payload>> all_;
  std::vector<tlm::tlm_generic_payload*> free_;
};

}  // namespace ib::hca
