// SPDX-License-Identifier: Apache-2.0
// Hands the words of packets to a line, with the VCRC of the new lane. The first one goes in the
// clock in which its packet begins, a later one in the first clock whose edge is not before its own
// time. When the next packet begins before the last word's clock has come, that is kept aside and
// goes in the next clock. A packet found bad meanwhile ends with EBP and an inverted VCRC.
//
// Golden model: models/link/port.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_packet_sender #(
  parameter  int unsigned EgressBlocks = 32,  // words of a queue
  localparam int unsigned At           = $clog2(EgressBlocks + 1),
  localparam int unsigned Bits         = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks       = ib_pkg::BlockBits,
  localparam int unsigned VlBits       = ib_pkg::VlBits,
  localparam int unsigned TimeBits     = ib_pkg::TimeBits
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,

  input  logic [ib_pkg::PeriodBits-1:0]   period_i,     // quasi-static
  input  logic [ib_pkg::ByteTimeBits-1:0] byte_time_i,

  // A packet begins, and its first word.
  input  logic                            start_i,
  input  logic [TimeBits-1:0]             begin_i,      // time after the edge
  input  logic [VlBits-1:0]               vl_i,         // its queue
  input  logic [Blocks-1:0]               blocks_i,
  input  logic [At-1:0]                   at_i,         // place of its first word
  input  logic [Bits-1:0]                 head_i,       // which is this
  output logic [6:0]                      first_bytes_o,
  output logic [Bits-1:0]                 first_data_o,

  // A later word is read and goes.
  output logic [VlBits-1:0]               later_vl_o,
  output logic [At-1:0]                   later_at_o,
  input  logic [Bits-1:0]                 later_i,
  input  logic                            later_bad_i,  // it shows that its packet is bad
  output logic                            valid_o,
  output logic                            last_o,
  output logic                            bad_end_o,    // EBP follows
  output logic [6:0]                      bytes_o,
  output logic [Bits-1:0]                 data_o
);

  function automatic logic [At-1:0] next_of(input logic [At-1:0] place);
    next_of = (32'(place) == EgressBlocks - 1) ? '0 : place + At'(1);
  endfunction

  // The VCRC of this hop in place of the old one; nothing behind it.
  function automatic logic [Bits-1:0] closed(input logic [Bits-1:0] data, input logic [6:0] bytes,
                                             input logic [15:0] check);
    closed = (data & ~({Bits{1'b1}} << {bytes, 3'b000})) | (Bits'(check) << {bytes, 3'b000});
  endfunction

  logic [Blocks-1:0]        rest_d, rest_q;      // words to come
  logic [At-1:0]            at_d, at_q;          // the next
  logic [VlBits-1:0]        vl_d, vl_q;
  logic [3:0]               tail_d, tail_q;      // low bits of PktLen: 4 * PktLen + 2 bytes in all
  logic [15:0]              crc_d, crc_q;
  logic signed [TimeBits:0] need_d, need_q;      // time from the edge to the next word's own
  logic                     late_d, late_q;      // the same of a word kept aside
  logic [At-1:0]            late_at_d, late_at_q;
  logic [VlBits-1:0]        late_vl_d, late_vl_q;
  logic [3:0]               late_tail_d, late_tail_q;
  logic [15:0]              late_crc_d, late_crc_q;
  logic signed [TimeBits:0] period, word_time;
  logic                     goes, single;
  logic [6:0]               head_covered, covered;  // bytes under the VCRC
  logic [15:0]              head_moved, head_crc, seed, moved, crc;
  logic [3:0]               tail;

  assign period    = $signed((TimeBits+1)'(period_i));
  assign word_time = $signed((TimeBits+1)'({byte_time_i, 6'b0}));
  assign goes      = rest_q != '0 && need_q <= 0;
  assign single    = blocks_i == Blocks'(1);

  always_comb begin
    rest_d      = rest_q;
    at_d        = at_q;
    vl_d        = vl_q;
    tail_d      = tail_q;
    crc_d       = crc_q;
    need_d      = need_q - period;
    late_d      = 1'b0;
    late_at_d   = late_at_q;
    late_vl_d   = late_vl_q;
    late_tail_d = late_tail_q;
    late_crc_d  = late_crc_q;
    if (goes) begin
      rest_d = rest_q - Blocks'(1);
      at_d   = next_of(at_q);
      crc_d  = moved;
      need_d = need_d + word_time;
    end
    if (start_i) begin
      late_d      = rest_d != '0;
      late_at_d   = at_d;
      late_vl_d   = vl_q;
      late_tail_d = tail_q;
      late_crc_d  = crc_d;
      rest_d      = blocks_i - Blocks'(1);
      at_d        = next_of(at_i);
      vl_d        = vl_i;
      tail_d      = head_i[43:40];
      crc_d       = head_moved;
      need_d      = $signed({1'b0, begin_i}) + word_time - period;
    end
  end

  assign head_covered  = single ? {1'b0, head_i[43:40], 2'b00} : 7'd64;
  assign first_bytes_o = single ? {1'b0, head_i[43:40], 2'b10} : 7'd64;
  assign head_crc      = ~head_moved;
  assign first_data_o  = single ? closed(head_i, head_covered, head_crc) : head_i;

  ib_crc_step #(
    .Width      ( 16 ),
    .Polynomial ( ib_pkg::Vcrc16Polynomial )
  ) u_head_crc (
    .state_i ( '1           ),
    .data_i  ( head_i       ),
    .bytes_i ( head_covered ),
    .state_o ( head_moved   )
  );

  assign later_vl_o = late_q ? late_vl_q : vl_q;
  assign later_at_o = late_q ? late_at_q : at_q;
  assign valid_o    = late_q || goes;
  assign last_o     = late_q || rest_q == Blocks'(1);
  assign bad_end_o  = last_o && later_bad_i;
  assign tail       = late_q ? late_tail_q : tail_q;
  assign seed       = late_q ? late_crc_q : crc_q;
  assign bytes_o    = last_o ? {1'b0, tail, 2'b10} : 7'd64;
  assign covered    = last_o ? {1'b0, tail, 2'b00} : 7'd64;
  assign crc        = (covered == '0) ? ~seed : ~moved;
  assign data_o     = last_o ? closed(later_i, covered, bad_end_o ? ~crc : crc) : later_i;

  ib_crc_step #(
    .Width      ( 16 ),
    .Polynomial ( ib_pkg::Vcrc16Polynomial )
  ) u_crc (
    .state_i ( seed    ),
    .data_i  ( later_i ),
    .bytes_i ( covered ),
    .state_o ( moved   )
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rest_q      <= '0;
      at_q        <= '0;
      vl_q        <= '0;
      tail_q      <= '0;
      crc_q       <= '1;
      need_q      <= '0;
      late_q      <= 1'b0;
      late_at_q   <= '0;
      late_vl_q   <= '0;
      late_tail_q <= '0;
      late_crc_q  <= '1;
    end else begin
      rest_q      <= rest_d;
      at_q        <= at_d;
      vl_q        <= vl_d;
      tail_q      <= tail_d;
      crc_q       <= crc_d;
      need_q      <= need_d;
      late_q      <= late_d;
      late_at_q   <= late_at_d;
      late_vl_q   <= late_vl_d;
      late_tail_q <= late_tail_d;
      late_crc_q  <= late_crc_d;
    end
  end

  `ASSERT(OneWordIsLateAtMost_A, !(start_i && rest_q > Blocks'(1) + Blocks'(goes)))
  `ASSERT(OneLaterWordAClock_A, !(late_q && goes))

endmodule
