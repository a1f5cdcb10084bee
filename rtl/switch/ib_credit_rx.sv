// SPDX-License-Identifier: Apache-2.0
// Receiver's credits of all VLs of a port: counts blocks that arrived (ABR) and blocks that are
// held, takes over the sender's count, and tells the limit and the VLs whose peer is to hear of it.
//
// Golden model: models/ib/link/credits.h (CreditReceiver)
// Documentation: docs/blocks/credits.md

`include "assertions.svh"

module ib_credit_rx #(
  parameter  int unsigned Vls      = 1,
  parameter  int unsigned RxBlocks = 32,  // of each VL at most, and at most 2048
  localparam int unsigned Bits     = ib_pkg::CreditBits,
  localparam int unsigned Blocks   = ib_pkg::BlockBits
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic [Bits-1:0]           rx_blocks_i,  // quasi-static: buffer of each VL

  input  logic                      arrived_i,    // a packet takes its blocks
  input  logic [ib_pkg::VlBits-1:0] arrived_vl_i,
  input  logic [Blocks-1:0]         arrived_blocks_i,
  input  logic                      freed_i,
  input  logic [ib_pkg::VlBits-1:0] freed_vl_i,
  input  logic [Blocks-1:0]         freed_blocks_i,
  input  logic                      dropped_i,    // freed as well, by a packet that was discarded
  input  logic [ib_pkg::VlBits-1:0] dropped_vl_i,
  input  logic [Blocks-1:0]         dropped_blocks_i,
  input  logic                      withdrawn_i,      // a packet proved bad: it did not arrive
  input  logic                      withdrawn_own_i,  // the one that arrives in this clock
  input  logic [ib_pkg::VlBits-1:0] withdrawn_vl_i,
  input  logic [Blocks-1:0]         withdrawn_blocks_i,
  input  logic [Vls-1:0]            update_i,     // flow control packet of each VL
  input  logic [Vls-1:0]            behind_i,     // it came behind the packet that arrived
  input  logic [Vls*Bits-1:0]       update_fctbs_i,

  output logic [Vls*Bits-1:0]       fccl_o,       // limit of each VL
  output logic [Vls-1:0]            due_o         // its peer is to hear of a change
);

  logic [Vls*Bits-1:0] abr_d, abr_q;    // blocks arrived
  logic [Vls*Bits-1:0] held_d, held_q;  // blocks that packets hold
  logic [Vls*Bits-1:0] came, went;      // with the packet that arrives, and that proved bad
  logic [Vls*Bits-1:0] counted;         // ABR that a flow control packet is to agree with
  logic [Vls*Bits-1:0] behind;          // what arrives behind that
  logic [Vls-1:0]      arrived, freed, dropped, overflows;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign arrived[vl] = arrived_i && arrived_vl_i == ib_pkg::VlBits'(vl);
    assign freed[vl]   = freed_i && freed_vl_i == ib_pkg::VlBits'(vl);
    assign dropped[vl] = dropped_i && dropped_vl_i == ib_pkg::VlBits'(vl);

    assign came[vl*Bits +: Bits]    = arrived[vl] ? Bits'(arrived_blocks_i) : '0;
    assign went[vl*Bits +: Bits] =
        (withdrawn_i && withdrawn_vl_i == ib_pkg::VlBits'(vl)) ? Bits'(withdrawn_blocks_i) : '0;
    // What proved bad came before, unless it arrives itself in this clock.
    assign behind[vl*Bits +: Bits] = behind_i[vl] ? '0 :
        came[vl*Bits +: Bits] - (withdrawn_own_i ? went[vl*Bits +: Bits] : '0);
    assign counted[vl*Bits +: Bits] = abr_q[vl*Bits +: Bits] + came[vl*Bits +: Bits] -
        went[vl*Bits +: Bits] - behind[vl*Bits +: Bits];
    assign fccl_o[vl*Bits +: Bits] =
        abr_q[vl*Bits +: Bits] + rx_blocks_i - held_q[vl*Bits +: Bits];
    assign overflows[vl] = 32'(held_q[vl*Bits +: Bits]) > RxBlocks;
    assign due_o[vl] = freed[vl] || dropped[vl] ||
        (update_i[vl] && update_fctbs_i[vl*Bits +: Bits] != counted[vl*Bits +: Bits]);
  end

  always_comb begin
    abr_d  = '0;
    held_d = held_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      abr_d[vl*Bits +: Bits] = behind[vl*Bits +: Bits] +
          (update_i[vl] ? update_fctbs_i[vl*Bits +: Bits] : counted[vl*Bits +: Bits]);
      if (arrived[vl]) held_d[vl*Bits +: Bits] = held_d[vl*Bits +: Bits] + came[vl*Bits +: Bits];
      if (freed[vl]) held_d[vl*Bits +: Bits] = held_d[vl*Bits +: Bits] - Bits'(freed_blocks_i);
      if (dropped[vl]) begin
        held_d[vl*Bits +: Bits] = held_d[vl*Bits +: Bits] - Bits'(dropped_blocks_i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      abr_q  <= '0;
      held_q <= '0;
    end else begin
      abr_q  <= abr_d;
      held_q <= held_d;
    end
  end

  `ASSERT(HeldStaysInTheBuffer_A, overflows == '0)

endmodule
