// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/transcode_257b256b.h"

#include "models/ib/phy/line_codec.h"

namespace ib {
namespace {

class ClockedTranscoder final : public Transcode257b256b {
 public:
  void reset() override { blocks_.reset(); }

  Transcode257b256bOut step(const Transcode257b256bIn& in) override {
    const Transcode257b256bOut out{!blocks_ || in.ready, blocks_};
    if (out.ready) blocks_.reset();
    if (out.ready && in.valid) blocks_ = transcode_back(in.block).value_or(kLost);
    return out;
  }

 private:
  static constexpr BlockGroup kLost{lost_block(), lost_block(), lost_block(), lost_block()};

  std::optional<BlockGroup> blocks_;
};

}  // namespace

std::unique_ptr<Transcode257b256b> make_transcode_257b256b() {
  return std::make_unique<ClockedTranscoder>();
}

}  // namespace ib
