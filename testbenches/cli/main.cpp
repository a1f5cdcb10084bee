// SPDX-License-Identifier: Apache-2.0
#include <systemc>

#include "testbenches/cli/app.h"

// The SystemC library wants this symbol; elaboration starts from a testbench instead.
int sc_main(int, char**) { return 0; }

int main(int argc, char** argv) { return ib::tb::main_of(argc, argv); }
