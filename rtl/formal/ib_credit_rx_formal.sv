// SPDX-License-Identifier: Apache-2.0
// What ib_credit_rx promises when packets fit and only held blocks are freed: for an arbitrary VL,
// the blocks it counts as held are those that are, the limit is blocks arrived plus blocks free,
// so that the peer is never granted more than there is room for, and it hears of what was freed.
//
// Documentation: docs/blocks/credits.md

`include "assertions.svh"

module ib_credit_rx_formal #(
  parameter  int unsigned Vls      = 4,
  parameter  int unsigned RxBlocks = 100,
  localparam int unsigned Bits     = ib_pkg::CreditBits,
  localparam int unsigned Blocks   = ib_pkg::BlockBits
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic                      arrived_i,
  input logic [ib_pkg::VlBits-1:0] arrived_vl_i,
  input logic [Blocks-1:0]         arrived_blocks_i,
  input logic                      freed_i,
  input logic [ib_pkg::VlBits-1:0] freed_vl_i,
  input logic [Blocks-1:0]         freed_blocks_i,
  input logic                      dropped_i,
  input logic [ib_pkg::VlBits-1:0] dropped_vl_i,
  input logic [Blocks-1:0]         dropped_blocks_i,
  input logic                      withdrawn_i,
  input logic                      withdrawn_own_i,
  input logic [ib_pkg::VlBits-1:0] withdrawn_vl_i,
  input logic [Blocks-1:0]         withdrawn_blocks_i,
  input logic [Vls-1:0]            update_i,
  input logic [Vls-1:0]            behind_i,
  input logic [Vls*Bits-1:0]       update_fctbs_i
);

  (* anyconst *) logic [ib_pkg::VlBits-1:0] watched;
  (* hierconn *) logic [Vls*Bits-1:0]       \u_dut.held_q ;
  (* hierconn *) logic [Vls*Bits-1:0]       \u_dut.abr_q ;

  logic [Vls*Bits-1:0] fccl;
  logic [Vls-1:0]      due;

  ib_credit_rx #(
    .Vls      ( Vls      ),
    .RxBlocks ( RxBlocks )
  ) u_dut (
    .clk_i            ( clk_i            ),
    .rst_ni           ( rst_ni           ),
    .rx_blocks_i      ( Bits'(RxBlocks)  ),
    .arrived_i        ( arrived_i        ),
    .arrived_vl_i     ( arrived_vl_i     ),
    .arrived_blocks_i ( arrived_blocks_i ),
    .freed_i          ( freed_i          ),
    .freed_vl_i       ( freed_vl_i       ),
    .freed_blocks_i   ( freed_blocks_i   ),
    .dropped_i        ( dropped_i        ),
    .dropped_vl_i     ( dropped_vl_i     ),
    .dropped_blocks_i ( dropped_blocks_i ),
    .withdrawn_i        ( withdrawn_i        ),
    .withdrawn_own_i    ( withdrawn_own_i    ),
    .withdrawn_vl_i     ( withdrawn_vl_i     ),
    .withdrawn_blocks_i ( withdrawn_blocks_i ),
    .update_i         ( update_i         ),
    .behind_i         ( behind_i         ),
    .update_fctbs_i   ( update_fctbs_i   ),
    .fccl_o           ( fccl             ),
    .due_o            ( due              )
  );

  logic [Vls*Bits-1:0] held_d, held_q;    // blocks that packets hold, of each VL
  logic [Bits-1:0]     limit, free, abr;
  logic                fits, holds, drops_held, watched_due, frees, drops;

  always_comb begin
    limit       = '0;
    free        = '0;
    abr         = '0;
    watched_due = 1'b0;
    fits        = 1'b1;
    holds       = 1'b1;
    drops_held  = 1'b1;
    held_d      = held_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (watched == ib_pkg::VlBits'(vl)) begin
        limit       = fccl[vl*Bits +: Bits];
        free        = Bits'(RxBlocks) - held_q[vl*Bits +: Bits];
        abr         = \u_dut.abr_q [vl*Bits +: Bits];
        watched_due = due[vl];
      end
      if (arrived_i && arrived_vl_i == ib_pkg::VlBits'(vl)) begin
        fits = Bits'(arrived_blocks_i) <= Bits'(RxBlocks) - held_q[vl*Bits +: Bits];
        held_d[vl*Bits +: Bits] = held_d[vl*Bits +: Bits] + Bits'(arrived_blocks_i);
      end
      if (freed_i && freed_vl_i == ib_pkg::VlBits'(vl)) begin
        holds = Bits'(freed_blocks_i) <= held_q[vl*Bits +: Bits];
        held_d[vl*Bits +: Bits] = held_d[vl*Bits +: Bits] - Bits'(freed_blocks_i);
      end
      if (dropped_i && dropped_vl_i == ib_pkg::VlBits'(vl)) begin
        drops_held = 32'(dropped_blocks_i) + (freed_i && freed_vl_i == dropped_vl_i ?
                     32'(freed_blocks_i) : 32'd0) <= 32'(held_q[vl*Bits +: Bits]);
        held_d[vl*Bits +: Bits] = held_d[vl*Bits +: Bits] - Bits'(dropped_blocks_i);
      end
    end
  end

  assign frees   = freed_i && freed_vl_i == watched;
  assign drops   = dropped_i && dropped_vl_i == watched;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= '0;
    end else begin
      held_q <= held_d;
    end
  end

  logic [Vls-1:0] filled;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign filled[vl] =
        \u_dut.held_q [vl*Bits +: Bits] == held_q[vl*Bits +: Bits] &&
        32'(held_q[vl*Bits +: Bits]) <= RxBlocks;
  end

  initial assume (!rst_ni);

  `ASSUME(WatchesAVl_M, 32'(watched) < Vls)
  `ASSUME(PacketsFit_M, fits)
  `ASSUME(FreesWhatIsHeld_M, holds && drops_held)

  `ASSERT(HeldIsWhatIsHeld_A, filled == '1)
  `ASSERT(GrantsWhatIsFree_A, limit == abr + free)
  `ASSERT(FreedBlocksAreTold_A, !(frees || drops) || watched_due)

endmodule
