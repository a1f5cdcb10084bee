// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace ib::tb {
namespace {

constexpr std::chrono::milliseconds kRedraw{200};
constexpr int kBarWidth = 20;

std::string bar_of(double done) {
  const auto filled = static_cast<std::size_t>(std::clamp(done, 0.0, 1.0) * kBarWidth);
  return std::string(filled, '#') + std::string(kBarWidth - filled, '.');
}

std::string short_count(double n) {
  if (n >= 1e9) return fmt::format("{:.2f} G", n / 1e9);
  if (n >= 1e6) return fmt::format("{:.2f} M", n / 1e6);
  if (n >= 1e3) return fmt::format("{:.1f} k", n / 1e3);
  return fmt::format("{:.0f} ", n);
}

}  // namespace

Progress::Progress(std::FILE* bar, StopFlag stop_requested)
    : bar_(bar),
      stop_requested_(stop_requested),
      start_(Clock::now()),
      next_draw_(start_ + kRedraw) {}

Progress::~Progress() { clear(); }

bool Progress::update(std::int64_t simulated_ps, std::uint64_t packets, double done) {
  simulated_ps_ = simulated_ps;
  packets_ = packets;
  if (bar_ != nullptr) {
    const auto now = Clock::now();
    if (now >= next_draw_) draw(now, done);
  }
  return !stop_requested_();
}

void Progress::draw(Clock::time_point now, double done) {
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double left = done > 0 ? elapsed * (1 - done) / done : 0;
  const std::string line = fmt::format(
      "\r[{}] {:3.0f} %  {:.3f} us simulated, {}packets, {}packets/s, ETA {:.0f} s\x1b[K",
      bar_of(done), done * 100, static_cast<double>(simulated_ps_) / 1e6,
      short_count(static_cast<double>(packets_)),
      short_count(static_cast<double>(packets_) / elapsed), left);
  std::fputs(line.c_str(), bar_);
  std::fflush(bar_);
  next_draw_ = now + kRedraw;
  drawn_ = true;
}

void Progress::clear() {
  if (!drawn_) return;
  std::fputs("\r\x1b[K", bar_);
  std::fflush(bar_);
  drawn_ = false;
}

}  // namespace ib::tb
