// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib::tb {

/// Exit codes of the program; documented in docs/outputs.md and in `ibsilicon --help`.
enum ExitCode : int {
  kSuccess = 0,
  kFaultsFound = 1,      ///< `check`, or a testbench that compares, found something wrong.
  kUserError = 2,        ///< Bad option, parameter or file.
  kBrokenInvariant = 3,  ///< The run ended because the model contradicted itself.
  kInterrupted = 130,    ///< Ctrl-C: partial results are written and say so.
};

}  // namespace ib::tb
