// SPDX-License-Identifier: Apache-2.0
#include "models/phy/lane_choice.h"

namespace ib::phy {

bool adds_noise_alone(const PhyConfig& phy, const CableConfig& cable) {
  return cable.loss_db <= 0 && cable.crosstalk_db <= 0 && phy.ctle_peaking_db <= 0 &&
         phy.jitter_rms_ui <= 0 && phy.dfe_taps == 0 && !phy.precoder;
}

ChannelConfig lane_channel(LinkRate rate, const PhyConfig& phy, const CableConfig& cable) {
  ChannelConfig channel;
  channel.snr_db = line_snr_db(rate, phy, cable);
  channel.loss_db = cable.loss_db;
  channel.ctle_peaking_db = phy.ctle_peaking_db;
  channel.dfe_taps = phy.dfe_taps;
  channel.jitter_rms_ui = phy.jitter_rms_ui;
  if (cable.crosstalk_db > 0) channel.crosstalk_db = cable.crosstalk_db;
  return channel;
}

}  // namespace ib::phy
