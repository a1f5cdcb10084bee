// SPDX-License-Identifier: Apache-2.0
// Fields of a packet's first word, and when its later words will be in: clocks from this one on.
//
// Golden model: models/ib/packet/routing_headers.h
// Documentation: docs/blocks/switch_rtl.md

module ib_header_fields #(
  localparam int unsigned Blocks   = ib_pkg::BlockBits,
  localparam int unsigned Clocks   = ib_pkg::ClockBits,
  localparam int unsigned TimeBits = ib_pkg::TimeBits
) (
  input  logic [ib_pkg::PeriodBits-1:0]     period_i,
  input  logic [ib_pkg::ReciprocalBits-1:0] reciprocal_i,
  input  logic [ib_pkg::ByteTimeBits-1:0]   byte_time_i,

  input  logic [47:0]                       data_i,   // its first bytes
  input  logic [ib_pkg::PeriodBits-1:0]     phase_i,

  output logic [Blocks-1:0]                 blocks_o,
  output logic [ib_pkg::VlBits-1:0]         vl_o,
  output logic [3:0]                        sl_o,
  output logic [15:0]                       dlid_o,
  output logic [Clocks-1:0]                 full_o,   // until the last word but one is in
  output logic [Clocks-1:0]                 last_o    // and the last
);

  // Whole clocks that a time covers: it is a product, as the period never changes.
  function automatic logic [Clocks-1:0] clocks_of(input logic [TimeBits-1:0] span);
    clocks_of = Clocks'((64'(span) * 64'(reciprocal_i)) >> ib_pkg::ReciprocalShift);
  endfunction

  logic [10:0]         pkt_len;
  logic [12:0]         bytes_left;  // of the packet, behind its first word
  logic [TimeBits-1:0] slack;       // makes a quotient the next whole number of clocks

  assign pkt_len    = {data_i[34:32], data_i[47:40]};
  assign bytes_left = {pkt_len, 2'b10} - 13'd64;
  assign slack      = TimeBits'(period_i) - TimeBits'(1) - TimeBits'(phase_i);

  assign blocks_o = Blocks'((12'(pkt_len) + 12'd16) >> 4);  // of 4 * PktLen + 2 bytes
  assign vl_o     = data_i[7:4];
  assign sl_o     = data_i[15:12];
  assign dlid_o   = {data_i[23:16], data_i[31:24]};
  assign full_o   = (blocks_o <= Blocks'(2)) ? '0 :
      clocks_of(TimeBits'({blocks_o - Blocks'(2), 6'b0}) * TimeBits'(byte_time_i) + slack);
  assign last_o   = (blocks_o <= Blocks'(1)) ? '0 :
      clocks_of(TimeBits'(bytes_left) * TimeBits'(byte_time_i) + slack);

endmodule
