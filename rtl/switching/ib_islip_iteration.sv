// SPDX-License-Identifier: Apache-2.0
// One iteration of iSLIP: every free output grants one input that requests it, every input with
// grants accepts one. Combinational; the pointers are the caller's.
//
// Golden model: models/ib/switching/matching.h
// Documentation: docs/blocks/islip.md

module ib_islip_iteration #(
  parameter  int unsigned Ports    = 4,  // at least 2
  localparam int unsigned IdxWidth = $clog2(Ports)
) (
  input  logic [Ports-1:0]          free_inputs_i,
  input  logic [Ports-1:0]          free_outputs_i,
  input  logic [Ports*Ports-1:0]    requests_i,    // row of each output: inputs that want it
  input  logic [Ports*IdxWidth-1:0] grant_ptr_i,   // of each output
  input  logic [Ports*IdxWidth-1:0] accept_ptr_i,  // of each input

  output logic [Ports-1:0]          inputs_o,      // inputs matched here
  output logic [Ports-1:0]          outputs_o,     // outputs matched here
  output logic [Ports*IdxWidth-1:0] output_of_o,   // of each matched input, else 0
  output logic [Ports*IdxWidth-1:0] input_of_o     // of each matched output, else 0
);

  // Column b of a one-hot to binary encoder: the positions whose number has bit b set.
  function automatic logic [IdxWidth*Ports-1:0] encoder();
    encoder = '0;
    for (int unsigned b = 0; b < IdxWidth; b++) begin
      for (int unsigned i = 0; i < Ports; i++) encoder[b*Ports + i] = ((i >> b) & 1) == 1;
    end
  endfunction

  localparam logic [IdxWidth*Ports-1:0] Encoder = encoder();

  // The first member of a set at or after `start`, going round.
  function automatic logic [IdxWidth-1:0] first_in_turn(input logic [Ports-1:0] members,
                                                        input logic [IdxWidth-1:0] start);
    logic [Ports-1:0] later;
    logic [Ports-1:0] candidates;
    logic [Ports-1:0] first;
    later      = members & ({Ports{1'b1}} << start);
    candidates = (later != '0) ? later : members;
    first      = candidates & (~candidates + Ports'(1));
    for (int unsigned b = 0; b < IdxWidth; b++) begin
      first_in_turn[b] = |(first & Encoder[b*Ports +: Ports]);
    end
  endfunction

  logic [Ports-1:0]          candidates;
  logic [Ports-1:0]          granting;
  logic [Ports*IdxWidth-1:0] granted;  // input that each output grants
  logic [Ports*Ports-1:0]    grants;   // row of each input: outputs that grant it

  always_comb begin
    candidates = '0;
    granting   = '0;
    granted    = '0;
    for (int unsigned o = 0; o < Ports; o++) begin
      if (free_outputs_i[o]) begin
        candidates = requests_i[o*Ports +: Ports] & free_inputs_i;
        if (candidates != '0) begin
          granting[o] = 1'b1;
          granted[o*IdxWidth +: IdxWidth] =
              first_in_turn(candidates, grant_ptr_i[o*IdxWidth +: IdxWidth]);
        end
      end
    end
  end

  always_comb begin
    grants   = '0;
    inputs_o = '0;
    for (int unsigned o = 0; o < Ports; o++) begin
      if (granting[o]) begin
        grants[32'(granted[o*IdxWidth +: IdxWidth]) * Ports + o] = 1'b1;
        inputs_o[granted[o*IdxWidth +: IdxWidth]] = 1'b1;
      end
    end
  end

  always_comb begin
    output_of_o = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (inputs_o[i]) begin
        output_of_o[i*IdxWidth +: IdxWidth] =
            first_in_turn(grants[i*Ports +: Ports], accept_ptr_i[i*IdxWidth +: IdxWidth]);
      end
    end
  end

  always_comb begin
    outputs_o  = '0;
    input_of_o = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (inputs_o[i]) begin
        outputs_o[output_of_o[i*IdxWidth +: IdxWidth]] = 1'b1;
        input_of_o[32'(output_of_o[i*IdxWidth +: IdxWidth]) * IdxWidth +: IdxWidth] = IdxWidth'(i);
      end
    end
  end

endmodule
