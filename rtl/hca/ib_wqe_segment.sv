// SPDX-License-Identifier: Apache-2.0
// One segment of a send WQE: what is known of the WQE once it has been seen, too. Combinational.
//
// Golden model: models/ib/transport/wqe_decoder.cpp
// Documentation: docs/blocks/wqe_decoder.md

module ib_wqe_segment (
  input  logic [955:0] seen_i,     // walk_t
  input  logic [127:0] segment_i,  // its first byte on the left
  input  logic [5:0]   number_i,   // of the WQE's segments
  output logic [955:0] next_o
);

  `include "hca/wqe_walk.svh"

  localparam logic [2:0] Read = 3'd5;  // this kind and those above take no inline data

  walk_t       seen, next;
  logic [5:0]  left;     // segments from this one on
  logic [10:0] padded;
  logic [6:0]  spanned;  // segments that an inline piece takes

  assign seen    = seen_i;
  assign next_o  = next;
  assign left    = seen.control[69:64] - number_i;
  assign padded  = {1'b0, segment_i[105:96]} + 11'd19;
  assign spanned = padded[10:4];

  always_comb begin
    next = seen;
    if (number_i == '0 || number_i >= seen.control[69:64]) begin
      next = seen;  // the control segment, or none of this WQE
    end else if (seen.vector_left != '0) begin
      next.datagram    = {seen.datagram[255:0], segment_i};
      next.vector_left = seen.vector_left - 2'd1;
      if (seen.vector_left == 2'd3 && !segment_i[63]) next.bad_operation = 1'b1;
    end else if (seen.service_left) begin
      next.service      = segment_i;
      next.service_left = 1'b0;
    end else if (seen.address_left) begin
      next.remote       = segment_i;
      next.address_left = 1'b0;
    end else if (seen.atomic_left) begin
      next.operands    = segment_i;
      next.atomic_left = 1'b0;
    end else if (seen.inline_left != '0) begin
      next.inline_left = seen.inline_left - 6'd1;
    end else begin
      next.listed = 1'b1;
      if (!seen.listed) next.first_piece = number_i;
      if (segment_i[127]) begin
        next.total       = seen.total + 38'(segment_i[105:96]);
        next.inline_left = 6'(spanned - 7'd1);
        if (spanned > {1'b0, left} || seen.kind >= Read) next.bad_operation = 1'b1;
      end else begin
        next.total = seen.total + 38'(segment_i[126:96]);
      end
    end
  end

endmodule
