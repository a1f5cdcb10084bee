// SPDX-License-Identifier: Apache-2.0
// What ib_credit_tx promises when its peer keeps the rules (limits never fall and lie at most a
// window ahead): for an arbitrary VL, a packet goes when and only when it fits below the limit, so
// that the blocks sent in total never exceed the blocks granted in total, whatever wraps.
//
// Documentation: docs/blocks/credits.md

`include "assertions.svh"

module ib_credit_tx_formal #(
  localparam int unsigned Vls    = ib_pkg::DataVls,
  localparam int unsigned Bits   = ib_pkg::CreditBits,
  localparam int unsigned Blocks = ib_pkg::BlockBits
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic                      link_down_i,
  input logic [Vls-1:0]            update_valid_i,
  input logic [Vls*Bits-1:0]       update_fccl_i,
  input logic                      sent_valid_i,
  input logic [ib_pkg::VlBits-1:0] sent_vl_i,
  input logic [Vls*Blocks-1:0]     blocks_i
);

  (* anyconst *) logic [ib_pkg::VlBits-1:0] watched;

  logic [Vls-1:0]  may_send;
  logic [Bits-1:0] fctbs;

  ib_credit_tx u_dut (
    .clk_i          ( clk_i          ),
    .rst_ni         ( rst_ni         ),
    .link_down_i    ( link_down_i    ),
    .update_valid_i ( update_valid_i ),
    .update_fccl_i  ( update_fccl_i  ),
    .sent_valid_i   ( sent_valid_i   ),
    .sent_vl_i      ( sent_vl_i      ),
    .blocks_i       ( blocks_i       ),
    .may_send_o     ( may_send       ),
    .query_vl_i     ( watched        ),
    .fctbs_o        ( fctbs          ),
    .all_fctbs_o    (                )
  );

  (* hierconn *) logic [Vls*Bits-1:0] \u_dut.fccl_q ;

  localparam int unsigned TotalBits = 13;  // twice a window and a step: differences never wrap

  logic [Bits-1:0]      limit, step, told;
  logic [TotalBits-1:0] granted_d, granted_q, sent_d, sent_q;  // blocks in total
  logic                 updated, sends, may, legal;
  logic [Blocks-1:0]    blocks;

  // Chosen by comparison: solvers do badly on shifts by a variable.
  always_comb begin
    limit   = '0;
    blocks  = '0;
    may     = 1'b0;
    legal   = 1'b0;
    told    = '0;
    updated = 1'b0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (watched == ib_pkg::VlBits'(vl)) begin
        limit   = \u_dut.fccl_q [vl*Bits +: Bits];
        blocks  = blocks_i[vl*Blocks +: Blocks];
        may     = may_send[vl];
        told    = update_fccl_i[vl*Bits +: Bits];
        updated = update_valid_i[vl];
      end
      if (sent_vl_i == ib_pkg::VlBits'(vl)) legal = may_send[vl];
    end
  end

  assign sends   = sent_valid_i && sent_vl_i == watched;
  assign step    = told - limit;

  always_comb begin
    granted_d = granted_q;
    sent_d    = sent_q;
    if (updated) granted_d = granted_q + TotalBits'(step);
    if (sends)   sent_d    = sent_q + TotalBits'(blocks);
    if (link_down_i) begin
      granted_d = '0;
      sent_d    = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      granted_q <= '0;
      sent_q    <= '0;
    end else begin
      granted_q <= granted_d;
      sent_q    <= sent_d;
    end
  end

  wire [TotalBits-1:0] window   = granted_q - sent_q;
  wire [TotalBits-1:0] promised = granted_d - sent_q;

  initial assume (!rst_ni);

  `ASSUME(WatchesADataVl_M, 32'(watched) < Vls)
  `ASSUME(SendsOnlyWithCredit_M, !sent_valid_i || legal)
  `ASSUME(GrantsAtMostAWindow_M, !updated || 32'(promised) <= ib_pkg::MaxCreditWindow)

  `ASSERT(CountsAgree_A, fctbs == sent_q[Bits-1:0] && limit == granted_q[Bits-1:0])
  `ASSERT(NeverSendsMoreThanGranted_A, 32'(window) <= ib_pkg::MaxCreditWindow)
  `ASSERT(SendsWhatFits_A, may == (TotalBits'(blocks) <= window))

endmodule
