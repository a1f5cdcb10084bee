// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/switch_small.h"

#include <Vib_switch_small_0.h>
#include <Vib_switch_small_1.h>
#include <Vib_switch_small_2.h>
#include <Vib_switch_small_3.h>
#include <Vib_switch_small_4.h>

#include "rtl/cosim/switch_model.h"

namespace ib::cosim {
namespace {

template <class Model, unsigned kSize>
std::unique_ptr<SwitchMachine> make() {
  return std::make_unique<SwitchModel<Model>>(kSmallSwitchSizes[kSize]);
}

constexpr std::array<std::unique_ptr<SwitchMachine> (*)(), kSmallSwitchSizes.size()> kMake{
    make<Vib_switch_small_0, 0>, make<Vib_switch_small_1, 1>, make<Vib_switch_small_2, 2>,
    make<Vib_switch_small_3, 3>, make<Vib_switch_small_4, 4>};

}  // namespace

std::unique_ptr<SwitchMachine> make_small_switch(unsigned size) { return kMake[size](); }

}  // namespace ib::cosim
