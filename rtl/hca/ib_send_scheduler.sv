// SPDX-License-Identifier: Apache-2.0
// Chooses whose packet is made next: queue pairs with requests to send and queue pairs that owe
// answers take turns, each class first come, first served, one packet a turn.
//
// Golden model: models/ib/transport/send_scheduler.cpp
// Documentation: docs/blocks/send_scheduler.md

`include "assertions.svh"

module ib_send_scheduler #(
  parameter  int unsigned Depth = 64,    // queue pairs that may wait in one class
  localparam int unsigned Bits  = 56     // epoch, number
) (
  input  logic            clk_i,
  input  logic            rst_ni,

  input  logic            request_valid_i,   // gets in line, from the next clock on
  input  logic [Bits-1:0] request_i,
  output logic            request_ready_o,
  input  logic            response_valid_i,
  input  logic [Bits-1:0] response_i,
  output logic            response_ready_o,

  output logic            valid_o,
  output logic            is_response_o,
  output logic [Bits-1:0] turn_o,
  input  logic            take_i,            // the choice leaves the line
  input  logic            served_i           // and has got its packet
);

  logic            response_first_d, response_first_q;
  logic            request_there, response_there;
  logic [Bits-1:0] request_first, response_first;
  logic            take;

  assign valid_o       = request_there || response_there;
  assign is_response_o = response_there && (response_first_q || !request_there);
  assign turn_o        = is_response_o ? response_first : request_there ? request_first : '0;
  assign take          = take_i && valid_o;

  ib_turn_queue #(
    .Depth ( Depth ),
    .Bits  ( Bits  )
  ) u_requests (
    .clk_i,
    .rst_ni,
    .push_i  ( request_valid_i && request_ready_o ),
    .entry_i ( request_i                          ),
    .ready_o ( request_ready_o                    ),
    .valid_o ( request_there                      ),
    .first_o ( request_first                      ),
    .pop_i   ( take && !is_response_o             )
  );

  ib_turn_queue #(
    .Depth ( Depth ),
    .Bits  ( Bits  )
  ) u_responses (
    .clk_i,
    .rst_ni,
    .push_i  ( response_valid_i && response_ready_o ),
    .entry_i ( response_i                           ),
    .ready_o ( response_ready_o                     ),
    .valid_o ( response_there                       ),
    .first_o ( response_first                       ),
    .pop_i   ( take && is_response_o                )
  );

  always_comb begin
    response_first_d = response_first_q;
    if (take && served_i) response_first_d = !is_response_o;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      response_first_q <= 1'b1;
    end else begin
      response_first_q <= response_first_d;
    end
  end

  `ASSERT(AChoiceWaits_A, !is_response_o || response_there)

endmodule
