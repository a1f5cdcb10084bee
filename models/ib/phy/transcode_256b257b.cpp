// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/transcode_256b257b.h"

namespace ib {
namespace {

class ClockedTranscoder final : public Transcode256b257b {
 public:
  void reset() override { block_.reset(); }

  Transcode256b257bOut step(const Transcode256b257bIn& in) override {
    const Transcode256b257bOut out{!block_ || in.ready, block_};
    if (out.ready) block_.reset();
    if (out.ready && in.valid) block_ = transcode(in.blocks);
    return out;
  }

 private:
  std::optional<Block257> block_;
};

}  // namespace

std::unique_ptr<Transcode256b257b> make_transcode_256b257b() {
  return std::make_unique<ClockedTranscoder>();
}

}  // namespace ib
