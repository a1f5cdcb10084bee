// SPDX-License-Identifier: Apache-2.0
// An element of GF(2^10) times a power of alpha, a root of x^10 + x^3 + 1.
//
// Golden model: models/ib/phy/gf1024.h
// Documentation: docs/blocks/rs_decoder.md

module ib_gf1024_scale #(
  parameter int unsigned Power = 1  // of alpha
) (
  input  logic [9:0] x_i,
  output logic [9:0] y_o
);

  // What each bit of the factor adds: alpha^Power .. alpha^(Power + 9).
  function automatic logic [99:0] columns_of(input int unsigned power);
    logic [9:0] v;
    v = 10'd1;
    for (int unsigned i = 0; i < power; i++) begin
      v = {v[8:0], 1'b0} ^ (v[9] ? 10'h009 : 10'h000);
    end
    columns_of = '0;
    for (int unsigned b = 0; b < 10; b++) begin
      columns_of[10*b+:10] = v;
      v = {v[8:0], 1'b0} ^ (v[9] ? 10'h009 : 10'h000);
    end
  endfunction

  localparam logic [99:0] Columns = columns_of(Power % 1023);

  always_comb begin
    y_o = '0;
    for (int unsigned b = 0; b < 10; b++) begin
      y_o = y_o ^ (x_i[b] ? Columns[10*b+:10] : 10'h000);
    end
  end

endmodule
