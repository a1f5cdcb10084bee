// SPDX-License-Identifier: Apache-2.0
// The product of two elements of GF(2^10) by x^10 + x^3 + 1.
//
// Golden model: models/ib/phy/gf1024.h
// Documentation: docs/blocks/rs_decoder.md

module ib_gf1024_multiply (
  input  logic [9:0] a_i,
  input  logic [9:0] b_i,
  output logic [9:0] y_o
);

  logic [9:0] shifted;  // a_i times a power of alpha

  always_comb begin
    shifted = a_i;
    y_o     = '0;
    for (int unsigned b = 0; b < 10; b++) begin
      y_o     = y_o ^ (b_i[b] ? shifted : 10'h000);
      shifted = {shifted[8:0], 1'b0} ^ (shifted[9] ? 10'h009 : 10'h000);
    end
  end

endmodule
