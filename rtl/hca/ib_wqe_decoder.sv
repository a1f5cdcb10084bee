// SPDX-License-Identifier: Apache-2.0
// Takes send WQEs apart without trusting who wrote them, one basic block of 64 bytes a clock. The
// result of a WQE is offered in the clock after its last block; a WQE may start in the clock the
// result is taken. The list of local memory is checked and measured; its place is told, not its
// contents.
//
// Golden model: models/ib/transport/wqe_decoder.cpp
// Documentation: docs/blocks/wqe_decoder.md

`include "assertions.svh"

module ib_wqe_decoder (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic         valid_i,
  input  logic [511:0] data_i,   // first byte in memory in bits 7:0
  input  logic [2:0]   type_i,   // service: 0 RC, 1 UC, 2 RD, 3 UD, 5 XRC
  output logic         ready_o,

  output logic         valid_o,
  output logic [1:0]   fault_o,  // 0 none, 1 local length, 2 local QP operation

  // Of every WQE.
  output logic [7:0]   opcode_o,
  output logic [15:0]  wqe_index_o,
  output logic [23:0]  qpn_o,
  output logic [5:0]   segments_o,     // of the WQE, at least 1
  output logic [4:0]   blocks_o,       // of the send queue
  output logic         completion_o,
  output logic         solicited_o,
  output logic         fence_o,
  output logic [31:0]  immediate_o,
  output logic         local_only_o,   // sends nothing
  output logic [1:0]   operation_o,    // then: 0 nothing, 1 binds a window, 2 takes back a key
  output logic [255:0] binding_o,      // of 1 without fault, its first byte in bits 255:248

  // Of one without fault that sends something, else 0; `first_piece_o` is `segments_o` then.
  output logic [2:0]   kind_o,         // message kind
  output logic [5:0]   first_piece_o,  // segments before the list of local memory
  output logic [31:0]  length_o,
  output logic [63:0]  address_o,
  output logic [31:0]  r_key_o,
  output logic [63:0]  swap_add_o,
  output logic [63:0]  compare_o,
  output logic [127:0] service_o,      // segment of XRC and RD, its first byte in bits 127:120
  output logic [383:0] vector_o,       // datagram segment, its first byte in bits 383:376

  input  logic         ready_i
);

  localparam logic [2:0] Uc  = 3'd1;
  localparam logic [2:0] Rd  = 3'd2;
  localparam logic [2:0] Ud  = 3'd3;
  localparam logic [2:0] Xrc = 3'd5;

  localparam logic [2:0] SendInvalidate = 3'd2;  // kinds
  localparam logic [2:0] Write          = 3'd3;
  localparam logic [2:0] WriteImmediate = 3'd4;
  localparam logic [2:0] Read           = 3'd5;
  localparam logic [2:0] CompareSwap    = 3'd6;
  localparam logic [2:0] FetchAdd       = 3'd7;

  localparam logic [7:0] Nop             = 8'h00;  // operations that send nothing
  localparam logic [7:0] BindWindow      = 8'h18;
  localparam logic [7:0] LocalInvalidate = 8'h1B;

  localparam logic [1:0] None        = 2'd0;
  localparam logic [1:0] LocalLength = 2'd1;
  localparam logic [1:0] LocalQp     = 2'd2;

  `include "hca/wqe_walk.svh"

  localparam int unsigned WalkBits = 956;  // of walk_t

  // --- operations ------------------------------------------------------------------------------

  function automatic logic [3:0] kind_of(input logic [7:0] opcode);  // bit 3: there is one
    unique case (opcode)
      8'h0A:   kind_of = 4'd8;   // SEND
      8'h0B:   kind_of = 4'd9;   // SEND with immediate
      8'h01:   kind_of = 4'd10;  // SEND with invalidate
      8'h08:   kind_of = {1'b1, Write};
      8'h09:   kind_of = {1'b1, WriteImmediate};
      8'h10:   kind_of = {1'b1, Read};
      8'h11:   kind_of = {1'b1, CompareSwap};
      8'h12:   kind_of = {1'b1, FetchAdd};
      default: kind_of = 4'd0;
    endcase
  endfunction

  function automatic logic offered(input logic [2:0] service, input logic [2:0] kind);
    offered = 1'b1;
    if (service == Rd) offered = kind != SendInvalidate;
    if (service == Ud) offered = kind <= 3'd1;
    if (service == Uc) offered = kind <= 3'd1 || kind == Write || kind == WriteImmediate;
  endfunction

  // --- the blocks of a WQE ---------------------------------------------------------------------

  logic         done_d, done_q;    // the WQE is complete; its result waits
  logic [4:0]   block_d, block_q;  // blocks taken
  walk_t        walk_d, walk_q;
  logic [511:0] ordered;           // the block, its first byte on the left
  logic [6:0]   rounded;
  logic [4:0]   blocks;            // of the WQE
  logic [4:0]   block;
  logic         take;

  for (genvar i = 0; i < 64; i++) begin : gen_order
    assign ordered[511-8*i -: 8] = data_i[8*i +: 8];
  end

  assign ready_o = !done_q || ready_i;
  assign take    = valid_i && ready_o;
  assign block   = done_q ? '0 : block_q;

  // The control segment.
  logic [3:0] found;
  logic       sends_nothing;
  walk_t      opened;

  assign found         = kind_of(ordered[487:480]);
  assign sends_nothing = ordered[487:480] == Nop || ordered[487:480] == BindWindow ||
                         ordered[487:480] == LocalInvalidate;

  always_comb begin
    opened = '0;
    opened.control       = ordered[511:384];
    opened.kind          = found[2:0];
    opened.bad_operation = !found[3] || ordered[453:448] == '0 || !offered(type_i, found[2:0]);
    opened.vector_left   = type_i == Ud && !sends_nothing ? 2'd3 : 2'd0;
    opened.service_left  = (type_i == Xrc || type_i == Rd) && !sends_nothing;
    // A binding takes the place of both.
    opened.address_left  = found[2:0] >= Write || ordered[487:480] == BindWindow;
    opened.atomic_left   = found[2:0] >= CompareSwap || ordered[487:480] == BindWindow;
  end

  // The four segments of a block, each on top of the one before.
  logic [5*WalkBits-1:0] chain;

  assign chain[0 +: WalkBits] = block == '0 ? opened : walk_q;

  for (genvar s = 0; s < 4; s++) begin : gen_segment
    ib_wqe_segment u_segment (
      .seen_i    ( chain[s*WalkBits +: WalkBits]     ),
      .segment_i ( ordered[511-128*s -: 128]         ),
      .number_i  ( {block[3:0], 2'(s)}               ),
      .next_o    ( chain[(s+1)*WalkBits +: WalkBits] )
    );
  end

  assign walk_d = take ? chain[4*WalkBits +: WalkBits] : walk_q;

  // A WQE of no segments takes a block, too.
  assign rounded = {1'b0, walk_d.control[69:64]} + 7'd3;
  assign blocks  = walk_d.control[69:64] == '0 ? 5'd1 : rounded[6:2];

  always_comb begin
    done_d  = done_q && !ready_i;
    block_d = done_q && ready_i ? '0 : block_q;
    if (take) begin
      block_d = block + 5'd1;
      done_d  = block_d == blocks;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q  <= 1'b0;
      block_q <= '0;
      walk_q  <= '0;
    end else begin
      done_q  <= done_d;
      block_q <= block_d;
      walk_q  <= walk_d;
    end
  end

  // --- outputs ---------------------------------------------------------------------------------

  logic       local_only, binds, unfinished, atomic, too_long, sends;
  logic [1:0] fault;
  logic [5:0] ds;

  assign ds         = walk_q.control[69:64];
  assign binds      = walk_q.control[103:96] == BindWindow && ds != '0;
  assign local_only = binds || ((walk_q.control[103:96] == Nop ||
                                 walk_q.control[103:96] == LocalInvalidate) && ds != '0);
  assign unfinished = walk_q.vector_left != '0 || walk_q.service_left || walk_q.address_left ||
                      walk_q.atomic_left;
  assign atomic     = walk_q.kind >= CompareSwap;
  assign too_long   = walk_q.total > 38'h8000_0000 || (atomic && walk_q.total != 38'd8);

  always_comb begin
    fault = too_long ? LocalLength : None;
    if (walk_q.bad_operation || unfinished) fault = LocalQp;
    if (local_only) fault = binds && unfinished ? LocalQp : None;
  end

  assign sends         = done_q && fault == None && !local_only;
  assign valid_o       = done_q;
  assign fault_o       = done_q ? fault : None;
  assign local_only_o  = done_q && local_only;
  assign operation_o   = !local_only_o ? 2'd0
                       : binds ? 2'd1
                       : walk_q.control[103:96] == LocalInvalidate ? 2'd2 : 2'd0;
  assign binding_o     = done_q && binds && fault == None ? {walk_q.remote, walk_q.operands} : '0;
  assign {wqe_index_o, opcode_o, qpn_o} = done_q ? walk_q.control[119:72] : '0;
  assign segments_o    = !done_q ? '0 : ds == '0 ? 6'd1 : ds;
  assign blocks_o      = done_q ? block_q : '0;
  assign fence_o       = done_q && walk_q.control[39];
  assign completion_o  = done_q && walk_q.control[35];
  assign solicited_o   = done_q && walk_q.control[33];
  assign immediate_o   = done_q ? walk_q.control[31:0] : '0;
  assign first_piece_o = sends && walk_q.listed ? walk_q.first_piece : segments_o;

  assign kind_o   = sends ? walk_q.kind : '0;
  assign length_o = sends ? walk_q.total[31:0] : '0;
  assign {address_o, r_key_o}    = sends ? walk_q.remote[127:32] : '0;
  assign {swap_add_o, compare_o} = sends ? walk_q.operands : '0;
  assign service_o = sends ? walk_q.service : '0;
  assign vector_o  = sends ? walk_q.datagram : '0;

  `ASSERT(ResultIsHeldUntilTaken_A, !(done_q && !ready_i) || (done_d && walk_d == walk_q))
  `ASSERT(NoWqeHasMoreThan16Blocks_A, block_q <= 5'd16)

endmodule
