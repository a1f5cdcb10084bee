// SPDX-License-Identifier: Apache-2.0
// Takes a block of 257 bits apart into four 64b/66b blocks, one a clock (IEEE 802.3, 91.5.3.5): the
// way back of ib_transcode_256b257b.
//
// What four flags and the nibble missing from the first control block's type pushed up moves down
// again; the type's high nibble follows from its low one. What no four blocks make comes out as
// four control blocks of type zero, which no receiver takes.
//
// Golden model: models/ib/phy/transcode_257b256b.cpp
// Documentation: docs/blocks/transcode_257b256b.md

`include "assertions.svh"

module ib_transcode_257b256b (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  logic [256:0] block_i,    // bit 0, first on the line, says that all blocks are data
  output logic         ready_o,

  output logic         valid_o,
  output logic [3:0]   control_o,  // one bit a block: its header is 10
  output logic [255:0] data_o,     // payloads, the first block and its first bit lowest
  input  logic         ready_i
);

  // High nibble of the fifteen block types of IEEE 802.3 by their low nibble.
  localparam logic [63:0] HighNibbles = 64'hF12C_4A97_865B_3DE0;

  logic         valid_d, valid_q;
  logic [3:0]   control_d, control_q;
  logic [255:0] data_d, data_q;

  logic         all_data, pushing, known;
  logic [3:0]   flags, low_nibble, high_nibble;
  logic [255:0] data, pushed, pulled;

  assign ready_o  = !valid_q || ready_i;
  assign all_data = block_i[0];
  assign pushed   = block_i[256:1];
  assign pulled   = {4'h0, pushed[255:4]};
  assign flags    = pushed[3:0];

  always_comb begin
    data        = pushed;
    pushing     = !all_data;
    low_nibble  = 4'h0;
    high_nibble = 4'h0;
    known       = all_data;
    for (int unsigned b = 0; b < 4; b++) begin
      if (pushing && flags[b]) data[64*b+:64] = pulled[64*b+:64];
      if (pushing && !flags[b]) begin
        low_nibble    = pushed[64*b+4+:4];
        high_nibble   = HighNibbles[4*low_nibble+:4];
        known         = low_nibble != 4'h0;
        data[64*b+:8] = {high_nibble, low_nibble};
      end
      pushing = pushing && flags[b];
    end
  end

  always_comb begin
    valid_d   = valid_q && !ready_i;
    control_d = control_q;
    data_d    = data_q;
    if (valid_i && ready_o) begin
      valid_d   = 1'b1;
      control_d = all_data ? 4'h0 : ~flags;
      data_d    = data;
      if (!known) begin
        control_d = 4'hF;
        data_d    = '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q   <= 1'b0;
      control_q <= '0;
      data_q    <= '0;
    end else begin
      valid_q   <= valid_d;
      control_q <= control_d;
      data_q    <= data_d;
    end
  end

  assign valid_o   = valid_q;
  assign control_o = control_q;
  assign data_o    = data_q;

  `ASSERT(BlocksAreHeldUntilTaken_A, !(valid_q && !ready_i) || (valid_d && data_d == data_q))

endmodule
