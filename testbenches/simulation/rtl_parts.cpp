// SPDX-License-Identifier: Apache-2.0
#include "testbenches/simulation/rtl_parts.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/fabric/config_error.h"
#ifdef IB_WITH_RTL
#include "models/ib/phy/line_machines.h"
#include "rtl/cosim/block_sync_rtl.h"
#include "rtl/cosim/islip_rtl.h"
#include "rtl/cosim/pam4_gray_precoder_rtl.h"
#include "rtl/cosim/rs_decoder_rtl.h"
#include "rtl/cosim/rs_encoder_rtl.h"
#include "rtl/cosim/scrambler_rtl.h"
#include "rtl/cosim/transcode_256b257b_rtl.h"
#include "rtl/cosim/transcode_257b256b_rtl.h"
#include "rtl/cosim/vcrc16_rtl.h"
#include "rtl/cosim/vl_arbiter_rtl.h"
#include "testbenches/simulation/hca_rtl_parts.h"
#include "testbenches/simulation/rtl_switch.h"
#include "testbenches/simulation/traced_part.h"
#endif

namespace ib::tb {
namespace {

/// What the machines are for.
struct Place {
  const RunConfig& config;
  const fabric::Fabric& fabric;
  std::uint32_t shortest_bytes;
  std::vector<TracedPart>& traced;
};

#ifdef IB_WITH_RTL

template <class Use>
void for_each_port(const fabric::Fabric& fabric, Use use) {
  for (const auto& node : fabric.switches()) {
    for (unsigned port = 1; port <= node.chip->ports(); ++port) {
      use(*node.chip, node.chip->port(port));
    }
  }
  for (const auto& end : fabric.ends()) use(*end.chip, *end.port);
}

void use_arbiters(const Place& place) {
  for_each_port(place.fabric, [&place](Chip& chip, link::Port& port) {
    auto machine = cosim::make_vl_arbiter_rtl(arbitration_tables(port.config()));
    const std::string scope = "port" + std::to_string(port.number()) + ".vl_arbiter";
    place.traced.push_back(traced_part(chip, scope, *machine));
    port.use_arbiter(std::move(machine));
  });
}

void use_islip(const Place& place) {
  const fabric::Fabric& fabric = place.fabric;
  for (const auto& node : fabric.switches()) {
    const sw::SwitchConfig& config = node.chip->config();
    auto machine = cosim::make_islip_rtl(node.chip->ports(), config.islip_iterations);
    if (machine == nullptr || config.scheduler != sw::Scheduler::kIslip) {
      throw fabric::ConfigError(
          "sim.rtl = islip: the RTL has up to 65 ports and 4 iterations of scheduler islip, " +
          fabric::printable(fabric.topology().node(node.node).name) + " has " +
          std::to_string(node.chip->ports()) + " ports and " +
          std::to_string(config.islip_iterations) + " iterations");
    }
    place.traced.push_back(traced_part(*node.chip, "islip", *machine));
    node.chip->use_scheduler(std::move(machine));
  }
}

/// Which machines of the lines are RTL.
class LineParts {
 public:
  /// False when the name is no machine of a line.
  bool add(const std::string& name) {
    const bool coder = name == "rs_encoder" || name == "rs_decoder" || name == "scrambler" ||
                       name == "transcode_256b257b" || name == "transcode_257b256b";
    const bool known = coder || name == kBlockSync || name == kPrecoder;
    if (known) names_.push_back(name);
    return known;
  }
  [[nodiscard]] bool empty() const { return names_.empty(); }

  void put_into(phy::Phy& direction) const {
    for (const std::string& name : names_) require_place(name, direction);
    auto codec = make_line_codec(direction.fec(), direction.rate(), machines());
    if (codec != nullptr) direction.use_codec(std::move(codec));
    const bool precodes = std::find(names_.begin(), names_.end(), kPrecoder) != names_.end();
    if (precodes) direction.use_precoder(cosim::make_pam4_gray_precoder_rtl());
  }

 private:
  static constexpr const char* kBlockSync = "block_sync";
  static constexpr const char* kPrecoder = "pam4_gray_precoder";

