// SPDX-License-Identifier: Apache-2.0
// How many positions of a word of RS(544,514) an error locator vanishes at, sixteen a clock (Chien).
//
// Golden model: models/ib/phy/rs_decoder.cpp
// Documentation: docs/blocks/rs_decoder.md

`include "assertions.svh"

module ib_rs_root_count (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         start_i,
  input  logic [159:0] locator_i,  // coefficient of 1 lowest
  output logic         done_o,     // in the clock after the last of 34
  output logic [4:0]   roots_o
);

  localparam int unsigned Width  = 16;   // positions a clock
  localparam int unsigned Clocks = 34;   // 544 / Width
  localparam int unsigned First  = 543;  // power of the first symbol; the search goes down

  logic             busy_d, busy_q;
  logic             done_d, done_q;
  logic [5:0]       clock_d, clock_q;
  logic [4:0]       roots_d, roots_q;
  logic [159:0]     term_d, term_q;      // terms of the locator at the first position of the clock
  logic [159:0]     begun, moved;
  logic [Width-1:0] vanishes;
  logic [4:0]       found;

  for (genvar i = 0; i < 16; i++) begin : gen_term
    // alpha^-543i, then onwards by alpha^i a position.
    ib_gf1024_scale #(
      .Power ( (1023 - First) * i )
    ) u_begun (
      .x_i ( locator_i[10*i+:10] ),
      .y_o ( begun[10*i+:10]     )
    );

    ib_gf1024_scale #(
      .Power ( Width * i )
    ) u_moved (
      .x_i ( term_q[10*i+:10] ),
      .y_o ( moved[10*i+:10]  )
    );
  end

  for (genvar p = 0; p < Width; p++) begin : gen_position
    logic [159:0] here;
    logic [9:0]   sum;

    for (genvar i = 0; i < 16; i++) begin : gen_term
      ib_gf1024_scale #(
        .Power ( p * i )
      ) u_here (
        .x_i ( term_q[10*i+:10] ),
        .y_o ( here[10*i+:10]   )
      );
    end

    always_comb begin
      sum = '0;
      for (int unsigned i = 0; i < 16; i++) sum = sum ^ here[10*i+:10];
    end

    assign vanishes[p] = sum == '0;
  end

  always_comb begin
    found = '0;
    for (int unsigned p = 0; p < Width; p++) found = found + 5'(vanishes[p]);
  end

  always_comb begin
    busy_d  = busy_q;
    done_d  = 1'b0;
    clock_d = clock_q;
    roots_d = roots_q;
    term_d  = term_q;
    if (start_i) begin
      busy_d  = 1'b1;
      clock_d = '0;
      roots_d = '0;
      term_d  = begun;
    end else if (busy_q) begin
      done_d  = clock_q == 6'(Clocks - 1);
      busy_d  = !done_d;
      clock_d = clock_q + 6'd1;
      roots_d = roots_q + found;
      term_d  = moved;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      done_q  <= 1'b0;
      clock_q <= '0;
      roots_q <= '0;
      term_q  <= '0;
    end else begin
      busy_q  <= busy_d;
      done_q  <= done_d;
      clock_q <= clock_d;
      roots_q <= roots_d;
      term_q  <= term_d;
    end
  end

  assign done_o  = done_q;
  assign roots_o = roots_q;

  `ASSERT(StartsIdle_A, !(start_i && busy_q))

endmodule
