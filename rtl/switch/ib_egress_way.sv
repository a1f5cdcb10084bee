// SPDX-License-Identifier: Apache-2.0
// The way of packets from the crossbar to the queues of an output: words, and beside them the lane
// of each packet and the moment from which it may start.
//
// Documentation: docs/blocks/switch_rtl.md

module ib_egress_way #(
  parameter  int unsigned Crossbar = 1,   // clocks a word spends in the crossbar, at least 1
  parameter  int unsigned Egress   = 1,   // clocks from there to the transmitter, at least 1
  localparam int unsigned Bits     = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks   = ib_pkg::BlockBits,
  localparam int unsigned VlBits   = ib_pkg::VlBits
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              announced_i,    // a packet was granted its way here
  input  logic [VlBits-1:0] announced_vl_i,
  input  logic              starts_i,       // one may start when it is here
  input  logic [VlBits-1:0] starts_vl_i,
  input  logic [Blocks-1:0] starts_blocks_i,
  input  logic              valid_i,        // a word out of the crossbar
  input  logic              last_i,         // of its packet
  input  logic              bad_i,          // which is bad
  input  logic [Bits-1:0]   data_i,

  output logic              comes_o,        // a packet may start from the next clock on
  output logic [VlBits-1:0] comes_vl_o,
  output logic [Blocks-1:0] comes_blocks_o,
  output logic              valid_o,
  output logic              last_o,
  output logic              bad_o,
  output logic [VlBits-1:0] vl_o,
  output logic [Bits-1:0]   data_o
);

  localparam int unsigned Latency  = Crossbar + Egress;
  localparam int unsigned Announce = 1 + VlBits;
  localparam int unsigned Starting = 1 + VlBits + Blocks;
  localparam int unsigned WordBits = 3 + Bits;

  logic [Latency*Announce-1:0] announce_d, announce_q;
  logic [Latency*Starting-1:0] starting_d, starting_q;
  logic                        lane_comes;
  logic [VlBits-1:0]           lane_vl, vl_d, vl_q;

  assign announce_d = (Latency*Announce)'({announce_q, announced_i, announced_vl_i});
  assign starting_d = (Latency*Starting)'({starting_q, starts_i, starts_vl_i, starts_blocks_i});
  assign {lane_comes, lane_vl} = announce_q[(Latency-1)*Announce +: Announce];
  assign {comes_o, comes_vl_o, comes_blocks_o} = starting_q[(Latency-1)*Starting +: Starting];
  assign vl_d = lane_comes ? lane_vl : vl_q;
  assign vl_o = vl_d;

  if (Egress > 1) begin : gen_stages
    logic [(Egress-1)*WordBits-1:0] words_d, words_q;

    assign words_d = ((Egress-1)*WordBits)'({words_q, valid_i, last_i, bad_i, data_i});
    assign {valid_o, last_o, bad_o, data_o} = words_q[(Egress-2)*WordBits +: WordBits];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        words_q <= '0;
      end else begin
        words_q <= words_d;
      end
    end
  end else begin : gen_direct
    assign {valid_o, last_o, bad_o, data_o} = {valid_i, last_i, bad_i, data_i};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      announce_q <= '0;
      starting_q <= '0;
      vl_q       <= '0;
    end else begin
      announce_q <= announce_d;
      starting_q <= starting_d;
      vl_q       <= vl_d;
    end
  end

endmodule
