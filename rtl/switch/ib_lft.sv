// SPDX-License-Identifier: Apache-2.0
// Linear forwarding table of a switch, read by every input at once. A write is seen by the lookups
// of the next clock.
//
// Golden model: models/ib/switching/lft.h
// Documentation: docs/blocks/lft.md

module ib_lft #(
  parameter  int unsigned Ports    = 4,
  parameter  int unsigned LidBits  = 6,  // LIDs 0 .. 2**LidBits - 1 are in the table
  localparam int unsigned PortBits = 8
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      write_i,
  input  logic [LidBits-1:0]        write_lid_i,
  input  logic [PortBits-1:0]       write_port_i,

  input  logic [Ports*16-1:0]       dlid_i,  // of each input
  output logic [Ports*PortBits-1:0] port_o   // output port, 255 = drop
);

  localparam int unsigned Lids = 1 << LidBits;

  logic [Lids*PortBits-1:0] table_d, table_q;

  for (genvar i = 0; i < Ports; i++) begin : gen_input
    logic [15:0] dlid;
    assign dlid = dlid_i[i*16 +: 16];
    assign port_o[i*PortBits +: PortBits] =
        (32'(dlid) < Lids) ? table_q[32'(dlid[LidBits-1:0])*PortBits +: PortBits] : '1;
  end

  always_comb begin
    table_d = table_q;
    if (write_i) table_d[32'(write_lid_i)*PortBits +: PortBits] = write_port_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      table_q <= '1;
    end else begin
      table_q <= table_d;
    end
  end

endmodule
