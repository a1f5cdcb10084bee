// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/plr.h"

namespace ib {

bool PlrEnd::offer(std::uint64_t content) {
  if (buffer_.size() == config_.buffer_cells) return false;
  buffer_.push_back(content);
  return true;
}

PlrCell PlrEnd::send() {
  if (next_ != first_ && ++quiet_slots_ >= config_.timeout_slots) go_back();
  PlrCell cell;
  cell.acknowledged = expected_;
  cell.replay_request = ask_;
  ask_ = false;
  const std::uint32_t ahead = next_ - first_;
  cell.filler = ahead == buffer_.size();
  cell.sequence = next_;
  if (cell.filler) return cell;
  cell.content = buffer_[ahead];
  ++next_;
  return cell;
}

std::optional<std::uint64_t> PlrEnd::receive(const PlrCell& cell) {
  if (asked_slots_ > 0) --asked_slots_;
  if (!cell.good) {
    ++bad_cells_;
    ask();
    return std::nullopt;
  }
  acknowledge(cell.acknowledged);
  if (cell.replay_request) go_back();
  if (cell.sequence != expected_) {
    // A cell from before the replay began, or a gap nobody has asked for yet.
    const bool later = static_cast<std::int32_t>(cell.sequence - expected_) > 0;
    if (later) ask();
    return std::nullopt;
  }
  asked_slots_ = 0;
  if (cell.filler) return std::nullopt;
  ++expected_;
  return cell.content;
}

/// Once for all cells that come in after the bad one, until their replay must have been lost.
void PlrEnd::ask() {
  if (asked_slots_ > 0) return;
  ask_ = true;
  asked_slots_ = config_.ask_again_slots;
}

void PlrEnd::acknowledge(std::uint32_t before) {
  const std::uint32_t count = before - first_;
  if (count == 0 || count > buffer_.size()) return;
  buffer_.erase(buffer_.begin(), buffer_.begin() + count);
  first_ = before;
  if (static_cast<std::int32_t>(next_ - first_) < 0) next_ = first_;
  quiet_slots_ = 0;
}

void PlrEnd::go_back() {
  next_ = first_;
  quiet_slots_ = 0;
  ++replays_;
}

}  // namespace ib
