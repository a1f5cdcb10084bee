// SPDX-License-Identifier: Apache-2.0
// What to add to one symbol, by the terms of locator and evaluator at its power: zero where the
// locator does not vanish, else evaluator over odd part of the locator (Forney), in four clocks.
// The inverse is the power 1022, by Itoh and Tsujii's chain.
//
// Golden model: models/ib/phy/rs_decoder.cpp
// Documentation: docs/blocks/rs_decoder.md

`include "assertions.svh"

module ib_rs_magnitude (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         advance_i,    // the pipeline moves
  input  logic [159:0] locator_i,    // terms, that of 1 lowest
  input  logic [149:0] evaluator_i,  // terms

  output logic [9:0]   error_o       // of what was on the pins four moves before
);

  // Clock 1: sums of the terms.
  logic [9:0] even, odd, value;
  logic       root_q1, root_q2, root_q3;
  logic [9:0] odd_q1, odd_q2;
  logic [9:0] value_q1, value_q2, value_q3;

  always_comb begin
    even  = '0;
    odd   = '0;
    value = '0;
    for (int unsigned i = 0; i < 16; i += 2) begin
      even = even ^ locator_i[10*i+:10];
      odd  = odd ^ locator_i[10*i+10+:10];
    end
    for (int unsigned i = 0; i < 15; i++) value = value ^ evaluator_i[10*i+:10];
  end

  // Clock 2: odd^(2^4 - 1).
  logic [9:0] odd_2, odd_3, odd_12, odd_15, odd_15_q2;

  ib_gf1024_frobenius #(.Squarings(1)) u_odd_2 (.x_i(odd_q1), .y_o(odd_2));
  ib_gf1024_multiply u_odd_3 (.a_i(odd_q1), .b_i(odd_2), .y_o(odd_3));
  ib_gf1024_frobenius #(.Squarings(2)) u_odd_12 (.x_i(odd_3), .y_o(odd_12));
  ib_gf1024_multiply u_odd_15 (.a_i(odd_3), .b_i(odd_12), .y_o(odd_15));

  // Clock 3: odd^(2^9 - 1), whose square is the inverse.
  logic [9:0] odd_240, odd_255, odd_510, odd_511, inverse, inverse_q3;

  ib_gf1024_frobenius #(.Squarings(4)) u_odd_240 (.x_i(odd_15_q2), .y_o(odd_240));
  ib_gf1024_multiply u_odd_255 (.a_i(odd_15_q2), .b_i(odd_240), .y_o(odd_255));
  ib_gf1024_frobenius #(.Squarings(1)) u_odd_510 (.x_i(odd_255), .y_o(odd_510));
  ib_gf1024_multiply u_odd_511 (.a_i(odd_510), .b_i(odd_q2), .y_o(odd_511));
  ib_gf1024_frobenius #(.Squarings(1)) u_inverse (.x_i(odd_511), .y_o(inverse));

  // Clock 4.
  logic [9:0] quotient, error_q4;

  ib_gf1024_multiply u_quotient (.a_i(value_q3), .b_i(inverse_q3), .y_o(quotient));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      root_q1    <= 1'b0;
      root_q2    <= 1'b0;
      root_q3    <= 1'b0;
      odd_q1     <= '0;
      odd_q2     <= '0;
      odd_15_q2  <= '0;
      inverse_q3 <= '0;
      value_q1   <= '0;
      value_q2   <= '0;
      value_q3   <= '0;
      error_q4   <= '0;
    end else if (advance_i) begin
      root_q1    <= even == odd;
      root_q2    <= root_q1;
      root_q3    <= root_q2;
      odd_q1     <= odd;
      odd_q2     <= odd_q1;
      odd_15_q2  <= odd_15;
      inverse_q3 <= inverse;
      value_q1   <= value;
      value_q2   <= value_q1;
      value_q3   <= value_q2;
      error_q4   <= root_q3 ? quotient : '0;
    end
  end

  assign error_o = error_q4;

endmodule
