// SPDX-License-Identifier: Apache-2.0
// Says when a packet that was granted its way to an output may start there: as soon as its first
// word is there, or as much later as keeps its later words from coming late: the last one at all,
// the one before by a clock. What it says in clock t is of a packet that may start a way after t + 1.
//
// Golden model: models/switch/switch.h (first_launch)
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_start_time #(
  localparam int unsigned Blocks   = ib_pkg::BlockBits,
  localparam int unsigned Clocks   = ib_pkg::ClockBits,
  localparam int unsigned VlBits   = ib_pkg::VlBits,
  localparam int unsigned TimeBits = ib_pkg::TimeBits
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,

  input  logic [ib_pkg::PeriodBits-1:0]     period_i,      // quasi-static
  input  logic [ib_pkg::ReciprocalBits-1:0] reciprocal_i,
  input  logic [ib_pkg::ByteTimeBits-1:0]   byte_time_i,

  input  logic                              announced_i,
  input  logic [VlBits-1:0]                 announced_vl_i,
  input  logic [Blocks-1:0]                 announced_blocks_i,
  input  logic [Clocks-1:0]                 announced_full_i,  // clocks until its last but one crosses
  input  logic [Clocks-1:0]                 announced_last_i,  // and its last

  output logic                              starts_o,
  output logic [VlBits-1:0]                 starts_vl_o,
  output logic [Blocks-1:0]                 starts_blocks_o
);

  // Whole clocks that a time covers.
  function automatic logic [Clocks-1:0] clocks_of(input logic [TimeBits-1:0] span);
    clocks_of = Clocks'((64'(span) * 64'(reciprocal_i)) >> ib_pkg::ReciprocalShift);
  endfunction

  logic [TimeBits-1:0] byte_time, full_time, but_one_time;
  logic [Clocks-1:0]   last_lead, full_lead, lead;

  assign byte_time = TimeBits'(byte_time_i);

  always_comb begin
    full_time    = TimeBits'({announced_blocks_i - Blocks'(1), 6'b0}) * byte_time;
    but_one_time = (announced_blocks_i <= Blocks'(2)) ? '0 : full_time - (byte_time << 6);
    last_lead    = announced_last_i - clocks_of(full_time);
    full_lead    = announced_full_i -
                   clocks_of(but_one_time + TimeBits'(period_i) - TimeBits'(1));
    lead         = Clocks'(1);
    if (!last_lead[Clocks-1] && last_lead > lead) lead = last_lead;
    if (!full_lead[Clocks-1] && full_lead > lead) lead = full_lead;
  end

  // A packet that starts later waits here; the next one is granted after its tail, hence behind it.

  logic              waits_d, waits_q, at_once, in_time;
  logic [Clocks-1:0] left_d, left_q;
  logic [VlBits-1:0] vl_d, vl_q;
  logic [Blocks-1:0] blocks_d, blocks_q;

  assign at_once = announced_i && lead == Clocks'(1);
  assign in_time = waits_q && left_q == '0;

  always_comb begin
    waits_d  = waits_q && !in_time;
    left_d   = left_q - Clocks'(1);
    vl_d     = vl_q;
    blocks_d = blocks_q;
    if (announced_i && !at_once) begin
      waits_d  = 1'b1;
      left_d   = lead - Clocks'(2);
      vl_d     = announced_vl_i;
      blocks_d = announced_blocks_i;
    end
  end

  assign starts_o        = at_once || in_time;
  assign starts_vl_o     = at_once ? announced_vl_i : vl_q;
  assign starts_blocks_o = at_once ? announced_blocks_i : blocks_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q  <= 1'b0;
      left_q   <= '0;
      vl_q     <= '0;
      blocks_q <= '0;
    end else begin
      waits_q  <= waits_d;
      left_q   <= left_d;
      vl_q     <= vl_d;
      blocks_q <= blocks_d;
    end
  end

  `ASSERT(PacketsAreGrantedInTurn_A, !(announced_i && waits_q))

endmodule
