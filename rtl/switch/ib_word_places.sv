// SPDX-License-Identifier: Apache-2.0
// Places of the words in the buffer of an input: gives the next ones to what comes in, links those of
// a packet, and takes back a packet's at once. Places that are free are linked likewise, behind
// those that were never used; one is always left.
//
// Documentation: docs/blocks/switch_rtl.md

module ib_word_places #(
  parameter  int unsigned Words   = 40,
  localparam int unsigned PtrBits = $clog2(Words)
) (
  input  logic               clk_i,
  input  logic               rst_ni,

  // As ib_ingress: a first word or a full one, and a last one.
  input  logic               valid_i,
  input  logic               header_i,        // that is a first one
  input  logic               single_i,        // of a packet of one word
  input  logic               last_valid_i,
  output logic [PtrBits-1:0] slot_o,          // where they go
  output logic [PtrBits-1:0] last_slot_o,
  output logic               open_o,          // a packet that began before is not whole
  output logic               ended_o,         // one is whole now
  output logic [PtrBits-1:0] ended_first_o,   // its first word

  input  logic [PtrBits-1:0] after_i,         // the word behind this one
  output logic [PtrBits-1:0] next_o,

  input  logic               freed_i,         // a packet has crossed
  input  logic [PtrBits-1:0] freed_first_i,
  input  logic [PtrBits-1:0] freed_last_i,
  input  logic               freed_whole_i,   // it has not, and is whole
  input  logic               dropped_i,       // one that was discarded is in
  input  logic [PtrBits-1:0] dropped_first_i
);

  logic [PtrBits-1:0] next_word [Words];
  logic [PtrBits-1:0] last_word [Words];  // of the packet, by first word
  logic [PtrBits-1:0] free_head_d, free_head_q, free_tail_d, free_tail_q;
  logic [PtrBits:0]   fresh_d, fresh_q;   // words from here on were never used
  logic [PtrBits-1:0] first_d, first_q;   // first word of the packet on the line
  logic [PtrBits-1:0] before_d, before_q; // word that came before
  logic [PtrBits-1:0] second, freed_last;
  logic               open_d, open_q;
  logic               fresh_one, fresh_two, two;
  logic               own;                // the last word is of the packet that begins
  logic               follows;            // the other word is of the same packet as the last

  assign fresh_one   = 32'(fresh_q) < Words;
  assign fresh_two   = 32'(fresh_q) + 1 < Words;
  assign slot_o      = fresh_one ? fresh_q[PtrBits-1:0] : free_head_q;
  assign second      = fresh_two ? fresh_q[PtrBits-1:0] + PtrBits'(1) :
                       fresh_one ? free_head_q : next_word[free_head_q];
  assign two         = valid_i && last_valid_i;
  assign last_slot_o = two ? second : slot_o;

  assign own           = header_i && last_valid_i && !open_q;
  assign follows       = valid_i && (!header_i || own);
  assign open_o        = open_q;
  assign ended_o       = last_valid_i || (header_i && single_i);
  assign ended_first_o = (last_valid_i && !own) ? first_q : slot_o;
  assign next_o        = next_word[after_i];
  assign freed_last    = freed_whole_i ? last_word[freed_first_i] : freed_last_i;

  always_comb begin
    fresh_d     = fresh_q;
    free_head_d = free_head_q;
    free_tail_d = free_tail_q;
    first_d     = header_i ? slot_o : first_q;
    open_d      = header_i ? (!single_i && !own) : (open_q && !last_valid_i);
    before_d    = before_q;
    if (valid_i || last_valid_i) begin
      before_d = (two && follows) ? second : slot_o;
      if (fresh_one) fresh_d = fresh_q + (PtrBits+1)'(1);
      if (two && fresh_two) fresh_d = fresh_q + (PtrBits+1)'(2);
      if (!fresh_one || (two && !fresh_two)) free_head_d = next_word[free_head_q];
      if (!fresh_one && two) free_head_d = next_word[second];
    end
    if (freed_i) free_tail_d = freed_last;
    if (dropped_i) free_tail_d = last_word[dropped_first_i];
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && !header_i) next_word[before_q] <= slot_o;
    if (last_valid_i) begin
      last_word[own ? slot_o : first_q]       <= last_slot_o;
      next_word[follows ? slot_o : before_q] <= last_slot_o;
    end
    if (header_i && single_i) last_word[slot_o] <= slot_o;
    if (freed_i) next_word[free_tail_q] <= freed_first_i;
    if (dropped_i) next_word[freed_i ? freed_last : free_tail_q] <= dropped_first_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q     <= (PtrBits+1)'(1);
      free_head_q <= '0;
      free_tail_q <= '0;
      first_q     <= '0;
      before_q    <= '0;
      open_q      <= 1'b0;
    end else begin
      fresh_q     <= fresh_d;
      free_head_q <= free_head_d;
      free_tail_q <= free_tail_d;
      first_q     <= first_d;
      before_q    <= before_d;
      open_q      <= open_d;
    end
  end

endmodule
