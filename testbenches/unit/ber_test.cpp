// SPDX-License-Identifier: Apache-2.0
#include "models/ib/phy/ber.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ib {
namespace {

struct Row {
  double db;
  double ser;
  double pam4;
  double nrz;
};

// ib-facts 10.4, computed there by an independent program.
constexpr Row kTable[] = {
    {10, 1.179744e-1, 5.899273e-2, 7.827011e-4},  {14, 1.875123e-2, 9.375614e-3, 2.695148e-7},
    {16, 3.582436e-3, 1.791218e-3, 1.399028e-10}, {17, 1.159012e-3, 5.795061e-4, 7.235976e-13},
    {18, 2.863617e-4, 1.431808e-4, 9.845002e-16}, {19, 5.044084e-5, 2.522042e-5, 2.494517e-19},
    {20, 5.808162e-6, 2.904081e-6, 7.619853e-24}, {22, 1.350902e-8, 6.754508e-9, 1.209744e-36},
};

TEST(Ber, MatchesTheTableOverNoise) {
  for (const Row& row : kTable) {
    EXPECT_NEAR(pam4_ser(row.db) / row.ser, 1, 1e-6) << row.db << " dB";
    EXPECT_NEAR(pam4_ber(row.db) / row.pam4, 1, 1e-6) << row.db << " dB";
    EXPECT_NEAR(nrz_ber(row.db) / row.nrz, 1, 1e-6) << row.db << " dB";
  }
}

TEST(Ber, InverseFindsTheSnrOfARate) {
  EXPECT_NEAR(snr_db_for_ber(Modulation::kPam4, 2.4e-4), 17.6551, 5e-5);
  EXPECT_NEAR(snr_db_for_ber(Modulation::kPam4, 1e-8), 21.8944, 5e-5);
  EXPECT_NEAR(snr_db_for_ber(Modulation::kPam4, 1e-15), 24.9484, 5e-5);
  EXPECT_NEAR(nrz_ber(snr_db_for_ber(Modulation::kNrz, 1e-12)), 1e-12, 1e-18);
}

}  // namespace
}  // namespace ib
