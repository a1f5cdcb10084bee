// SPDX-License-Identifier: Apache-2.0
// Weighted round robin over one VL arbitration table: stays on an entry while weight is left and its
// VL can send; a packet may overdraw the weight, which reloads when the entry is left.
//
// Golden model: models/ib/link/vl_arbiter.h (VlArbTable)
// Documentation: docs/blocks/vl_arbiter.md

`include "assertions.svh"

module ib_vl_arb_table #(
  parameter  int unsigned Entries   = ib_pkg::VlArbEntries,
  localparam int unsigned EntryBits = ib_pkg::VlArbWeightBits + ib_pkg::VlBits
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,

  input  logic [Entries*EntryBits-1:0]   table_i,     // vl_arb_entry_t each; quasi-static
  input  logic [ib_pkg::DataVls-1:0]     sendable_i,  // VLs with a packet and its credits

  output logic                           any_o,
  output logic [ib_pkg::VlBits-1:0]      vl_o,        // whose turn it is

  input  logic                           take_i,      // the packet of vl_o starts
  input  logic [ib_pkg::BlockBits-1:0]   blocks_i     // its length
);

  localparam int unsigned IdxWidth  = $clog2(Entries);
  localparam int unsigned LeftWidth = ib_pkg::VlArbWeightBits + 2;  // signed, may be overdrawn

  logic [ib_pkg::DataVls:0]    can_send;
  logic [Entries-1:0]          eligible;
  logic [IdxWidth-1:0]         current_d, current_q, next, chosen;
  logic signed [LeftWidth-1:0] left_d, left_q;  // weight left of the current entry
  logic                        stays;
  ib_pkg::vl_arb_entry_t       entry;

  assign can_send = {1'b0, sendable_i};  // VL15 is never arbitrated

  for (genvar e = 0; e < Entries; e++) begin : gen_entry
    assign eligible[e] = table_i[e*EntryBits + ib_pkg::VlBits +: ib_pkg::VlArbWeightBits] != '0 &&
                         can_send[table_i[e*EntryBits +: ib_pkg::VlBits]];
  end

  assign stays  = left_q > 0 && eligible[current_q];
  assign chosen = stays ? current_q : next;
  assign entry  = table_i[chosen*EntryBits +: EntryBits];
  assign vl_o   = entry.vl;

  ib_rr_arbiter #(
    .Width ( Entries )
  ) u_turn (
    .clk_i   ( clk_i            ),
    .rst_ni  ( rst_ni           ),
    .req_i   ( eligible         ),
    .ready_i ( take_i && !stays ),
    .any_o   ( any_o            ),
    .gnt_o   (                  ),
    .idx_o   ( next             )
  );

  always_comb begin
    current_d = current_q;
    left_d    = left_q;
    if (take_i) begin
      current_d = chosen;
      left_d    = (stays ? left_q : $signed({2'b00, entry.weight})) - $signed({2'b00, blocks_i});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      current_q <= '0;
      left_q    <= '0;
    end else begin
      current_q <= current_d;
      left_q    <= left_d;
    end
  end

  `ASSUME(TakesOnlyWhatIsOffered_M, !take_i || any_o)

endmodule
