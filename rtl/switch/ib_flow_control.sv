// SPDX-License-Identifier: Apache-2.0
// Says which VL's flow control packet goes next: the lowest that is due and has waited `Interval`
// clocks since its last one. All are due after reset; the first of each VL is an Op 1.
//
// Golden model: models/link/port.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_flow_control #(
  parameter int unsigned Vls      = 1,
  parameter int unsigned Interval = 10  // clocks, at least 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic [Vls-1:0]            due_i,    // something changed
  input  logic                      ready_i,  // the line is free

  output logic                      valid_o,
  output logic                      op_o,     // 1 init, 0 normal
  output logic [ib_pkg::VlBits-1:0] vl_o
);

  localparam int unsigned TimeBits = $clog2(Interval + 1);

  logic [Vls-1:0]          due_d, due_q, started_d, started_q, ready, chosen;
  logic [Vls*TimeBits-1:0] wait_d, wait_q;  // clocks until the next may go

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign ready[vl] = due_q[vl] && wait_q[vl*TimeBits +: TimeBits] == '0;
  end

  assign chosen  = ready & (~ready + Vls'(1));
  assign valid_o = ready != '0;

  always_comb begin
    vl_o = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (chosen[vl]) vl_o = ib_pkg::VlBits'(vl);
    end
  end

  assign op_o = (chosen & started_q) == '0;

  always_comb begin
    due_d     = due_q;
    started_d = started_q;
    wait_d    = wait_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (wait_q[vl*TimeBits +: TimeBits] != '0) begin
        wait_d[vl*TimeBits +: TimeBits] = wait_q[vl*TimeBits +: TimeBits] - TimeBits'(1);
      end
      if (ready_i && chosen[vl]) begin
        due_d[vl]     = 1'b0;
        started_d[vl] = 1'b1;
        wait_d[vl*TimeBits +: TimeBits] = TimeBits'(Interval - 1);
      end
    end
    due_d = due_d | due_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q     <= '1;
      started_q <= '0;
      wait_q    <= '0;
    end else begin
      due_q     <= due_d;
      started_q <= started_d;
      wait_q    <= wait_d;
    end
  end

  `ASSERT(ChoosesOne_A, $onehot0(chosen))

endmodule
