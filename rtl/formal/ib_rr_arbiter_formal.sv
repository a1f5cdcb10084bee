// SPDX-License-Identifier: Apache-2.0
// What ib_rr_arbiter promises beside its own assertions: a requester that keeps asking waits for at
// most Width - 1 grants of others. For an arbitrary requester.
//
// Documentation: docs/blocks/round_robin.md

`include "assertions.svh"

module ib_rr_arbiter_formal #(
  parameter  int unsigned Width    = 8,
  localparam int unsigned IdxWidth = $clog2(Width)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic [Width-1:0] req_i,
  input logic             ready_i
);

  logic                any;
  logic [Width-1:0]    gnt;
  logic [IdxWidth-1:0] idx;

  ib_rr_arbiter #(
    .Width ( Width )
  ) u_dut (
    .clk_i   ( clk_i   ),
    .rst_ni  ( rst_ni  ),
    .req_i   ( req_i   ),
    .ready_i ( ready_i ),
    .any_o   ( any     ),
    .gnt_o   ( gnt     ),
    .idx_o   ( idx     )
  );

  (* anyconst *) logic [IdxWidth-1:0] watched;
  (* hierconn *) logic [IdxWidth-1:0] \u_dut.next_q ;

  logic [IdxWidth-1:0] turns_left;  // grants that can go to others before the watched one's
  logic [IdxWidth:0]   waited_d, waited_q;
  logic                waits;

  assign turns_left = watched - \u_dut.next_q ;  // Width is a power of two
  assign waits      = req_i[watched] && !(gnt[watched] && ready_i);

  always_comb begin
    waited_d = waited_q;
    if (!waits) waited_d = '0;
    else if (any && ready_i) waited_d = waited_q + (IdxWidth+1)'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waited_q <= '0;
    end else begin
      waited_q <= waited_d;
    end
  end

  initial assume (!rst_ni);

  `ASSERT(IndexIsTheGrant_A, gnt == (any ? Width'(1) << idx : '0))
  `ASSERT(TurnComesNearer_A, 32'(waited_q) + 32'(turns_left) < Width || waited_q == '0)
  `ASSERT(NobodyStarves_A, 32'(waited_q) < Width)

endmodule
