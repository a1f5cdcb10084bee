// SPDX-License-Identifier: Apache-2.0
// Packs four 64b/66b blocks into one block of 257 bits, a group a clock (IEEE 802.3, 91.5.2.5).
//
// Four flags go in front and push what follows up by a nibble, as far as the type of the first
// control block, which gives up its high nibble for them. A group of data alone stays as it is.
//
// Golden model: models/ib/phy/transcode_256b257b.cpp
// Documentation: docs/blocks/transcode_256b257b.md

`include "assertions.svh"

module ib_transcode_256b257b (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  logic [3:0]   control_i,  // one bit a block: its header is 10
  input  logic [255:0] data_i,     // payloads, the first block and its first bit lowest
  output logic         ready_o,

  output logic         valid_o,
  output logic [256:0] block_o,    // bit 0, first on the line, says that all blocks are data
  input  logic         ready_i
);

  logic         valid_d, valid_q;
  logic [256:0] block_d, block_q;
  logic [255:0] pushed, pushed_mask;
  logic         pushing;

  assign ready_o = !valid_q || ready_i;
  assign pushed  = {data_i[251:0], ~control_i};

  always_comb begin
    pushed_mask = '0;
    pushing     = control_i != '0;
    for (int unsigned b = 0; b < 4; b++) begin
      if (pushing) pushed_mask[64*b+:64] = control_i[b] ? 64'hFF : '1;
      pushing = pushing && !control_i[b];
    end
  end

  always_comb begin
    valid_d = valid_q && !ready_i;
    block_d = block_q;
    if (valid_i && ready_o) begin
      valid_d = 1'b1;
      block_d = {(data_i & ~pushed_mask) | (pushed & pushed_mask), control_i == '0};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      block_q <= '0;
    end else begin
      valid_q <= valid_d;
      block_q <= block_d;
    end
  end

  assign valid_o = valid_q;
  assign block_o = block_q;

  `ASSERT(BlockIsHeldUntilTaken_A, !(valid_q && !ready_i) || (valid_d && block_d == block_q))

endmodule
