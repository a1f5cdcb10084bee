// SPDX-License-Identifier: Apache-2.0
// Key equation of RS(544,514) by the reformulated inversionless Berlekamp-Massey algorithm
// (Sarwate and Shanbhag, IEEE Trans. VLSI 9(5), 2001): 46 equal cells, 30 clocks, one
// multiplication and one addition deep.
//
// Golden model: models/ib/phy/rs_decoder.cpp
// Documentation: docs/blocks/rs_decoder.md

`include "assertions.svh"

module ib_rs_key_equation (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         start_i,
  input  logic [299:0] syndromes_i,
  output logic         done_o,       // in the last of the 30 clocks; results stand from the next on

  output logic [159:0] locator_o,    // its 16 coefficients times one constant, that of 1 lowest
  output logic [149:0] evaluator_o,  // the high half of the error evaluator, times the same
  output logic [4:0]   length_o      // errors that the syndromes ask for, 0 .. 30
);

  localparam int unsigned Cells = 46;           // 3t + 1
  localparam int unsigned Bits  = 10 * Cells;
  localparam int unsigned Steps = 30;           // 2t

  logic            busy_d, busy_q;
  logic [4:0]      step_d, step_q;
  logic [4:0]      length_d, length_q;
  logic [Bits-1:0] delta_d, delta_q;            // discrepancies below, the locator above
  logic [Bits-1:0] theta_d, theta_q;            // the same before the last change of length
  logic [9:0]      gamma_d, gamma_q;            // discrepancy at that change
  logic [Bits-1:0] next_delta, moved;
  logic            lengthens;

  assign moved     = {10'h000, delta_q[Bits-1:10]};
  assign lengthens = delta_q[9:0] != '0 && {length_q, 1'b0} <= {1'b0, step_q};

  for (genvar i = 0; i < Cells; i++) begin : gen_cell
    logic [9:0] kept, subtracted;

    ib_gf1024_multiply u_kept (
      .a_i ( moved[10*i+:10] ),
      .b_i ( gamma_q         ),
      .y_o ( kept            )
    );

    ib_gf1024_multiply u_subtracted (
      .a_i ( theta_q[10*i+:10] ),
      .b_i ( delta_q[9:0]      ),
      .y_o ( subtracted        )
    );

    assign next_delta[10*i+:10] = kept ^ subtracted;
  end

  assign done_o = busy_q && step_q == 5'(Steps - 1);

  always_comb begin
    busy_d   = busy_q;
    step_d   = step_q;
    length_d = length_q;
    delta_d  = delta_q;
    theta_d  = theta_q;
    gamma_d  = gamma_q;
    if (start_i) begin
      busy_d   = 1'b1;
      step_d   = '0;
      length_d = '0;
      delta_d  = {10'd1, 150'd0, syndromes_i};
      theta_d  = {10'd1, 150'd0, syndromes_i};
      gamma_d  = 10'd1;
    end else if (busy_q) begin
      busy_d  = !done_o;
      step_d  = step_q + 5'd1;
      delta_d = next_delta;
      if (lengthens) begin
        length_d = step_q + 5'd1 - length_q;
        theta_d  = moved;
        gamma_d  = delta_q[9:0];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q   <= 1'b0;
      step_q   <= '0;
      length_q <= '0;
      delta_q  <= '0;
      theta_q  <= '0;
      gamma_q  <= '0;
    end else begin
      busy_q   <= busy_d;
      step_q   <= step_d;
      length_q <= length_d;
      delta_q  <= delta_d;
      theta_q  <= theta_d;
      gamma_q  <= gamma_d;
    end
  end

  assign evaluator_o = delta_q[149:0];
  assign locator_o   = delta_q[309:150];
  assign length_o    = length_q;

  `ASSERT(StartsIdle_A, !(start_i && busy_q))
  `ASSERT(StepInRange_A, step_q <= 5'(Steps))

endmodule
