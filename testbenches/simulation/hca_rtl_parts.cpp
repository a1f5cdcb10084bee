// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/hca_rtl_parts.h"

#include "models/hca/hca.h"
#include "rtl/cosim/packet_parser_rtl.h"
#include "rtl/cosim/packetizer_rtl.h"
#include "rtl/cosim/psn_checker_rtl.h"
#include "rtl/cosim/send_scheduler_rtl.h"
#include "rtl/cosim/wqe_decoder_rtl.h"

namespace ib::tb {
namespace {

bool put_into_hca(const std::string& machine, hca::Machines& machines) {
  if (machine == "packet_parser") {
    machines.packet_parser = cosim::make_packet_parser_rtl(Mtu::k4096);
  } else if (machine == "packetizer") {
    machines.packetizer = cosim::make_packetizer_rtl();
  } else if (machine == "psn_checker") {
    machines.psn_checker = cosim::make_psn_checker_rtl();
  } else if (machine == "send_scheduler") {
    machines.send_scheduler = cosim::make_send_scheduler_rtl();
  } else if (machine == "wqe_decoder") {
    machines.wqe_decoder = cosim::make_wqe_decoder_rtl();
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool put_into_hcas(const std::string& machine, const fabric::Fabric& fabric) {
  hca::Machines none;
  if (!put_into_hca(machine, none)) return false;
  for (const auto& end : fabric.ends()) {
    if (auto* const chip = dynamic_cast<hca::Hca*>(end.chip.get())) {
      (void)put_into_hca(machine, chip->machines());
    }
  }
  return true;
}

}  // namespace ib::tb
