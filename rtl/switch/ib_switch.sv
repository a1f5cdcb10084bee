// SPDX-License-Identifier: Apache-2.0
// A cut-through switch: virtual output queues, packet-mode iSLIP, a crossbar of 64-byte words,
// queues for each VL at the outputs. One word a clock on every line; ports count from 0.
//
// Golden model: models/switch/switch.h
// Documentation: docs/blocks/switch_rtl.md

`include "assertions.svh"

module ib_switch #(
  parameter  int unsigned Ports        = 4,   // at least 2
  parameter  int unsigned Vls          = 1,
  parameter  int unsigned RxBlocks     = 32,  // receive buffer of each VL, at most
  parameter  int unsigned EgressBlocks = 32,  // egress queue of each VL, at most
  parameter  int unsigned Iterations   = 2,
  parameter  int unsigned Parse        = 4,   // pipelines, clocks: parse and lookup at least 2
  parameter  int unsigned Lookup       = 8,
  parameter  int unsigned Crossbar     = 4,   // at least 1
  parameter  int unsigned Egress       = 6,   // at least 1
  parameter  int unsigned Entries      = 16,  // of each VL arbitration table
  parameter  int unsigned LidBits      = 8,
  localparam int unsigned IdxWidth     = $clog2(Ports),
  localparam int unsigned Bits         = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks       = ib_pkg::BlockBits,
  localparam int unsigned Clocks       = ib_pkg::ClockBits,
  localparam int unsigned Credits      = ib_pkg::CreditBits,
  localparam int unsigned VlBits       = ib_pkg::VlBits,
  localparam int unsigned TimeBits     = ib_pkg::TimeBits,
  localparam int unsigned PeriodBits   = ib_pkg::PeriodBits,
  localparam int unsigned ByteBits     = ib_pkg::ByteTimeBits,
  localparam int unsigned BeatBits     = ib_pkg::HeartbeatBits,
  localparam int unsigned NumberBits   = ib_pkg::NumberBits,
  localparam int unsigned EntryBits    = ib_pkg::VlArbWeightBits + ib_pkg::VlBits
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  // Quasi-static.
  input  logic [Ports*Entries*EntryBits-1:0] high_table_i,
  input  logic [Ports*Entries*EntryBits-1:0] low_table_i,
  input  logic [Ports*8-1:0]                high_limit_i,
  input  logic [Ports*Ports*64-1:0]         sl2vl_i,       // index input * Ports + output
  input  logic [Credits-1:0]                rx_blocks_i,
  input  logic [15:0]                       egress_blocks_i,
  input  logic [Blocks-1:0]                 longest_i,     // blocks of the longest packet
  input  logic [6:0]                        framing_i,     // bytes of delimiters
  input  logic [ib_pkg::IntervalBits-1:0]   interval_i,    // of flow control packets, clocks
  input  logic [PeriodBits-1:0]             period_i,      // of the clock
  input  logic [ib_pkg::ReciprocalBits-1:0] reciprocal_i,
  input  logic [Ports*ByteBits-1:0]         byte_time_i,   // of each port's line
  input  logic [Ports*BeatBits-1:0]         heartbeat_i,   // clocks
  input  logic [ib_pkg::LifeBits-1:0]       hoq_life_i,    // clocks, 0 = no limit
  input  logic [2:0]                        stall_count_i, // 0 = never
  input  logic [Ports-1:0]                  up_i,          // a cable is plugged in

  input  logic                         lft_write_i,
  input  logic [LidBits-1:0]           lft_lid_i,
  input  logic [7:0]                   lft_port_i,    // ports count from 1 here

  // What came in on each line since the last clock: a first word or a full one, and a last one.
  input  logic [Ports-1:0]             valid_i,
  input  logic [Ports-1:0]             first_i,
  input  logic [Ports*Bits-1:0]        data_i,
  input  logic [Ports*PeriodBits-1:0]  phase_i,       // time from a first word to the edge
  input  logic [Ports-1:0]             last_valid_i,
  input  logic [Ports*Bits-1:0]        last_data_i,
  input  logic [Ports*Vls-1:0]         fc_valid_i,    // a flow control packet of each VL
  input  logic [Ports*Vls-1:0]         fc_behind_i,   // the first word came before it
  input  logic [Ports*Vls*Credits-1:0] fc_fctbs_i,
  input  logic [Ports*Vls*Credits-1:0] fc_fccl_i,

  // What begins on each line before the next clock: as ib_egress.
  output logic [Ports*TimeBits-1:0]    busy_o,
  output logic [Ports*Vls-1:0]         fc_valid_o,
  output logic [Ports*Vls-1:0]         fc_op_o,
  output logic [Ports*Vls*Credits-1:0] fc_fctbs_o,
  output logic [Ports*Vls*Credits-1:0] fc_fccl_o,
  output logic [Ports-1:0]             first_valid_o,
  output logic [Ports*7-1:0]           first_bytes_o,
  output logic [Ports*Bits-1:0]        first_data_o,
  output logic [Ports-1:0]             discard_o,
  output logic [Ports-1:0]             overdue_o,
  output logic [Ports-1:0]             stalls_o,
  output logic [Ports-1:0]             valid_o,
  output logic [Ports-1:0]             last_o,
  output logic [Ports-1:0]             bad_end_o,
  output logic [Ports*7-1:0]           bytes_o,
  output logic [Ports*Bits-1:0]        data_o,
  output logic [Ports-1:0]             judged_o,
  output logic [Ports-1:0]             starved_o,

  // For the counters of each input: what becomes of the header that the next clock takes, and the
  // buffers that are free then.
  output logic [Ports-1:0]             header_o,
  output logic [Ports*2-1:0]           verdict_o,     // ib_pkg::Queued ...
  output logic [Ports-1:0]             freed_o,
  output logic [Ports*VlBits-1:0]      freed_vl_o,
  output logic [Ports*Blocks-1:0]      freed_blocks_o,
  output logic [Ports-1:0]             dropped_o,

  // A packet was discarded that was to be granted: the number of its first word on that line.
  output logic [Ports-1:0]             killed_o,
  output logic [Ports*NumberBits-1:0]  killed_number_o
);

  localparam int unsigned Queues      = Ports * Vls;
  localparam int unsigned RouteCycles = Parse + Lookup;
  localparam int unsigned CountWidth  = $clog2(Iterations + 1);
  localparam int unsigned UpdateBits  = Vls * (2 + 2 * Credits);

  logic [Ports*16-1:0]       dlid;
  logic [Ports*8-1:0]        lft_port;
  logic [Ports*Queues-1:0]   waiting;      // of each input: its queues
  logic [Ports*Vls-1:0]      room;         // of each output: VLs
  logic [Ports-1:0]          free_inputs, free_outputs, matched, granted_inputs;
  logic [Ports*Ports-1:0]    requests;
  logic [Ports*IdxWidth-1:0] input_of, grant_output, cross_output;
  logic [Ports*VlBits-1:0]   grant_vl;     // of each output
  logic [Ports*VlBits-1:0]   input_vl;     // the same, of each input
  logic [Ports*Blocks-1:0]   grant_blocks;
  logic [Ports*Clocks-1:0]   grant_full, grant_last;
  logic [Ports-1:0]          cross_valid, out_valid;
  logic [Ports*2-1:0]        cross_marks, out_marks;
  logic [Ports-1:0]          announced;
  logic [Ports*Bits-1:0]     cross_data, out_data;
  logic [Ports*Vls-1:0]         due, update;
  logic [Ports*Vls*Credits-1:0] fccl, update_fccl;

  ib_lft #(
    .Ports   ( Ports   ),
    .LidBits ( LidBits )
  ) u_lft (
    .clk_i        ( clk_i       ),
    .rst_ni       ( rst_ni      ),
    .write_i      ( lft_write_i ),
    .write_lid_i  ( lft_lid_i   ),
    .write_port_i ( lft_port_i  ),
    .dlid_i       ( dlid        ),
    .port_o       ( lft_port    )
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_input
    logic                   header, mapped, dropped;
    logic [3:0]             sl;
    logic [VlBits-1:0]      in_vl, out_vl, dropped_vl;
    logic [Blocks-1:0]      blocks, dropped_blocks, withdrawn_blocks;
    logic                   withdrawn, withdrawn_own;
    logic [VlBits-1:0]      withdrawn_vl;
    logic [7:0]             port;
    logic [IdxWidth-1:0]    target;
    logic [1:0]             verdict;
    logic                   routed;

    assign port    = lft_port[i*8 +: 8];
    assign target  = IdxWidth'(port - 8'd1);
    assign routed  = port != '0 && 32'(port) <= Ports && up_i[target] && 32'(in_vl) < Vls;
    assign verdict = !routed                ? ib_pkg::NoRoute :
                     32'(port) == i + 1     ? ib_pkg::Looping :
                     !mapped                ? ib_pkg::NoLane : ib_pkg::Queued;

    assign header_o[i]         = header;
    assign verdict_o[i*2 +: 2] = verdict;
    assign dropped_o[i]        = dropped;

    ib_sl2vl #(
      .Vls ( Vls )
    ) u_sl2vl (
      .table_i ( sl2vl_i[i*Ports*64 + 32'(target)*64 +: 64] ),
      .sl_i    ( sl      ),
      .valid_o ( mapped  ),
      .vl_o    ( out_vl  )
    );

    ib_ingress #(
      .Ports       ( Ports       ),
      .Vls         ( Vls         ),
      .RxBlocks    ( RxBlocks    ),
      .RouteCycles ( RouteCycles )
    ) u_ingress (
      .clk_i ( clk_i ),                                 .rst_ni ( rst_ni ),
      .period_i ( period_i ),                           .reciprocal_i ( reciprocal_i ),
      .byte_time_i ( byte_time_i[i*ByteBits +: ByteBits] ),.valid_i ( valid_i[i] ),
      .first_i ( first_i[i] ),                          .data_i ( data_i[i*Bits +: Bits] ),
      .phase_i ( phase_i[i*PeriodBits +: PeriodBits] ), .last_valid_i ( last_valid_i[i] ),
      .last_data_i ( last_data_i[i*Bits +: Bits] ),     .header_o ( header ),
      .dlid_o ( dlid[i*16 +: 16] ),                     .sl_o ( sl ),
      .vl_o ( in_vl ),                                  .blocks_o ( blocks ),
      .output_i ( target ),                             .out_vl_i ( out_vl ),
      .discard_i ( verdict != ib_pkg::Queued ),         .waiting_o ( waiting[i*Queues +: Queues] ),
      .free_o ( free_inputs[i] ),                       .grant_i ( granted_inputs[i] ),
      .grant_output_i ( grant_output[i*IdxWidth +: IdxWidth] ),
      .grant_vl_i ( input_vl[i*VlBits +: VlBits] ),
      .grant_blocks_o ( grant_blocks[i*Blocks +: Blocks] ),
      .grant_full_o ( grant_full[i*Clocks +: Clocks] ),
      .grant_last_o ( grant_last[i*Clocks +: Clocks] ), .killed_o ( killed_o[i] ),
      .killed_number_o ( killed_number_o[i*NumberBits +: NumberBits] ),.valid_o ( cross_valid[i] ),
      .last_o ( cross_marks[2*i+1] ),                   .bad_o ( cross_marks[2*i] ),
      .output_o ( cross_output[i*IdxWidth +: IdxWidth] ),.data_o ( cross_data[i*Bits +: Bits] ),
      .freed_o ( freed_o[i] ),
      .freed_vl_o ( freed_vl_o[i*VlBits +: VlBits] ),
      .freed_blocks_o ( freed_blocks_o[i*Blocks +: Blocks] ),.dropped_o ( dropped ),
      .dropped_vl_o ( dropped_vl ),                     .dropped_blocks_o ( dropped_blocks ),
      .withdrawn_o ( withdrawn ),                       .withdrawn_own_o ( withdrawn_own ),
      .withdrawn_vl_o ( withdrawn_vl ),                 .withdrawn_blocks_o ( withdrawn_blocks )
    );

    // Flow control packets are taken after the same pipeline as headers.
    localparam int unsigned DelayBits = (RouteCycles - 1) * UpdateBits;

    logic [DelayBits-1:0]   updates_d, updates_q;
    logic [Vls-1:0]         behind;
    logic [Vls*Credits-1:0] fctbs;

    assign updates_d = DelayBits'({updates_q, fc_valid_i[i*Vls +: Vls], fc_behind_i[i*Vls +: Vls],
                                   fc_fctbs_i[i*Vls*Credits +: Vls*Credits],
                                   fc_fccl_i[i*Vls*Credits +: Vls*Credits]});
    assign {update[i*Vls +: Vls], behind, fctbs, update_fccl[i*Vls*Credits +: Vls*Credits]} =
        updates_q[DelayBits-1 -: UpdateBits];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        updates_q <= '0;
      end else begin
        updates_q <= updates_d;
      end
    end

    ib_credit_rx #(
      .Vls      ( Vls      ),
      .RxBlocks ( RxBlocks )
    ) u_credits (
      .clk_i ( clk_i ),                               .rst_ni ( rst_ni ),
      .rx_blocks_i ( rx_blocks_i ),                   .arrived_i ( header ),
      .arrived_vl_i ( in_vl ),                        .arrived_blocks_i ( blocks ),
      .freed_i ( freed_o[i] ),
      .freed_vl_i ( freed_vl_o[i*VlBits +: VlBits] ),
      .freed_blocks_i ( freed_blocks_o[i*Blocks +: Blocks] ),.dropped_i ( dropped ),
      .dropped_vl_i ( dropped_vl ),                   .dropped_blocks_i ( dropped_blocks ),
      .withdrawn_i ( withdrawn ),                     .withdrawn_own_i ( withdrawn_own ),
      .withdrawn_vl_i ( withdrawn_vl ),               .withdrawn_blocks_i ( withdrawn_blocks ),
      .update_i ( update[i*Vls +: Vls] ),             .behind_i ( behind ),
      .update_fctbs_i ( fctbs ),
      .fccl_o ( fccl[i*Vls*Credits +: Vls*Credits] ), .due_o ( due[i*Vls +: Vls] )
    );
  end

  // Matching.

  always_comb begin
    free_outputs = '1;
    for (int unsigned i = 0; i < Ports; i++) begin
      if (!free_inputs[i]) free_outputs[cross_output[i*IdxWidth +: IdxWidth]] = 1'b0;
    end
  end

  always_comb begin
    requests = '0;
    for (int unsigned o = 0; o < Ports; o++) begin
      for (int unsigned i = 0; i < Ports; i++) begin
        requests[o*Ports + i] = |(waiting[i*Queues + o*Vls +: Vls] & room[o*Vls +: Vls]);
      end
    end
  end

  ib_islip #(
    .Ports      ( Ports      ),
    .Iterations ( Iterations )
  ) u_islip (
    .clk_i          ( clk_i                   ),
    .rst_ni         ( rst_ni                  ),
    .iterations_i   ( CountWidth'(Iterations) ),
    .free_inputs_i  ( free_inputs             ),
    .free_outputs_i ( free_outputs            ),
    .requests_i     ( requests                ),
    .matched_o      ( matched                 ),
    .input_of_o     ( input_of                )
  );

  for (genvar o = 0; o < Ports; o++) begin : gen_output
    localparam int unsigned Lanes    = Vls + 1;  // VL15 keeps its place in the turn
    localparam int unsigned LaneBits = $clog2(Lanes);

    logic [IdxWidth-1:0] from;
    logic [Lanes-1:0]    lanes;
    logic [LaneBits-1:0] lane;

    assign from  = input_of[o*IdxWidth +: IdxWidth];
    assign lanes = {1'b0, waiting[32'(from)*Queues + o*Vls +: Vls] & room[o*Vls +: Vls]};
    assign announced[o] = matched[o] && !killed_o[from];
    assign grant_vl[o*VlBits +: VlBits] = VlBits'(lane);

    ib_rr_arbiter #(
      .Width ( Lanes )
    ) u_lane (
      .clk_i   ( clk_i      ),
      .rst_ni  ( rst_ni     ),
      .req_i   ( lanes      ),
      .ready_i ( matched[o] ),
      .any_o   (            ),
      .gnt_o   (            ),
      .idx_o   ( lane       )
    );

    ib_egress #(
      .Vls          ( Vls          ),
      .EgressBlocks ( EgressBlocks ),
      .Crossbar     ( Crossbar     ),
      .Egress       ( Egress       ),
      .Entries      ( Entries      )
    ) u_egress (
      .clk_i ( clk_i ),                                 .rst_ni ( rst_ni ),
      .high_table_i ( high_table_i[o*Entries*EntryBits +: Entries*EntryBits] ),
      .low_table_i ( low_table_i[o*Entries*EntryBits +: Entries*EntryBits] ),
      .hoq_life_i ( hoq_life_i ),                       .stall_count_i ( stall_count_i ),
      .overdue_o ( overdue_o[o] ),                      .stalls_o ( stalls_o[o] ),
      .high_limit_i ( high_limit_i[o*8 +: 8] ),                   .egress_blocks_i ( egress_blocks_i ),
      .longest_i ( longest_i ),                         .up_i ( up_i[o] ),
      .period_i ( period_i ),                           .reciprocal_i ( reciprocal_i ),
      .byte_time_i ( byte_time_i[o*ByteBits +: ByteBits] ),.framing_i ( framing_i ),
      .interval_i ( interval_i ),
      .heartbeat_i ( heartbeat_i[o*BeatBits +: BeatBits] ),.announced_i ( announced[o] ),
      .announced_vl_i ( grant_vl[o*VlBits +: VlBits] ),
      .announced_blocks_i ( grant_blocks[32'(from)*Blocks +: Blocks] ),
      .announced_full_i ( grant_full[32'(from)*Clocks +: Clocks] ),
      .announced_last_i ( grant_last[32'(from)*Clocks +: Clocks] ),.room_o ( room[o*Vls +: Vls] ),
      .valid_i ( out_valid[o] ),                        .last_i ( out_marks[2*o+1] ),
      .bad_i ( out_marks[2*o] ),                        .data_i ( out_data[o*Bits +: Bits] ),
      .update_i ( update[o*Vls +: Vls] ),
      .update_fccl_i ( update_fccl[o*Vls*Credits +: Vls*Credits] ),.due_i ( due[o*Vls +: Vls] ),
      .fccl_i ( fccl[o*Vls*Credits +: Vls*Credits] ),   .busy_o ( busy_o[o*TimeBits +: TimeBits] ),
      .fc_valid_o ( fc_valid_o[o*Vls +: Vls] ),         .fc_op_o ( fc_op_o[o*Vls +: Vls] ),
      .fc_fctbs_o ( fc_fctbs_o[o*Vls*Credits +: Vls*Credits] ),
      .fc_fccl_o ( fc_fccl_o[o*Vls*Credits +: Vls*Credits] ),.first_valid_o ( first_valid_o[o] ),
      .first_bytes_o ( first_bytes_o[o*7 +: 7] ),
      .first_data_o ( first_data_o[o*Bits +: Bits] ),   .discard_o ( discard_o[o] ),
      .valid_o ( valid_o[o] ),                          .last_o ( last_o[o] ),
      .bad_end_o ( bad_end_o[o] ),                      .bytes_o ( bytes_o[o*7 +: 7] ),
      .data_o ( data_o[o*Bits +: Bits] ),               .judged_o ( judged_o[o] ),
      .starved_o ( starved_o[o] )
    );
  end

  always_comb begin
    granted_inputs = '0;
    grant_output   = '0;
    input_vl       = '0;
    for (int unsigned o = 0; o < Ports; o++) begin
      if (matched[o]) begin
        granted_inputs[input_of[o*IdxWidth +: IdxWidth]] = 1'b1;
        grant_output[32'(input_of[o*IdxWidth +: IdxWidth])*IdxWidth +: IdxWidth] = IdxWidth'(o);
        input_vl[32'(input_of[o*IdxWidth +: IdxWidth])*VlBits +: VlBits] =
            grant_vl[o*VlBits +: VlBits];
      end
    end
  end

  ib_crossbar #(
    .Ports  ( Ports    ),
    .Cycles ( Crossbar )
  ) u_crossbar (
    .clk_i    ( clk_i        ),
    .rst_ni   ( rst_ni       ),
    .valid_i  ( cross_valid  ),
    .output_i ( cross_output ),
    .data_i   ( cross_data   ),
    .valid_o  ( out_valid    ),
    .data_o   ( out_data     )
  );

  // Beside each word: whether it is its packet's last one, and that is bad.
  ib_crossbar #(
    .Ports  ( Ports    ),
    .Cycles ( Crossbar ),
    .Bits   ( 2        )
  ) u_marks (
    .clk_i    ( clk_i        ),
    .rst_ni   ( rst_ni       ),
    .valid_i  ( cross_valid  ),
    .output_i ( cross_output ),
    .data_i   ( cross_marks  ),
    .valid_o  (              ),
    .data_o   ( out_marks    )
  );

  `ASSERT(OneInputAnOutput_A, $countones(matched) == $countones(granted_inputs))

endmodule
