// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/switch_rtl.h"

#include <Vib_switch_rtl_0.h>
#include <Vib_switch_rtl_1.h>

#include "rtl/cosim/switch_model.h"

namespace ib::cosim {
namespace {

template <class Model, unsigned kSize>
std::unique_ptr<SwitchMachine> make() {
  return std::make_unique<SwitchModel<Model>>(kSwitchRtlSizes[kSize]);
}

constexpr std::array<std::unique_ptr<SwitchMachine> (*)(), kSwitchRtlSizes.size()> kMake{
    make<Vib_switch_rtl_0, 0>, make<Vib_switch_rtl_1, 1>};

}  // namespace

std::unique_ptr<SwitchMachine> make_switch_rtl(unsigned size) { return kMake[size](); }

}  // namespace ib::cosim
