// SPDX-License-Identifier: Apache-2.0
// Packet-mode iSLIP: matches free inputs with free outputs in one clock. A match holds until its
// packet's tail, which the caller expresses by the free masks. Pointers move only for grants that
// were accepted in the first iteration.
//
// Golden model: models/ib/switching/islip.h
// Documentation: docs/blocks/islip.md

`include "assertions.svh"

module ib_islip #(
  parameter  int unsigned Ports      = 4,  // at least 2
  parameter  int unsigned Iterations = 1,  // built; at least 1
  localparam int unsigned IdxWidth   = $clog2(Ports),
  localparam int unsigned CountWidth = $clog2(Iterations + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic [CountWidth-1:0]     iterations_i,  // used: 1 .. Iterations; quasi-static
  input  logic [Ports-1:0]          free_inputs_i,
  input  logic [Ports-1:0]          free_outputs_i,
  input  logic [Ports*Ports-1:0]    requests_i,    // row of each output: inputs that want it

  output logic [Ports-1:0]          matched_o,     // outputs matched this cycle
  output logic [Ports*IdxWidth-1:0] input_of_o     // of each matched output, else 0
);

  localparam int unsigned PtrBits = Ports * IdxWidth;

  logic [PtrBits-1:0] grant_ptr_d, grant_ptr_q;    // of each output: input whose turn it is
  logic [PtrBits-1:0] accept_ptr_d, accept_ptr_q;  // of each input: output whose turn it is

  // Slice k holds the state before iteration k, or its result.
  logic [(Iterations+1)*Ports-1:0]   free_inputs, free_outputs;
  logic [Iterations*Ports-1:0]       inputs, outputs;
  logic [Iterations*PtrBits-1:0]     output_of, input_of;
  logic [(Iterations+1)*PtrBits-1:0] matched_input_of;

  assign free_inputs[0 +: Ports]        = free_inputs_i;
  assign free_outputs[0 +: Ports]       = free_outputs_i;
  assign matched_input_of[0 +: PtrBits] = '0;

  for (genvar k = 0; k < Iterations; k++) begin : gen_iteration
    logic [Ports-1:0] enabled;
    assign enabled = (CountWidth'(k) < iterations_i) ? free_outputs[k*Ports +: Ports] : '0;

    ib_islip_iteration #(
      .Ports ( Ports )
    ) u_iteration (
      .free_inputs_i  ( free_inputs[k*Ports +: Ports]     ),
      .free_outputs_i ( enabled                           ),
      .requests_i     ( requests_i                        ),
      .grant_ptr_i    ( grant_ptr_q                       ),
      .accept_ptr_i   ( accept_ptr_q                      ),
      .inputs_o       ( inputs[k*Ports +: Ports]          ),
      .outputs_o      ( outputs[k*Ports +: Ports]         ),
      .output_of_o    ( output_of[k*PtrBits +: PtrBits]   ),
      .input_of_o     ( input_of[k*PtrBits +: PtrBits]    )
    );

    assign free_inputs[(k+1)*Ports +: Ports] =
        free_inputs[k*Ports +: Ports] & ~inputs[k*Ports +: Ports];
    assign free_outputs[(k+1)*Ports +: Ports] =
        free_outputs[k*Ports +: Ports] & ~outputs[k*Ports +: Ports];
    assign matched_input_of[(k+1)*PtrBits +: PtrBits] =
        matched_input_of[k*PtrBits +: PtrBits] | input_of[k*PtrBits +: PtrBits];
  end

  assign matched_o  = free_outputs_i & ~free_outputs[Iterations*Ports +: Ports];
  assign input_of_o = matched_input_of[Iterations*PtrBits +: PtrBits];

  function automatic logic [IdxWidth-1:0] after(input logic [IdxWidth-1:0] port);
    after = (port == IdxWidth'(Ports - 1)) ? '0 : port + IdxWidth'(1);
  endfunction

  always_comb begin
    grant_ptr_d  = grant_ptr_q;
    accept_ptr_d = accept_ptr_q;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (outputs[p]) begin
        grant_ptr_d[p*IdxWidth +: IdxWidth] = after(input_of[p*IdxWidth +: IdxWidth]);
      end
      if (inputs[p]) begin
        accept_ptr_d[p*IdxWidth +: IdxWidth] = after(output_of[p*IdxWidth +: IdxWidth]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      grant_ptr_q  <= '0;
      accept_ptr_q <= '0;
    end else begin
      grant_ptr_q  <= grant_ptr_d;
      accept_ptr_q <= accept_ptr_d;
    end
  end

  `ASSUME(IterationsInRange_M, iterations_i != '0 && 32'(iterations_i) <= Iterations)
  `ASSERT(MatchedOutputsWereFree_A, (matched_o & ~free_outputs_i) == '0)
  `ASSERT(OneInputAnOutput_A,
          $countones(matched_o) ==
          $countones(free_inputs_i & ~free_inputs[Iterations*Ports +: Ports]))

endmodule
