// SPDX-License-Identifier: Apache-2.0
// VCRC of what comes in on a line: says of the packet that ends in this clock whether it is bad, and
// which room of the receive buffer it has.
//
// Documentation: docs/blocks/switch_rtl.md

module ib_line_check #(
  localparam int unsigned Bits   = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks = ib_pkg::BlockBits
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // As ib_ingress: a first word or a full one, and a last one.
  input  logic                      valid_i,
  input  logic                      header_i,      // that is a first one
  input  logic [Bits-1:0]           data_i,
  input  logic [Blocks-1:0]         blocks_i,      // of the packet that begins
  input  logic                      last_valid_i,
  input  logic [Bits-1:0]           last_data_i,
  input  logic                      own_i,         // both are the words of one packet of two

  output logic                      bad_o,
  output logic [ib_pkg::VlBits-1:0] vl_o,
  output logic [Blocks-1:0]         blocks_o
);

  logic [15:0]               check_d, check_q, moved, last_moved;
  logic [3:0]                tail_d, tail_q;      // low bits of PktLen: 4 * PktLen + 2 bytes in all
  logic [ib_pkg::VlBits-1:0] vl_d, vl_q;
  logic [Blocks-1:0]         blocks_d, blocks_q;
  logic                      single, of_one, earlier;

  assign single   = header_i && blocks_i == Blocks'(1);
  assign of_one   = valid_i && (!header_i || own_i);    // both words are of one packet
  assign earlier  = last_valid_i && !own_i;             // the packet that ends began before
  assign check_d  = valid_i ? moved : check_q;
  assign tail_d   = header_i ? data_i[43:40] : tail_q;
  assign vl_d     = header_i ? data_i[7:4] : vl_q;
  assign blocks_d = header_i ? blocks_i : blocks_q;

  ib_crc_step #(
    .Width      ( 16 ),
    .Polynomial ( ib_pkg::Vcrc16Polynomial )
  ) u_check (
    .state_i ( header_i ? 16'hFFFF : check_q               ),
    .data_i  ( data_i                                      ),
    .bytes_i ( single ? {1'b0, data_i[43:40], 2'b10} : 7'd64 ),
    .state_o ( moved                                       )
  );

  ib_crc_step #(
    .Width      ( 16 ),
    .Polynomial ( ib_pkg::Vcrc16Polynomial )
  ) u_last_check (
    .state_i ( of_one ? moved : check_q                           ),
    .data_i  ( last_data_i                                        ),
    .bytes_i ( {1'b0, own_i ? data_i[43:40] : tail_q, 2'b10} ),
    .state_o ( last_moved                                         )
  );

  assign bad_o    = (last_valid_i ? last_moved : moved) != ib_pkg::Vcrc16Residue;
  assign vl_o     = earlier ? vl_q : data_i[7:4];
  assign blocks_o = earlier ? blocks_q : blocks_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      check_q  <= '1;
      tail_q   <= '0;
      vl_q     <= '0;
      blocks_q <= '0;
    end else begin
      check_q  <= check_d;
      tail_q   <= tail_d;
      vl_q     <= vl_d;
      blocks_q <= blocks_d;
    end
  end

endmodule
