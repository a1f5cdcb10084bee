// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib {

/// Where a connection stands with its alternate path, numbered as verbs do.
enum class MigrationState : std::uint8_t { kMigrated, kRearm, kArmed };

/// Automatic path migration of one end of a connection (IBTA Vol 1, 17.2.8): both ends rearm, see
/// each other's packets without MigReq and are armed; the first to migrate tells the other by
/// MigReq.
class PathMigration {
 public:
  [[nodiscard]] MigrationState state() const { return state_; }
  /// BTH.MigReq of the packets that are sent.
  [[nodiscard]] bool mig_req() const { return state_ == MigrationState::kMigrated; }

  /// Software's wish: rearm after a migration, or migrate now. `migrates`: the paths are to be
  /// exchanged. False, and no change, for any other step.
  [[nodiscard]] bool set(MigrationState wanted, bool& migrates) {
    migrates = wanted == MigrationState::kMigrated && state_ == MigrationState::kArmed;
    const bool rearms = wanted == MigrationState::kRearm && state_ == MigrationState::kMigrated;
    if (wanted != state_ && !migrates && !rearms) return false;
    state_ = wanted;
    return true;
  }
  /// A good packet has come; true when this end is to migrate too.
  [[nodiscard]] bool on_packet(bool mig_req) {
    if (state_ == MigrationState::kRearm && !mig_req) state_ = MigrationState::kArmed;
    return mig_req && migrate();
  }
  /// The path has failed; true when this end migrates.
  [[nodiscard]] bool on_failure() { return migrate(); }

 private:
  bool migrate() {
    if (state_ != MigrationState::kArmed) return false;
    state_ = MigrationState::kMigrated;
    return true;
  }

  MigrationState state_ = MigrationState::kMigrated;
};

}  // namespace ib
