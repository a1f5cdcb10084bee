// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/lane_channel.h"

#include <cmath>

#include "models/ib/phy/pam4.h"

namespace ib {
namespace {

constexpr double kTwoPi = 6.283185307179586477;
constexpr double kSmallestTap = 1e-6;

double amplitude_ratio(double db) { return std::pow(10.0, db / 20.0); }

double variance(double energy, double db) { return energy / std::pow(10.0, db / 10.0); }

std::vector<double> pulse_of(const ChannelConfig& config) {
  return config.pulse.empty() ? pulse_from_loss(config.loss_db) : config.pulse;
}

double noise_of(Modulation modulation, const ChannelConfig& config) {
  const double energy = modulation == Modulation::kPam4 ? 5.0 : 1.0;
  return std::sqrt(variance(energy, config.snr_db) + variance(energy, config.crosstalk_db));
}

}  // namespace

std::vector<double> pulse_from_loss(double loss_db) {
  const double gain = amplitude_ratio(-loss_db);
  const double a = (1 - gain) / (1 + gain);
  std::vector<double> pulse;
  for (double tap = 1 - a; pulse.empty() || tap > kSmallestTap; tap *= a) pulse.push_back(tap);
  return pulse;
}

std::vector<double> ctle_taps(double peaking_db) {
  const double gain = amplitude_ratio(peaking_db);
  const double b = (gain - 1) / (gain + 1);
  return {1 / (1 - b), -b / (1 - b)};
}

std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> out(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) out[i + j] += a[i] * b[j];
  }
  return out;
}

double Gaussian::operator()() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  const double radius = std::sqrt(-2.0 * std::log1p(-random_.uniform()));
  const double angle = kTwoPi * random_.uniform();
  spare_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

void LaneChannel::Delay::push(double value) {
  head_ = head_ == 0 ? values_.size() - 1 : head_ - 1;
  values_[head_] = value;
}

double LaneChannel::Delay::at(std::size_t age) const {
  const std::size_t index = head_ + age;
  return values_[index < values_.size() ? index : index - values_.size()];
}

LaneChannel::LaneChannel(Modulation modulation, const ChannelConfig& config, RandomStream random)
    : modulation_(modulation),
      pulse_(pulse_of(config)),
      ctle_(ctle_taps(config.ctle_peaking_db)),
      noise_(noise_of(modulation, config)),
      jitter_(config.jitter_rms_ui),
      gaussian_(random),
      sent_(pulse_.size()),
      received_(ctle_.size()),
      decided_(config.dfe_taps + 1) {
  const std::vector<double> whole = convolve(pulse_, ctle_);
  gain_ = 1 / whole[0];
  for (std::size_t k = 1; k <= config.dfe_taps; ++k) {
    feedback_.push_back(k < whole.size() ? whole[k] * gain_ : 0.0);
  }
}

double LaneChannel::receive(double amplitude) {
  sent_.push(amplitude);
  double clean = 0;
  for (std::size_t k = 0; k < pulse_.size(); ++k) clean += pulse_[k] * sent_.at(k);
  double sample = clean + noise_ * gaussian_();
  if (jitter_ > 0) sample += jitter_ * gaussian_() * (clean - last_clean_);
  last_clean_ = clean;
  return sample;
}

unsigned LaneChannel::carry(unsigned level) {
  const bool pam4 = modulation_ == Modulation::kPam4;
  received_.push(receive(pam4 ? pam4_amplitude(static_cast<Pam4>(level)) : nrz_amplitude(level)));
  equalised_ = 0;
  for (std::size_t k = 0; k < ctle_.size(); ++k) equalised_ += ctle_[k] * received_.at(k);
  equalised_ *= gain_;
  for (std::size_t k = 0; k < feedback_.size(); ++k) equalised_ -= feedback_[k] * decided_.at(k);
  const unsigned decision = pam4 ? pam4_slice(equalised_) : nrz_slice(equalised_);
  decided_.push(pam4 ? pam4_amplitude(static_cast<Pam4>(decision)) : nrz_amplitude(decision));
  return decision;
}

}  // namespace ib
