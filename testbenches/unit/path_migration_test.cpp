// SPDX-License-Identifier: Apache-2.0
#include "models/ib/transport/path_migration.h"

#include <gtest/gtest.h>

namespace ib {
namespace {

// IBTA Vol 1, 17.2.8.
class PathMigrationTest : public testing::Test {
 protected:
  bool set(MigrationState wanted) { return dut_.set(wanted, migrates_); }
  void arm() {
    EXPECT_TRUE(set(MigrationState::kRearm));
    EXPECT_FALSE(dut_.on_packet(/*mig_req=*/false));
  }

  PathMigration dut_;
  bool migrates_ = false;
};

TEST_F(PathMigrationTest, AConnectionBeginsMigrated) {
  EXPECT_EQ(dut_.state(), MigrationState::kMigrated);
  EXPECT_TRUE(dut_.mig_req());
}

TEST_F(PathMigrationTest, APacketOfAPeerThatRearmedArms) {
  EXPECT_TRUE(set(MigrationState::kRearm));
  EXPECT_FALSE(migrates_);
  EXPECT_FALSE(dut_.mig_req());
  EXPECT_FALSE(dut_.on_packet(/*mig_req=*/true));
  EXPECT_EQ(dut_.state(), MigrationState::kRearm);
  EXPECT_FALSE(dut_.on_packet(/*mig_req=*/false));
  EXPECT_EQ(dut_.state(), MigrationState::kArmed);
}

TEST_F(PathMigrationTest, AnArmedEndFollowsAPeerThatMigrated) {
  arm();
  EXPECT_TRUE(dut_.on_packet(/*mig_req=*/true));
  EXPECT_EQ(dut_.state(), MigrationState::kMigrated);
}

TEST_F(PathMigrationTest, AFailureMigratesAnArmedEndOnly) {
  EXPECT_FALSE(dut_.on_failure());
  arm();
  EXPECT_TRUE(dut_.on_failure());
  EXPECT_FALSE(dut_.on_failure());
}

TEST_F(PathMigrationTest, SoftwareMayRearmAndMigrateAndNothingElse) {
  EXPECT_FALSE(set(MigrationState::kArmed));
  EXPECT_TRUE(set(MigrationState::kMigrated));
  EXPECT_FALSE(migrates_);
  arm();
  EXPECT_FALSE(set(MigrationState::kRearm));
  EXPECT_TRUE(set(MigrationState::kMigrated));
  EXPECT_TRUE(migrates_);
}

}  // namespace
}  // namespace ib
