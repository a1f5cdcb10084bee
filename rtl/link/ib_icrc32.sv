// SPDX-License-Identifier: Apache-2.0
// Computes the ICRC of a stream of packets, one word of 64 bytes a clock. The result of a packet is
// offered in the clock after its last word; a packet may start in the clock the result is taken.
// The fields that may change in flight are replaced by ones here: the first word of a packet holds
// LRH to byte 4 of the BTH at least, and its LNH is 2 or 3.
//
// Golden model: models/ib/link/icrc32.cpp
// Documentation: docs/blocks/icrc32.md

`include "assertions.svh"

module ib_icrc32 (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  logic         last_i,   // the word ends its packet
  input  logic [6:0]   bytes_i,  // valid bytes: 1 .. 64; 64 unless last_i
  input  logic [511:0] data_i,   // first byte on the wire in bits 7:0
  output logic         ready_o,

  output logic         valid_o,
  output logic [31:0]  crc_o,    // goes out least significant byte first
  output logic         match_o,  // the packet included a ICRC that agrees with it
  input  logic         ready_i
);

  // LRH 8 bytes, GRH 40 (only with LNH 3), BTH; ones where IBTA Vol 1, 7.8.1 masks.
  localparam int unsigned LocalBth  = 8;
  localparam int unsigned GlobalBth = 48;

  function automatic logic [511:0] mutable_fields(input logic [1:0] lnh);
    mutable_fields = '0;
    if (lnh == 2'd3) begin
      mutable_fields[63:0]                      = '1;           // LRH
      mutable_fields[8*8 +: 4]                  = '1;           // GRH: upper TClass
      mutable_fields[8*9 +: 24]                 = '1;           // lower TClass, FlowLabel
      mutable_fields[8*15 +: 8]                 = '1;           // HopLmt
      mutable_fields[8*(GlobalBth + 4) +: 8]    = '1;           // FECN, BECN, Resv6
    end else begin
      mutable_fields[7:4]                       = '1;           // VL
      mutable_fields[8*(LocalBth + 4) +: 8]     = '1;           // FECN, BECN, Resv6
    end
  endfunction

  logic        first_d, first_q;  // the next word begins a packet
  logic        valid_d, valid_q;
  logic [31:0] crc_d, crc_q;
  logic [31:0] seed, moved;
  logic [511:0] data;

  assign ready_o = !valid_q || ready_i;
  assign seed    = first_q ? '1 : crc_q;
  assign data    = first_q ? (data_i | mutable_fields(data_i[9:8])) : data_i;

  ib_crc_step #(
    .Width      ( 32 ),
    .Polynomial ( ib_pkg::Icrc32Polynomial )
  ) u_step (
    .state_i ( seed    ),
    .data_i  ( data    ),
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
  assign match_o = crc_q == ib_pkg::Icrc32Residue;

  `ASSUME(BytesInRange_M, !valid_i || (bytes_i != '0 && bytes_i <= 7'd64))
  `ASSUME(OnlyTheLastWordIsShort_M, !valid_i || last_i || bytes_i == 7'd64)
  `ASSUME(HeadersInTheFirstWord_M,
          !valid_i || !first_q || (data_i[9] && bytes_i > (data_i[8] ? 7'd52 : 7'd12)))
  `ASSERT(ResultIsHeldUntilTaken_A, !(valid_q && !ready_i) || (valid_d && crc_d == crc_q))

endmodule
