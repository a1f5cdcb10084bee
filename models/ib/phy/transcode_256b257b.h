// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "models/ib/machine.h"
#include "models/ib/phy/transcode.h"

namespace ib {

struct Transcode256b257bIn {
  bool valid = false;  ///< A group is on the pins.
  BlockGroup blocks{};
  bool ready = false;  ///< The result is taken.
};

struct Transcode256b257bOut {
  bool ready = false;             ///< The group is taken.
  std::optional<Block257> block;  ///< Stands until it is taken.
};

/// `transcode` as a clocked block, a group a clock. Its RTL twin is
/// rtl/phy/ib_transcode_256b257b.sv.
using Transcode256b257b = Machine<Transcode256b257bIn, Transcode256b257bOut>;
[[nodiscard]] std::unique_ptr<Transcode256b257b> make_transcode_256b257b();

}  // namespace ib
