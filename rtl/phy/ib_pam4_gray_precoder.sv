// SPDX-License-Identifier: Apache-2.0
// Gray codes pairs of bits to PAM4 levels and precodes them with 1/(1+D) modulo 4, 32 symbols a
// clock.
//
// Golden model: models/ib/phy/pam4_gray_precoder.cpp
// Documentation: docs/blocks/pam4_gray_precoder.md

`include "assertions.svh"

module ib_pam4_gray_precoder #(
  parameter int unsigned Symbols = 32  // a clock
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 valid_i,
  input  logic                 precode_i,
  input  logic [2*Symbols-1:0] bits_i,   // first bit on the line in bit 0

  output logic [2*Symbols-1:0] levels_o  // two bits a symbol, of the same clock
);

  logic [1:0]           previous_d, previous_q;  // the symbol before this word
  logic [1:0]           last, level;
  logic [2*Symbols-1:0] levels;

  always_comb begin
    levels = '0;
    last   = previous_q;
    for (int unsigned s = 0; s < Symbols; s++) begin
      // The first bit of a pair is its most significant.
      level          = {bits_i[2*s], bits_i[2*s] ^ bits_i[2*s+1]};
      last           = precode_i ? level - last : level;
      levels[2*s+:2] = last;
    end
  end

  always_comb begin
    previous_d = previous_q;
    if (valid_i) previous_d = precode_i ? last : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) previous_q <= '0;
    else         previous_q <= previous_d;
  end

  assign levels_o = levels;

  `ASSERT(IdleKeepsTheSymbol_A, valid_i || previous_d == previous_q)

endmodule
