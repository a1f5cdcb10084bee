// SPDX-License-Identifier: Apache-2.0
// One input of the switch: takes words of 64 bytes from the line, reads the LRH, keeps the packets
// of all VLs in one buffer of linked words, queues them by output and VL, and hands out the granted
// one word a clock.
//
// A header is offered to the tables in the last stage of its pipeline and queued in the next clock.
// A grant of clock t moves words in t + 1 .. t + blocks; the input is free again in the last.
//
// Golden model: models/switch/switch.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_ingress #(
  parameter  int unsigned Ports       = 4,    // at least 2
  parameter  int unsigned Vls         = 1,    // data VLs that operate
  parameter  int unsigned RxBlocks    = 32,   // buffer of each VL
  parameter  int unsigned RouteCycles = 12,   // word in to packet queued: at least 2
  localparam int unsigned Queues      = Ports * Vls,
  localparam int unsigned Bits        = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks      = ib_pkg::BlockBits
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  // From the line.
  input  logic                      valid_i,
  input  logic                      first_i,
  input  logic [Bits-1:0]           data_i,     // first byte on the wire in bits 7:0

  // The header whose turn it is, and where the tables send it.
  output logic                      header_o,
  output logic [15:0]               dlid_o,
  output logic [3:0]                sl_o,
  output logic [ib_pkg::VlBits-1:0] vl_o,       // VL whose buffer it takes
  output logic [Blocks-1:0]         blocks_o,
  input  logic [$clog2(Ports)-1:0]  output_i,
  input  logic [ib_pkg::VlBits-1:0] out_vl_i,
  input  logic                      discard_i,  // it goes nowhere

  // Queues, index output * Vls + VL.
  output logic [Queues-1:0]         waiting_o,
  output logic                      free_o,     // a grant may come
  input  logic                      grant_i,
  input  logic [$clog2(Ports)-1:0]  grant_output_i,
  input  logic [ib_pkg::VlBits-1:0] grant_vl_i,
  output logic [Blocks-1:0]         grant_blocks_o,

  // To the crossbar.
  output logic                      valid_o,
  output logic [$clog2(Ports)-1:0]  output_o,
  output logic [Bits-1:0]           data_o,

  // The buffer that the packet held is free from the next clock on.
  output logic                      freed_o,
  output logic [ib_pkg::VlBits-1:0] freed_vl_o,
  output logic [Blocks-1:0]         freed_blocks_o,

  // The same of a packet that was discarded, once its tail is in.
  output logic                      dropped_o,
  output logic [ib_pkg::VlBits-1:0] dropped_vl_o,
  output logic [Blocks-1:0]         dropped_blocks_o
);

  localparam int unsigned Words   = Vls * RxBlocks;
  localparam int unsigned PtrBits = $clog2(Words);
  localparam int unsigned Stages  = RouteCycles - 1;
  localparam int unsigned QueueBits = $clog2(Queues);

  typedef struct packed {
    logic                      valid;
    logic [PtrBits-1:0]        first;   // word of the header
    logic [Blocks-1:0]         blocks;
    logic [ib_pkg::VlBits-1:0] vl;
    logic [3:0]                sl;
    logic [15:0]               dlid;
  } header_t;

  // Buffer.

  logic [Bits-1:0]    words     [Words];
  logic [PtrBits-1:0] next_word [Words];
  logic [PtrBits-1:0] recycled  [Words];  // words that were used and are free
  logic [PtrBits-1:0] recycled_in_d, recycled_in_q, recycled_out_d, recycled_out_q;
  logic [PtrBits:0]   recycled_count_d, recycled_count_q;
  logic [PtrBits:0]   fresh_d, fresh_q;   // words from here on were never used
  logic [PtrBits-1:0] last_d, last_q;     // word that came before
  logic [PtrBits-1:0] slot;
  logic               is_fresh;

  function automatic logic [PtrBits-1:0] after(input logic [PtrBits-1:0] at);
    after = (32'(at) == Words - 1) ? '0 : at + PtrBits'(1);
  endfunction

  assign is_fresh = 32'(fresh_q) < Words;
  assign slot     = is_fresh ? fresh_q[PtrBits-1:0] : recycled[recycled_out_q];

  // Header pipeline.

  localparam int unsigned HeaderBits = 1 + PtrBits + Blocks + ib_pkg::VlBits + 4 + 16;  // header_t

  header_t                      parsed, routed;
  logic [10:0]                  pkt_len;
  logic [Stages*HeaderBits-1:0] pipe_d, pipe_q;

  assign pkt_len       = {data_i[34:32], data_i[47:40]};
  assign parsed.valid  = valid_i && first_i;
  assign parsed.first  = slot;
  assign parsed.blocks = Blocks'((12'(pkt_len) + 12'd16) >> 4);  // 4 * PktLen + 2 bytes
  assign parsed.vl     = data_i[7:4];
  assign parsed.sl     = data_i[15:12];
  assign parsed.dlid   = {data_i[23:16], data_i[31:24]};

  assign pipe_d = (Stages*HeaderBits)'({pipe_q, parsed});

  assign routed   = pipe_q[(Stages-1)*HeaderBits +: HeaderBits];
  assign header_o = routed.valid;
  assign dlid_o   = routed.dlid;
  assign sl_o     = routed.sl;
  assign vl_o     = routed.vl;
  assign blocks_o = routed.blocks;

  // Virtual output queues.

  logic [PtrBits-1:0]        next_packet   [Words];  // by first word
  logic [Blocks-1:0]         packet_blocks [Words];
  logic [ib_pkg::VlBits-1:0] packet_vl     [Words];
  logic [Queues*PtrBits-1:0] head_d, head_q, tail_d, tail_q;
  logic [Queues-1:0]         waiting_d, waiting_q;
  logic [QueueBits-1:0]      in_queue, out_queue;
  logic [PtrBits-1:0]        granted;   // first word of the granted packet
  logic                      queued;

  assign in_queue       = QueueBits'(32'(output_i) * Vls + 32'(out_vl_i));
  assign out_queue      = QueueBits'(32'(grant_output_i) * Vls + 32'(grant_vl_i));
  assign queued         = routed.valid && !discard_i;
  assign granted        = head_q[32'(out_queue)*PtrBits +: PtrBits];
  assign grant_blocks_o = packet_blocks[granted];
  assign waiting_o      = waiting_q;

  always_comb begin
    head_d    = head_q;
    tail_d    = tail_q;
    waiting_d = waiting_q;
    if (grant_i) begin
      head_d[32'(out_queue)*PtrBits +: PtrBits] = next_packet[granted];
      if (granted == tail_q[32'(out_queue)*PtrBits +: PtrBits]) waiting_d[out_queue] = 1'b0;
    end
    if (queued) begin
      if (!waiting_d[in_queue]) head_d[32'(in_queue)*PtrBits +: PtrBits] = routed.first;
      tail_d[32'(in_queue)*PtrBits +: PtrBits] = routed.first;
      waiting_d[in_queue] = 1'b1;
    end
  end

  // Connection.

  logic [Blocks-1:0]         left_d, left_q;      // words that have not crossed
  logic [Blocks-1:0]         blocks_d, blocks_q;
  logic [PtrBits-1:0]        word_d, word_q;      // the next one
  logic                      head_word_d, head_word_q;
  logic [$clog2(Ports)-1:0]  output_d, output_q;
  logic [ib_pkg::VlBits-1:0] in_vl_d, in_vl_q, out_vl_d, out_vl_q;

  assign free_o   = left_q <= Blocks'(1);
  assign valid_o  = left_q != '0;
  assign output_o = output_q;

  always_comb begin
    data_o = words[word_q];
    if (head_word_q) data_o[7:4] = out_vl_q;  // the lane of the next hop
  end

  always_comb begin
    left_d      = valid_o ? left_q - Blocks'(1) : '0;
    word_d      = next_word[word_q];
    head_word_d = 1'b0;
    blocks_d    = blocks_q;
    output_d    = output_q;
    in_vl_d     = in_vl_q;
    out_vl_d    = out_vl_q;
    if (grant_i) begin
      left_d      = grant_blocks_o;
      word_d      = granted;
      head_word_d = 1'b1;
      blocks_d    = grant_blocks_o;
      output_d    = grant_output_i;
      in_vl_d     = packet_vl[granted];
      out_vl_d    = grant_vl_i;
    end
  end

  assign freed_o        = left_d == Blocks'(1);
  assign freed_vl_o     = in_vl_d;
  assign freed_blocks_o = blocks_d;

  // Words of a discarded packet are recycled one a clock, no sooner than they come in.
  logic [Blocks-1:0]         drop_left_d, drop_left_q, drop_blocks_d, drop_blocks_q;
  logic [PtrBits-1:0]        drop_word_d, drop_word_q;
  logic [ib_pkg::VlBits-1:0] drop_vl_d, drop_vl_q;
  logic                      dropping;

  assign dropping         = drop_left_q != '0;
  assign dropped_o        = (drop_left_q == Blocks'(2)) ||
                            (drop_left_q == Blocks'(1) && drop_blocks_q == Blocks'(1));
  assign dropped_vl_o     = drop_vl_q;
  assign dropped_blocks_o = drop_blocks_q;

  always_comb begin
    drop_left_d   = dropping ? drop_left_q - Blocks'(1) : '0;
    drop_word_d   = next_word[drop_word_q];
    drop_blocks_d = drop_blocks_q;
    drop_vl_d     = drop_vl_q;
    if (routed.valid && discard_i) begin
      drop_left_d   = routed.blocks;
      drop_word_d   = routed.first;
      drop_blocks_d = routed.blocks;
      drop_vl_d     = routed.vl;
    end
  end

  always_comb begin
    fresh_d          = fresh_q;
    last_d           = last_q;
    recycled_in_d    = recycled_in_q;
    recycled_out_d   = recycled_out_q;
    recycled_count_d = recycled_count_q;
    if (valid_i) begin
      last_d = slot;
      if (is_fresh) begin
        fresh_d = fresh_q + (PtrBits+1)'(1);
      end else begin
        recycled_out_d   = after(recycled_out_q);
        recycled_count_d = recycled_count_q - (PtrBits+1)'(1);
      end
    end
    if (valid_o) begin
      recycled_in_d    = after(recycled_in_q);
      recycled_count_d = recycled_count_d + (PtrBits+1)'(1);
    end
    if (dropping) begin
      recycled_in_d    = after(recycled_in_d);
      recycled_count_d = recycled_count_d + (PtrBits+1)'(1);
    end
  end

  // The memories.
  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      words[slot] <= data_i;
      if (!first_i) next_word[last_q] <= slot;
    end
    if (valid_o) recycled[recycled_in_q] <= word_q;
    if (dropping) recycled[valid_o ? after(recycled_in_q) : recycled_in_q] <= drop_word_q;
    if (queued) begin
      packet_blocks[routed.first] <= routed.blocks;
      packet_vl[routed.first]     <= routed.vl;
      if (waiting_q[in_queue]) begin
        next_packet[tail_q[32'(in_queue)*PtrBits +: PtrBits]] <= routed.first;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q          <= '0;
      last_q           <= '0;
      recycled_in_q    <= '0;
      recycled_out_q   <= '0;
      recycled_count_q <= '0;
      pipe_q           <= '0;
      head_q           <= '0;
      tail_q           <= '0;
      waiting_q        <= '0;
      left_q           <= '0;
      blocks_q         <= '0;
      word_q           <= '0;
      head_word_q      <= 1'b0;
      output_q         <= '0;
      in_vl_q          <= '0;
      out_vl_q         <= '0;
      drop_left_q      <= '0;
      drop_word_q      <= '0;
      drop_blocks_q    <= '0;
      drop_vl_q        <= '0;
    end else begin
      fresh_q          <= fresh_d;
      last_q           <= last_d;
      recycled_in_q    <= recycled_in_d;
      recycled_out_q   <= recycled_out_d;
      recycled_count_q <= recycled_count_d;
      pipe_q           <= pipe_d;
      head_q           <= head_d;
      tail_q           <= tail_d;
      waiting_q        <= waiting_d;
      left_q           <= left_d;
      blocks_q         <= blocks_d;
      word_q           <= word_d;
      head_word_q      <= head_word_d;
      output_q         <= output_d;
      in_vl_q          <= in_vl_d;
      out_vl_q         <= out_vl_d;
      drop_left_q      <= drop_left_d;
      drop_word_q      <= drop_word_d;
      drop_blocks_q    <= drop_blocks_d;
      drop_vl_q        <= drop_vl_d;
    end
  end

  `ASSERT(WordsFindRoom_A, !valid_i || is_fresh || recycled_count_q != '0)
  `ASSERT(GrantsWhatWaits_A, !grant_i || waiting_q[out_queue])
  `ASSERT(GrantsOnlyWhenFree_A, !grant_i || free_o)

endmodule
