// SPDX-License-Identifier: Apache-2.0
// What ib_islip promises when packets last one cycle and wait until they are matched: a legal and
// work-conserving match in every cycle, and for an arbitrary pair of input and output a match after
// at most Ports**3 cycles. Longer packets only stretch the time between two matches.
//
// Documentation: docs/blocks/islip.md

`include "assertions.svh"

module ib_islip_formal #(
  parameter  int unsigned Ports      = 4,  // a power of two
  parameter  int unsigned Iterations = 2,
  localparam int unsigned IdxWidth   = $clog2(Ports),
  localparam int unsigned CountWidth = $clog2(Iterations + 1)
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic [Ports-1:0]       free_inputs_i,
  input logic [Ports-1:0]       free_outputs_i,
  input logic [Ports*Ports-1:0] requests_i
);

  logic [Ports-1:0]          matched;
  logic [Ports*IdxWidth-1:0] input_of;

  ib_islip #(
    .Ports      ( Ports      ),
    .Iterations ( Iterations )
  ) u_dut (
    .clk_i          ( clk_i                  ),
    .rst_ni         ( rst_ni                 ),
    .iterations_i   ( CountWidth'(Iterations) ),
    .free_inputs_i  ( free_inputs_i          ),
    .free_outputs_i ( free_outputs_i         ),
    .requests_i     ( requests_i             ),
    .matched_o      ( matched                ),
    .input_of_o     ( input_of               )
  );

  // Every match is legal, and none is left out that would be sure.

  logic [Ports*Ports-1:0] pairs;        // row of each output: the input it is matched with
  logic [Ports-1:0]       taken_twice;  // inputs
  logic [Ports-1:0]       taken;        // inputs
  logic                   possible;

  always_comb begin
    pairs       = '0;
    taken       = '0;
    taken_twice = '0;
    possible    = 1'b0;
    for (int unsigned o = 0; o < Ports; o++) begin
      if (matched[o]) begin
        pairs[o*Ports + 32'(input_of[o*IdxWidth +: IdxWidth])] = 1'b1;
      end
      taken_twice = taken_twice | (taken & pairs[o*Ports +: Ports]);
      taken       = taken | pairs[o*Ports +: Ports];
      if (free_outputs_i[o] && (requests_i[o*Ports +: Ports] & free_inputs_i) != '0) begin
        possible = 1'b1;
      end
    end
  end

  `ASSERT(MatchesWereRequested_A, (pairs & ~requests_i) == '0)
  `ASSERT(MatchedInputsWereFree_A, (taken & ~free_inputs_i) == '0)
  `ASSERT(NoInputIsMatchedTwice_A, taken_twice == '0)
  `ASSERT(WorkConserving_A, possible == (matched != '0))

  // Nobody starves.

  (* anyconst *) logic [IdxWidth-1:0] input_watched;
  (* anyconst *) logic [IdxWidth-1:0] output_watched;
  (* hierconn *) logic [Ports*IdxWidth-1:0] \u_dut.grant_ptr_q ;
  (* hierconn *) logic [Ports*IdxWidth-1:0] \u_dut.accept_ptr_q ;

  localparam int unsigned WaitWidth = 3 * IdxWidth + 1;

  logic [Ports*Ports-1:0] held_d, held_q;  // requests that still have to be there
  logic [Ports-1:0]       rivals;          // inputs that ask for the watched output
  logic [IdxWidth-1:0]    grant_ptr, turn, rank_grant, rank_first, rank_accept;
  logic [WaitWidth-1:0]   waited_d, waited_q;
  logic                   waits, crowded;

  assign held_d    = requests_i & ~pairs;
  assign rivals    = requests_i[output_watched*Ports +: Ports];
  assign grant_ptr = \u_dut.grant_ptr_q [output_watched*IdxWidth +: IdxWidth];

  // The input that the watched output grants.
  always_comb begin
    turn = grant_ptr;
    for (int unsigned n = Ports; n > 0; n--) begin
      if (rivals[IdxWidth'(32'(grant_ptr) + n - 1)]) turn = IdxWidth'(32'(grant_ptr) + n - 1);
    end
  end

  // Each falls, or one before it does, in every cycle that does not match the pair.
  assign rank_grant  = input_watched - grant_ptr;
  assign rank_first  = turn - grant_ptr;
  assign rank_accept = output_watched - \u_dut.accept_ptr_q [turn*IdxWidth +: IdxWidth];

  assign waits = rivals[input_watched] &&
                 !pairs[output_watched*Ports + 32'(input_watched)];
  assign waited_d = waits ? waited_q + WaitWidth'(1) : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q   <= '0;
      waited_q <= '0;
      crowded  <= 1'b0;
    end else begin
      held_q   <= held_d;
      waited_q <= waited_d;
      crowded  <= crowded || !(&free_inputs_i) || !(&free_outputs_i);
    end
  end

  initial assume (!rst_ni);

  `ASSUME(RequestsWait_M, (held_q & ~requests_i) == '0)
  `ASSERT(TurnComesNearer_A, crowded || !(&free_inputs_i) || !(&free_outputs_i) || waited_q == '0 ||
          32'(waited_q) + 32'({rank_grant, rank_first, rank_accept}) < Ports*Ports*Ports)
  `ASSERT(NobodyStarves_A, crowded || 32'(waited_q) < Ports*Ports*Ports)

endmodule
