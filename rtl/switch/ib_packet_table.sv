// SPDX-License-Identifier: Apache-2.0
// What is known of the packets at an input of the switch, by the place of their first words: filled
// from the header at the tables, completed by the tail, read when a packet is granted.
//
// Documentation: docs/blocks/switch_rtl.md

module ib_packet_table #(
  parameter  int unsigned Places  = 40,
  localparam int unsigned PtrBits = $clog2(Places),
  localparam int unsigned Blocks  = ib_pkg::BlockBits,
  localparam int unsigned Clocks  = ib_pkg::ClockBits,
  localparam int unsigned Numbers = ib_pkg::NumberBits,
  localparam int unsigned VlBits  = ib_pkg::VlBits
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  input  logic               header_i,        // a packet can be used from the next clock on
  input  logic [PtrBits-1:0] first_i,
  input  logic [Blocks-1:0]  blocks_i,
  input  logic [VlBits-1:0]  vl_i,
  input  logic [Numbers-1:0] number_i,        // of its first word
  input  logic [Clocks-1:0]  full_i,          // clocks until its last but one word can be used
  input  logic [Clocks-1:0]  last_i,          // and its last
  input  logic               tail_i,          // its last word can
  input  logic [PtrBits-1:0] tail_first_i,
  input  logic               tail_bad_i,

  // The packet that is granted.
  input  logic [PtrBits-1:0] granted_i,
  output logic [Blocks-1:0]  blocks_o,
  output logic [VlBits-1:0]  vl_o,
  output logic [Numbers-1:0] number_o,
  output logic               whole_o,         // its last word can be used
  output logic               killed_o,        // and showed that it is bad
  output logic [Clocks-1:0]  cross_full_o,    // clocks until the last word but one has crossed
  output logic [Clocks-1:0]  cross_last_o,    // and the last

  input  logic [PtrBits-1:0] crossing_i,      // one whose last word crosses
  output logic               crossing_bad_o,
  input  logic [PtrBits-1:0] discarded_i,     // one that goes nowhere
  output logic               discarded_whole_o
);

  logic [Blocks-1:0]  blocks [Places];
  logic [VlBits-1:0]  vl     [Places];
  logic [Numbers-1:0] number [Places];
  logic [Clocks-1:0]  full   [Places];
  logic [Clocks-1:0]  last   [Places];
  logic               whole  [Places];
  logic               bad    [Places];
  logic [Clocks-1:0]  now_d, now_q;           // clocks, modulo
  logic [Clocks-1:0]  full_left, last_left, in_turn;

  assign now_d             = now_q + Clocks'(1);
  assign blocks_o          = blocks[granted_i];
  assign vl_o              = vl[granted_i];
  assign number_o          = number[granted_i];
  assign whole_o           = whole[granted_i];
  assign killed_o          = whole_o && bad[granted_i];
  assign crossing_bad_o    = bad[crossing_i];
  assign discarded_whole_o = whole[discarded_i];

  // Words cross in turn, but not before the clock after they can be used.
  always_comb begin
    full_left = full[granted_i] - now_q;
    last_left = last[granted_i] - now_q;
    if (whole_o) last_left = '0;
    if (whole_o || full_left[Clocks-1]) full_left = '0;
    in_turn      = Clocks'(blocks_o) - Clocks'(1);
    cross_full_o = (in_turn == '0) ? '0 :
                   (in_turn > full_left) ? in_turn : full_left + Clocks'(1);
    cross_last_o = (cross_full_o > last_left ? cross_full_o : last_left) + Clocks'(1);
  end

  always_ff @(posedge clk_i) begin
    if (header_i) begin
      blocks[first_i] <= blocks_i;
      vl[first_i]     <= vl_i;
      number[first_i] <= number_i;
      full[first_i]   <= now_d + full_i;
      last[first_i]   <= now_d + last_i;
      whole[first_i]  <= 1'b0;
    end
    if (tail_i) begin
      whole[tail_first_i] <= 1'b1;
      bad[tail_first_i]   <= tail_bad_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      now_q <= '0;
    end else begin
      now_q <= now_d;
    end
  end

endmodule
