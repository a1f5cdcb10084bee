// SPDX-License-Identifier: Apache-2.0
#include <systemc>

#include "testbenches/cli/app.h"

// The SystemC library wants this symbol; elaboration starts from a testbench instead.
int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) {
  // A fatal report becomes exit code 3 with its one line, not an abort.
  sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
  return ib::tb::main_of(argc, argv);
}
