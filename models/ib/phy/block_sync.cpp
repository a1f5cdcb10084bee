// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/block_sync.h"

namespace ib {
namespace {

constexpr unsigned kWindow = 64;
constexpr unsigned kBadLimit = 16;

class HeaderCounter final : public BlockSync {
 public:
  void reset() override {
    locked_ = false;
    restart();
  }

  BlockSyncOut step(const BlockSyncIn& in) override {
    BlockSyncOut out{locked_, false};
    if (!in.valid) return out;
    ++seen_;
    bad_ += in.header_good ? 0 : 1;
    if (!in.header_good && (!locked_ || bad_ == kBadLimit)) {
      out.slip = true;
      reset();
    } else if (seen_ == kWindow) {
      locked_ = locked_ || bad_ == 0;
      restart();
    }
    return out;
  }

 private:
  void restart() {
    seen_ = 0;
    bad_ = 0;
  }

  bool locked_ = false;
  unsigned seen_ = 0;  ///< Headers of the present window.
  unsigned bad_ = 0;
};

}  // namespace

std::unique_ptr<BlockSync> make_block_sync() { return std::make_unique<HeaderCounter>(); }

}  // namespace ib
