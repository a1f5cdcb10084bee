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
  localparam int unsigned Clocks      = ib_pkg::ClockBits,
  localparam int unsigned Numbers     = ib_pkg::NumberBits
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
  output logic                           killed_o,     // it is bad: discarded, not connected
  output logic [Numbers-1:0]             killed_number_o, // of its first word on the line

  // To the crossbar.
  output logic                           valid_o,
  output logic                           last_o,       // of its packet
  output logic                           bad_o,        // which is bad
  output logic [$clog2(Ports)-1:0]       output_o,
  output logic [Bits-1:0]                data_o,

  // The buffer that the packet held is free from the next clock on.
  output logic                           freed_o,
  output logic [ib_pkg::VlBits-1:0]      freed_vl_o,
  output logic [Blocks-1:0]              freed_blocks_o,

  // The same of a packet that was discarded, once its tail is in.
  output logic                           dropped_o,
  output logic [ib_pkg::VlBits-1:0]      dropped_vl_o,
  output logic [Blocks-1:0]              dropped_blocks_o,

  // A packet proves bad by its tail: it counts as one that did not arrive.
  output logic                           withdrawn_o,
  output logic                           withdrawn_own_o, // its header is the one at the tables
  output logic [ib_pkg::VlBits-1:0]      withdrawn_vl_o,
  output logic [Blocks-1:0]              withdrawn_blocks_o
);

  // The free list keeps a word at least: buffers are free in the books before their words are.
  localparam int unsigned Words     = Vls * RxBlocks + 8;
  localparam int unsigned PtrBits   = $clog2(Words);
  localparam int unsigned Stages    = RouteCycles - 1;
  localparam int unsigned QueueBits = $clog2(Queues);

  typedef struct packed {
    logic                      valid;
    logic [PtrBits-1:0]        first;   // word of the header
    logic [Blocks-1:0]         blocks;
    logic [ib_pkg::VlBits-1:0] vl;
    logic [3:0]                sl;
    logic [15:0]               dlid;
    logic [Numbers-1:0]        number;  // of its first word
    logic [Clocks-1:0]         full;    // clocks until the last but one is in
    logic [Clocks-1:0]         last;    // and the last
  } header_t;

  typedef struct packed {
    logic                      valid;
    logic                      bad;     // VCRC
    logic [PtrBits-1:0]        first;
    logic [ib_pkg::VlBits-1:0] vl;
    logic [Blocks-1:0]         blocks;
  } tail_t;

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
    .freed_i         ( ends || kill_q      ),
    .freed_first_i   ( kill_q ? kill_first_q : begin_q ),
    .freed_last_i    ( word                ),
    .freed_whole_i   ( kill_q              ),
    .dropped_i       ( dropped_o           ),
    .dropped_first_i ( discarded           )
  );

  // Numbers of words, and how many of them can be used.
  logic [Numbers-1:0]   number_d, number_q, usable_d, usable_q;
  logic [Stages*2-1:0]  counts_d, counts_q;
  logic [1:0]           come;

  assign come     = 2'(valid_i) + 2'(last_valid_i);
  assign number_d = number_q + Numbers'(come);
  assign counts_d = (Stages*2)'({counts_q, come});
  assign usable_d = usable_q + Numbers'(counts_q[(Stages-1)*2 +: 2]);

  // Header pipeline: bits of header_t and tail_t.
  localparam int unsigned HeaderBits = 1 + PtrBits + Blocks + ib_pkg::VlBits + 4 + 16 + Numbers + 2 * Clocks;
  localparam int unsigned TailBits   = 2 + PtrBits + ib_pkg::VlBits + Blocks;

  header_t                      parsed, routed;
  tail_t                        ended, usable_tail;
  logic [Blocks-1:0]            length;
  logic [Stages*HeaderBits-1:0] pipe_d, pipe_q;
  logic [Stages*TailBits-1:0]   tails_d, tails_q;

  ib_header_fields u_fields (
    .period_i ( period_i ),       .reciprocal_i ( reciprocal_i ),
    .byte_time_i ( byte_time_i ), .data_i ( data_i[47:0] ),
    .phase_i ( phase_i ),         .blocks_o ( length ),
    .vl_o ( parsed.vl ),          .sl_o ( parsed.sl ),
    .dlid_o ( parsed.dlid ),      .full_o ( parsed.full ),
    .last_o ( parsed.last )
  );

  assign parsed.valid  = header;
  assign parsed.first  = slot;
  assign parsed.blocks = length;
  assign parsed.number = number_q + Numbers'(last_valid_i && open);

  ib_line_check u_check (
    .clk_i ( clk_i ),                           .rst_ni ( rst_ni ),
    .valid_i ( valid_i ),                       .header_i ( header ),
    .data_i ( data_i ),                         .blocks_i ( length ),
    .last_valid_i ( last_valid_i ),             .last_data_i ( last_data_i ),
    .own_i ( header && last_valid_i && !open ), .bad_o ( ended.bad ),
    .vl_o ( ended.vl ),                         .blocks_o ( ended.blocks )
  );

  assign ended.valid = ended_valid;
  assign ended.first = ended_first;

  assign pipe_d  = (Stages*HeaderBits)'({pipe_q, parsed});
  assign tails_d = (Stages*TailBits)'({tails_q, ended});

  assign routed      = pipe_q[(Stages-1)*HeaderBits +: HeaderBits];
  assign usable_tail = tails_q[(Stages-1)*TailBits +: TailBits];
  assign header_o    = routed.valid;
  assign dlid_o      = routed.dlid;
  assign sl_o        = routed.sl;
  assign vl_o        = routed.vl;
  assign blocks_o    = routed.blocks;

  assign withdrawn_o        = usable_tail.valid && usable_tail.bad;
  assign withdrawn_own_o    = routed.valid && routed.first == usable_tail.first;
  assign withdrawn_vl_o     = usable_tail.vl;
  assign withdrawn_blocks_o = usable_tail.blocks;

  // Virtual output queues.

  logic [QueueBits-1:0]      in_queue, out_queue;
  logic [PtrBits-1:0]        granted;   // first word of the granted packet
  logic [PtrBits-1:0]        discarded; // and of the one that goes nowhere
  logic                      queued;

  assign in_queue       = QueueBits'(32'(output_i) * Vls + 32'(out_vl_i));
  assign out_queue      = QueueBits'(32'(grant_output_i) * Vls + 32'(grant_vl_i));
  assign queued         = routed.valid && !discard_i;

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

  logic                      granted_whole, granted_bad, crossing_bad, discarded_whole;
  logic [ib_pkg::VlBits-1:0] granted_vl;

  ib_packet_table #(
    .Places ( Words )
  ) u_packets (
    .clk_i ( clk_i ),                    .rst_ni ( rst_ni ),
    .header_i ( routed.valid ),          .first_i ( routed.first ),
    .blocks_i ( routed.blocks ),         .vl_i ( routed.vl ),
    .number_i ( routed.number ),         .full_i ( routed.full ),
    .last_i ( routed.last ),             .tail_i ( usable_tail.valid ),
    .tail_first_i ( usable_tail.first ), .tail_bad_i ( usable_tail.bad ),
    .granted_i ( granted ),              .blocks_o ( grant_blocks_o ),
    .vl_o ( granted_vl ),                .number_o ( killed_number_o ),
    .whole_o ( granted_whole ),          .killed_o ( granted_bad ),
    .cross_full_o ( grant_full_o ),      .cross_last_o ( grant_last_o ),
    .crossing_i ( begin_q ),             .crossing_bad_o ( crossing_bad ),
    .discarded_i ( discarded ),          .discarded_whole_o ( discarded_whole )
  );

  // Connection.

  logic [Blocks-1:0]         left_d, left_q;      // words that have not crossed
  logic [Blocks-1:0]         blocks_d, blocks_q;
  logic [PtrBits-1:0]        begin_d, begin_q;    // its first word
  logic [PtrBits-1:0]        word_d, word_q;      // the one that crossed last
  logic [PtrBits-1:0]        word;
  logic [Numbers-1:0]        turn_d, turn_q;      // number of the next word
  logic                      known_d, known_q;    // all its words can be used
  logic                      cross_d, cross_q;    // the next word crosses
  logic                      head_word_d, head_word_q;
  logic [$clog2(Ports)-1:0]  output_d, output_q;
  logic [ib_pkg::VlBits-1:0] in_vl_d, in_vl_q, out_vl_d, out_vl_q;
  logic [Numbers-1:0]        ahead;
  logic                      ends;
  logic                      kill_q;              // a bad one was discarded in the clock before
  logic [PtrBits-1:0]        kill_first_q;

  assign killed_o = grant_i && granted_bad;

  assign valid_o  = cross_q;
  assign last_o   = ends;
  assign bad_o    = ends && crossing_bad;
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
    turn_d      = turn_q + Numbers'(cross_q);
    word_d      = cross_q ? word : word_q;
    head_word_d = head_word_q && !cross_q;
    begin_d     = begin_q;
    known_d     = known_q;
    blocks_d    = blocks_q;
    output_d    = output_q;
    in_vl_d     = in_vl_q;
    out_vl_d    = out_vl_q;
    if (grant_i && !killed_o) begin
      left_d      = grant_blocks_o;
      turn_d      = killed_number_o;
      head_word_d = 1'b1;
      begin_d     = granted;
      known_d     = granted_whole;
      blocks_d    = grant_blocks_o;
      output_d    = grant_output_i;
      in_vl_d     = granted_vl;
      out_vl_d    = grant_vl_i;
    end
  end

  assign ahead   = usable_q - turn_d - Numbers'(1);
  assign cross_d = left_d != '0 && (known_d || !ahead[Numbers-1]);

  assign freed_o        = killed_o || (cross_d && left_d == Blocks'(1));
  assign freed_vl_o     = killed_o ? granted_vl : in_vl_d;
  assign freed_blocks_o = killed_o ? grant_blocks_o : blocks_d;

  // Until the last word crosses, as was said when the packet was granted.
  logic [Clocks-1:0] ends_in_d, ends_in_q;
  assign ends_in_d = (grant_i && !killed_o) ? grant_last_o : ends_in_q - Clocks'(ends_in_q != '0);

  ib_tail_wait #(
    .Places ( Words )
  ) u_discard (
    .clk_i            ( clk_i                     ),
    .rst_ni           ( rst_ni                    ),
    .discard_i        ( routed.valid && discard_i ),
    .discard_first_i  ( routed.first              ),
    .discard_vl_i     ( routed.vl                 ),
    .discard_blocks_i ( routed.blocks             ),
    .whole_i          ( discarded_whole           ),
    .tail_i           ( usable_tail.valid         ),
    .tail_first_i     ( usable_tail.first         ),
    .done_o           ( dropped_o                 ),
    .first_o          ( discarded                 ),
    .vl_o             ( dropped_vl_o              ),
    .blocks_o         ( dropped_blocks_o          )
  );

  always_ff @(posedge clk_i) begin
    if (valid_i) words[slot] <= data_i;
    if (last_valid_i) words[last_slot] <= last_data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q      <= '0;
      usable_q      <= '0;
      counts_q      <= '0;
      pipe_q        <= '0;
      tails_q       <= '0;
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
      kill_q        <= 1'b0;
      kill_first_q  <= '0;
    end else begin
      number_q      <= number_d;
      usable_q      <= usable_d;
      counts_q      <= counts_d;
      pipe_q        <= pipe_d;
      tails_q       <= tails_d;
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
      kill_q        <= killed_o;
      kill_first_q  <= granted;
    end
  end

  `ASSERT(GrantsOnlyWhenFree_A, !grant_i || free_o)
  `ASSERT(OneTailAtATime_A, !(last_valid_i && header && length == Blocks'(1)))
  `ASSERT(CrossesWhenItWasSaid_A, ends == (ends_in_q == Clocks'(1)))

endmodule
