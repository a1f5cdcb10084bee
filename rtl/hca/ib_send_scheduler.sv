// SPDX-License-Identifier: Apache-2.0
// Chooses whose packet is made next: queue pairs with requests to send and queue pairs that owe
// answers take turns, each class first come, first served. A turn of requests is several packets, as
// its queue pair's weight says. A service level may have a limit: who finds it spent waits for the
// level, and one at a time gets in line again. One operation a clock.
//
// Golden model: models/ib/transport/send_scheduler.cpp
// Documentation: docs/blocks/send_scheduler.md

`include "assertions.svh"

module ib_send_scheduler #(
  parameter  int unsigned Depth = 64,             // queue pairs held of one class, a power of two
  localparam int unsigned IdBits = 56,            // epoch, number
  localparam int unsigned TurnBits = IdBits + 9,  // begun, packets left of the turn, id
  localparam int unsigned Levels = 16
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic [2:0]        operation_i,  // 0 none, 1 join, 2 offer, 3 served, 4 leave, 5 release
  input  logic              class_i,      // join: 1 with an answer
  input  logic [IdBits-1:0] id_i,         // join
  input  logic [7:0]        packets_i,    // join: of its turn, at least 1
  input  logic              begun_i,      // join: in the middle of its turn

  input  logic [3:0]        sl_i,         // offer, served, release
  input  logic              limited_i,    // offer, served: the level has a limit
  input  logic              more_i,       // served: another packet may follow at once
  input  logic [63:0]       now_i,        // times are signed
  input  logic [63:0]       slack_i,      // a clock period
  input  logic [63:0]       gap_i,        // served: time of the packet at the limit

  output logic              done_o,       // join: in line; offer: may go; release: somebody in line
  output logic              valid_o,      // somebody is in line
  output logic              is_response_o,
  output logic [IdBits-1:0] id_o,
  output logic [7:0]        packets_o,
  output logic              begun_o,
  output logic [Levels-1:0] waiting_o,    // somebody waits for the level
  output logic [63:0]       next_o        // when level `sl_i` may send
);

  localparam int unsigned CountBits  = $clog2(Depth) + 1;
  localparam int unsigned WaiterBits = TurnBits + 1;  // class, turn

  localparam logic [2:0] Join    = 3'd1;
  localparam logic [2:0] Offer   = 3'd2;
  localparam logic [2:0] Served  = 3'd3;
  localparam logic [2:0] Leave   = 3'd4;
  localparam logic [2:0] Release = 3'd5;

  // --- the lines -------------------------------------------------------------------------------

  logic                   response_first_d, response_first_q;
  logic [7:0]             spent_d, spent_q;  // packets that the first request's turn has had here
  logic [1:0]             line_there, line_push, line_pop, line_ready;
  logic [2*TurnBits-1:0]  line_first;
  logic [2*CountBits-1:0] held_d, held_q;    // in line or waiting for a level, by class
  logic [TurnBits-1:0]    entry, first, current;
  logic [WaiterBits-1:0]  waiter;            // who waits for level `sl_i` longest
  logic                   chosen, goes, stays, gone, room, moved, released;

  assign valid_o       = line_there != '0;
  assign chosen        = line_there[1] && (response_first_q || !line_there[0]);
  assign is_response_o = chosen;
  assign first         = !valid_o ? '0 : chosen ? line_first[TurnBits +: TurnBits]
                                                : line_first[0 +: TurnBits];

  // What is left of a turn that has begun here.
  always_comb begin
    current = first;
    if (valid_o && !chosen && spent_q != '0) begin
      current[IdBits +: 8] = first[IdBits +: 8] - spent_q;
      current[TurnBits-1]  = 1'b1;
    end
  end

  assign {begun_o, packets_o, id_o} = current;

  assign room  = held_q[(class_i ? CountBits : 0) +: CountBits] != CountBits'(Depth);
  assign goes  = !limited_i || $signed(now_i) >= $signed(next_o);
  assign stays = !chosen && more_i && packets_o > 8'd1;
  assign moved = operation_i == Offer && valid_o && !goes;
  assign gone  = valid_o && (operation_i == Leave || (operation_i == Served && !stays));

  always_comb begin
    done_o = 1'b0;
    if (operation_i == Join)    done_o = room;
    if (operation_i == Offer)   done_o = valid_o && goes;
    if (operation_i == Release) done_o = released;
  end

  for (genvar c = 0; c < 2; c++) begin : gen_line
    assign line_push[c] = (operation_i == Join && room && class_i == 1'(c)) ||
                          (released && waiter[TurnBits] == 1'(c));
    assign line_pop[c]  = (moved || gone) && chosen == 1'(c);

    ib_turn_queue #(
      .Depth ( Depth    ),
      .Bits  ( TurnBits )
    ) u_line (
      .clk_i,
      .rst_ni,
      .push_i  ( line_push[c]                          ),
      .entry_i ( entry                                 ),
      .ready_o ( line_ready[c]                         ),
      .valid_o ( line_there[c]                         ),
      .first_o ( line_first[c*TurnBits +: TurnBits]    ),
      .pop_i   ( line_pop[c]                           )
    );
  end

  assign entry = released ? waiter[TurnBits-1:0] : {begun_i, packets_i, id_i};

  // --- the levels ------------------------------------------------------------------------------

  logic [Levels*64-1:0] next_d, next_q;
  logic [2*Levels-1:0]  level_there, level_ready;  // those in turn, those waiting
  logic [2*Levels*WaiterBits-1:0] level_first;
  logic [4:0]           list;                      // of level `sl_i` that comes first
  logic                 on_time;

  assign next_o   = next_q[64*sl_i +: 64];
  assign list     = {!level_there[{1'b0, sl_i}], sl_i};
  assign waiter   = level_first[WaiterBits*list +: WaiterBits];
  assign released = operation_i == Release && level_there[list] &&
                    $signed(now_i) >= $signed(next_o);

  for (genvar l = 0; l < 2 * Levels; l++) begin : gen_list
    ib_turn_queue #(
      .Depth ( 2 * Depth  ),
      .Bits  ( WaiterBits )
    ) u_list (
      .clk_i,
      .rst_ni,
      .push_i  ( moved && {!begun_o, sl_i} == 5'(l)      ),
      .entry_i ( {chosen, current}                       ),
      .ready_o ( level_ready[l]                          ),
      .valid_o ( level_there[l]                          ),
      .first_o ( level_first[WaiterBits*l +: WaiterBits] ),
      .pop_i   ( released && list == 5'(l)               )
    );
  end

  for (genvar l = 0; l < Levels; l++) begin : gen_waiting
    assign waiting_o[l] = level_there[l] || level_there[Levels + l];
  end

  // A packet that begins less than a clock period late moves nothing.
  assign on_time = $signed(now_i) >= $signed(next_o) &&
                   $signed(now_i - next_o) < $signed(slack_i);

  always_comb begin
    next_d = next_q;
    if (operation_i == Served && valid_o && limited_i) begin
      next_d[64*sl_i +: 64] = (on_time ? next_o : now_i) + gap_i;
    end
  end

  // --- state -----------------------------------------------------------------------------------

  always_comb begin
    response_first_d = response_first_q;
    spent_d          = spent_q;
    held_d           = held_q;
    if (operation_i == Served && valid_o) response_first_d = !chosen;
    if (operation_i == Served && valid_o && stays) spent_d = spent_q + 8'd1;
    if (line_pop[0]) spent_d = '0;
    if (operation_i == Join && room) begin
      held_d[(class_i ? CountBits : 0) +: CountBits] =
          held_q[(class_i ? CountBits : 0) +: CountBits] + CountBits'(1);
    end
    if (gone) begin
      held_d[(chosen ? CountBits : 0) +: CountBits] =
          held_q[(chosen ? CountBits : 0) +: CountBits] - CountBits'(1);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      response_first_q <= 1'b1;
      spent_q          <= '0;
      held_q           <= '0;
      next_q           <= '0;
    end else begin
      response_first_q <= response_first_d;
      spent_q          <= spent_d;
      held_q           <= held_d;
      next_q           <= next_d;
    end
  end

  `ASSERT(AChoiceWaits_A, !is_response_o || line_there[1])
  `ASSERT(NobodyJoinsAFullLine_A, (line_push & ~line_ready) == '0)
  `ASSERT(ThereIsRoomAtTheLevel_A, !moved || level_ready[{!begun_o, sl_i}])

endmodule
