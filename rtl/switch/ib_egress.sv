// SPDX-License-Identifier: Apache-2.0
// One output of the switch: a queue of words for each VL, the VL arbiter with the whole-packet
// credit check, the VCRC of the new lane, and flow control packets in between.
//
// The line is not in step with the clock. `busy` counts the time it is taken beyond the clock's
// edge: what begins before the next edge is decided now. A packet's first word is handed out in the
// clock in which it begins, a later one in the first clock whose edge is not before its own time,
// beside the first word of the next packet if need be.
//
// A packet announced in clock t reserves its room at once and may start in t + lead + Latency, where
// lead is 1 or as much more as its last words need to be there in time.
//
// A packet whose tail is here and bad before it begins is discarded when it is at the head, and so is
// one that has been there for too long: one in a clock, in which no packet begins. A bad one that has
// begun ends with EBP and an inverted VCRC.
//
// Golden model: models/link/port.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_egress #(
  parameter  int unsigned Vls          = 1,
  parameter  int unsigned EgressBlocks = 32,  // queue of each VL, at most
  parameter  int unsigned Crossbar     = 1,   // clocks a word spends in the crossbar, at least 1
  parameter  int unsigned Egress       = 1,   // clocks from there to the transmitter, at least 1
  parameter  int unsigned Entries      = 8,   // of each VL arbitration table
  localparam int unsigned Bits         = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks       = ib_pkg::BlockBits,
  localparam int unsigned Clocks       = ib_pkg::ClockBits,
  localparam int unsigned Credits      = ib_pkg::CreditBits,
  localparam int unsigned EntryBits    = ib_pkg::VlArbWeightBits + ib_pkg::VlBits,
  localparam int unsigned TimeBits     = ib_pkg::TimeBits
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  // Quasi-static.
  input  logic [Entries*EntryBits-1:0]      high_table_i,
  input  logic [Entries*EntryBits-1:0]      low_table_i,
  input  logic [7:0]                        high_limit_i,
  input  logic [15:0]                       egress_blocks_i,  // queue of each VL
  input  logic [Blocks-1:0]                 longest_i,        // blocks of the longest packet
  input  logic                              up_i,             // a cable is plugged in
  input  logic [ib_pkg::PeriodBits-1:0]     period_i,
  input  logic [ib_pkg::ReciprocalBits-1:0] reciprocal_i,
  input  logic [ib_pkg::ByteTimeBits-1:0]   byte_time_i,
  input  logic [6:0]                        framing_i,        // bytes of delimiters
  input  logic [ib_pkg::IntervalBits-1:0]   interval_i,
  input  logic [ib_pkg::HeartbeatBits-1:0]  heartbeat_i,
  input  logic [ib_pkg::LifeBits-1:0]       hoq_life_i,
  input  logic [2:0]                        stall_count_i,

  // A packet was granted its way here.
  input  logic                         announced_i,
  input  logic [ib_pkg::VlBits-1:0]    announced_vl_i,
  input  logic [Blocks-1:0]            announced_blocks_i,
  input  logic [Clocks-1:0]            announced_full_i,  // clocks until its last but one crosses
  input  logic [Clocks-1:0]            announced_last_i,  // and its last
  output logic [Vls-1:0]               room_o,            // VLs that the longest packet fits in

  input  logic                         valid_i,           // a word out of the crossbar
  input  logic                         last_i,            // of its packet
  input  logic                         bad_i,             // which is bad
  input  logic [Bits-1:0]              data_i,

  // Flow control: what the peer granted, and what is to be told about the receive side.
  input  logic [Vls-1:0]               update_i,
  input  logic [Vls*Credits-1:0]       update_fccl_i,
  input  logic [Vls-1:0]               due_i,
  input  logic [Vls*Credits-1:0]       fccl_i,

  // The line: what begins in this clock, in the order flow control packets by VL, then a packet.
  output logic [TimeBits-1:0]          busy_o,            // time it is taken from the edge on
  output logic [Vls-1:0]               fc_valid_o,
  output logic [Vls-1:0]               fc_op_o,
  output logic [Vls*Credits-1:0]       fc_fctbs_o,
  output logic [Vls*Credits-1:0]       fc_fccl_o,
  output logic                         first_valid_o,     // a packet's first word
  output logic [6:0]                   first_bytes_o,
  output logic [Bits-1:0]              first_data_o,
  output logic                         discard_o,         // no: that packet is discarded
  output logic                         overdue_o,         // for its lifetime
  output logic                         stalls_o,          // and that stalls its VL
  // A later word.
  output logic                         valid_o,
  output logic                         last_o,
  output logic                         bad_end_o,         // with EBP
  output logic [6:0]                   bytes_o,
  output logic [Bits-1:0]              data_o,

  // For PortXmitWait.
  output logic                         judged_o,          // a packet could begin now
  output logic                         starved_o          // some wait, and none has credits
);

  localparam int unsigned Words    = Vls * EgressBlocks;
  localparam int unsigned At       = $clog2(EgressBlocks + 1);  // a place in a queue, and a count
  localparam int unsigned Index    = $clog2(Words);
  localparam int unsigned VlBits   = ib_pkg::VlBits;

  function automatic logic [At-1:0] after(input logic [At-1:0] place, input logic [At-1:0] count);
    after = (32'(place) + 32'(count) >= EgressBlocks)
        ? At'(32'(place) + 32'(count) - EgressBlocks) : place + count;
  endfunction

  function automatic logic [Index-1:0] place_of(input logic [VlBits-1:0] vl,
                                                input logic [At-1:0] at);
    place_of = Index'(32'(vl) * EgressBlocks + 32'(at));
  endfunction

  logic [TimeBits-1:0] period, byte_time;

  assign period    = TimeBits'(period_i);
  assign byte_time = TimeBits'(byte_time_i);

  logic              starts;         // a packet is on its way that may start when it is here
  logic [VlBits-1:0] starts_vl;
  logic [Blocks-1:0] starts_blocks;

  ib_start_time u_start_time (
    .clk_i ( clk_i ),                           .rst_ni ( rst_ni ),
    .period_i ( period_i ),                     .reciprocal_i ( reciprocal_i ),
    .byte_time_i ( byte_time_i ),               .announced_i ( announced_i ),
    .announced_vl_i ( announced_vl_i ),         .announced_blocks_i ( announced_blocks_i ),
    .announced_full_i ( announced_full_i ),     .announced_last_i ( announced_last_i ),
    .starts_o ( starts ),                       .starts_vl_o ( starts_vl ),
    .starts_blocks_o ( starts_blocks )
  );

  logic              comes, word_comes, word_last, word_bad;
  logic [VlBits-1:0] comes_vl, word_vl;
  logic [Blocks-1:0] comes_blocks;
  logic [Bits-1:0]   word;

  ib_egress_way #(
    .Crossbar ( Crossbar ),
    .Egress   ( Egress   )
  ) u_way (
    .clk_i ( clk_i ),                   .rst_ni ( rst_ni ),
    .announced_i ( announced_i ),       .announced_vl_i ( announced_vl_i ),
    .starts_i ( starts ),               .starts_vl_i ( starts_vl ),
    .starts_blocks_i ( starts_blocks ), .valid_i ( valid_i ),
    .last_i ( last_i ),                 .bad_i ( bad_i ),
    .data_i ( data_i ),                 .comes_o ( comes ),
    .comes_vl_o ( comes_vl ),           .comes_blocks_o ( comes_blocks ),
    .valid_o ( word_comes ),            .last_o ( word_last ),
    .bad_o ( word_bad ),                .vl_o ( word_vl ),
    .data_o ( word )
  );

  // Queues.

  logic [Bits:0]         words     [Words];     // the top bit: it shows that its packet is bad
  logic [Blocks-1:0]     blocks    [Words];     // of the packets of each VL, in order
  logic                  condemned [Words];     // of these: whole and bad
  logic [Vls*At-1:0]     word_in_d, word_in_q, word_out_d, word_out_q;
  logic [Vls*At-1:0]     packet_in_d, packet_in_q, packet_out_d, packet_out_q;
  logic [Vls*At-1:0]     whole_in_d, whole_in_q;  // the next packet whose tail comes
  logic [Vls*At-1:0]     packets_d, packets_q;  // that may start
  logic [Vls*At-1:0]     used_d, used_q;        // blocks, reserved or there
  logic [Blocks-1:0]     sending_d, sending_q;  // blocks of a packet, until the line is free
  logic [VlBits-1:0]     sending_vl_d, sending_vl_q;
  logic [TimeBits-1:0]   busy_d, busy_q, busy;  // of the line, from the clock's edge on
  logic                  start, chosen_valid, finish;
  logic [VlBits-1:0]     chosen_vl;
  logic [Vls-1:0]        sent, condemned_heads, overdue, stalls, to_discard, gone;
  logic                  may_begin;
  logic [VlBits-1:0]     discard_vl, head_vl;
  logic [At-1:0]         chosen_at;
  logic [Blocks-1:0]     chosen_blocks;
  logic [ib_pkg::DataVls-1:0]        waiting, may_send;
  logic [ib_pkg::DataVls*Blocks-1:0] head_blocks;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign head_blocks[vl*Blocks +: Blocks] =
        blocks[vl*EgressBlocks + 32'(packet_out_q[vl*At +: At])];
    assign waiting[vl] = packets_q[vl*At +: At] != '0;
    assign room_o[vl]  =
        32'(used_q[vl*At +: At]) + 32'(longest_i) <= 32'(egress_blocks_i);
    assign sent[vl]    = start && chosen_vl == VlBits'(vl);
    assign condemned_heads[vl] = waiting[vl] &&
        condemned[vl*EgressBlocks + 32'(packet_out_q[vl*At +: At])];
    assign gone[vl]    = sent[vl] || (discard_o && discard_vl == VlBits'(vl));

    ib_head_watch #(
      .Counts ( At )
    ) u_watch (
      .clk_i ( clk_i ),             .rst_ni ( rst_ni ),
      .life_i ( hoq_life_i ),       .stall_count_i ( stall_count_i ),
      .announced_i ( announced_i && announced_vl_i == VlBits'(vl) ),
      .here_i ( waiting[vl] ),      .sent_i ( sent[vl] ),
      .gone_i ( gone[vl] ),         .dropped_i ( overdue_o && gone[vl] ),
      .overdue_o ( overdue[vl] ),   .stalls_o ( stalls[vl] )
    );
  end
  assign head_blocks[ib_pkg::DataVls*Blocks-1 : Vls*Blocks] = '0;
  assign waiting[ib_pkg::DataVls-1 : Vls]                   = '0;
  assign may_send[ib_pkg::DataVls-1 : Vls]                  = '0;

  assign busy_o    = busy_q;
  assign finish    = busy_q < period && sending_q != '0;
  assign overdue_o = busy_q < period && overdue != '0;
  assign stalls_o  = stalls != '0;
  assign judged_o  = busy < period || overdue_o;
  assign to_discard = overdue_o ? overdue : condemned_heads;
  assign discard_o  = judged_o && to_discard != '0;
  assign may_begin  = judged_o && !discard_o;
  assign starved_o = may_begin && !chosen_valid && (waiting & ~may_send) != '0;
  assign start     = may_begin && chosen_valid;

  always_comb begin
    discard_vl = '0;
    for (int unsigned vl = Vls; vl > 0; vl--) begin
      if (to_discard[vl-1]) discard_vl = VlBits'(vl - 1);
    end
  end

  assign head_vl = discard_o ? discard_vl : chosen_vl;

  always_comb begin
    chosen_blocks = '0;
    chosen_at     = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (head_vl == VlBits'(vl)) begin
        chosen_blocks = head_blocks[vl*Blocks +: Blocks];
        chosen_at     = word_out_q[vl*At +: At];
      end
    end
  end

  ib_vl_arbiter #(
    .Entries ( Entries )
  ) u_arbiter (
    .clk_i ( clk_i ),                   .rst_ni ( rst_ni ),
    .high_table_i ( high_table_i ),     .low_table_i ( low_table_i ),
    .high_limit_i ( high_limit_i ),     .sendable_i ( waiting & may_send ),
    .blocks_i ( head_blocks ),          .ready_i ( may_begin ),
    .valid_o ( chosen_valid ),          .vl_o ( chosen_vl )
  );

  ib_credit_tx #(
    .Vls ( Vls )
  ) u_credits (
    .clk_i ( clk_i ),                          .rst_ni ( rst_ni ),
    .link_down_i ( !up_i ),                    .update_valid_i ( update_i ),
    .update_fccl_i ( update_fccl_i ),          .sent_valid_i ( start ),
    .sent_vl_i ( chosen_vl ),                  .blocks_i ( head_blocks[Vls*Blocks-1:0] ),
    .may_send_o ( may_send[Vls-1:0] ),         .query_vl_i ( '0 ),
    .fctbs_o ( ),                              .all_fctbs_o ( fc_fctbs_o )
  );

  assign fc_fccl_o  = fccl_i;

  // Flow control packets: of 6 bytes and the delimiters.

  ib_flow_control #(
    .Vls ( Vls )
  ) u_flow_control (
    .clk_i ( clk_i ),             .rst_ni ( rst_ni ),
    .up_i ( up_i ),               .period_i ( period_i ),
    .duration_i ( (TimeBits'(6) + TimeBits'(framing_i)) * byte_time ),
    .interval_i ( interval_i ),   .heartbeat_i ( heartbeat_i ),
    .due_i ( due_i | sent ),      .line_busy_i ( busy_q ),
    .valid_o ( fc_valid_o ),      .op_o ( fc_op_o ),
    .line_busy_o ( busy )
  );

  // State of the queues.

  always_comb begin
    word_in_d    = word_in_q;
    word_out_d   = word_out_q;
    packet_in_d  = packet_in_q;
    packet_out_d = packet_out_q;
    packets_d    = packets_q;
    used_d       = used_q;
    whole_in_d   = whole_in_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (word_comes && word_vl == VlBits'(vl)) begin
        word_in_d[vl*At +: At] = after(word_in_q[vl*At +: At], At'(1));
        if (word_last) whole_in_d[vl*At +: At] = after(whole_in_q[vl*At +: At], At'(1));
      end
      if (gone[vl]) begin
        word_out_d[vl*At +: At]   = after(word_out_q[vl*At +: At], At'(chosen_blocks));
        packet_out_d[vl*At +: At] = after(packet_out_q[vl*At +: At], At'(1));
        packets_d[vl*At +: At]    = packets_d[vl*At +: At] - At'(1);
      end
      if (comes && comes_vl == VlBits'(vl)) begin
        packet_in_d[vl*At +: At] = after(packet_in_q[vl*At +: At], At'(1));
        packets_d[vl*At +: At]   = packets_d[vl*At +: At] + At'(1);
      end
      if (finish && sending_vl_q == VlBits'(vl)) begin
        used_d[vl*At +: At] = used_d[vl*At +: At] - At'(sending_q);
      end
      if (discard_o && gone[vl]) begin
        used_d[vl*At +: At] = used_d[vl*At +: At] - At'(chosen_blocks);
      end
      if (announced_i && announced_vl_i == VlBits'(vl)) begin
        used_d[vl*At +: At] = used_d[vl*At +: At] + At'(announced_blocks_i);
      end
    end
  end

  // The line.

  logic [Bits-1:0]     head;       // first word of the chosen packet
  logic [TimeBits-1:0] busy_after;

  assign head = words[place_of(head_vl, chosen_at)][Bits-1:0];

  always_comb begin
    sending_d    = finish ? '0 : sending_q;
    sending_vl_d = sending_vl_q;
    busy_after   = busy;
    if (start) begin
      sending_d    = chosen_blocks;
      sending_vl_d = chosen_vl;
      // 4 * PktLen + 2 bytes and the delimiters.
      busy_after   = busy + (TimeBits'({head[34:32], head[47:40], 2'b10}) + TimeBits'(framing_i)) *
                            byte_time;
    end
    busy_d = (busy_after > period) ? busy_after - period : '0;
  end

  logic [VlBits-1:0] later_vl;
  logic [At-1:0]     later_at;

  assign first_valid_o = start;

  ib_packet_sender #(
    .EgressBlocks ( EgressBlocks )
  ) u_sender (
    .clk_i ( clk_i ),                 .rst_ni ( rst_ni ),
    .period_i ( period_i ),           .byte_time_i ( byte_time_i ),
    .start_i ( start ),               .begin_i ( busy ),
    .vl_i ( chosen_vl ),              .blocks_i ( chosen_blocks ),
    .at_i ( chosen_at ),              .head_i ( head ),
    .first_bytes_o ( first_bytes_o ), .first_data_o ( first_data_o ),
    .later_vl_o ( later_vl ),         .later_at_o ( later_at ),
    .later_i ( words[place_of(later_vl, later_at)][Bits-1:0] ),
    .later_bad_i ( words[place_of(later_vl, later_at)][Bits] ),.valid_o ( valid_o ),
    .bad_end_o ( bad_end_o ),         .last_o ( last_o ),
    .bytes_o ( bytes_o ),             .data_o ( data_o )
  );

  logic [Index-1:0] in_at, packet_at, whole_at;

  always_comb begin
    in_at     = '0;
    packet_at = '0;
    whole_at  = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (word_vl == VlBits'(vl)) begin
        in_at    = place_of(VlBits'(vl), word_in_q[vl*At +: At]);
        whole_at = place_of(VlBits'(vl), whole_in_q[vl*At +: At]);
      end
      if (comes_vl == VlBits'(vl)) packet_at = place_of(VlBits'(vl), packet_in_q[vl*At +: At]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (word_comes) words[in_at] <= {word_bad, word};
    if (comes) begin
      blocks[packet_at]    <= comes_blocks;
      condemned[packet_at] <= 1'b0;
    end
    // The tail of a packet of one word comes in the same clock, no tail comes sooner.
    if (word_comes && word_last) condemned[whole_at] <= word_bad;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      whole_in_q    <= '0;
      word_in_q     <= '0;
      word_out_q    <= '0;
      packet_in_q   <= '0;
      packet_out_q  <= '0;
      packets_q     <= '0;
      used_q        <= '0;
      sending_q     <= '0;
      sending_vl_q  <= '0;
      busy_q        <= '0;
    end else begin
      whole_in_q    <= whole_in_d;
      word_in_q     <= word_in_d;
      word_out_q    <= word_out_d;
      packet_in_q   <= packet_in_d;
      packet_out_q  <= packet_out_d;
      packets_q     <= packets_d;
      used_q        <= used_d;
      sending_q     <= sending_d;
      sending_vl_q  <= sending_vl_d;
      busy_q        <= busy_d;
    end
  end

  `ASSERT(SendsWhatWaits_A, !start || (sent & waiting[Vls-1:0]) != '0)

endmodule
