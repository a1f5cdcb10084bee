// SPDX-License-Identifier: Apache-2.0
// Computes the VCRC of a stream of packets, one word of 64 bytes a clock. The result of a packet is
// offered in the clock after its last word; a packet may start in the clock the result is taken.
//
// Golden model: models/ib/link/vcrc16.cpp
// Documentation: docs/blocks/vcrc16.md

`include "assertions.svh"

module ib_vcrc16 (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  logic         last_i,   // the word ends its packet
  input  logic [6:0]   bytes_i,  // valid bytes: 1 .. 64; 64 unless last_i
  input  logic [511:0] data_i,   // first byte on the wire in bits 7:0
  output logic         ready_o,

  output logic         valid_o,
  output logic [15:0]  crc_o,    // goes out least significant byte first
  output logic         match_o,  // the packet included a VCRC that agrees with it
  input  logic         ready_i
);

  logic        first_d, first_q;  // the next word begins a packet
  logic        valid_d, valid_q;
  logic [15:0] crc_d, crc_q;
  logic [15:0] seed, moved;

  assign ready_o = !valid_q || ready_i;
  assign seed    = first_q ? '1 : crc_q;

  ib_crc_step #(
    .Width      ( 16 ),
    .Polynomial ( ib_pkg::Vcrc16Polynomial )
  ) u_step (
    .state_i ( seed    ),
    .data_i  ( data_i  ),
    .bytes_i ( bytes_i ),
    .state_o ( moved   )
  );

  always_comb begin
    first_d = first_q;
    valid_d = valid_q && !ready_i;
    crc_d   = crc_q;
    if (valid_i && ready_o) begin
      first_d = last_i;
      valid_d = last_i;
      crc_d   = moved;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
      valid_q <= 1'b0;
      crc_q   <= '1;
    end else begin
      first_q <= first_d;
      valid_q <= valid_d;
      crc_q   <= crc_d;
    end
  end

  assign valid_o = valid_q;
  assign crc_o   = ~crc_q;
  assign match_o = crc_q == ib_pkg::Vcrc16Residue;

  `ASSUME(BytesInRange_M, !valid_i || (bytes_i != '0 && bytes_i <= 7'd64))
  `ASSUME(OnlyTheLastWordIsShort_M, !valid_i || last_i || bytes_i == 7'd64)
  `ASSERT(ResultIsHeldUntilTaken_A, !(valid_q && !ready_i) || (valid_d && crc_d == crc_q))

endmodule
