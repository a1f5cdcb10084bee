// SPDX-License-Identifier: Apache-2.0
// Headers of one packet of a message, LRH to the last extension header, and its lengths.
// Combinational.
//
// Golden model: models/ib/transport/packet_job.cpp
// Documentation: docs/blocks/packetizer.md

module ib_packet_headers (
  // The message; as the ports of ib_packetizer.
  input  logic [2:0]   transport_i,
  input  logic [3:0]   kind_i,
  input  logic [3:0]   vl_i,
  input  logic [3:0]   sl_i,
  input  logic [15:0]  dlid_i,
  input  logic [15:0]  slid_i,
  input  logic         has_grh_i,
  input  logic [7:0]   traffic_class_i,
  input  logic [19:0]  flow_label_i,
  input  logic [7:0]   hop_limit_i,
  input  logic [127:0] sgid_i,
  input  logic [127:0] dgid_i,
  input  logic [15:0]  p_key_i,
  input  logic [23:0]  dest_qp_i,
  input  logic         solicited_i,
  input  logic         mig_req_i,
  input  logic         fecn_i,
  input  logic         becn_i,
  input  logic [31:0]  length_i,
  input  logic [2:0]   mtu_i,
  input  logic [23:0]  ee_context_i,
  input  logic [31:0]  q_key_i,
  input  logic [23:0]  src_qp_i,
  input  logic [23:0]  xrc_srq_i,
  input  logic [63:0]  address_i,
  input  logic [31:0]  r_key_i,
  input  logic [63:0]  swap_add_i,
  input  logic [63:0]  compare_i,
  input  logic [31:0]  immediate_i,
  input  logic [7:0]   syndrome_i,
  input  logic [23:0]  msn_i,
  input  logic [63:0]  original_i,

  // The packet.
  input  logic [23:0]  index_i,        // in the message
  input  logic [23:0]  psn_i,
  input  logic         ack_request_i,

  output logic [1023:0] headers_o,        // first byte on the wire in bits 7:0; zero after them
  output logic [6:0]    header_bytes_o,
  output logic [12:0]   payload_bytes_o,
  output logic [12:0]   body_bytes_o      // headers, payload and pad
);

  localparam logic [3:0] SendImmediate      = 4'd1;
  localparam logic [3:0] SendInvalidate     = 4'd2;
  localparam logic [3:0] Write              = 4'd3;
  localparam logic [3:0] WriteImmediate     = 4'd4;
  localparam logic [3:0] Read               = 4'd5;
  localparam logic [3:0] CompareSwap        = 4'd6;
  localparam logic [3:0] FetchAdd           = 4'd7;
  localparam logic [3:0] ReadResponse       = 4'd8;
  localparam logic [3:0] Acknowledge        = 4'd9;
  localparam logic [3:0] AtomicAcknowledge  = 4'd10;

  localparam logic [2:0] Rd  = 3'd2;
  localparam logic [2:0] Ud  = 3'd3;
  localparam logic [2:0] Xrc = 3'd5;

  // --- place in the message --------------------------------------------------------------------

  logic        request, has_payload, starts, ends;
  logic [12:0] mtu;
  logic [31:0] offset, left;  // bytes of the message before and from this packet on

  assign request     = kind_i <= FetchAdd;
  assign has_payload = kind_i <= WriteImmediate || kind_i == ReadResponse;
  assign mtu         = 13'd128 << mtu_i;
  assign offset      = {1'b0, index_i, 7'd0} << mtu_i;
  assign left        = length_i - offset;
  assign starts      = !has_payload || index_i == '0;
  assign ends        = !has_payload || left <= 32'(mtu);

  assign payload_bytes_o = !has_payload ? '0 : ends ? left[12:0] : mtu;

  // --- BTH -------------------------------------------------------------------------------------

  logic [4:0]  operation;
  logic [1:0]  place;  // First, Middle, Last, Only
  logic        immediate, solicited;
  logic [95:0] bth;
  logic [1:0]  pad;

  assign place     = starts ? (ends ? 2'd3 : 2'd0) : (ends ? 2'd2 : 2'd1);
  assign immediate = kind_i == SendImmediate || kind_i == WriteImmediate;
  assign solicited = solicited_i && ends && (kind_i <= SendInvalidate || kind_i == WriteImmediate);
  assign pad       = 2'd0 - payload_bytes_o[1:0];

  always_comb begin
    operation = 5'd0;
    unique case (kind_i)
      Read:              operation = 5'd12;
      CompareSwap:       operation = 5'd19;
      FetchAdd:          operation = 5'd20;
      ReadResponse:      operation = 5'd13 + 5'(place);
      Acknowledge:       operation = 5'd17;
      AtomicAcknowledge: operation = 5'd18;
      default: begin
        unique case (place)
          2'd0:    operation = 5'd0;
          2'd1:    operation = 5'd1;
          2'd2:    operation = kind_i == SendInvalidate ? 5'd22 : 5'd2 + 5'(immediate);
          default: operation = kind_i == SendInvalidate ? 5'd23 : 5'd4 + 5'(immediate);
        endcase
        if (kind_i == Write || kind_i == WriteImmediate) operation = operation + 5'd6;
      end
    endcase
  end

  assign bth = {transport_i, operation, solicited, mig_req_i, pad, 4'd0, p_key_i, fecn_i, becn_i,
                6'd0, dest_qp_i, ack_request_i, 7'd0, psn_i};

  // --- extension headers, the first on the left ------------------------------------------------

  logic [223:0] own;         // of the operation
  logic [4:0]   own_bytes;
  logic [319:0] extensions;  // those of the transport in front of them
  logic [3:0]   transport_bytes;
  logic [127:0] reth;
  logic [31:0]  aeth;

  assign reth = kind_i == Read ? {address_i + {32'd0, offset}, r_key_i, left}
                               : {address_i, r_key_i, length_i};
  assign aeth = {syndrome_i, msn_i};

  always_comb begin
    own       = '0;
    own_bytes = '0;
    unique case (kind_i)
      Write, WriteImmediate: begin
        if (starts) begin
          own       = {reth, immediate && ends ? immediate_i : 32'd0, 64'd0};
          own_bytes = immediate && ends ? 5'd20 : 5'd16;
        end else if (immediate && ends) begin
          own       = {immediate_i, 192'd0};
          own_bytes = 5'd4;
        end
      end
      SendImmediate, SendInvalidate: begin
        if (ends) begin
          own       = {immediate_i, 192'd0};
          own_bytes = 5'd4;
        end
      end
      Read: begin
        own       = {reth, 96'd0};
        own_bytes = 5'd16;
      end
      CompareSwap, FetchAdd: begin
        own       = {address_i, r_key_i, swap_add_i, compare_i};
        own_bytes = 5'd28;
      end
      ReadResponse: begin
        if (starts || ends) begin
          own       = {aeth, 192'd0};
          own_bytes = 5'd4;
        end
      end
      Acknowledge: begin
        own       = {aeth, 192'd0};
        own_bytes = 5'd4;
      end
      AtomicAcknowledge: begin
        own       = {aeth, original_i, 128'd0};
        own_bytes = 5'd12;
      end
      default: own_bytes = '0;
    endcase
  end

  always_comb begin
    extensions      = {own, 96'd0};
    transport_bytes = '0;
    if (transport_i == Rd && request) begin
      extensions      = {8'd0, ee_context_i, q_key_i, 8'd0, src_qp_i, own};
      transport_bytes = 4'd12;
    end else if (transport_i == Rd) begin
      extensions      = {8'd0, ee_context_i, own, 64'd0};
      transport_bytes = 4'd4;
    end else if (transport_i == Ud) begin
      extensions      = {q_key_i, 8'd0, src_qp_i, own, 32'd0};
      transport_bytes = 4'd8;
    end else if (transport_i == Xrc && request) begin
      extensions      = {8'd0, xrc_srq_i, own, 64'd0};
      transport_bytes = 4'd4;
    end
  end

  // --- lengths and routing headers -------------------------------------------------------------

  logic [12:0]   wire_bytes;  // with the ICRC
  logic [63:0]   lrh;
  logic [319:0]  grh;
  logic [1023:0] ordered;     // first byte on the left

  assign header_bytes_o = (has_grh_i ? 7'd60 : 7'd20) + 7'(transport_bytes) + 7'(own_bytes);
  assign body_bytes_o   = 13'(header_bytes_o) + payload_bytes_o + 13'(pad);
  assign wire_bytes     = body_bytes_o + 13'd4;

  assign lrh = {vl_i, 4'd0, sl_i, 3'd1, has_grh_i, dlid_i, 5'd0, wire_bytes[12:2], slid_i};
  assign grh = {4'd6, traffic_class_i, flow_label_i, 3'd0, wire_bytes - 13'd48, 8'h1B, hop_limit_i,
                sgid_i, dgid_i};

  assign ordered = has_grh_i ? {lrh, grh, bth, extensions, 224'd0}
                             : {lrh, bth, extensions, 544'd0};

  for (genvar i = 0; i < 128; i++) begin : gen_order
    assign headers_o[8*i +: 8] = ordered[1023-8*i -: 8];
  end

endmodule
