// SPDX-License-Identifier: Apache-2.0
// One output of the switch: a queue of words for each VL, the VL arbiter with the whole-packet
// credit check, the VCRC of the new lane, and flow control packets in between. The line moves one
// word a clock and every transfer takes whole clocks.
//
// A packet announced in clock t reserves its room at once and may start in t + Latency + 1; its
// first word comes from the crossbar Crossbar + 1 clocks after the announcement.
//
// Golden model: models/link/port.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_egress #(
  parameter  int unsigned Vls          = 1,
  parameter  int unsigned EgressBlocks = 32,  // queue of each VL
  parameter  int unsigned Longest      = 10,  // blocks of the longest packet
  parameter  int unsigned Crossbar     = 1,   // clocks a word spends in the crossbar, at least 1
  parameter  int unsigned Egress       = 1,   // clocks from there to the transmitter, at least 1
  parameter  int unsigned Entries      = 8,   // of each VL arbitration table
  parameter  int unsigned Interval     = 10,  // clocks between flow control packets of a VL
  localparam int unsigned Bits         = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks       = ib_pkg::BlockBits,
  localparam int unsigned Credits      = ib_pkg::CreditBits,
  localparam int unsigned EntryBits    = ib_pkg::VlArbWeightBits + ib_pkg::VlBits
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic [Entries*EntryBits-1:0] high_table_i,  // quasi-static
  input  logic [Entries*EntryBits-1:0] low_table_i,
  input  logic [7:0]                   high_limit_i,

  // A packet was granted its way here.
  input  logic                         announced_i,
  input  logic [ib_pkg::VlBits-1:0]    announced_vl_i,
  input  logic [Blocks-1:0]            announced_blocks_i,
  output logic [Vls-1:0]               room_o,        // VLs that the longest packet fits in

  input  logic                         valid_i,       // a word out of the crossbar
  input  logic [Bits-1:0]              data_i,

  // Flow control: what the peer granted, and what is to be told about the receive side.
  input  logic                         update_i,
  input  logic [ib_pkg::VlBits-1:0]    update_vl_i,
  input  logic [Credits-1:0]           update_fccl_i,
  input  logic [Vls-1:0]               due_i,
  input  logic [Vls*Credits-1:0]       fccl_i,

  // The line.
  output logic                         valid_o,
  output logic                         first_o,
  output logic                         last_o,
  output logic [6:0]                   bytes_o,
  output logic [Bits-1:0]              data_o,
  output logic                         fc_valid_o,
  output logic                         fc_op_o,
  output logic [ib_pkg::VlBits-1:0]    fc_vl_o,
  output logic [Credits-1:0]           fc_fctbs_o,
  output logic [Credits-1:0]           fc_fccl_o
);

  localparam int unsigned Words    = Vls * EgressBlocks;
  localparam int unsigned At       = $clog2(EgressBlocks + 1);  // a place in a queue, and a count
  localparam int unsigned VlBits   = ib_pkg::VlBits;
  localparam int unsigned Announce = 1 + VlBits + Blocks;
  localparam int unsigned Latency  = Crossbar + Egress;

  function automatic logic [At-1:0] after(input logic [At-1:0] place);
    after = (32'(place) == EgressBlocks - 1) ? '0 : place + At'(1);
  endfunction

  // The way from the crossbar.

  logic [Latency*Announce-1:0] announce_d, announce_q;
  logic                        comes, word_comes;
  logic [VlBits-1:0]           comes_vl, word_vl_d, word_vl_q, word_vl;
  logic [Blocks-1:0]           comes_blocks;
  logic [Bits-1:0]             word;

  assign announce_d = (Latency*Announce)'({announce_q, announced_i, announced_vl_i,
                                           announced_blocks_i});
  assign {comes, comes_vl, comes_blocks} = announce_q[(Latency-1)*Announce +: Announce];
  assign word_vl   = comes ? comes_vl : word_vl_q;
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
  logic [Blocks-1:0]     left_d, left_q;        // words of the packet on the line to come
  logic [Blocks-1:0]     sending_d, sending_q;  // its blocks, until the line is free
  logic [VlBits-1:0]     sending_vl_d, sending_vl_q;
  logic                  idle, start, chosen_valid, fc_ready, finish;
  logic [VlBits-1:0]     chosen_vl, line_vl;
  logic [ib_pkg::DataVls-1:0]        waiting, sendable, may_send;
  logic [ib_pkg::DataVls*Blocks-1:0] head_blocks;
  logic [Blocks-1:0]                 chosen_blocks;

  assign idle   = left_q == '0;
  assign finish = idle && sending_q != '0;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_vl
    assign head_blocks[vl*Blocks +: Blocks] =
        blocks[vl*EgressBlocks + 32'(packet_out_q[vl*At +: At])];
    assign waiting[vl] = packets_q[vl*At +: At] != '0;
    assign room_o[vl]   = 32'(used_q[vl*At +: At]) + Longest <= EgressBlocks;
  end
  assign head_blocks[ib_pkg::DataVls*Blocks-1 : Vls*Blocks] = '0;
  assign waiting[ib_pkg::DataVls-1 : Vls]                   = '0;
  assign sendable = waiting & may_send;

  assign fc_ready = idle;
  assign start    = idle && !fc_valid_o && chosen_valid;
  assign line_vl  = start ? chosen_vl : sending_vl_q;

  always_comb begin
    chosen_blocks = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (chosen_vl == VlBits'(vl)) chosen_blocks = head_blocks[vl*Blocks +: Blocks];
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
    .sendable_i   ( sendable           ),
    .blocks_i     ( head_blocks        ),
    .ready_i      ( idle && !fc_valid_o ),
    .valid_o      ( chosen_valid       ),
    .vl_o         ( chosen_vl          )
  );

  ib_credit_tx u_credits (
    .clk_i          ( clk_i         ),
    .rst_ni         ( rst_ni        ),
    .link_down_i    ( 1'b0          ),
    .update_valid_i ( update_i      ),
    .update_vl_i    ( update_vl_i   ),
    .update_fccl_i  ( update_fccl_i ),
    .sent_valid_i   ( start         ),
    .sent_vl_i      ( chosen_vl     ),
    .blocks_i       ( head_blocks   ),
    .may_send_o     ( may_send      ),
    .query_vl_i     ( fc_vl_o       ),
    .fctbs_o        ( fc_fctbs_o    )
  );

  // Flow control packets.

  logic           fc_waits;
  logic [Vls-1:0] sent;

  for (genvar vl = 0; vl < Vls; vl++) begin : gen_sent
    assign sent[vl] = start && chosen_vl == VlBits'(vl);
  end

  ib_flow_control #(
    .Vls      ( Vls      ),
    .Interval ( Interval )
  ) u_flow_control (
    .clk_i   ( clk_i        ),
    .rst_ni  ( rst_ni       ),
    .due_i   ( due_i | sent ),
    .ready_i ( fc_ready     ),
    .valid_o ( fc_waits     ),
    .op_o    ( fc_op_o      ),
    .vl_o    ( fc_vl_o      )
  );

  assign fc_valid_o = fc_waits && fc_ready;

  always_comb begin
    fc_fccl_o = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (fc_vl_o == VlBits'(vl)) fc_fccl_o = fccl_i[vl*Credits +: Credits];
    end
  end

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
        word_in_d[vl*At +: At] = after(word_in_q[vl*At +: At]);
      end
      if (valid_o && line_vl == VlBits'(vl)) begin
        word_out_d[vl*At +: At] = after(word_out_q[vl*At +: At]);
      end
      if (sent[vl]) begin
        packet_out_d[vl*At +: At] = after(packet_out_q[vl*At +: At]);
        packets_d[vl*At +: At]    = packets_d[vl*At +: At] - At'(1);
      end
      if (comes && comes_vl == VlBits'(vl)) begin
        packet_in_d[vl*At +: At] = after(packet_in_q[vl*At +: At]);
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

  always_comb begin
    left_d       = idle ? '0 : left_q - Blocks'(1);
    sending_d    = finish ? '0 : sending_q;
    sending_vl_d = sending_vl_q;
    if (start) begin
      left_d       = chosen_blocks - Blocks'(1);
      sending_d    = chosen_blocks;
      sending_vl_d = chosen_vl;
    end
  end

  // The word on the line.

  localparam int unsigned Index = $clog2(Words);

  function automatic logic [Index-1:0] place(input int unsigned vl, input logic [At-1:0] at);
    place = Index'(vl * EgressBlocks + 32'(at));
  endfunction

  logic [Index-1:0] out_at, in_at, packet_at;
  logic [Bits-1:0] stored;
  logic [3:0]      tail_d, tail_q, tail;  // low bits of PktLen: 4 * PktLen + 2 bytes in all
  logic [15:0]     crc_d, crc_q, seed, moved, crc;
  logic [6:0]      covered;               // bytes of the word under the VCRC

  always_comb begin
    out_at    = '0;
    in_at     = '0;
    packet_at = '0;
    for (int unsigned vl = 0; vl < Vls; vl++) begin
      if (line_vl == VlBits'(vl))  out_at    = place(vl, word_out_q[vl*At +: At]);
      if (word_vl == VlBits'(vl))  in_at     = place(vl, word_in_q[vl*At +: At]);
      if (comes_vl == VlBits'(vl)) packet_at = place(vl, packet_in_q[vl*At +: At]);
    end
  end

  assign stored  = words[out_at];
  assign valid_o = start || !idle;
  assign first_o = start;
  assign last_o  = start ? chosen_blocks == Blocks'(1) : left_q == Blocks'(1);
  assign tail    = start ? stored[43:40] : tail_q;
  assign tail_d  = tail;
  assign bytes_o = last_o ? {1'b0, tail, 2'b10} : 7'd64;
  assign covered = last_o ? {1'b0, tail, 2'b00} : 7'd64;
  assign seed    = start ? '1 : crc_q;

  ib_crc_step #(
    .Width      ( 16 ),
    .Polynomial ( ib_pkg::Vcrc16Polynomial )
  ) u_crc (
    .state_i ( seed    ),
    .data_i  ( stored  ),
    .bytes_i ( covered ),
    .state_o ( moved   )
  );

  assign crc   = covered == '0 ? ~seed : ~moved;
  assign crc_d = valid_o ? moved : crc_q;

  // The VCRC of this hop in place of the old one; nothing behind it.
  always_comb begin
    data_o = stored;
    if (last_o) begin
      data_o = stored & ~({Bits{1'b1}} << {covered, 3'b000});
      data_o = data_o | (Bits'(crc) << {covered, 3'b000});
    end
  end

  always_ff @(posedge clk_i) begin
    if (word_comes) words[in_at] <= word;
    if (comes) blocks[packet_at] <= comes_blocks;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      announce_q   <= '0;
      word_vl_q    <= '0;
      word_in_q    <= '0;
      word_out_q   <= '0;
      packet_in_q  <= '0;
      packet_out_q <= '0;
      packets_q    <= '0;
      used_q       <= '0;
      left_q       <= '0;
      sending_q    <= '0;
      sending_vl_q <= '0;
      tail_q       <= '0;
      crc_q        <= '1;
    end else begin
      announce_q   <= announce_d;
      word_vl_q    <= word_vl_d;
      word_in_q    <= word_in_d;
      word_out_q   <= word_out_d;
      packet_in_q  <= packet_in_d;
      packet_out_q <= packet_out_d;
      packets_q    <= packets_d;
      used_q       <= used_d;
      left_q       <= left_d;
      sending_q    <= sending_d;
      sending_vl_q <= sending_vl_d;
      tail_q       <= tail_d;
      crc_q        <= crc_d;
    end
  end

  `ASSERT(OneTransferAtATime_A, !(valid_o && fc_valid_o))
  `ASSERT(ReservedRoomIsEnough_A, !announced_i || 32'(announced_blocks_i) <= Longest)

endmodule
