// SPDX-License-Identifier: Apache-2.0
// Says where the PSN of a request lies at its responder and which PSN is expected once the request
// has been executed: a query a clock, its answer in the next.
//
// Golden model: models/ib/transport/psn_checker.cpp
// Documentation: docs/blocks/psn_checker.md

`include "assertions.svh"

module ib_psn_checker (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  input  logic [23:0] psn_i,
  input  logic [23:0] expected_i,
  input  logic        nak_sent_i,  // for the expected PSN
  input  logic        is_read_i,   // takes the PSNs of its response
  input  logic [31:0] length_i,    // READ: bytes wanted
  input  logic [2:0]  mtu_i,       // 1 .. 5: 256 .. 4096 bytes
  output logic        ready_o,

  output logic        valid_o,
  output logic [1:0]  window_o,    // 0 expected, 1 duplicate, 2 ahead, 3 ahead again
  output logic [23:0] next_o,      // with window 0, else 0
  input  logic        ready_i
);

  localparam logic [1:0] Expected   = 2'd0;
  localparam logic [1:0] Duplicate  = 2'd1;
  localparam logic [1:0] Ahead      = 2'd2;
  localparam logic [1:0] AheadAgain = 2'd3;

  logic        valid_d, valid_q;
  logic [1:0]  window_d, window_q, window;
  logic [23:0] next_d, next_q;
  logic [23:0] ahead, packets;
  logic [31:0] before_last;  // bytes before the last of a READ

  assign ready_o     = !valid_q || ready_i;
  assign ahead       = psn_i - expected_i;
  assign before_last = length_i - 32'd1;

  always_comb begin
    packets = 24'd1;
    if (is_read_i && length_i != '0) begin
      unique case (mtu_i)
        3'd1:    packets = before_last[31:8] + 24'd1;
        3'd2:    packets = {1'b0, before_last[31:9]} + 24'd1;
        3'd3:    packets = {2'b0, before_last[31:10]} + 24'd1;
        3'd4:    packets = {3'b0, before_last[31:11]} + 24'd1;
        default: packets = {4'b0, before_last[31:12]} + 24'd1;
      endcase
    end
  end

  always_comb begin
    window = nak_sent_i ? AheadAgain : Ahead;
    if (ahead[23])   window = Duplicate;
    if (ahead == '0) window = Expected;
  end

  always_comb begin
    valid_d  = valid_q && !ready_i;
    window_d = window_q;
    next_d   = next_q;
    if (valid_i && ready_o) begin
      valid_d  = 1'b1;
      window_d = window;
      next_d   = window == Expected ? psn_i + packets : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q  <= 1'b0;
      window_q <= Expected;
      next_q   <= '0;
    end else begin
      valid_q  <= valid_d;
      window_q <= window_d;
      next_q   <= next_d;
    end
  end

  assign valid_o  = valid_q;
  assign window_o = window_q;
  assign next_o   = next_q;

  `ASSUME(MtuIsLegal_M, !valid_i || (mtu_i >= 3'd1 && mtu_i <= 3'd5))
  `ASSERT(AnswerIsHeldUntilTaken_A,
          !(valid_q && !ready_i) || (valid_d && window_d == window_q && next_d == next_q))

endmodule
