// SPDX-License-Identifier: Apache-2.0
// Self-synchronising scrambler x^58 + x^39 + 1, or its inverse, 64 bits a clock. Either end
// remembers the last 58 bits of the line alone, so one register serves both.
//
// Golden model: models/ib/phy/scrambler.cpp
// Documentation: docs/blocks/scrambler.md

`include "assertions.svh"

module ib_scrambler (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  input  logic        descramble_i,  // static while words pass
  input  logic [63:0] data_i,        // first bit on the line in bit 0

  output logic [63:0] data_o         // of the same clock
);

  logic [57:0] history_d, history_q;  // of the line, oldest in bit 0
  logic [38:0] low, line_low;         // the bits that lean on history alone
  logic [24:0] high, line_high;       // and those that lean on them

  // Bit k of the word follows line bit k - 58, which is history bit k, and line bit k - 39.
  assign low       = data_i[38:0] ^ history_q[38:0] ^ history_q[57:19];
  assign line_low  = descramble_i ? data_i[38:0] : low;
  assign high      = data_i[63:39] ^ {line_low[5:0], history_q[57:39]} ^ line_low[24:0];
  assign line_high = descramble_i ? data_i[63:39] : high;
  assign data_o    = {high, low};

  always_comb begin
    history_d = history_q;
    if (valid_i) history_d = {line_high, line_low[38:6]};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) history_q <= '1;
    else         history_q <= history_d;
  end

  `ASSERT(IdleKeepsTheLine_A, valid_i || history_d == history_q)

endmodule
