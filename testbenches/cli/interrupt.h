// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib::tb {

/// From now on the first SIGINT or SIGTERM asks the run to end; a second one kills the program.
void catch_interrupts();

/// True once such a signal has come.
[[nodiscard]] bool interrupted();

}  // namespace ib::tb
