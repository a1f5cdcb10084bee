// SPDX-License-Identifier: Apache-2.0
// Maps a packet's service level to its virtual lane on the output, by the table of its pair of
// input and output. Combinational.
//
// Golden model: models/ib/link/sl2vl.h
// Documentation: docs/blocks/sl2vl.md

module ib_sl2vl #(
  parameter int unsigned Vls = 1  // data VLs that operate
) (
  input  logic [63:0]               table_i,  // SL0 in the highest nibble
  input  logic [3:0]                sl_i,

  output logic                      valid_o,  // else the packet is to be discarded
  output logic [ib_pkg::VlBits-1:0] vl_o
);

  assign vl_o    = table_i[{~sl_i, 2'b00} +: ib_pkg::VlBits];
  assign valid_o = 32'(vl_o) < Vls;

endmodule
