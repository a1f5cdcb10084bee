// SPDX-License-Identifier: Apache-2.0
// Syndromes of RS(544,514): the received word at alpha^0 .. alpha^29 by Horner's rule, two symbols
// a clock.
//
// Golden model: models/ib/phy/rs_decoder.cpp
// Documentation: docs/blocks/rs_decoder.md

`include "assertions.svh"

module ib_rs_syndromes (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         take_i,       // the symbols are taken
  input  logic         first_i,      // and are the first of a word
  input  logic [19:0]  symbols_i,    // the higher power in bits 9:0

  output logic [299:0] syndromes_o   // with the symbols on the pins; alpha^0 lowest
);

  logic [299:0] sum_d, sum_q;

  for (genvar i = 0; i < 30; i++) begin : gen_syndrome
    logic [9:0] kept, moved, high;

    assign kept = first_i ? 10'h000 : sum_q[10*i+:10];

    ib_gf1024_scale #(
      .Power ( 2 * i )
    ) u_moved (
      .x_i ( kept  ),
      .y_o ( moved )
    );

    ib_gf1024_scale #(
      .Power ( i )
    ) u_high (
      .x_i ( symbols_i[9:0] ),
      .y_o ( high           )
    );

    assign syndromes_o[10*i+:10] = moved ^ high ^ symbols_i[19:10];
  end

  assign sum_d = take_i ? syndromes_o : sum_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sum_q <= '0;
    end else begin
      sum_q <= sum_d;
    end
  end

  `ASSERT(SumIsHeld_A, take_i || sum_d == sum_q)

endmodule
