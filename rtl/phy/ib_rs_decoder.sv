// SPDX-License-Identifier: Apache-2.0
// RS(544,514) decoder over GF(2^10), two symbols a clock. A word is stored while its syndromes are
// formed (272 clocks), then the key equation is solved (30), roots of the locator are counted (34),
// and the word leaves corrected (272), or as it came when it cannot be: these stages work on
// successive words at once. The first symbols leave 71 clocks after the last have come.
//
// Golden model: models/ib/phy/rs_decoder.cpp
// Documentation: docs/blocks/rs_decoder.md

`include "assertions.svh"

module ib_rs_decoder (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  input  logic [19:0] symbols_i,    // received, the first in bits 9:0
  output logic        ready_o,

  output logic        valid_o,
  output logic [19:0] symbols_o,    // corrected
  output logic        failed_o,     // this word cannot be corrected
  output logic [3:0]  corrected_o,  // wrong symbols of this word
  input  logic        ready_i
);

  localparam int unsigned Clocks  = 272;  // of a word
  localparam int unsigned Most    = 15;   // errors that are corrected
  localparam int unsigned Depth   = 512;  // pairs of symbols that wait
  localparam int unsigned Stages  = 4;    // of the corrector

  // A word comes in.
  logic [8:0]   in_d, in_q;               // clock of the word
  logic         solving_d, solving_q;     // a word is between its last symbol and the way out
  logic         last_in, take, start_key;
  logic [299:0] syndromes;
  logic [9:0]   held_d, held_q;           // pairs that wait
  logic [8:0]   write_q, read_q;
  logic [19:0]  store [Depth];

  // It is solved.
  logic         key_done, search_done, solved_d, solved_q, start_search_q;
  logic [159:0] locator;
  logic [149:0] evaluator;
  logic [4:0]   length, roots;

  // It leaves.
  logic         leaving_d, leaving_q;
  logic [8:0]   out_d, out_q;             // clock of the word
  logic         failing_d, failing_q;
  logic [3:0]   errors_d, errors_q;
  logic         advance, feed, load;
  logic [Stages-1:0]    valid_q;
  logic [Stages-1:0]    failed_q;
  logic [4*Stages-1:0]  corrected_q;
  logic [20*Stages-1:0] symbols_q;        // as they came, beside the corrector
  logic [19:0]          error;

  assign last_in   = in_q == 9'(Clocks - 1);
  assign ready_o   = held_q != 10'(Depth) && !(last_in && solving_q);
  assign take      = valid_i && ready_o;
  assign start_key = take && last_in;

  ib_rs_syndromes u_syndromes (
    .clk_i,
    .rst_ni,
    .take_i      ( take       ),
    .first_i     ( in_q == '0 ),
    .symbols_i,
    .syndromes_o ( syndromes  )
  );

  ib_rs_key_equation u_key_equation (
    .clk_i,
    .rst_ni,
    .start_i     ( start_key ),
    .syndromes_i ( syndromes ),
    .done_o      ( key_done  ),
    .locator_o   ( locator   ),
    .evaluator_o ( evaluator ),
    .length_o    ( length    )
  );

  ib_rs_root_count u_root_count (
    .clk_i,
    .rst_ni,
    .start_i   ( start_search_q ),
    .locator_i ( locator        ),
    .done_o    ( search_done    ),
    .roots_o   ( roots          )
  );

  assign advance = !valid_o || ready_i;
  assign feed    = leaving_q && advance;
  assign load    = (solved_q || search_done) &&
                   (!leaving_q || (feed && out_q == 9'(Clocks - 1)));

  ib_rs_corrector u_corrector (
    .clk_i,
    .rst_ni,
    .load_i      ( load      ),
    .locator_i   ( locator   ),
    .evaluator_i ( evaluator ),
    .move_i      ( feed      ),
    .advance_i   ( advance   ),
    .error_o     ( error     )
  );

  always_comb begin
    in_d      = in_q;
    held_d    = held_q;
    solving_d = solving_q;
    solved_d  = solved_q || search_done;
    leaving_d = leaving_q;
    out_d     = out_q;
    failing_d = failing_q;
    errors_d  = errors_q;
    if (take) begin
      in_d   = last_in ? '0 : in_q + 9'd1;
      held_d = held_d + 10'd1;
    end
    if (feed) begin
      out_d     = out_q + 9'd1;
      held_d    = held_d - 10'd1;
      leaving_d = out_q != 9'(Clocks - 1);
    end
    if (load) begin
      solving_d = 1'b0;
      solved_d  = 1'b0;
      leaving_d = 1'b1;
      out_d     = '0;
      failing_d = length > 5'(Most) || roots != length;
      errors_d  = failing_d ? '0 : length[3:0];
    end
    if (start_key) solving_d = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q           <= '0;
      held_q         <= '0;
      write_q        <= '0;
      read_q         <= '0;
      solving_q      <= 1'b0;
      solved_q       <= 1'b0;
      start_search_q <= 1'b0;
      leaving_q      <= 1'b0;
      out_q          <= '0;
      failing_q      <= 1'b0;
      errors_q       <= '0;
    end else begin
      in_q           <= in_d;
      held_q         <= held_d;
      write_q        <= write_q + 9'(take);
      read_q         <= read_q + 9'(feed);
      solving_q      <= solving_d;
      solved_q       <= solved_d;
      start_search_q <= key_done;
      leaving_q      <= leaving_d;
      out_q          <= out_d;
      failing_q      <= failing_d;
      errors_q       <= errors_d;
    end
  end

  // A memory has no reset.
  always_ff @(posedge clk_i) begin
    if (take) store[write_q] <= symbols_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q     <= '0;
      failed_q    <= '0;
      corrected_q <= '0;
      symbols_q   <= '0;
    end else if (advance) begin
      valid_q     <= {valid_q[Stages-2:0], feed};
      failed_q    <= {failed_q[Stages-2:0], failing_q};
      corrected_q <= {corrected_q[4*Stages-5:0], errors_q};
      symbols_q   <= {symbols_q[20*Stages-21:0], store[read_q]};
    end
  end

  assign valid_o     = valid_q[Stages-1];
  assign failed_o    = failed_q[Stages-1];
  assign corrected_o = corrected_q[4*Stages-1-:4];
  assign symbols_o   = symbols_q[20*Stages-1-:20] ^ (failed_o ? 20'd0 : error);

  `ASSERT(WordIsWhole_A, !feed || held_q != '0)
  `ASSERT(OneWordIsSolved_A, !(start_key && solving_q))
  `ASSERT(SolvedBelongsToAWord_A, !(solved_q || search_done) || solving_q)

endmodule
