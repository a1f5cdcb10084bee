// SPDX-License-Identifier: Apache-2.0
// One input of the switch: takes words of 64 bytes from the line, reads the LRH, keeps the packets
// of all VLs in one buffer of linked words, queues them by output and VL, and hands out the granted
// one, a word a clock as far as it is there.
//
// A clock may bring a word and a packet's short last one beside it. `phase_i` says how long before
// the edge a first word was whole, from which follows when the packet's last two words will be.
//
// A header is offered to the tables in the last stage of its pipeline and queued in the next clock.
// A word that is in in clock c can cross from c + RouteCycles + 1 on.
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
  localparam int unsigned Blocks      = ib_pkg::BlockBits,
  localparam int unsigned Clocks      = ib_pkg::ClockBits
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic [ib_pkg::PeriodBits-1:0]     period_i,      // quasi-static
  input  logic [ib_pkg::ReciprocalBits-1:0] reciprocal_i,
  input  logic [ib_pkg::ByteTimeBits-1:0]   byte_time_i,

  // From the line: first words and full ones, and last words of packets of several.
  input  logic                           valid_i,
  input  logic                           first_i,
  input  logic [Bits-1:0]                data_i,       // first byte on the wire in bits 7:0
  input  logic [ib_pkg::PeriodBits-1:0]  phase_i,      // of a first word
  input  logic                           last_valid_i,
  input  logic [Bits-1:0]                last_data_i,

  // The header whose turn it is, and where the tables send it.
  output logic                           header_o,
  output logic [15:0]                    dlid_o,
  output logic [3:0]                     sl_o,
  output logic [ib_pkg::VlBits-1:0]      vl_o,         // VL whose buffer it takes
  output logic [Blocks-1:0]              blocks_o,
  input  logic [$clog2(Ports)-1:0]       output_i,
  input  logic [ib_pkg::VlBits-1:0]      out_vl_i,
  input  logic                           discard_i,    // it goes nowhere

  // Queues, index output * Vls + VL.
  output logic [Queues-1:0]              waiting_o,
  output logic                           free_o,       // a grant may come
  input  logic                           grant_i,
  input  logic [$clog2(Ports)-1:0]       grant_output_i,
  input  logic [ib_pkg::VlBits-1:0]      grant_vl_i,
  output logic [Blocks-1:0]              grant_blocks_o,
  output logic [Clocks-1:0]              grant_full_o, // clocks until the last but one has crossed
  output logic [Clocks-1:0]              grant_last_o, // and the last

  // To the crossbar.
  output logic                           valid_o,
  output logic [$clog2(Ports)-1:0]       output_o,
  output logic [Bits-1:0]                data_o,

  // The buffer that the packet held is free from the next clock on.
  output logic                           freed_o,
  output logic [ib_pkg::VlBits-1:0]      freed_vl_o,
  output logic [Blocks-1:0]              freed_blocks_o,

  // The same of a packet that was discarded, once its tail is in.
  output logic                           dropped_o,
  output logic [ib_pkg::VlBits-1:0]      dropped_vl_o,
  output logic [Blocks-1:0]              dropped_blocks_o
);

  // The free list keeps a word at least: buffers are free in the books before their words are.
  localparam int unsigned Words     = Vls * RxBlocks + 8;
  localparam int unsigned PtrBits   = $clog2(Words);
  localparam int unsigned Stages    = RouteCycles - 1;
  localparam int unsigned QueueBits = $clog2(Queues);
  localparam int unsigned SeqBits   = 10;  // numbers of words, modulo: more than a packet and a pipe
  localparam int unsigned TimeBits  = ib_pkg::TimeBits;

  typedef struct packed {
    logic                      valid;
    logic [PtrBits-1:0]        first;   // word of the header
    logic [Blocks-1:0]         blocks;
    logic [ib_pkg::VlBits-1:0] vl;
    logic [3:0]                sl;
    logic [15:0]               dlid;
    logic [SeqBits-1:0]        number;  // of its first word
    logic [Clocks-1:0]         full;    // clocks until the last but one is in
    logic [Clocks-1:0]         last;    // and the last
  } header_t;

  typedef struct packed {
    logic               valid;
    logic [PtrBits-1:0] first;
  } tail_t;

  // Whole clocks that a time covers: it is a product, as the period never changes.
  function automatic logic [Clocks-1:0] clocks_of(input logic [TimeBits-1:0] span);
    clocks_of = Clocks'((64'(span) * 64'(reciprocal_i)) >> ib_pkg::ReciprocalShift);
  endfunction

  // Buffer.

  logic [Bits-1:0]    words [Words];
  logic [PtrBits-1:0] slot, last_slot;
  logic               header;             // a packet begins
  logic               open;               // one is not whole
  logic               ended_valid;        // one is whole now
  logic [PtrBits-1:0] ended_first, next_word;

  assign header = valid_i && first_i;

  ib_word_places #(
    .Words ( Words )
  ) u_places (
    .clk_i           ( clk_i               ),
    .rst_ni          ( rst_ni              ),
    .valid_i         ( valid_i             ),
    .header_i        ( header              ),
    .single_i        ( length == Blocks'(1) ),
    .last_valid_i    ( last_valid_i        ),
    .slot_o          ( slot                ),
    .last_slot_o     ( last_slot           ),
    .open_o          ( open                ),
    .ended_o         ( ended_valid         ),
    .ended_first_o   ( ended_first         ),
    .after_i         ( word_q              ),
    .next_o          ( next_word           ),
    .freed_i         ( ends                ),
    .freed_first_i   ( begin_q             ),
    .freed_last_i    ( word                ),
    .dropped_i       ( dropped_o           ),
    .dropped_first_i ( drop_first_q        )
  );

  // Numbers of words, and how many of them can be used.
  logic [SeqBits-1:0]   number_d, number_q, usable_d, usable_q;
  logic [Stages*2-1:0]  counts_d, counts_q;
  logic [1:0]           come;

  assign come     = 2'(valid_i) + 2'(last_valid_i);
  assign number_d = number_q + SeqBits'(come);
  assign counts_d = (Stages*2)'({counts_q, come});
  assign usable_d = usable_q + SeqBits'(counts_q[(Stages-1)*2 +: 2]);

  // Header pipeline: bits of header_t and tail_t.
  localparam int unsigned HeaderBits = 1 + PtrBits + Blocks + ib_pkg::VlBits + 4 + 16 + SeqBits + 2 * Clocks;
  localparam int unsigned TailBits   = 1 + PtrBits;

  header_t                      parsed, routed;
  tail_t                        ended, usable_tail;
  logic [10:0]                  pkt_len;
  logic [12:0]                  bytes_left;  // of the packet, behind its first word
  logic [Blocks-1:0]            length;
  logic [Stages*HeaderBits-1:0] pipe_d, pipe_q;
  logic [Stages*TailBits-1:0]   tails_d, tails_q;
  logic [TimeBits-1:0]          slack;       // makes a quotient the next whole number of clocks

  assign pkt_len       = {data_i[34:32], data_i[47:40]};
  assign bytes_left    = {pkt_len, 2'b10} - 13'd64;
  assign slack         = TimeBits'(period_i) - TimeBits'(1) - TimeBits'(phase_i);
  assign length        = Blocks'((12'(pkt_len) + 12'd16) >> 4);  // of 4 * PktLen + 2 bytes
  assign parsed.valid  = header;
  assign parsed.first  = slot;
  assign parsed.blocks = length;
  assign parsed.vl     = data_i[7:4];
  assign parsed.sl     = data_i[15:12];
  assign parsed.dlid   = {data_i[23:16], data_i[31:24]};
  assign parsed.number = number_q + SeqBits'(last_valid_i && open);
  assign parsed.full   = (length <= Blocks'(2)) ? '0 :
      clocks_of(TimeBits'({length - Blocks'(2), 6'b0}) * TimeBits'(byte_time_i) + slack);
  assign parsed.last   = (length <= Blocks'(1)) ? '0 :
      clocks_of(TimeBits'(bytes_left) * TimeBits'(byte_time_i) + slack);

  assign ended.valid   = ended_valid;
  assign ended.first   = ended_first;

  assign pipe_d  = (Stages*HeaderBits)'({pipe_q, parsed});
  assign tails_d = (Stages*TailBits)'({tails_q, ended});

  assign routed      = pipe_q[(Stages-1)*HeaderBits +: HeaderBits];
  assign usable_tail = tails_q[(Stages-1)*TailBits +: TailBits];
  assign header_o    = routed.valid;
  assign dlid_o      = routed.dlid;
  assign sl_o        = routed.sl;
  assign vl_o        = routed.vl;
  assign blocks_o    = routed.blocks;

  // Virtual output queues.

  logic [Blocks-1:0]         packet_blocks [Words];  // by first word
  logic [ib_pkg::VlBits-1:0] packet_vl     [Words];
  logic [SeqBits-1:0]        packet_number [Words];
  logic [Clocks-1:0]         packet_full   [Words];  // when its last but one word can be used
  logic [Clocks-1:0]         packet_last   [Words];  // and its last
  logic                      whole         [Words];  // its last word can be used
  logic [Clocks-1:0]         now_d, now_q;           // clocks, modulo
  logic [QueueBits-1:0]      in_queue, out_queue;
  logic [PtrBits-1:0]        granted;   // first word of the granted packet
  logic                      queued;

  assign now_d          = now_q + Clocks'(1);
  assign in_queue       = QueueBits'(32'(output_i) * Vls + 32'(out_vl_i));
  assign out_queue      = QueueBits'(32'(grant_output_i) * Vls + 32'(grant_vl_i));
  assign queued         = routed.valid && !discard_i;
  assign grant_blocks_o = packet_blocks[granted];

  ib_voq #(
    .Queues ( Queues ),
    .Places ( Words  )
  ) u_queues (
    .clk_i        ( clk_i        ),
    .rst_ni       ( rst_ni       ),
    .push_i       ( queued       ),
    .push_queue_i ( in_queue     ),
    .push_first_i ( routed.first ),
    .pop_i        ( grant_i      ),
    .pop_queue_i  ( out_queue    ),
    .pop_first_o  ( granted      ),
    .waiting_o    ( waiting_o    )
  );

  // When the granted packet's last two words cross: in turn, but not before the clock after they
  // can be used.
  logic [Clocks-1:0] full_left, last_left, in_turn;

  always_comb begin
    full_left = packet_full[granted] - now_q;
    last_left = packet_last[granted] - now_q;
    if (whole[granted]) last_left = '0;
    if (whole[granted] || full_left[Clocks-1]) full_left = '0;
    in_turn      = Clocks'(grant_blocks_o) - Clocks'(1);
    grant_full_o = (in_turn == '0) ? '0 :
                   (in_turn > full_left) ? in_turn : full_left + Clocks'(1);
    grant_last_o = (grant_full_o > last_left ? grant_full_o : last_left) + Clocks'(1);
  end

  // Connection.

  logic [Blocks-1:0]         left_d, left_q;      // words that have not crossed
  logic [Blocks-1:0]         blocks_d, blocks_q;
  logic [PtrBits-1:0]        begin_d, begin_q;    // its first word
  logic [PtrBits-1:0]        word_d, word_q;      // the one that crossed last
  logic [PtrBits-1:0]        word;
  logic [SeqBits-1:0]        turn_d, turn_q;      // number of the next word
  logic                      known_d, known_q;    // all its words can be used
  logic                      cross_d, cross_q;    // the next word crosses
  logic                      head_word_d, head_word_q;
  logic [$clog2(Ports)-1:0]  output_d, output_q;
  logic [ib_pkg::VlBits-1:0] in_vl_d, in_vl_q, out_vl_d, out_vl_q;
  logic [SeqBits-1:0]        ahead;
  logic                      ends;

  assign valid_o  = cross_q;
  assign ends     = cross_q && left_q == Blocks'(1);
  assign free_o   = left_q == '0 || ends;
  assign output_o = output_q;
  assign word     = head_word_q ? begin_q : next_word;

  always_comb begin
    data_o = words[word];
    if (head_word_q) data_o[7:4] = out_vl_q;  // the lane of the next hop
  end

  always_comb begin
    left_d      = left_q - Blocks'(cross_q);
    turn_d      = turn_q + SeqBits'(cross_q);
    word_d      = cross_q ? word : word_q;
    head_word_d = head_word_q && !cross_q;
    begin_d     = begin_q;
    known_d     = known_q;
    blocks_d    = blocks_q;
    output_d    = output_q;
    in_vl_d     = in_vl_q;
    out_vl_d    = out_vl_q;
    if (grant_i) begin
      left_d      = grant_blocks_o;
      turn_d      = packet_number[granted];
      head_word_d = 1'b1;
      begin_d     = granted;
      known_d     = whole[granted];
      blocks_d    = grant_blocks_o;
      output_d    = grant_output_i;
      in_vl_d     = packet_vl[granted];
      out_vl_d    = grant_vl_i;
    end
  end

  assign ahead   = usable_q - turn_d - SeqBits'(1);
  assign cross_d = left_d != '0 && (known_d || !ahead[SeqBits-1]);

  assign freed_o        = cross_d && left_d == Blocks'(1);
  assign freed_vl_o     = in_vl_d;
  assign freed_blocks_o = blocks_d;

  // Until the last word crosses, as was said when the packet was granted.
  logic [Clocks-1:0] ends_in_d, ends_in_q;
  assign ends_in_d = grant_i ? grant_last_o : ends_in_q - Clocks'(ends_in_q != '0);

  // A packet that is discarded waits for its tail.
  logic                      drop_d, drop_q;
  logic [PtrBits-1:0]        drop_first_d, drop_first_q;
  logic [Blocks-1:0]         drop_blocks_d, drop_blocks_q;
  logic [ib_pkg::VlBits-1:0] drop_vl_d, drop_vl_q;

  assign dropped_o        = drop_q && (whole[drop_first_q] ||
                            (usable_tail.valid && usable_tail.first == drop_first_q));
  assign dropped_vl_o     = drop_vl_q;
  assign dropped_blocks_o = drop_blocks_q;

  always_comb begin
    drop_d        = drop_q && !dropped_o;
    drop_first_d  = drop_first_q;
    drop_blocks_d = drop_blocks_q;
    drop_vl_d     = drop_vl_q;
    if (routed.valid && discard_i) begin
      drop_d        = 1'b1;
      drop_first_d  = routed.first;
      drop_blocks_d = routed.blocks;
      drop_vl_d     = routed.vl;
    end
  end

  // The memories.
  always_ff @(posedge clk_i) begin
    if (valid_i) words[slot] <= data_i;
    if (last_valid_i) words[last_slot] <= last_data_i;
    if (routed.valid) begin
      packet_blocks[routed.first] <= routed.blocks;
      packet_vl[routed.first]     <= routed.vl;
      packet_number[routed.first] <= routed.number;
      packet_full[routed.first]   <= now_q + Clocks'(1) + routed.full;
      packet_last[routed.first]   <= now_q + Clocks'(1) + routed.last;
      whole[routed.first]         <= 1'b0;
    end
    if (usable_tail.valid) whole[usable_tail.first] <= 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q      <= '0;
      usable_q      <= '0;
      counts_q      <= '0;
      pipe_q        <= '0;
      tails_q       <= '0;
      now_q         <= '0;
      left_q        <= '0;
      blocks_q      <= '0;
      begin_q       <= '0;
      word_q        <= '0;
      turn_q        <= '0;
      known_q       <= 1'b0;
      cross_q       <= 1'b0;
      head_word_q   <= 1'b0;
      output_q      <= '0;
      in_vl_q       <= '0;
      out_vl_q      <= '0;
      ends_in_q     <= '0;
      drop_q        <= 1'b0;
      drop_first_q  <= '0;
      drop_blocks_q <= '0;
      drop_vl_q     <= '0;
    end else begin
      number_q      <= number_d;
      usable_q      <= usable_d;
      counts_q      <= counts_d;
      pipe_q        <= pipe_d;
      tails_q       <= tails_d;
      now_q         <= now_d;
      left_q        <= left_d;
      blocks_q      <= blocks_d;
      begin_q       <= begin_d;
      word_q        <= word_d;
      turn_q        <= turn_d;
      known_q       <= known_d;
      cross_q       <= cross_d;
      head_word_q   <= head_word_d;
      output_q      <= output_d;
      in_vl_q       <= in_vl_d;
      out_vl_q      <= out_vl_d;
      ends_in_q     <= ends_in_d;
      drop_q        <= drop_d;
      drop_first_q  <= drop_first_d;
      drop_blocks_q <= drop_blocks_d;
      drop_vl_q     <= drop_vl_d;
    end
  end

  `ASSERT(GrantsOnlyWhenFree_A, !grant_i || free_o)
  `ASSERT(OneTailAtATime_A, !(last_valid_i && header && length == Blocks'(1)))
  `ASSERT(CrossesWhenItWasSaid_A, ends == (ends_in_q == Clocks'(1)))
  `ASSERT(OneDiscardAtATime_A, !(routed.valid && discard_i) || !drop_q || dropped_o)

endmodule
