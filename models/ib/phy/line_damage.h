// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "models/ib/base/random.h"
#include "models/ib/link/generation.h"
#include "models/ib/phy/lane_channel.h"
#include "models/ib/phy/line_codec.h"
#include "models/ib/phy/pam4_gray_precoder.h"

namespace ib {

/// What the line does to the bits of one group after another.
class LineDamage {
 public:
  LineDamage() = default;
  LineDamage(const LineDamage&) = delete;
  LineDamage& operator=(const LineDamage&) = delete;
  virtual ~LineDamage() = default;

  /// Moves on to a later group; false when it will pass as it is, whatever its bits.
  [[nodiscard]] virtual bool enter(std::uint64_t group) = 0;
  /// An upper bound on the symbols of the group that `apply` changes, whatever its bits.
  [[nodiscard]] virtual std::size_t most_changed_symbols() const = 0;
  /// Changes the bits of the group entered. May be asked again with other bits.
  virtual void apply(LineBits& bits) = 0;
  /// Line bits changed by the last `apply` to the group entered.
  [[nodiscard]] virtual unsigned changed_bits() const = 0;
  /// Makes the levels of PAM4 lanes by this machine from now on; lanes of another modulation have
  /// no place for it.
  virtual void use_precoder(std::unique_ptr<Pam4GrayPrecoder> machine) = 0;
};

/// White noise alone: exact, and free where it does no harm.
[[nodiscard]] std::unique_ptr<LineDamage> make_noise_damage(Modulation modulation, double snr_db,
                                                            unsigned group_bits,
                                                            RandomStream random);

/// How a group of codewords lies on the line.
struct LineShape {
  unsigned group_bits;
  unsigned lane_turn_bits;  ///< That a lane takes before the next one does.
};

/// Every symbol through the channel of its lane. `precode` puts the 1/(1+D) precoder round each
/// PAM4 lane. Lane i draws from (seed, "<name>.lane<i>").
[[nodiscard]] std::unique_ptr<LineDamage> make_lane_damage(
    Modulation modulation, const ChannelConfig& channel, bool precode, unsigned lanes,
    const LineShape& shape, std::uint64_t seed, std::string_view name);

}  // namespace ib
