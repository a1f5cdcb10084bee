// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sweep/sweep_bar.h"

#include <fmt/format.h>

#include <string>

namespace ib::tb {
namespace {

constexpr std::chrono::milliseconds kRedraw{200};
constexpr std::size_t kBarWidth = 20;

}  // namespace

SweepBar::SweepBar(std::FILE* terminal)
    : terminal_(terminal), start_(Clock::now()), next_draw_(start_ + kRedraw) {}

SweepBar::~SweepBar() {
  if (terminal_ != nullptr) std::fputs("\r\x1b[K", terminal_);
}

void SweepBar::update(std::size_t settled, std::size_t total, std::size_t failed, std::size_t ran) {
  const auto now = Clock::now();
  if (terminal_ == nullptr || total == 0 || now < next_draw_) return;
  next_draw_ = now + kRedraw;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::size_t filled = settled * kBarWidth / total;
  const std::string left =
      ran == 0 ? "?"
               : fmt::format("{:.0f} s", elapsed * static_cast<double>(total - settled) /
                                             static_cast<double>(ran));
  const std::string line =
      fmt::format("\r[{}{}] {:3.0f} %  {} of {} points, {} failed, ETA {}\x1b[K",
                  std::string(filled, '#'), std::string(kBarWidth - filled, '.'),
                  100 * static_cast<double>(settled) / static_cast<double>(total), settled, total,
                  failed, left);
  std::fputs(line.c_str(), terminal_);
  std::fflush(terminal_);
}

}  // namespace ib::tb
