// SPDX-License-Identifier: Apache-2.0
// Makes the packets of a message, 64 bytes a clock: cuts it at the MTU, writes the headers of each
// packet, counts the PSN on, adds pad and ICRC. Two stages: a word is formed of headers and payload,
// then it leaves, the ICRC behind the last one. A job is taken in the clock that forms the last word
// of the one before, so that packets follow each other without a gap.
//
// Golden model: models/ib/transport/packetizer.cpp
// Documentation: docs/blocks/packetizer.md

`include "assertions.svh"

module ib_packetizer (
  input  logic         clk_i,
  input  logic         rst_ni,

  // A job: packets `index_i` .. `index_i + packets_i - 1` of a message.
  input  logic         job_valid_i,
  output logic         job_ready_o,
  input  logic [2:0]   transport_i,      // 0 RC, 1 UC, 2 RD, 3 UD, 5 XRC
  input  logic [3:0]   kind_i,           // as models/ib/transport/packet_job.h numbers them
  input  logic [3:0]   vl_i,
  input  logic [3:0]   sl_i,
  input  logic [15:0]  dlid_i,
  input  logic [15:0]  slid_i,
  input  logic         has_grh_i,
  input  logic [7:0]   traffic_class_i,
  input  logic [19:0]  flow_label_i,
  input  logic [7:0]   hop_limit_i,
  input  logic [127:0] sgid_i,           // first byte on the wire in bits 127:120
  input  logic [127:0] dgid_i,
  input  logic [15:0]  p_key_i,
  input  logic [23:0]  dest_qp_i,
  input  logic         solicited_i,      // where a receive request is spent
  input  logic         mig_req_i,
  input  logic         fecn_i,
  input  logic         becn_i,
  input  logic         ack_request_i,    // in the last packet of the job
  input  logic [23:0]  psn_i,            // of the first packet of the job
  input  logic [31:0]  length_i,         // bytes of the message
  input  logic [2:0]   mtu_i,            // 1 .. 5: 256 .. 4096 bytes
  input  logic [23:0]  index_i,
  input  logic [23:0]  packets_i,        // at least 1
  input  logic [23:0]  ee_context_i,
  input  logic [31:0]  q_key_i,
  input  logic [23:0]  src_qp_i,
  input  logic [23:0]  xrc_srq_i,
  input  logic [63:0]  address_i,
  input  logic [31:0]  r_key_i,
  input  logic [63:0]  swap_add_i,
  input  logic [63:0]  compare_i,
  input  logic [31:0]  immediate_i,      // or the R_Key to invalidate
  input  logic [7:0]   syndrome_i,
  input  logic [23:0]  msn_i,
  input  logic [63:0]  original_i,       // of an atomic

  // Payload of the job; what is past the end of the message does not count.
  input  logic         payload_valid_i,
  input  logic [511:0] payload_i,        // first byte on the wire in bits 7:0
  output logic         payload_ready_o,

  output logic         valid_o,
  output logic         last_o,           // ends its packet
  output logic [6:0]   bytes_o,          // valid bytes: 4 .. 64; 64 unless last_o
  output logic [511:0] data_o,           // LRH to ICRC, first byte on the wire in bits 7:0
  input  logic         ready_i
);

  localparam int unsigned WordBits = 8 * ib_pkg::WordBytes;

  // --- the job ---------------------------------------------------------------------------------

  localparam int unsigned JobBits = 948;
  logic               busy_d, busy_q;
  logic [JobBits-1:0] job_d, job_q;
  logic [23:0]        number_d, number_q;  // packet of the job
  logic [6:0]         word_d, word_q;      // of the packet
  logic [WordBits-1:0] carry_d, carry_q;   // payload that did not fit into the word before

  logic [2:0]   transport, mtu;
  logic [3:0]   kind, vl, sl;
  logic [15:0]  dlid, slid, p_key;
  logic         has_grh, solicited, mig_req, fecn, becn, ack_request;
  logic [7:0]   traffic_class, hop_limit, syndrome;
  logic [19:0]  flow_label;
  logic [127:0] sgid, dgid;
  logic [23:0]  dest_qp, psn, index, packets, ee_context, src_qp, xrc_srq, msn;
  logic [31:0]  length, q_key, r_key, immediate;
  logic [63:0]  address, swap_add, compare, original;

  assign job_d = job_valid_i && job_ready_o
      ? {transport_i, kind_i, vl_i, sl_i, dlid_i, slid_i, has_grh_i, traffic_class_i, flow_label_i,
         hop_limit_i, sgid_i, dgid_i, p_key_i, dest_qp_i, solicited_i, mig_req_i, fecn_i, becn_i,
         ack_request_i, psn_i, length_i, mtu_i, index_i, packets_i, ee_context_i, q_key_i, src_qp_i,
         xrc_srq_i, address_i, r_key_i, swap_add_i, compare_i, immediate_i, syndrome_i, msn_i,
         original_i}
      : job_q;
  assign {transport, kind, vl, sl, dlid, slid, has_grh, traffic_class, flow_label, hop_limit, sgid,
          dgid, p_key, dest_qp, solicited, mig_req, fecn, becn, ack_request, psn, length, mtu, index,
          packets, ee_context, q_key, src_qp, xrc_srq, address, r_key, swap_add, compare, immediate,
          syndrome, msn, original} = job_q;

  // --- first stage: a word is formed -----------------------------------------------------------

  logic [1023:0]       headers;
  logic [6:0]          header_bytes;
  logic [12:0]         payload_bytes, body_bytes;
  logic [6:0]          payload_word;   // payload words before this word
  logic                reaches;        // headers end in this word or before
  logic [12:0]         payload_left;   // before this word's payload
  logic                wants, room, forms, ends_packet, ends_job;
  logic [WordBits-1:0] kept, header_part, word;
  logic [2*WordBits-1:0] placed;
  logic [12:0]         body_left;

  ib_packet_headers u_headers (
    .transport_i     ( transport                              ),
    .kind_i          ( kind                                   ),
    .vl_i            ( vl                                     ),
    .sl_i            ( sl                                     ),
    .dlid_i          ( dlid                                   ),
    .slid_i          ( slid                                   ),
    .has_grh_i       ( has_grh                                ),
    .traffic_class_i ( traffic_class                          ),
    .flow_label_i    ( flow_label                             ),
    .hop_limit_i     ( hop_limit                              ),
    .sgid_i          ( sgid                                   ),
    .dgid_i          ( dgid                                   ),
    .p_key_i         ( p_key                                  ),
    .dest_qp_i       ( dest_qp                                ),
    .solicited_i     ( solicited                              ),
    .mig_req_i       ( mig_req                                ),
    .fecn_i          ( fecn                                   ),
    .becn_i          ( becn                                   ),
    .length_i        ( length                                 ),
    .mtu_i           ( mtu                                    ),
    .ee_context_i    ( ee_context                             ),
    .q_key_i         ( q_key                                  ),
    .src_qp_i        ( src_qp                                 ),
    .xrc_srq_i       ( xrc_srq                                ),
    .address_i       ( address                                ),
    .r_key_i         ( r_key                                  ),
    .swap_add_i      ( swap_add                               ),
    .compare_i       ( compare                                ),
    .immediate_i     ( immediate                              ),
    .syndrome_i      ( syndrome                               ),
    .msn_i           ( msn                                    ),
    .original_i      ( original                               ),
    .index_i         ( index + number_q                       ),
    .psn_i           ( psn + number_q                         ),
    .ack_request_i   ( ack_request && ends_job                ),
    .headers_o       ( headers                                ),
    .header_bytes_o  ( header_bytes                           ),
    .payload_bytes_o ( payload_bytes                          ),
    .body_bytes_o    ( body_bytes                             )
  );

  assign reaches      = word_q >= {6'd0, header_bytes[6]};
  assign payload_word = word_q - {6'd0, header_bytes[6]};
  assign payload_left = payload_bytes - {payload_word, 6'd0};
  assign wants        = reaches && {payload_word, 6'd0} < payload_bytes;
  assign body_left    = body_bytes - {word_q, 6'd0};
  assign ends_packet  = body_left <= 13'd64;
  assign ends_job     = number_q + 24'd1 == packets;

  // What is past the end of the payload is pad.
  assign kept = !wants ? '0
              : payload_left >= 13'd64
                  ? payload_i
                  : payload_i & ~({WordBits{1'b1}} << {payload_left[5:0], 3'b000});
  assign placed      = {{WordBits{1'b0}}, kept} << {header_bytes[5:0], 3'b000};
  assign header_part = word_q == '0   ? headers[0 +: WordBits]
                     : word_q == 7'd1 ? headers[WordBits +: WordBits]
                                      : '0;
  assign word        = header_part | carry_q | placed[0 +: WordBits];

  assign payload_ready_o = busy_q && wants && room;
  assign forms           = busy_q && room && (!wants || payload_valid_i);
  assign job_ready_o     = !busy_q || (forms && ends_packet && ends_job);

  always_comb begin
    busy_d   = busy_q;
    number_d = number_q;
    word_d   = word_q;
    carry_d  = carry_q;
    if (forms) begin
      word_d  = word_q + 7'd1;
      carry_d = placed[WordBits +: WordBits];
      if (ends_packet) begin
        word_d   = '0;
        carry_d  = '0;
        number_d = number_q + 24'd1;
        busy_d   = !ends_job;
      end
    end
    if (job_valid_i && job_ready_o) begin
      busy_d   = 1'b1;
      number_d = '0;
    end
  end

  logic                formed_valid_d, formed_valid_q, formed_last_d, formed_last_q;
  logic [6:0]          formed_bytes_d, formed_bytes_q;
  logic [WordBits-1:0] formed_d, formed_q;
  logic                formed_moves;

  assign room = !formed_valid_q || formed_moves;

  always_comb begin
    formed_valid_d = formed_valid_q && !formed_moves;
    formed_last_d  = formed_last_q;
    formed_bytes_d = formed_bytes_q;
    formed_d       = formed_q;
    if (forms) begin
      formed_valid_d = 1'b1;
      formed_last_d  = ends_packet;
      formed_bytes_d = ends_packet ? body_left[6:0] : 7'd64;
      formed_d       = word;
    end
  end

  // --- second stage: the word leaves, the ICRC behind the last one -----------------------------

  logic                leaving_valid_d, leaving_valid_q, leaving_last_d, leaving_last_q;
  logic [6:0]          leaving_bytes_d, leaving_bytes_q;
  logic [WordBits-1:0] leaving_d, leaving_q;
  logic                tail_d, tail_q;  // of the word only the ICRC is left
  logic                needs_tail, leaves;
  logic [31:0]         icrc;

  assign needs_tail   = leaving_last_q && leaving_bytes_q == 7'd64;
  assign leaves       = leaving_valid_q && ready_i && (tail_q || !needs_tail);
  assign formed_moves = formed_valid_q && (!leaving_valid_q || leaves);

  ib_icrc32 u_icrc (
    .clk_i,
    .rst_ni,
    .valid_i ( formed_moves                      ),
    .last_i  ( formed_last_q                     ),
    .bytes_i ( formed_bytes_q                    ),
    .data_i  ( formed_q                          ),
    .ready_o (                                   ),
    .valid_o (                                   ),
    .crc_o   ( icrc                              ),
    .match_o (                                   ),
    .ready_i ( leaves                            )
  );

  always_comb begin
    leaving_valid_d = leaving_valid_q && !leaves;
    leaving_last_d  = leaving_last_q;
    leaving_bytes_d = leaving_bytes_q;
    leaving_d       = leaving_q;
    tail_d          = tail_q;
    if (leaving_valid_q && ready_i) tail_d = !leaves;
    if (formed_moves) begin
      leaving_valid_d = 1'b1;
      leaving_last_d  = formed_last_q;
      leaving_bytes_d = formed_bytes_q;
      leaving_d       = formed_q;
    end
  end

  always_comb begin
    valid_o = leaving_valid_q;
    last_o  = 1'b0;
    bytes_o = leaving_valid_q ? leaving_bytes_q : '0;
    data_o  = leaving_valid_q ? leaving_q : '0;
    if (leaving_valid_q && tail_q) begin
      last_o  = 1'b1;
      bytes_o = 7'd4;
      data_o  = {{(WordBits-32){1'b0}}, icrc};
    end else if (leaving_valid_q && leaving_last_q && !needs_tail) begin
      last_o  = 1'b1;
      bytes_o = leaving_bytes_q + 7'd4;
      data_o  = leaving_q | ({{(WordBits-32){1'b0}}, icrc} << {leaving_bytes_q[5:0], 3'b000});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q          <= 1'b0;
      job_q           <= '0;
      number_q        <= '0;
      word_q          <= '0;
      carry_q         <= '0;
      formed_valid_q  <= 1'b0;
      formed_last_q   <= 1'b0;
      formed_bytes_q  <= '0;
      formed_q        <= '0;
      leaving_valid_q <= 1'b0;
      leaving_last_q  <= 1'b0;
      leaving_bytes_q <= '0;
      leaving_q       <= '0;
      tail_q          <= 1'b0;
    end else begin
      busy_q          <= busy_d;
      job_q           <= job_d;
      number_q        <= number_d;
      word_q          <= word_d;
      carry_q         <= carry_d;
      formed_valid_q  <= formed_valid_d;
      formed_last_q   <= formed_last_d;
      formed_bytes_q  <= formed_bytes_d;
      formed_q        <= formed_d;
      leaving_valid_q <= leaving_valid_d;
      leaving_last_q  <= leaving_last_d;
      leaving_bytes_q <= leaving_bytes_d;
      leaving_q       <= leaving_d;
      tail_q          <= tail_d;
    end
  end

  `ASSUME(AJobHasPackets_M, !job_valid_i || packets_i != '0)
  `ASSUME(MtuIsLegal_M, !job_valid_i || (mtu_i >= 3'd1 && mtu_i <= 3'd5))
  `ASSERT(AWordIsHeldUntilTaken_A,
          !(leaving_valid_q && !ready_i) || (leaving_valid_d && leaving_d == leaving_q))
  `ASSERT(OnlyTheLastWordIsShort_A, !valid_o || last_o || bytes_o == 7'd64)

endmodule
