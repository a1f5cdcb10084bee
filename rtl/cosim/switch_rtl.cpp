// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/switch_rtl.h"

#include <Vib_switch_0.h>
#include <Vib_switch_1.h>
#include <Vib_switch_2.h>
#include <Vib_switch_3.h>
#include <Vib_switch_4.h>

#include "rtl/cosim/switch_model.h"
#include "rtl/cosim/switch_sizes.h"

namespace ib::cosim {
namespace {

template <class Model, unsigned kConfig>
std::unique_ptr<SwitchRtl> make() {
  return std::make_unique<SwitchModel<Model>>(kSwitchSizes[kConfig]);
}

constexpr std::array<std::unique_ptr<SwitchRtl> (*)(), kSwitchRtlConfigs> kMake{
    make<Vib_switch_0, 0>, make<Vib_switch_1, 1>, make<Vib_switch_2, 2>, make<Vib_switch_3, 3>,
    make<Vib_switch_4, 4>};

}  // namespace

std::unique_ptr<SwitchRtl> make_switch_rtl(unsigned config) { return kMake[config](); }

}  // namespace ib::cosim
