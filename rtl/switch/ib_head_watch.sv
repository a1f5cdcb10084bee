// SPDX-License-Identifier: Apache-2.0
// Head-of-queue lifetime of one lane of an output: how long its head has been the head, and whether
// it is to be discarded for that. So many discards in a row stall the lane: for eight lifetimes all
// that comes to its head is discarded.
//
// Golden model: models/switch/lifetimes.cpp, models/ib/switching/vl_stall.h
// Documentation: docs/blocks/switch_rtl.md

module ib_head_watch #(
  parameter  int unsigned Counts   = 8,   // bits of a count of packets
  localparam int unsigned LifeBits = ib_pkg::LifeBits
) (
  input  logic                clk_i,
  input  logic                rst_ni,

  // Quasi-static.
  input  logic [LifeBits-1:0] life_i,         // clocks; 0 = no limit
  input  logic [2:0]          stall_count_i,  // discards in a row that stall; 0 = never

  input  logic                announced_i,    // a packet is on its way to the queue
  input  logic                here_i,         // the head may start, were there credits and a line
  input  logic                sent_i,
  input  logic                gone_i,         // the head is sent or discarded
  input  logic                dropped_i,      // it is discarded for its lifetime

  output logic                overdue_o,
  output logic                stalls_o        // by the one that is discarded now
);

  logic [Counts-1:0]   queued_d, queued_q;  // packets, those on their way among them
  logic [LifeBits-1:0] age_d, age_q;        // clocks at the head, as far as one more than the lifetime
  logic [2:0]          drops_d, drops_q;    // in a row
  logic [LifeBits+2:0] stall_d, stall_q;    // clocks that the lane is stalled
  logic                stalled;

  assign stalled   = stall_q != '0;
  assign overdue_o = here_i && life_i != '0 && (stalled || age_q > life_i);
  assign stalls_o  = dropped_i && !stalled && stall_count_i != '0 &&
                     drops_q + 3'd1 == stall_count_i;
  assign queued_d  = queued_q + Counts'(announced_i) - Counts'(gone_i);

  always_comb begin
    age_d = (age_q > life_i) ? age_q : age_q + LifeBits'(1);
    if (queued_q == '0 || gone_i) age_d = LifeBits'(1);
    drops_d = drops_q;
    if (sent_i || stalls_o) begin
      drops_d = '0;
    end else if (dropped_i && !stalled && stall_count_i != '0) begin
      drops_d = drops_q + 3'd1;
    end
    stall_d = stall_q - (LifeBits+3)'(stalled);
    if (stalls_o) stall_d = {life_i, 3'b000} - (LifeBits+3)'(1);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      queued_q <= '0;
      age_q    <= '0;
      drops_q  <= '0;
      stall_q  <= '0;
    end else begin
      queued_q <= queued_d;
      age_q    <= age_d;
      drops_q  <= drops_d;
      stall_q  <= stall_d;
    end
  end

endmodule
