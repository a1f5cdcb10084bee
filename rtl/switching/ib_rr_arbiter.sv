// SPDX-License-Identifier: Apache-2.0
// Shares one resource in turn; the requester after the last winner comes first. The grant is shown
// whether or not it is used; only a used one (ready_i) moves the turn on.
//
// Golden model: models/ib/switching/round_robin.h
// Documentation: docs/blocks/round_robin.md

`include "assertions.svh"

module ib_rr_arbiter #(
  parameter  int unsigned Width    = 4,  // at least 2
  localparam int unsigned IdxWidth = $clog2(Width)
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  input  logic [Width-1:0]    req_i,
  input  logic                ready_i,  // the grant is used

  output logic                any_o,    // somebody asks
  output logic [Width-1:0]    gnt_o,    // one-hot, or zero
  output logic [IdxWidth-1:0] idx_o     // the same as a number; 0 when nobody asks
);

  logic [IdxWidth-1:0] next_d, next_q;  // whose turn it is
  logic [Width-1:0]    later, candidates;

  // Positions whose number has bit `b` set: the columns of a one-hot to binary encoder.
  function automatic logic [Width-1:0] column(input logic [IdxWidth-1:0] b);
    column = '0;
    for (int unsigned i = 0; i < Width; i++) column[i] = ((i >> b) & 1) == 1;
  endfunction

  assign later      = req_i & ({Width{1'b1}} << next_q);
  assign candidates = (later != '0) ? later : req_i;
  assign gnt_o      = candidates & (~candidates + Width'(1));
  assign any_o      = req_i != '0;

  for (genvar b = 0; b < IdxWidth; b++) begin : gen_encode
    localparam logic [Width-1:0] Column = column(IdxWidth'(b));
    assign idx_o[b] = |(gnt_o & Column);
  end

  always_comb begin
    next_d = next_q;
    if (any_o && ready_i) begin
      next_d = (idx_o == IdxWidth'(Width - 1)) ? '0 : idx_o + IdxWidth'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q <= '0;
    end else begin
      next_q <= next_d;
    end
  end

  `ASSERT(GrantIsOneHot_A, $onehot0(gnt_o))
  `ASSERT(GrantIsRequested_A, (gnt_o & ~req_i) == '0)
  `ASSERT(WorkConserving_A, (req_i == '0) == (gnt_o == '0))

endmodule
