// SPDX-License-Identifier: Apache-2.0
// Says which VLs' flow control packets go now: from the lowest on those that are due and have waited
// an interval since their last one, as many as begin before the next clock. All are due when the
// port comes up and whenever the heartbeat beats; the first of each VL is an Op 1.
//
// Golden model: models/link/port.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_flow_control #(
  parameter  int unsigned Vls       = 1,
  localparam int unsigned TimeBits  = ib_pkg::TimeBits,
  localparam int unsigned WaitBits  = ib_pkg::IntervalBits,
  localparam int unsigned BeatBits  = ib_pkg::HeartbeatBits
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,

  input  logic                          up_i,         // quasi-static, as are the next four
  input  logic [ib_pkg::PeriodBits-1:0] period_i,     // of the clock
  input  logic [TimeBits-1:0]           duration_i,   // of a flow control packet on the line
  input  logic [WaitBits-1:0]           interval_i,   // clocks, at least 1
  input  logic [BeatBits-1:0]           heartbeat_i,  // clocks; 0 = none

  input  logic [Vls-1:0]                due_i,        // something changed
  input  logic [TimeBits-1:0]           line_busy_i,  // from this clock's edge on

  output logic [Vls-1:0]                valid_o,
  output logic [Vls-1:0]                op_o,         // 1 init, 0 normal
  output logic [TimeBits-1:0]           line_busy_o   // the same behind these packets
);

  logic [Vls-1:0]          due_d, due_q, started_d, started_q, ready;
  logic [Vls*WaitBits-1:0] wait_d, wait_q;  // clocks until the next may go
  logic [BeatBits-1:0]     beat_d, beat_q;  // clocks since the last beat
  logic                    beats;
  logic [TimeBits-1:0]     busy;

  assign beats  = heartbeat_i != '0 && beat_q == heartbeat_i;
  assign beat_d = !up_i ? '0 : beats ? BeatBits'(1) : beat_q + BeatBits'(1);
  assign op_o   = ~started_q;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign ready[vl] = up_i && (due_q[vl] || beats) && wait_q[vl*WaitBits +: WaitBits] == '0;
  end

  // In the order in which they go.
  always_comb begin
    busy    = line_busy_i;
    valid_o = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (ready[vl] && busy < TimeBits'(period_i)) begin
        valid_o[vl] = 1'b1;
        busy        = busy + duration_i;
      end
    end
    line_busy_o = busy;
  end

  always_comb begin
    due_d     = (due_q | {Vls{beats}}) & ~valid_o;
    started_d = started_q | valid_o;
    wait_d    = wait_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (wait_q[vl*WaitBits +: WaitBits] != '0) begin
        wait_d[vl*WaitBits +: WaitBits] = wait_q[vl*WaitBits +: WaitBits] - WaitBits'(1);
      end
      if (valid_o[vl]) wait_d[vl*WaitBits +: WaitBits] = interval_i - WaitBits'(1);
    end
    due_d = due_d | due_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      due_q     <= '1;
      started_q <= '0;
      wait_q    <= '0;
      beat_q    <= '0;
    end else begin
      due_q     <= due_d;
      started_q <= started_d;
      wait_q    <= wait_d;
      beat_q    <= beat_d;
    end
  end

  `ASSERT(GoesOnlyWhenDue_A, (valid_o & ~due_q) == '0 || beats)

endmodule
