// SPDX-License-Identifier: Apache-2.0
// RS(544,514) encoder over GF(2^10), two symbols a clock: a message passes through in 257 clocks
// while its remainder is formed, which follows as parity in 15.
//
// Golden model: models/ib/phy/rs_encoder.cpp
// Documentation: docs/blocks/rs_encoder.md

`include "assertions.svh"

module ib_rs_encoder (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  input  logic [19:0] symbols_i,  // of the message, the first in bits 9:0
  output logic        ready_o,

  output logic        valid_o,
  output logic [19:0] symbols_o,  // of the codeword
  input  logic        ready_i
);

  localparam int unsigned Check         = 300;  // bits of 30 check symbols
  localparam int unsigned MessageClocks = 257;
  localparam int unsigned Clocks        = 272;

  // Generator with roots alpha^0 .. alpha^29 without its leading one; its lowest power on the left.
  localparam logic [Check-1:0] Generator = {
    10'd523, 10'd834, 10'd128, 10'd158, 10'd185, 10'd127, 10'd392, 10'd193,
    10'd610, 10'd788, 10'd361, 10'd883, 10'd503, 10'd942, 10'd385, 10'd495,
    10'd720, 10'd94, 10'd132, 10'd593, 10'd249, 10'd282, 10'd565, 10'd108,
    10'd1, 10'd552, 10'd230, 10'd187, 10'd552, 10'd575
  };

  // The generator times alpha^0 .. alpha^9, alpha being a root of x^10 + x^3 + 1, so that each bit
  // of a feedback symbol adds a constant.
  function automatic logic [10*Check-1:0] multiples_of(input logic [Check-1:0] polynomial);
    logic [Check-1:0] v;
    v = polynomial;
    multiples_of = '0;
    for (int unsigned b = 0; b < 10; b++) begin
      multiples_of[Check*b+:Check] = v;
      for (int unsigned s = 0; s < Check; s += 10) begin
        v[s+:10] = {v[s+:9], 1'b0} ^ (v[s+9] ? 10'h009 : 10'h000);
      end
    end
  endfunction

  localparam logic [10*Check-1:0] Multiples = multiples_of(Generator);

  logic [8:0]       clock_d, clock_q;          // of the codeword
  logic [Check-1:0] remainder_d, remainder_q;  // highest power, first on the line, lowest
  logic [Check-1:0] moved;
  logic [9:0]       feedback;
  logic             in_message;

  assign in_message = clock_q < 9'(MessageClocks);
  assign ready_o    = in_message && ready_i;
  assign valid_o    = !in_message || valid_i;
  assign symbols_o  = in_message ? symbols_i : remainder_q[19:0];

  always_comb begin
    moved    = remainder_q;
    feedback = '0;
    for (int unsigned s = 0; s < 2; s++) begin
      // Parity that leaves makes room for the zeros that the next message starts from.
      feedback = in_message ? symbols_i[10*s+:10] ^ moved[9:0] : '0;
      moved    = moved >> 10;
      for (int unsigned b = 0; b < 10; b++) begin
        moved = moved ^ (feedback[b] ? Multiples[Check*b+:Check] : '0);
      end
    end
  end

  always_comb begin
    clock_d     = clock_q;
    remainder_d = remainder_q;
    if (valid_o && ready_i) begin
      clock_d     = clock_q == 9'(Clocks - 1) ? '0 : clock_q + 9'd1;
      remainder_d = moved;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clock_q     <= '0;
      remainder_q <= '0;
    end else begin
      clock_q     <= clock_d;
      remainder_q <= remainder_d;
    end
  end

  `ASSERT(MessageStartsFromZero_A, clock_q != '0 || remainder_q == '0)
  `ASSERT(ParityIsNotInterrupted_A, in_message || valid_o)

endmodule
