// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/fabric/topology.h"
#include "models/phy/phy_config.h"

namespace ib::fabric {

/// Links that are unlike the others of a fabric, as `fabric.links` names them:
/// "host0=bit_true+rs_544_514_x2_plr;leaf1[3]=ndr_sr4". On the left a node, for all its cables, or
/// a port; on the right a PHY mode, a FEC mode and a cable type, as many of them as are to differ.
class LineChoices {
 public:
  /// Throws ConfigError for a text of another form and for a word that is none of these.
  explicit LineChoices(const std::string& text);

  /// What is chosen for a cable by either of its ends, over what all have.
  void apply(const Topology& topology, const Cable& cable, phy::PhyConfig& phy,
             phy::CableConfig& config);
  /// Throws ConfigError when a choice has met no cable.
  void refuse_unused() const;

 private:
  struct Choice {
    std::string place;
    std::vector<std::string> words;
    bool used = false;
  };

  static Choice parse(const std::string& text);

  std::vector<Choice> choices_;
};

}  // namespace ib::fabric
