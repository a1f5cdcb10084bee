// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/ib/phy/lane_channel.h"
#include "models/phy/phy_config.h"

namespace ib::phy {

/// True when white noise is all that a lane adds.
[[nodiscard]] bool adds_noise_alone(const PhyConfig& phy, const CableConfig& cable);

/// What lies between serialiser and slicer of every lane.
[[nodiscard]] ChannelConfig lane_channel(LinkRate rate, const PhyConfig& phy,
                                         const CableConfig& cable);

}  // namespace ib::phy
