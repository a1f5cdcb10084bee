// SPDX-License-Identifier: Apache-2.0
// A line of entries, first come, first served. The first shows at once; one joins and one leaves a
// clock.
//
// Golden model: models/ib/base/ring.h
// Documentation: docs/blocks/send_scheduler.md

`include "assertions.svh"

module ib_turn_queue #(
  parameter int unsigned Depth = 64,  // a power of two
  parameter int unsigned Bits  = 56
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            push_i,   // only while ready
  input  logic [Bits-1:0] entry_i,
  output logic            ready_o,

  output logic            valid_o,
  output logic [Bits-1:0] first_o,
  input  logic            pop_i     // only while valid
);

  localparam int unsigned PointerBits = $clog2(Depth);

  logic [Bits-1:0]        entries_q [Depth];
  logic [PointerBits:0]   head_d, head_q, tail_d, tail_q;  // one bit more tells full from empty

  assign valid_o = head_q != tail_q;
  assign ready_o = tail_q - head_q != (PointerBits+1)'(Depth);
  assign first_o = entries_q[head_q[PointerBits-1:0]];

  always_comb begin
    head_d = head_q;
    tail_d = tail_q;
    if (pop_i)  head_d = head_q + 1'b1;
    if (push_i) tail_d = tail_q + 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
    end else begin
      head_q <= head_d;
      tail_q <= tail_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i) entries_q[tail_q[PointerBits-1:0]] <= entry_i;
  end

  `ASSERT(NothingIsPushedWhileFull_A, !push_i || ready_o)
  `ASSERT(NothingIsPoppedWhileEmpty_A, !pop_i || valid_o)

endmodule
