// SPDX-License-Identifier: Apache-2.0
// Moves one word a clock from each input to the output it is connected with. Words take
// `Cycles` clocks.
//
// Documentation: docs/blocks/switch_rtl.md

module ib_crossbar #(
  parameter  int unsigned Ports    = 4,  // at least 2
  parameter  int unsigned Cycles   = 1,  // at least 1
  parameter  int unsigned Bits     = 8 * ib_pkg::WordBytes,
  localparam int unsigned IdxWidth = $clog2(Ports)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic [Ports-1:0]          valid_i,    // of each input: a word
  input  logic [Ports*IdxWidth-1:0] output_i,   // where it goes; no two to the same
  input  logic [Ports*Bits-1:0]     data_i,

  output logic [Ports-1:0]          valid_o,    // of each output
  output logic [Ports*Bits-1:0]     data_o
);

  logic [Cycles*Ports-1:0]      valid_d, valid_q;
  logic [Cycles*Ports*Bits-1:0] data_d, data_q;
  logic [Ports-1:0]             valid;
  logic [Ports*Bits-1:0]        data;

  always_comb begin
    valid = '0;
    data  = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (valid_i[i]) begin
        valid[output_i[i*IdxWidth +: IdxWidth]] = 1'b1;
        data[32'(output_i[i*IdxWidth +: IdxWidth])*Bits +: Bits] = data_i[i*Bits +: Bits];
      end
    end
  end

  assign valid_d = (Cycles*Ports)'({valid_q, valid});
  assign data_d  = (Cycles*Ports*Bits)'({data_q, data});

  assign valid_o = valid_q[(Cycles-1)*Ports +: Ports];
  assign data_o  = data_q[(Cycles-1)*Ports*Bits +: Ports*Bits];

  always_ff @(posedge clk_i) data_q <= data_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q <= valid_d;
    end
  end

endmodule
