// SPDX-License-Identifier: Apache-2.0
// IBA VL arbiter: the high table goes first while its limit lasts or no low-priority packet waits,
// else the low table. The choice is shown whether or not a packet starts (ready_i).
//
// Golden model: models/ib/link/vl_arbiter.h
// Documentation: docs/blocks/vl_arbiter.md

`include "assertions.svh"

module ib_vl_arbiter #(
  parameter  int unsigned Entries   = ib_pkg::VlArbEntries,
  localparam int unsigned EntryBits = ib_pkg::VlArbWeightBits + ib_pkg::VlBits,
  localparam int unsigned Blocks    = ib_pkg::BlockBits
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  input  logic [Entries*EntryBits-1:0]       high_table_i,  // vl_arb_entry_t each; quasi-static
  input  logic [Entries*EntryBits-1:0]       low_table_i,
  input  logic [7:0]                         high_limit_i,  // units of 4096 bytes; quasi-static

  input  logic [ib_pkg::DataVls-1:0]         sendable_i,    // VLs with a packet and its credits
  input  logic [ib_pkg::DataVls*Blocks-1:0]  blocks_i,      // length of each VL's packet
  input  logic                               ready_i,       // a packet may start

  output logic                               valid_o,
  output logic [ib_pkg::VlBits-1:0]          vl_o
);

  localparam int unsigned BudgetWidth = 16;  // signed: 254 * 64 blocks, overdrawn by one packet

  logic                          high_any, low_any, high, take;
  logic [ib_pkg::VlBits-1:0]     high_vl, low_vl;
  logic [Blocks-1:0]             length;
  logic signed [BudgetWidth-1:0] used_d, used_q, budget, charged;
  logic                          limited, spent;

  // The limit counts up, so that its register needs no reset to a configured value. A limit of 0
  // lets one packet of any size pass: the same as a budget of one block.
  assign budget = (high_limit_i == '0)
      ? 16'sd1
      : $signed({2'b00, high_limit_i, 6'b000000});
  assign limited = high_limit_i != 8'(ib_pkg::HighLimitUnlimited);
  assign spent   = limited && used_q >= budget;

  assign high    = high_any && (!spent || !low_any);
  assign valid_o = high_any || low_any;
  assign vl_o    = high ? high_vl : low_vl;
  assign take    = valid_o && ready_i;

  always_comb begin
    length = '0;
    for (int unsigned vl = 0; vl < ib_pkg::DataVls; vl++) begin
      if (vl_o == ib_pkg::VlBits'(vl)) length = blocks_i[vl*Blocks +: Blocks];
    end
  end

  ib_vl_arb_table #(
    .Entries ( Entries )
  ) u_high (
    .clk_i      ( clk_i        ),
    .rst_ni     ( rst_ni       ),
    .table_i    ( high_table_i ),
    .sendable_i ( sendable_i   ),
    .any_o      ( high_any     ),
    .vl_o       ( high_vl      ),
    .take_i     ( take && high ),
    .blocks_i   ( length       )
  );

  ib_vl_arb_table #(
    .Entries ( Entries )
  ) u_low (
    .clk_i      ( clk_i         ),
    .rst_ni     ( rst_ni        ),
    .table_i    ( low_table_i   ),
    .sendable_i ( sendable_i    ),
    .any_o      ( low_any       ),
    .vl_o       ( low_vl        ),
    .take_i     ( take && !high ),
    .blocks_i   ( length        )
  );

  assign charged = used_q + $signed({8'd0, length});

  always_comb begin
    used_d = used_q;
    // Only while a low-priority packet waits does the high table use up its limit.
    if (take) used_d = (high && low_any && limited) ? charged : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
    end else begin
      used_q <= used_d;
    end
  end

  `ASSERT(GrantsASendableVl_A, !valid_o || ((sendable_i >> vl_o) & 15'd1) != '0)
  `ASSERT(WorkConserving_A, valid_o == (high_any || low_any))

endmodule
