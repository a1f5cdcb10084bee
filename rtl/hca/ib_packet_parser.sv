// SPDX-License-Identifier: Apache-2.0
// Judges packets by their headers and lengths and takes the headers apart as far as the RETH, one
// word of 64 bytes a clock. The result of a packet is offered in the clock after its last word; a
// packet may start in the clock the result is taken. CRCs are other blocks' business.
//
// Golden model: models/ib/packet/packet_parser.cpp
// Documentation: docs/blocks/packet_parser.md

`include "assertions.svh"

module ib_packet_parser (
  input  logic         clk_i,
  input  logic         rst_ni,

  input  logic [2:0]   mtu_i,    // largest payload the port takes, 1 .. 5: 256 .. 4096 bytes

  input  logic         valid_i,
  input  logic         last_i,   // the word ends its packet
  input  logic [6:0]   bytes_i,  // valid bytes: 1 .. 64; 64 unless last_i
  input  logic [511:0] data_i,   // LRH to VCRC, first byte on the wire in bits 7:0
  output logic         ready_o,

  output logic         valid_o,
  output logic [4:0]   fault_o,   // first rule broken, 0 for none
  output logic         parsed_o,  // IBA, opcode known: all headers below hold

  // Local route header, with parsed_o or without fault.
  output logic [3:0]   vl_o,
  output logic [3:0]   sl_o,
  output logic [1:0]   lnh_o,
  output logic [15:0]  dlid_o,
  output logic [10:0]  pkt_len_o,
  output logic [15:0]  slid_o,

  // Global route header, with LNH 3.
  output logic [7:0]   traffic_class_o,
  output logic [19:0]  flow_label_o,
  output logic [15:0]  grh_length_o,
  output logic [7:0]   hop_limit_o,
  output logic [127:0] sgid_o,    // first byte on the wire in bits 127:120
  output logic [127:0] dgid_o,

  // Base transport header.
  output logic [7:0]   opcode_o,
  output logic         solicited_o,
  output logic         mig_req_o,
  output logic [1:0]   pad_count_o,
  output logic [15:0]  p_key_o,
  output logic         fecn_o,
  output logic         becn_o,
  output logic [23:0]  dest_qp_o,
  output logic         ack_request_o,
  output logic [23:0]  psn_o,

  // Extensions: what the opcode has, in the order they stand: RDETH, DETH, XRCETH, RETH, AtomicETH,
  // AETH, AtomicAckETH, ImmDt, IETH. Fields of absent ones are 0.
  output logic [8:0]   extensions_o,
  output logic [23:0]  ee_context_o,
  output logic [31:0]  q_key_o,
  output logic [23:0]  src_qp_o,
  output logic [23:0]  xrc_srq_o,
  output logic [63:0]  address_o,  // of the RETH or AtomicETH
  output logic [31:0]  r_key_o,
  output logic [31:0]  dma_length_o,
  output logic [7:0]   header_bytes_o,

  input  logic         ready_i
);

  localparam int unsigned HeaderBits = 1024;  // two words hold the longest headers
  localparam logic [13:0] TooMany    = 14'd8191;

  localparam logic [4:0] None           = 5'd0;
  localparam logic [4:0] TooShort       = 5'd1;
  localparam logic [4:0] Length         = 5'd2;
  localparam logic [4:0] Lver           = 5'd4;
  localparam logic [4:0] Dlid           = 5'd5;
  localparam logic [4:0] Slid           = 5'd6;
  localparam logic [4:0] GrhVersion     = 5'd7;
  localparam logic [4:0] GrhNextHeader  = 5'd8;
  localparam logic [4:0] GrhLength      = 5'd9;
  localparam logic [4:0] GrhMissing     = 5'd10;
  localparam logic [4:0] Tver           = 5'd12;
  localparam logic [4:0] Opcode         = 5'd13;
  localparam logic [4:0] Pad            = 5'd14;
  localparam logic [4:0] PayloadLength  = 5'd15;
  localparam logic [4:0] AboveMtu       = 5'd16;
  localparam logic [4:0] ManagementLane = 5'd17;

  // --- the words of a packet -------------------------------------------------------------------

  logic                  done_d, done_q;      // a packet ended; its result waits
  logic [6:0]            word_d, word_q;      // words taken; 127 stands for all above
  logic [13:0]           size_d, size_q;
  logic [HeaderBits-1:0] header_d, header_q;
  logic [511:0]          kept;
  logic [14:0]           sum;

  assign ready_o = !done_q || ready_i;
  assign kept    = data_i & ({512{1'b1}} >> {7'd64 - bytes_i, 3'b000});
  assign sum     = {1'b0, size_q} + 15'(bytes_i);

  always_comb begin
    done_d   = done_q;
    word_d   = word_q;
    size_d   = size_q;
    header_d = header_q;
    if (done_q && ready_i) begin
      done_d = 1'b0;
      word_d = '0;
      size_d = '0;
    end
    if (valid_i && ready_o) begin
      done_d = last_i;
      if (done_q || word_q == '0) begin
        header_d = {512'd0, kept};
        word_d   = 7'd1;
        size_d   = 14'(bytes_i);
      end else begin
        if (word_q == 7'd1)  header_d[1023:512] = kept;
        if (word_q != 7'd127) word_d = word_q + 7'd1;
        size_d = sum > 15'(TooMany) ? TooMany : sum[13:0];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q   <= 1'b0;
      word_q   <= '0;
      size_q   <= '0;
      header_q <= '0;
    end else begin
      done_q   <= done_d;
      word_q   <= word_d;
      size_q   <= size_d;
      header_q <= header_d;
    end
  end

  // --- headers; `lrh` and so on have their first byte on the wire on the left ------------------

  logic [HeaderBits-1:0] wire_bytes;
  logic [63:0]           lrh;
  logic [319:0]          grh;
  logic [479:0]          rest;  // BTH and what follows it
  logic [95:0]           bth;
  logic [383:0]          ext;
  logic                  global_route, local_route;

  for (genvar i = 0; i < HeaderBits / 8; i++) begin : gen_wire
    assign wire_bytes[HeaderBits-1-8*i -: 8] = header_q[8*i +: 8];
  end

  assign lrh          = wire_bytes[1023 -: 64];
  assign global_route = lrh[49:48] == 2'd3;
  assign local_route  = lrh[49:48] == 2'd2;
  assign grh          = wire_bytes[959 -: 320];
  assign rest         = global_route ? wire_bytes[639 -: 480] : wire_bytes[959 -: 480];
  assign bth          = rest[479 -: 96];
  assign ext          = rest[383:0];

  // --- the opcode ------------------------------------------------------------------------------

  logic [2:0]  transport;
  logic [4:0]  operation;
  logic        rc, uc, rd, ud, cnp, xrc, reliable, response, known;
  logic        full, some, any;  // payload: the MTU, at least a byte, up to the MTU
  logic [8:0]  has;
  logic [5:0]  ext_bytes;

  assign {transport, operation} = bth[95:88];
  assign rc       = transport == 3'd0;
  assign uc       = transport == 3'd1;
  assign rd       = transport == 3'd2;
  assign ud       = transport == 3'd3;
  assign cnp      = bth[95:88] == 8'h80;
  assign xrc      = transport == 3'd5;
  assign reliable = rc || xrc || rd;
  assign response = operation >= 5'd13 && operation <= 5'd18;

  always_comb begin
    if (operation == 5'd4 || operation == 5'd5) known = reliable || uc || ud;
    else if (operation <= 5'd11)                known = reliable || uc;
    else if (operation <= 5'd20)                known = reliable;
    else if (operation == 5'd21)                known = rd;
    else                                        known = (rc || xrc) && operation <= 5'd23;
    if (cnp) known = 1'b1;
  end

  always_comb begin
    full = !cnp && (operation == 5'd0 || operation == 5'd1 || operation == 5'd6 ||
                    operation == 5'd7 || operation == 5'd13 || operation == 5'd14);
    some = !cnp && (operation == 5'd2 || operation == 5'd3 || operation == 5'd8 ||
                    operation == 5'd9 || operation == 5'd15 || operation == 5'd22);
    any  = !cnp && (operation == 5'd4 || operation == 5'd5 || operation == 5'd10 ||
                    operation == 5'd11 || operation == 5'd16 || operation == 5'd23);
  end

  always_comb begin
    has = '0;
    if (!cnp) begin
      has[0] = rd;
      has[1] = ud || (rd && !response);
      has[2] = xrc && !response;
      has[3] = operation == 5'd6 || operation == 5'd10 || operation == 5'd11 || operation == 5'd12;
      has[4] = operation == 5'd19 || operation == 5'd20;
      has[5] = operation == 5'd13 || (operation >= 5'd15 && operation <= 5'd18);
      has[6] = operation == 5'd18;
      has[7] = operation == 5'd3 || operation == 5'd5 || operation == 5'd9 || operation == 5'd11;
      has[8] = operation == 5'd22 || operation == 5'd23;
    end
    ext_bytes = (has[0] ? 6'd4 : 6'd0) + (has[1] ? 6'd8 : 6'd0) + (has[2] ? 6'd4 : 6'd0) +
                (has[3] ? 6'd16 : 6'd0) + (has[4] ? 6'd28 : 6'd0) + (has[5] ? 6'd4 : 6'd0) +
                (has[6] ? 6'd8 : 6'd0) + (has[7] ? 6'd4 : 6'd0) + (has[8] ? 6'd4 : 6'd0);
  end

  // --- the rules, in the order of the checks ---------------------------------------------------

  logic [3:0]  vl;
  logic [15:0] dlid, slid;
  logic [10:0] pkt_len, longest;
  logic [13:0] mtu_bytes, headers, after_bth, iba_end, space, payload;
  logic        management, smp, mtu_sized, length_allowed;
  logic [4:0]  link_fault, grh_fault, transport_fault, fault;

  assign vl         = lrh[63:60];
  assign dlid       = lrh[47:32];
  assign pkt_len    = lrh[26:16];
  assign slid       = lrh[15:0];
  assign mtu_bytes  = 14'd128 << mtu_i;
  assign longest    = mtu_bytes[12:2] + 11'd31;  // and 124 bytes, in words
  assign management = vl == 4'd15;
  assign headers    = (global_route ? 14'd48 : 14'd8) + 14'd12;
  assign iba_end    = size_q - 14'd6;            // in front of both CRCs; only where there is room
  assign after_bth  = headers + 14'(ext_bytes);
  assign space      = iba_end - after_bth;
  assign payload    = space - 14'(bth[85:84]);

  always_comb begin
    link_fault = None;
    if (slid >= 16'hC000 ? (slid != 16'hFFFF || !management) : (slid == '0 && !management)) begin
      link_fault = Slid;
    end
    if (dlid == '0 || (dlid == 16'hFFFF && !management)) link_fault = Dlid;
    if (lrh[59:56] != '0) link_fault = Lver;
    if (pkt_len > longest || {1'b0, pkt_len, 2'b00} + 14'd2 != size_q) link_fault = Length;
    if (size_q < 14'd10) link_fault = TooShort;
  end

  always_comb begin
    grh_fault = None;
    if (global_route) begin
      if (size_q < 14'd66) grh_fault = TooShort;
      if (grh[287:272] != {2'b00, size_q - 14'd50}) grh_fault = GrhLength;
      if (grh[271:264] != 8'h1B) grh_fault = GrhNextHeader;
      if (grh[319:316] != 4'd6)  grh_fault = GrhVersion;
      if (size_q < 14'd54)       grh_fault = TooShort;
    end else if (dlid >= 16'hC000 && dlid != 16'hFFFF) begin
      grh_fault = GrhMissing;
    end
  end

  assign mtu_sized = payload == 14'd256 || payload == 14'd512 || payload == 14'd1024 ||
                     payload == 14'd2048 || payload == 14'd4096;
  assign smp = management && bth[55:32] == '0 && payload == 14'd256 && bth[95:88] == 8'h64;

  always_comb begin
    length_allowed = payload == '0;
    if (full) length_allowed = mtu_sized;
    if (some) length_allowed = payload != '0;
    if (any)  length_allowed = 1'b1;
    if (cnp)  length_allowed = payload == 14'd16;
  end

  always_comb begin
    transport_fault = None;
    if ((management || bth[55:32] == '0) && !smp) transport_fault = ManagementLane;
    if (!length_allowed)           transport_fault = PayloadLength;
    if (payload > mtu_bytes)       transport_fault = AboveMtu;
    if (14'(bth[85:84]) > space)   transport_fault = Pad;
    if (after_bth > iba_end)       transport_fault = TooShort;
    if (!known)                    transport_fault = Opcode;
    if (bth[83:80] != '0)          transport_fault = Tver;
  end

  always_comb begin
    fault = link_fault;
    if (link_fault == None) begin
      if (global_route || local_route) begin
        fault = grh_fault != None ? grh_fault : transport_fault;
        if (size_q < 14'd26) fault = TooShort;
      end else begin
        fault = management ? ManagementLane : None;
        if (size_q < (lrh[48] ? 14'd50 : 14'd14)) fault = TooShort;
      end
    end
  end

  // --- outputs ---------------------------------------------------------------------------------

  logic         kept_headers;
  logic [63:0]  deth;
  logic [223:0] remote;  // RETH or AtomicETH
  logic         has_remote;

  assign valid_o      = done_q;
  assign fault_o      = done_q ? fault : None;
  assign kept_headers = done_q && (fault == None || fault >= Pad);
  assign parsed_o     = kept_headers && (global_route || local_route);
  assign has_remote   = parsed_o && (has[3] || has[4]);

  assign {vl_o, sl_o, lnh_o, dlid_o, pkt_len_o, slid_o} = kept_headers
      ? {vl, lrh[55:52], lrh[49:48], dlid, pkt_len, slid} : '0;

  assign {traffic_class_o, flow_label_o, grh_length_o, hop_limit_o, sgid_o, dgid_o} =
      parsed_o && global_route ? {grh[315:272], grh[263:0]} : '0;

  assign {opcode_o, solicited_o, mig_req_o, pad_count_o, p_key_o, fecn_o, becn_o, dest_qp_o,
          ack_request_o, psn_o} = parsed_o
      ? {bth[95:84], bth[79:64], bth[63:62], bth[55:32], bth[31], bth[23:0]} : '0;

  assign extensions_o   = parsed_o ? has : '0;
  assign header_bytes_o = parsed_o ? 8'(after_bth) : '0;
  assign deth           = has[0] ? ext[351 -: 64] : ext[383 -: 64];
  assign remote         = has[0] ? ext[287 -: 224] : has[2] ? ext[351 -: 224] : ext[383 -: 224];

  assign ee_context_o = parsed_o && has[0] ? ext[375:352] : '0;
  assign q_key_o      = parsed_o && has[1] ? deth[63:32] : '0;
  assign src_qp_o     = parsed_o && has[1] ? deth[23:0] : '0;
  assign xrc_srq_o    = parsed_o && has[2] ? ext[375:352] : '0;
  assign address_o    = has_remote ? remote[223:160] : '0;
  assign r_key_o      = has_remote ? remote[159:128] : '0;
  assign dma_length_o = parsed_o && has[3] ? remote[127:96] : '0;

  `ASSUME(BytesInRange_M, !valid_i || (bytes_i != '0 && bytes_i <= 7'd64))
  `ASSUME(OnlyTheLastWordIsShort_M, !valid_i || last_i || bytes_i == 7'd64)
  `ASSERT(ResultIsHeldUntilTaken_A, !(done_q && !ready_i) || (done_d && header_d == header_q))
  `ASSERT(FaultsBeforeTheOpcodeHideTheHeaders_A, !parsed_o || known)

endmodule
