// SPDX-License-Identifier: Apache-2.0
// Sender's credits of all data VLs of a port: says which packets may start, counts those that did,
// takes limits from the peer's flow control packets and tells FCTBS for our own.
//
// Golden model: models/ib/link/credit_tx.cpp
// Documentation: docs/blocks/credits.md

`include "assertions.svh"

module ib_credit_tx #(
  parameter  int unsigned Vls    = ib_pkg::DataVls,
  localparam int unsigned Bits   = ib_pkg::CreditBits,
  localparam int unsigned Blocks = ib_pkg::BlockBits
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  input  logic                        link_down_i,    // forgets all counts

  input  logic [Vls-1:0]              update_valid_i, // flow control packets
  input  logic [Vls*Bits-1:0]         update_fccl_i,  // one a VL

  input  logic                        sent_valid_i,   // a packet starts
  input  logic [ib_pkg::VlBits-1:0]   sent_vl_i,

  input  logic [Vls*Blocks-1:0]       blocks_i,       // head packet of each VL
  output logic [Vls-1:0]              may_send_o,     // it has its credits

  input  logic [ib_pkg::VlBits-1:0]   query_vl_i,
  output logic [Bits-1:0]             fctbs_o,
  output logic [Vls*Bits-1:0]         all_fctbs_o
);

  logic [Vls*Bits-1:0] fctbs_d, fctbs_q;  // blocks sent
  logic [Vls*Bits-1:0] fccl_d, fccl_q;    // limit
  logic [Vls*Bits-1:0] after;             // blocks sent once the head packet has gone
  logic [Vls-1:0]      sent;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    logic [Bits-1:0] left;

    assign sent[vl] = sent_valid_i && sent_vl_i == ib_pkg::VlBits'(vl);

    assign after[vl*Bits +: Bits] =
        fctbs_q[vl*Bits +: Bits] + Bits'(blocks_i[vl*Blocks +: Blocks]);
    assign left           = fccl_q[vl*Bits +: Bits] - after[vl*Bits +: Bits];
    assign may_send_o[vl] = left <= Bits'(ib_pkg::MaxCreditWindow);
  end

  assign all_fctbs_o = fctbs_q;

  always_comb begin
    fctbs_o = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (query_vl_i == ib_pkg::VlBits'(vl)) fctbs_o = fctbs_q[vl*Bits +: Bits];
    end
  end

  always_comb begin
    fctbs_d = fctbs_q;
    fccl_d  = fccl_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (update_valid_i[vl]) fccl_d[vl*Bits +: Bits] = update_fccl_i[vl*Bits +: Bits];
      if (sent[vl])    fctbs_d[vl*Bits +: Bits] = after[vl*Bits +: Bits];
    end
    if (link_down_i) begin
      fctbs_d = '0;
      fccl_d  = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fctbs_q <= '0;
      fccl_q  <= '0;
    end else begin
      fctbs_q <= fctbs_d;
      fccl_q  <= fccl_d;
    end
  end

  `ASSUME(SendsOnlyWithCredit_M, (sent & ~may_send_o) == '0)
  `ASSERT(OneVlIsCharged_A, $onehot0(sent))

endmodule
