// SPDX-License-Identifier: Apache-2.0
// The one way to state a property at the end of a module. `ASSERT needs clk_i and rst_ni in scope.

`ifndef IB_ASSERTIONS_SVH
`define IB_ASSERTIONS_SVH

`ifdef YOSYS
  // Yosys reads no concurrent assertions.
  `define ASSERT(__name, __property)
  `define ASSUME(__name, __property)
`else
  `define ASSERT(__name, __property) \
    __name: assert property (@(posedge clk_i) disable iff (!rst_ni) (__property));
  `define ASSUME(__name, __property) \
    __name: assume property (@(posedge clk_i) disable iff (!rst_ni) (__property));
`endif

`endif
