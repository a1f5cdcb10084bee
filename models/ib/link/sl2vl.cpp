// SPDX-License-Identifier: Apache-2.0
#include "models/ib/link/sl2vl.h"

namespace ib {
namespace {

class Sl2VlLookup final : public Sl2VlMachine {
 public:
  explicit Sl2VlLookup(unsigned data_vls) : data_vls_(data_vls) {}

  void reset() override {}
  Sl2VlOut step(const Sl2VlIn& in) override { return {in.table.map(in.sl, data_vls_)}; }

 private:
  unsigned data_vls_;
};

}  // namespace

std::unique_ptr<Sl2VlMachine> make_sl2vl(unsigned data_vls) {
  assert(data_vls <= kDataVls);
  return std::make_unique<Sl2VlLookup>(data_vls);
}

}  // namespace ib
