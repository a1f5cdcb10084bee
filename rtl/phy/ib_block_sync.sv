// SPDX-License-Identifier: Apache-2.0
// Finds the boundary of 64b/66b blocks: locks after a window of good headers, unlocks on too many
// bad ones within a window, slips at each bad header while unlocked (IEEE 802.3, 49.2.9).
//
// Golden model: models/ib/phy/block_sync.cpp
// Documentation: docs/blocks/block_sync.md

`include "assertions.svh"

module ib_block_sync #(
  parameter int unsigned Window   = 64,  // headers
  parameter int unsigned BadLimit = 16   // bad headers of a window that unlock
) (
  input  logic clk_i,
  input  logic rst_ni,

  input  logic valid_i,        // a header is on the pins
  input  logic header_good_i,  // and it is 01 or 10

  output logic locked_o,
  output logic slip_o          // move the block boundary by one bit
);

  localparam int unsigned SeenBits = $clog2(Window);
  localparam int unsigned BadBits  = $clog2(BadLimit);

  logic                locked_d, locked_q;
  logic [SeenBits-1:0] seen_d, seen_q;  // headers of the present window
  logic [BadBits-1:0]  bad_d, bad_q;    // and the bad ones among them
  logic                bad, last_bad, window_ends;

  assign bad         = valid_i && !header_good_i;
  assign last_bad    = bad_q == BadBits'(BadLimit - 1);
  assign window_ends = seen_q == SeenBits'(Window - 1);

  assign locked_o = locked_q;
  assign slip_o   = bad && (!locked_q || last_bad);

  always_comb begin
    locked_d = locked_q;
    seen_d   = seen_q;
    bad_d    = bad_q;
    if (slip_o) begin
      locked_d = 1'b0;
      seen_d   = '0;
      bad_d    = '0;
    end else if (valid_i && window_ends) begin
      // A window that reaches its end unlocked held no bad header: that would have slipped.
      locked_d = 1'b1;
      seen_d   = '0;
      bad_d    = '0;
    end else if (valid_i) begin
      seen_d = seen_q + SeenBits'(1);
      bad_d  = bad_q + BadBits'(bad);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      locked_q <= 1'b0;
      seen_q   <= '0;
      bad_q    <= '0;
    end else begin
      locked_q <= locked_d;
      seen_q   <= seen_d;
      bad_q    <= bad_d;
    end
  end

  `ASSERT(UnlockedHoldsNoBadHeader_A, locked_q || bad_q == '0)
  `ASSERT(IdleChangesNothing_A, valid_i || (seen_d == seen_q && bad_d == bad_q))

endmodule
