// SPDX-License-Identifier: Apache-2.0
// What ib_vl_arbiter promises: it chooses whenever a VL of either table can send; a VL of the low
// table that keeps waiting sees at most the limit of high priority, overdrawn by one packet, and
// then at most 255 packets of each other entry, before its own. For an arbitrary entry
// of the low table.
//
// Documentation: docs/blocks/vl_arbiter.md

`include "assertions.svh"

module ib_vl_arbiter_formal #(
  parameter  int unsigned Entries   = 4,  // a power of two
  localparam int unsigned EntryBits = ib_pkg::VlArbWeightBits + ib_pkg::VlBits,
  localparam int unsigned IdxWidth  = $clog2(Entries),
  localparam int unsigned Blocks    = ib_pkg::BlockBits
) (
  input logic                               clk_i,
  input logic                               rst_ni,
  input logic [ib_pkg::DataVls-1:0]         sendable_i,
  input logic [ib_pkg::DataVls*Blocks-1:0]  blocks_i,
  input logic                               ready_i
);

  (* anyconst *) logic [Entries*EntryBits-1:0] high_table;
  (* anyconst *) logic [Entries*EntryBits-1:0] low_table;
  (* anyconst *) logic [7:0]                   high_limit;
  (* anyconst *) logic [IdxWidth-1:0]          watched;

  (* hierconn *) logic                                      \u_dut.high ;
  (* hierconn *) logic                                      \u_dut.take ;
  (* hierconn *) logic [Blocks-1:0]                         \u_dut.length ;
  (* hierconn *) logic signed [15:0]                        \u_dut.used_q ;
  (* hierconn *) logic [IdxWidth-1:0]                       \u_dut.u_low.u_turn.next_q ;
  (* hierconn *) logic [IdxWidth-1:0]                       \u_dut.u_low.current_q ;
  (* hierconn *) logic                                      \u_dut.u_low.stays ;
  (* hierconn *) logic [IdxWidth-1:0]                       \u_dut.u_low.chosen ;
  (* hierconn *) logic signed [ib_pkg::VlArbWeightBits+1:0] \u_dut.u_low.left_q ;

  logic                      valid;
  logic [ib_pkg::VlBits-1:0] vl;

  ib_vl_arbiter #(
    .Entries ( Entries )
  ) u_dut (
    .clk_i        ( clk_i      ),
    .rst_ni       ( rst_ni     ),
    .high_table_i ( high_table ),
    .low_table_i  ( low_table  ),
    .high_limit_i ( high_limit ),
    .sendable_i   ( sendable_i ),
    .blocks_i     ( blocks_i   ),
    .ready_i      ( ready_i    ),
    .valid_o      ( valid      ),
    .vl_o         ( vl         )
  );

  logic [Entries-1:0]     high_eligible, low_eligible;
  logic [ib_pkg::DataVls:0] can_send;

  assign can_send = {1'b0, sendable_i};  // VL15 is never arbitrated

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    wire [ib_pkg::VlBits-1:0] high_vl = high_table[e*EntryBits +: ib_pkg::VlBits];
    wire [ib_pkg::VlBits-1:0] low_vl  = low_table[e*EntryBits +: ib_pkg::VlBits];
    assign high_eligible[e] = |high_table[e*EntryBits + ib_pkg::VlBits +: ib_pkg::VlArbWeightBits]
                              && can_send[high_vl];
    assign low_eligible[e]  = |low_table[e*EntryBits + ib_pkg::VlBits +: ib_pkg::VlArbWeightBits]
                              && can_send[low_vl];
  end

  initial assume (!rst_ni);

  `ASSERT(ChoosesWhenOneCanSend_A, valid == (high_eligible != '0 || low_eligible != '0))

  // The limit of high priority.

  localparam int unsigned SpentWidth = 18;

  logic [SpentWidth-1:0] budget, spent_d, spent_q;  // blocks high sent past a waiting low packet
  logic                  limited, low_waits;

  assign limited   = high_limit != 8'd255;
  assign low_waits = low_eligible != '0;
  assign budget    = high_limit == '0 ? SpentWidth'(1) : SpentWidth'({high_limit, 6'd0});

  always_comb begin
    spent_d = spent_q;
    if (\u_dut.take ) begin
      spent_d = \u_dut.high && low_waits ? spent_q + SpentWidth'(\u_dut.length ) : '0;
    end
  end

  `ASSERT(SpentIsCounted_A, !limited || 18'($signed(\u_dut.used_q )) == spent_q)
  `ASSERT(HighKeepsItsLimit_A, !limited || spent_q < budget + SpentWidth'(255))

  // Turns of the low table.

  localparam int unsigned WaitWidth = IdxWidth + ib_pkg::VlArbWeightBits + 1;

  logic [WaitWidth-1:0] waited_d, waited_q;  // low packets since the watched entry began to wait
  logic [WaitWidth-1:0] rank;                // those that can still go before its own
  logic [IdxWidth-1:0]  turns_left;
  logic                 low_take, served;

  assign low_take   = \u_dut.take && !\u_dut.high ;
  assign served     = low_take && \u_dut.u_low.chosen == watched;
  assign turns_left = watched - \u_dut.u_low.u_turn.next_q ;
  assign rank       = WaitWidth'(turns_left) * WaitWidth'(255) +
                      (\u_dut.u_low.left_q > 0 ? WaitWidth'(\u_dut.u_low.left_q [7:0]) : '0);

  always_comb begin
    waited_d = waited_q;
    if (!low_eligible[watched] || served) waited_d = '0;
    else if (low_take)                    waited_d = waited_q + WaitWidth'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      spent_q  <= '0;
      waited_q <= '0;
    end else begin
      spent_q  <= spent_d;
      waited_q <= waited_d;
    end
  end

  `ASSUME(PacketsAreNotEmpty_M, \u_dut.length != '0)
  `ASSERT(LeftFitsItsWeight_A, \u_dut.u_low.left_q < 256)
  `ASSERT(NextFollowsCurrent_A, \u_dut.u_low.left_q <= 0 ||
          \u_dut.u_low.u_turn.next_q == \u_dut.u_low.current_q + IdxWidth'(1))
  `ASSERT(TurnComesNearer_A, waited_q == '0 || 32'(waited_q) + 32'(rank) < Entries * 255)
  `ASSERT(NobodyStarves_A, 32'(waited_q) < Entries * 255)

endmodule
