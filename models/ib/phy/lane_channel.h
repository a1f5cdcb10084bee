// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ib/base/random.h"
#include "models/ib/link/generation.h"

namespace ib {

/// A lane between serialiser and slicer. Amplitudes are those of pam4_amplitude and nrz_amplitude.
struct ChannelConfig {
  double snr_db = 30;  ///< Symbol energy without loss over noise variance at the receiver.
  double loss_db = 0;  ///< At the Nyquist frequency; makes an exponential pulse response.
  std::vector<double>
      pulse;  ///< Pulse response a symbol apart, main cursor first; if given, rules.
  double ctle_peaking_db = 0;  ///< Gain at Nyquist over that at zero frequency.
  unsigned dfe_taps = 0;       ///< Decision feedback, set to the pulse response that is left.
  double jitter_rms_ui = 0;    ///< Of the sampling instant, in symbol times.
  double crosstalk_db = 200;   ///< Symbol energy over crosstalk variance.
};

/// Pulse response (1 - a) a^k whose loss is 0 dB at zero frequency and `loss_db` at Nyquist.
[[nodiscard]] std::vector<double> pulse_from_loss(double loss_db);
/// Two taps with gain 1 at zero frequency and `peaking_db` at Nyquist.
[[nodiscard]] std::vector<double> ctle_taps(double peaking_db);
[[nodiscard]] std::vector<double> convolve(const std::vector<double>& a,
                                           const std::vector<double>& b);

/// Standard normal numbers, two a draw (Box and Muller).
class Gaussian {
 public:
  Gaussian() = default;
  explicit Gaussian(RandomStream random) : random_(random) {}
  [[nodiscard]] double operator()();

 private:
  RandomStream random_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Carries one lane's symbols through pulse response, noise, jitter, CTLE, DFE and slicer. Wrong
/// decisions feed back through the DFE, so errors come in bursts.
class LaneChannel {
 public:
  LaneChannel(Modulation modulation, const ChannelConfig& config, RandomStream random);

  /// The level decided for the level sent: 0-3 for PAM4, 0-1 for NRZ.
  [[nodiscard]] unsigned carry(unsigned level);
  /// What the slicer saw for it, scaled to the sent amplitudes: for eye histograms.
  [[nodiscard]] double equalised() const { return equalised_; }

 private:
  /// The last values of a signal, the latest at age 0.
  class Delay {
   public:
    explicit Delay(std::size_t length) : values_(length, 0.0) {}
    void push(double value);
    [[nodiscard]] double at(std::size_t age) const;

   private:
    std::vector<double> values_;
    std::size_t head_ = 0;
  };

  [[nodiscard]] double receive(double amplitude);

  Modulation modulation_;
  std::vector<double> pulse_;
  std::vector<double> ctle_;
  std::vector<double> feedback_;  ///< Of the decisions before, latest first.
  double gain_;                   ///< Undoes that of the main cursor.
  double noise_;                  ///< Standard deviation, noise and crosstalk together.
  double jitter_;
  Gaussian gaussian_;
  Delay sent_;
  Delay received_;
  Delay decided_;
  double last_clean_ = 0;
  double equalised_ = 0;
};

}  // namespace ib
