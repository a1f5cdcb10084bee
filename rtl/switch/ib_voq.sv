// SPDX-License-Identifier: Apache-2.0
// Virtual output queues of one input: lists of packets, each by the place of its first word.
//
// Golden model: models/switch/input_queues.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_voq #(
  parameter  int unsigned Queues    = 8,
  parameter  int unsigned Places    = 40,
  localparam int unsigned QueueBits = $clog2(Queues),
  localparam int unsigned PtrBits   = $clog2(Places)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 push_i,
  input  logic [QueueBits-1:0] push_queue_i,
  input  logic [PtrBits-1:0]   push_first_i,
  input  logic                 pop_i,
  input  logic [QueueBits-1:0] pop_queue_i,
  output logic [PtrBits-1:0]   pop_first_o,
  output logic [Queues-1:0]    waiting_o     // queues with a packet
);

  logic [PtrBits-1:0]        next_packet [Places];
  logic [Queues*PtrBits-1:0] head_d, head_q, tail_d, tail_q;
  logic [Queues-1:0]         waiting_d, waiting_q;

  assign pop_first_o = head_q[32'(pop_queue_i)*PtrBits +: PtrBits];
  assign waiting_o   = waiting_q;

  always_comb begin
    head_d    = head_q;
    tail_d    = tail_q;
    waiting_d = waiting_q;
    if (pop_i) begin
      head_d[32'(pop_queue_i)*PtrBits +: PtrBits] = next_packet[pop_first_o];
      if (pop_first_o == tail_q[32'(pop_queue_i)*PtrBits +: PtrBits]) waiting_d[pop_queue_i] = 1'b0;
    end
    if (push_i) begin
      if (!waiting_d[push_queue_i]) begin
        head_d[32'(push_queue_i)*PtrBits +: PtrBits] = push_first_i;
      end
      tail_d[32'(push_queue_i)*PtrBits +: PtrBits] = push_first_i;
      waiting_d[push_queue_i] = 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (push_i && waiting_q[push_queue_i]) begin
      next_packet[tail_q[32'(push_queue_i)*PtrBits +: PtrBits]] <= push_first_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q    <= '0;
      tail_q    <= '0;
      waiting_q <= '0;
    end else begin
      head_q    <= head_d;
      tail_q    <= tail_d;
      waiting_q <= waiting_d;
    end
  end

  `ASSERT(PopsWhatWaits_A, !pop_i || waiting_q[pop_queue_i])

endmodule
