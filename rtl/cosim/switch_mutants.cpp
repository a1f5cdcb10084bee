// SPDX-License-Identifier: Apache-2.0
#include "rtl/cosim/switch_mutants.h"

#include <Vib_switch_mutant_credit_rx.h>
#include <Vib_switch_mutant_crossbar.h>
#include <Vib_switch_mutant_egress.h>
#include <Vib_switch_mutant_flow_control.h>
#include <Vib_switch_mutant_head_watch.h>
#include <Vib_switch_mutant_ingress.h>
#include <Vib_switch_mutant_lft.h>
#include <Vib_switch_mutant_line_check.h>
#include <Vib_switch_mutant_packet_sender.h>
#include <Vib_switch_mutant_packet_table.h>
#include <Vib_switch_mutant_sl2vl.h>
#include <Vib_switch_mutant_switch.h>

#include "rtl/cosim/switch_model.h"

namespace ib::cosim {
namespace {

template <class Model>
std::unique_ptr<SwitchMachine> make() {
  return std::make_unique<SwitchModel<Model>>(kSwitchMutantSizes);
}

// In the order of kSwitchMutants.
constexpr std::array<std::unique_ptr<SwitchMachine> (*)(), kSwitchMutants.size()> kMake{
    make<Vib_switch_mutant_switch>,        make<Vib_switch_mutant_ingress>,
    make<Vib_switch_mutant_lft>,           make<Vib_switch_mutant_sl2vl>,
    make<Vib_switch_mutant_crossbar>,      make<Vib_switch_mutant_egress>,
    make<Vib_switch_mutant_credit_rx>,     make<Vib_switch_mutant_flow_control>,
    make<Vib_switch_mutant_line_check>,    make<Vib_switch_mutant_packet_table>,
    make<Vib_switch_mutant_packet_sender>, make<Vib_switch_mutant_head_watch>};

}  // namespace

std::unique_ptr<SwitchMachine> make_switch_mutant(unsigned block) { return kMake[block](); }

}  // namespace ib::cosim
