// SPDX-License-Identifier: Apache-2.0
// The one way to state a property at the end of a module. `ASSERT needs clk_i and rst_ni in scope.

`ifndef IB_ASSERTIONS_SVH
`define IB_ASSERTIONS_SVH

`ifdef FORMAL
  // Yosys reads no concurrent assertions; immediate ones say the same.
  `define ASSERT(__name, __property) \
    always_comb if (rst_ni) __name: assert (__property);
  `define ASSUME(__name, __property) \
    always_comb if (rst_ni) __name: assume (__property);
`elsif YOSYS
  `define ASSERT(__name, __property)
  `define ASSUME(__name, __property)
`else
  `define ASSERT(__name, __property) \
    __name: assert property (@(posedge clk_i) disable iff (!rst_ni) (__property));
  `define ASSUME(__name, __property) \
    __name: assume property (@(posedge clk_i) disable iff (!rst_ni) (__property));
`endif

`endif
