// SPDX-License-Identifier: Apache-2.0
// What to add to each symbol of a word of RS(544,514), two symbols a clock: Chien search and
// Forney's formula in four clocks.
//
// Golden model: models/ib/phy/rs_decoder.cpp
// Documentation: docs/blocks/rs_decoder.md

`include "assertions.svh"

module ib_rs_corrector (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         load_i,       // a new word; its first symbols are next
  input  logic [159:0] locator_i,    // coefficient of 1 lowest
  input  logic [149:0] evaluator_i,  // the high half
  input  logic         move_i,       // to the next two symbols
  input  logic         advance_i,    // the pipeline moves

  output logic [19:0]  error_o       // four moves later, the higher power in bits 9:0
);

  localparam int unsigned First = 543;  // power of the first symbol

  logic [159:0] locator_d, locator_q;      // terms at the higher power
  logic [149:0] evaluator_d, evaluator_q;
  logic [159:0] locator_begun, locator_moved, locator_low;
  logic [149:0] evaluator_begun, evaluator_moved, evaluator_low;

  for (genvar i = 0; i < 16; i++) begin : gen_locator
    ib_gf1024_scale #(
      .Power ( (1023 - First) * i )
    ) u_begun (
      .x_i ( locator_i[10*i+:10]     ),
      .y_o ( locator_begun[10*i+:10] )
    );

    ib_gf1024_scale #(
      .Power ( 2 * i )
    ) u_moved (
      .x_i ( locator_q[10*i+:10]     ),
      .y_o ( locator_moved[10*i+:10] )
    );

    ib_gf1024_scale #(
      .Power ( i )
    ) u_low (
      .x_i ( locator_q[10*i+:10]   ),
      .y_o ( locator_low[10*i+:10] )
    );
  end

  // The high half of the evaluator counts from x^30.
  for (genvar i = 0; i < 15; i++) begin : gen_evaluator
    ib_gf1024_scale #(
      .Power ( (1023 - First) * (30 + i) )
    ) u_begun (
      .x_i ( evaluator_i[10*i+:10]     ),
      .y_o ( evaluator_begun[10*i+:10] )
    );

    ib_gf1024_scale #(
      .Power ( 2 * (30 + i) )
    ) u_moved (
      .x_i ( evaluator_q[10*i+:10]     ),
      .y_o ( evaluator_moved[10*i+:10] )
    );

    ib_gf1024_scale #(
      .Power ( 30 + i )
    ) u_low (
      .x_i ( evaluator_q[10*i+:10]   ),
      .y_o ( evaluator_low[10*i+:10] )
    );
  end

  always_comb begin
    locator_d   = locator_q;
    evaluator_d = evaluator_q;
    if (load_i) begin
      locator_d   = locator_begun;
      evaluator_d = evaluator_begun;
    end else if (move_i) begin
      locator_d   = locator_moved;
      evaluator_d = evaluator_moved;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      locator_q   <= '0;
      evaluator_q <= '0;
    end else begin
      locator_q   <= locator_d;
      evaluator_q <= evaluator_d;
    end
  end

  ib_rs_magnitude u_high (
    .clk_i,
    .rst_ni,
    .advance_i,
    .locator_i   ( locator_q    ),
    .evaluator_i ( evaluator_q  ),
    .error_o     ( error_o[9:0] )
  );

  ib_rs_magnitude u_low (
    .clk_i,
    .rst_ni,
    .advance_i,
    .locator_i   ( locator_low    ),
    .evaluator_i ( evaluator_low  ),
    .error_o     ( error_o[19:10] )
  );

  `ASSERT(MovesWithThePipeline_A, !move_i || advance_i)

endmodule
