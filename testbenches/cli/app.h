// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib::tb {

/// The whole program: parses the command line, runs one subcommand, returns an ExitCode.
int main_of(int argc, const char* const* argv);

}  // namespace ib::tb
