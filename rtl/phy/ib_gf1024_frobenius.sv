// SPDX-License-Identifier: Apache-2.0
// An element of GF(2^10) raised to the power 2^Squarings, which is linear in its bits.
//
// Golden model: models/ib/phy/gf1024.h
// Documentation: docs/blocks/rs_decoder.md

module ib_gf1024_frobenius #(
  parameter int unsigned Squarings = 1
) (
  input  logic [9:0] x_i,
  output logic [9:0] y_o
);

  // What each bit of x_i adds: bit b stands for alpha^b and becomes alpha^(b 2^Squarings).
  function automatic logic [99:0] columns_of(input int unsigned stride);
    logic [9:0] v;
    v = 10'd1;
    columns_of = '0;
    for (int unsigned b = 0; b < 10; b++) begin
      columns_of[10*b+:10] = v;
      for (int unsigned i = 0; i < stride; i++) begin
        v = {v[8:0], 1'b0} ^ (v[9] ? 10'h009 : 10'h000);
      end
    end
  endfunction

  localparam logic [99:0] Columns = columns_of(1 << Squarings);

  always_comb begin
    y_o = '0;
    for (int unsigned b = 0; b < 10; b++) begin
      y_o = y_o ^ (x_i[b] ? Columns[10*b+:10] : 10'h000);
    end
  end

endmodule
