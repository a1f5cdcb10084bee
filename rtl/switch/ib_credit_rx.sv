// SPDX-License-Identifier: Apache-2.0
// Receiver's credits of all VLs of a port: counts blocks that arrived (ABR) and blocks that are
// free, takes over the sender's count, and tells the limit and the VLs whose peer is to hear of it.
//
// Golden model: models/ib/link/credits.h (CreditReceiver)
// Documentation: docs/blocks/credits.md

`include "assertions.svh"

module ib_credit_rx #(
  parameter  int unsigned Vls      = 1,
  parameter  int unsigned RxBlocks = 32,  // of each VL, at most 2048
  localparam int unsigned Bits     = ib_pkg::CreditBits,
  localparam int unsigned Blocks   = ib_pkg::BlockBits
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      arrived_i,  // a packet takes its blocks
  input  logic [ib_pkg::VlBits-1:0] arrived_vl_i,
  input  logic [Blocks-1:0]         arrived_blocks_i,
  input  logic                      freed_i,
  input  logic [ib_pkg::VlBits-1:0] freed_vl_i,
  input  logic [Blocks-1:0]         freed_blocks_i,
  input  logic                      dropped_i,  // freed as well, by a packet that was discarded
  input  logic [ib_pkg::VlBits-1:0] dropped_vl_i,
  input  logic [Blocks-1:0]         dropped_blocks_i,
  input  logic                      update_i,   // flow control packet
  input  logic [ib_pkg::VlBits-1:0] update_vl_i,
  input  logic [Bits-1:0]           update_fctbs_i,

  output logic [Vls*Bits-1:0]       fccl_o,     // limit of each VL
  output logic [Vls-1:0]            due_o       // its peer is to hear of a change
);

  logic [Vls*Bits-1:0] abr_d, abr_q;    // blocks arrived
  logic [Vls*Bits-1:0] free_d, free_q;  // blocks free
  logic [Vls-1:0]      arrived, freed, dropped, updated, overflows;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign arrived[vl] = arrived_i && arrived_vl_i == ib_pkg::VlBits'(vl);
    assign freed[vl]   = freed_i && freed_vl_i == ib_pkg::VlBits'(vl);
    assign dropped[vl] = dropped_i && dropped_vl_i == ib_pkg::VlBits'(vl);
    assign updated[vl] = update_i && update_vl_i == ib_pkg::VlBits'(vl);
    assign fccl_o[vl*Bits +: Bits] = abr_q[vl*Bits +: Bits] + free_q[vl*Bits +: Bits];
    assign overflows[vl] = 32'(free_q[vl*Bits +: Bits]) > RxBlocks;
    assign due_o[vl] = freed[vl] || dropped[vl] ||
        (updated[vl] && update_fctbs_i != abr_q[vl*Bits +: Bits]);
  end

  always_comb begin
    abr_d  = abr_q;
    free_d = free_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (updated[vl]) abr_d[vl*Bits +: Bits] = update_fctbs_i;
      if (arrived[vl]) begin
        abr_d[vl*Bits +: Bits]  = abr_d[vl*Bits +: Bits] + Bits'(arrived_blocks_i);
        free_d[vl*Bits +: Bits] = free_d[vl*Bits +: Bits] - Bits'(arrived_blocks_i);
      end
      if (freed[vl]) free_d[vl*Bits +: Bits] = free_d[vl*Bits +: Bits] + Bits'(freed_blocks_i);
      if (dropped[vl]) begin
        free_d[vl*Bits +: Bits] = free_d[vl*Bits +: Bits] + Bits'(dropped_blocks_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      abr_q  <= '0;
      free_q <= {Vls{Bits'(RxBlocks)}};
    end else begin
      abr_q  <= abr_d;
      free_q <= free_d;
    end
  end

  `ASSERT(FreeStaysInTheBuffer_A, overflows == '0)

endmodule
