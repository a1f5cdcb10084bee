// SPDX-License-Identifier: Apache-2.0
// A packet that goes nowhere waits here until its last word can be used; then its room is free.
//
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_tail_wait #(
  parameter  int unsigned Places  = 40,
  localparam int unsigned PtrBits = $clog2(Places),
  localparam int unsigned Blocks  = ib_pkg::BlockBits,
  localparam int unsigned VlBits  = ib_pkg::VlBits
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               discard_i,     // this packet goes nowhere
  input  logic [PtrBits-1:0] discard_first_i,
  input  logic [VlBits-1:0]  discard_vl_i,
  input  logic [Blocks-1:0]  discard_blocks_i,
  input  logic               whole_i,       // the one that waits is in
  input  logic               tail_i,        // the last word of this one can be used now
  input  logic [PtrBits-1:0] tail_first_i,

  output logic               done_o,
  output logic [PtrBits-1:0] first_o,       // of the packet that waits
  output logic [VlBits-1:0]  vl_o,
  output logic [Blocks-1:0]  blocks_o
);

  logic               waits_d, waits_q;
  logic [PtrBits-1:0] first_d, first_q;
  logic [VlBits-1:0]  vl_d, vl_q;
  logic [Blocks-1:0]  blocks_d, blocks_q;

  assign done_o   = waits_q && (whole_i || (tail_i && tail_first_i == first_q));
  assign first_o  = first_q;
  assign vl_o     = vl_q;
  assign blocks_o = blocks_q;
  assign waits_d  = discard_i || (waits_q && !done_o);
  assign first_d  = discard_i ? discard_first_i : first_q;
  assign vl_d     = discard_i ? discard_vl_i : vl_q;
  assign blocks_d = discard_i ? discard_blocks_i : blocks_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q  <= 1'b0;
      first_q  <= '0;
      vl_q     <= '0;
      blocks_q <= '0;
    end else begin
      waits_q  <= waits_d;
      first_q  <= first_d;
      vl_q     <= vl_d;
      blocks_q <= blocks_d;
    end
  end

  `ASSERT(OneAtATime_A, !discard_i || !waits_q || done_o)

endmodule