  static void require_place(const std::string& name, const phy::Phy& direction) {
    const std::string fec{ib::name(direction.fec())};
    const auto& generation = info(direction.rate().generation);
    if (name == kPrecoder) {
      if (generation.modulation == Modulation::kPam4) return;
      refuse(name,
             "the RTL makes PAM4 levels, a link of " + std::string{generation.name} + " has two");
    }
    if (name == kBlockSync) {
      if (codes_plain_blocks(direction.fec(), direction.rate())) return;
      refuse(name, "the RTL aligns 64b/66b blocks without FEC, a link of " +
                       std::string{generation.name} + " has phy.fec " + fec);
    }
    if (codes_rs_544_514(direction.fec())) return;
    refuse(name, "the RTL codes RS(544,514), a link has phy.fec " + fec);
  }
  [[noreturn]] static void refuse(const std::string& name, const std::string& why) {
    throw fabric::ConfigError("sim.rtl = " + name + ": " + why);
  }

  [[nodiscard]] LineMachines machines() const {
    LineMachines result;
    for (const std::string& name : names_) {
      if (name == "rs_encoder") result.encoder = cosim::make_rs_encoder_rtl();
      if (name == "rs_decoder") result.decoder = cosim::make_rs_decoder_rtl();
      if (name == "scrambler") result.scrambler = cosim::make_scrambler_rtl();
      if (name == "transcode_256b257b") result.transcode = cosim::make_transcode_256b257b_rtl();
      if (name == "transcode_257b256b") {
        result.transcode_back = cosim::make_transcode_257b256b_rtl();
      }
      if (name == kBlockSync) result.block_sync = cosim::make_block_sync_rtl();
    }
    return result;
  }

  std::vector<std::string> names_;
};

constexpr std::string_view kSwitch = "switch=";

void use_one(const std::string& machine, const Place& place, LineParts& line_parts) {
  const fabric::Fabric& fabric = place.fabric;
  if (line_parts.add(machine) || put_into_hcas(machine, fabric)) return;
  if (machine == "vl_arbiter") {
    use_arbiters(place);
  } else if (machine == "vcrc") {
    for_each_port(fabric, [](Chip&, link::Port& port) { port.use_vcrc(cosim::make_vcrc16_rtl()); });
  } else if (machine == "islip") {
    use_islip(place);
  } else if (machine.rfind(kSwitch, 0) == 0) {
    place.traced.push_back(
        use_switch_rtl(machine.substr(kSwitch.size()), place.config, fabric, place.shortest_bytes));
  } else {
    throw fabric::ConfigError("sim.rtl: no RTL machine \"" + fabric::printable(machine) +
                              "\"; allowed are vl_arbiter, vcrc, islip, rs_encoder, rs_decoder, "
                              "scrambler, transcode_256b257b, transcode_257b256b, block_sync, "
                              "pam4_gray_precoder, packet_parser, packetizer, psn_checker, "
                              "send_scheduler, wqe_decoder and switch=NAME");
  }
}

void use_all(std::istream& names, const Place& place) {
  LineParts line_parts;
  for (std::string name; std::getline(names, name, ',');) use_one(name, place, line_parts);
  if (line_parts.empty()) return;
  for (const auto& cable : place.fabric.cables()) {
    line_parts.put_into(cable->a_to_b());
    line_parts.put_into(cable->b_to_a());
  }
}

#else

void use_all(std::istream& names, const Place&) {
  std::string machine;
  if (!std::getline(names, machine, ',')) return;
  throw fabric::ConfigError("sim.rtl = " + fabric::printable(machine) +
                            ": this build has no RTL; install Verilator and build again");
}

#endif

}  // namespace

std::vector<TracedPart> use_rtl(const RunConfig& config, const fabric::Fabric& fabric,
                                std::uint32_t shortest_bytes) {
  std::istringstream names{config.sim.rtl};
  std::vector<TracedPart> traced;
  use_all(names, {config, fabric, shortest_bytes, traced});
  return traced;
}

}  // namespace ib::tb
