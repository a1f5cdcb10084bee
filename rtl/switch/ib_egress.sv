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

  // A packet was granted its way here.
  input  logic                         announced_i,
  input  logic [ib_pkg::VlBits-1:0]    announced_vl_i,
  input  logic [Blocks-1:0]            announced_blocks_i,
  input  logic [Clocks-1:0]            announced_full_i,  // clocks until its last but one crosses
  input  logic [Clocks-1:0]            announced_last_i,  // and its last
  output logic [Vls-1:0]               room_o,            // VLs that the longest packet fits in

  input  logic                         valid_i,           // a word out of the crossbar
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
  // A later word.
  output logic                         valid_o,
  output logic                         last_o,
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
  localparam int unsigned Announce = 1 + VlBits;
  localparam int unsigned Starting = 1 + VlBits + Blocks;
  localparam int unsigned Latency  = Crossbar + Egress;

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
    .clk_i              ( clk_i              ),
    .rst_ni             ( rst_ni             ),
    .period_i           ( period_i           ),
    .reciprocal_i       ( reciprocal_i       ),
    .byte_time_i        ( byte_time_i        ),
    .announced_i        ( announced_i        ),
    .announced_vl_i     ( announced_vl_i     ),
    .announced_blocks_i ( announced_blocks_i ),
    .announced_full_i   ( announced_full_i   ),
    .announced_last_i   ( announced_last_i   ),
    .starts_o           ( starts             ),
    .starts_vl_o        ( starts_vl          ),
    .starts_blocks_o    ( starts_blocks      )
  );

  // The way from the crossbar.

  logic [Latency*Announce-1:0] announce_d, announce_q;
  logic [Latency*Starting-1:0] starting_d, starting_q;
  logic                        comes, word_comes, lane_comes;
  logic [VlBits-1:0]           comes_vl, lane_vl, word_vl_d, word_vl_q, word_vl;
  logic [Blocks-1:0]           comes_blocks;
  logic [Bits-1:0]             word;

  assign announce_d = (Latency*Announce)'({announce_q, announced_i, announced_vl_i});
  assign starting_d = (Latency*Starting)'({starting_q, starts, starts_vl, starts_blocks});
  assign {lane_comes, lane_vl} = announce_q[(Latency-1)*Announce +: Announce];
  assign {comes, comes_vl, comes_blocks} = starting_q[(Latency-1)*Starting +: Starting];
  assign word_vl   = lane_comes ? lane_vl : word_vl_q;
  assign word_vl_d = word_vl;

  if (Egress > 1) begin : gen_stages
    logic [Egress-2:0]          valid_d, valid_q;
    logic [(Egress-1)*Bits-1:0] data_d, data_q;

    assign valid_d = (Egress-1)'({valid_q, valid_i});
    assign data_d  = ((Egress-1)*Bits)'({data_q, data_i});

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= '0;
        data_q  <= '0;
      end else begin
        valid_q <= valid_d;
        data_q  <= data_d;
      end
    end

    assign word_comes = valid_q[Egress-2];
    assign word       = data_q[(Egress-2)*Bits +: Bits];
  end else begin : gen_direct
    assign word_comes = valid_i;
    assign word       = data_i;
  end

  // Queues.

  logic [Bits-1:0]       words  [Words];
  logic [Blocks-1:0]     blocks [Words];        // of the packets of each VL, in order
  logic [Vls*At-1:0]     word_in_d, word_in_q, word_out_d, word_out_q;
  logic [Vls*At-1:0]     packet_in_d, packet_in_q, packet_out_d, packet_out_q;
  logic [Vls*At-1:0]     packets_d, packets_q;  // that may start
  logic [Vls*At-1:0]     used_d, used_q;        // blocks, reserved or there
  logic [Blocks-1:0]     sending_d, sending_q;  // blocks of a packet, until the line is free
  logic [VlBits-1:0]     sending_vl_d, sending_vl_q;
  logic [TimeBits-1:0]   busy_d, busy_q, busy;  // of the line, from the clock's edge on
  logic                  start, chosen_valid, finish;
  logic [VlBits-1:0]     chosen_vl;
  logic [Vls-1:0]        sent;
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
  end
  assign head_blocks[ib_pkg::DataVls*Blocks-1 : Vls*Blocks] = '0;
  assign waiting[ib_pkg::DataVls-1 : Vls]                   = '0;
  assign may_send[ib_pkg::DataVls-1 : Vls]                  = '0;

  assign busy_o    = busy_q;
  assign finish    = busy_q < period && sending_q != '0;
  assign judged_o  = busy < period;
  assign starved_o = !chosen_valid && (waiting & ~may_send) != '0;
  assign start     = judged_o && chosen_valid;

  always_comb begin
    chosen_blocks = '0;
    chosen_at     = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (chosen_vl == VlBits'(vl)) begin
        chosen_blocks = head_blocks[vl*Blocks +: Blocks];
        chosen_at     = word_out_q[vl*At +: At];
      end
    end
  end

  ib_vl_arbiter #(
    .Entries ( Entries )
  ) u_arbiter (
    .clk_i        ( clk_i              ),
    .rst_ni       ( rst_ni             ),
    .high_table_i ( high_table_i       ),
    .low_table_i  ( low_table_i        ),
    .high_limit_i ( high_limit_i       ),
    .sendable_i   ( waiting & may_send ),
    .blocks_i     ( head_blocks        ),
    .ready_i      ( judged_o           ),
    .valid_o      ( chosen_valid       ),
    .vl_o         ( chosen_vl          )
  );

  ib_credit_tx #(
    .Vls ( Vls )
  ) u_credits (
    .clk_i          ( clk_i       ),
    .rst_ni         ( rst_ni      ),
    .link_down_i    ( !up_i       ),
    .update_valid_i ( update_i      ),
    .update_fccl_i  ( update_fccl_i ),
    .sent_valid_i   ( start       ),
    .sent_vl_i      ( chosen_vl   ),
    .blocks_i       ( head_blocks[Vls*Blocks-1:0] ),
    .may_send_o     ( may_send[Vls-1:0] ),
    .query_vl_i     ( '0          ),
    .fctbs_o        (             ),
    .all_fctbs_o    ( fc_fctbs_o  )
  );

  assign fc_fccl_o  = fccl_i;

  // Flow control packets.

  localparam int unsigned FlowControlBytes = 6;

  ib_flow_control #(
    .Vls ( Vls )
  ) u_flow_control (
    .clk_i       ( clk_i                                                    ),
    .rst_ni      ( rst_ni                                                   ),
    .up_i        ( up_i                                                     ),
    .period_i    ( period_i                                                 ),
    .duration_i  ( (TimeBits'(FlowControlBytes) + TimeBits'(framing_i)) * byte_time ),
    .interval_i  ( interval_i                                               ),
    .heartbeat_i ( heartbeat_i                                              ),
    .due_i       ( due_i | sent                                             ),
    .line_busy_i ( busy_q                                                   ),
    .valid_o     ( fc_valid_o                                               ),
    .op_o        ( fc_op_o                                                  ),
    .line_busy_o ( busy                                                     )
  );

  // State of the queues.

  always_comb begin
    word_in_d    = word_in_q;
    word_out_d   = word_out_q;
    packet_in_d  = packet_in_q;
    packet_out_d = packet_out_q;
    packets_d    = packets_q;
    used_d       = used_q;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (word_comes && word_vl == VlBits'(vl)) begin
        word_in_d[vl*At +: At] = after(word_in_q[vl*At +: At], At'(1));
      end
      if (sent[vl]) begin
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
      if (announced_i && announced_vl_i == VlBits'(vl)) begin
        used_d[vl*At +: At] = used_d[vl*At +: At] + At'(announced_blocks_i);
      end
    end
  end

  // The line.

  logic [Bits-1:0]     head;       // first word of the chosen packet
  logic [TimeBits-1:0] busy_after;

  assign head = words[place_of(chosen_vl, chosen_at)];

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
    .clk_i         ( clk_i                                 ),
    .rst_ni        ( rst_ni                                ),
    .period_i      ( period_i                              ),
    .byte_time_i   ( byte_time_i                           ),
    .start_i       ( start                                 ),
    .begin_i       ( busy                                  ),
    .vl_i          ( chosen_vl                             ),
    .blocks_i      ( chosen_blocks                         ),
    .at_i          ( chosen_at                             ),
    .head_i        ( head                                  ),
    .first_bytes_o ( first_bytes_o                         ),
    .first_data_o  ( first_data_o                          ),
    .later_vl_o    ( later_vl                              ),
    .later_at_o    ( later_at                              ),
    .later_i       ( words[place_of(later_vl, later_at)]   ),
    .valid_o       ( valid_o                               ),
    .last_o        ( last_o                                ),
    .bytes_o       ( bytes_o                               ),
    .data_o        ( data_o                                )
  );

  logic [Index-1:0] in_at, packet_at;

  always_comb begin
    in_at     = '0;
    packet_at = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (word_vl == VlBits'(vl))  in_at     = place_of(VlBits'(vl), word_in_q[vl*At +: At]);
      if (comes_vl == VlBits'(vl)) packet_at = place_of(VlBits'(vl), packet_in_q[vl*At +: At]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (word_comes) words[in_at] <= word;
    if (comes) blocks[packet_at] <= comes_blocks;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      announce_q    <= '0;
      starting_q    <= '0;
      word_vl_q     <= '0;
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
      announce_q    <= announce_d;
      starting_q    <= starting_d;
      word_vl_q     <= word_vl_d;
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
