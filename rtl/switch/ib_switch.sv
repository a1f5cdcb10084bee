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
  parameter  int unsigned RxBlocks     = 32,  // receive buffer of each VL
  parameter  int unsigned EgressBlocks = 32,  // egress queue of each VL
  parameter  int unsigned Longest      = 10,  // blocks of the longest packet
  parameter  int unsigned Iterations   = 2,
  parameter  int unsigned Parse        = 4,   // pipelines, clocks: parse and lookup at least 2
  parameter  int unsigned Lookup       = 8,
  parameter  int unsigned Crossbar     = 4,   // at least 1
  parameter  int unsigned Egress       = 6,   // at least 1
  parameter  int unsigned Entries      = 8,   // of each VL arbitration table
  parameter  int unsigned Interval     = 10,  // clocks between flow control packets of a VL
  parameter  int unsigned LidBits      = 6,
  localparam int unsigned IdxWidth     = $clog2(Ports),
  localparam int unsigned Bits         = 8 * ib_pkg::WordBytes,
  localparam int unsigned Blocks       = ib_pkg::BlockBits,
  localparam int unsigned Credits      = ib_pkg::CreditBits,
  localparam int unsigned VlBits       = ib_pkg::VlBits,
  localparam int unsigned EntryBits    = ib_pkg::VlArbWeightBits + ib_pkg::VlBits
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic [Entries*EntryBits-1:0] high_table_i,  // quasi-static, of all ports
  input  logic [Entries*EntryBits-1:0] low_table_i,
  input  logic [7:0]                   high_limit_i,
  input  logic [63:0]                  sl2vl_i,       // of all pairs of ports

  input  logic                         lft_write_i,
  input  logic [LidBits-1:0]           lft_lid_i,
  input  logic [7:0]                   lft_port_i,    // ports count from 1 here

  input  logic [Ports-1:0]             valid_i,       // a word is in
  input  logic [Ports-1:0]             first_i,
  input  logic [Ports*Bits-1:0]        data_i,
  input  logic [Ports-1:0]             fc_valid_i,    // a flow control packet is in
  input  logic [Ports*VlBits-1:0]      fc_vl_i,
  input  logic [Ports*Credits-1:0]     fc_fctbs_i,
  input  logic [Ports*Credits-1:0]     fc_fccl_i,

  output logic [Ports-1:0]             valid_o,
  output logic [Ports-1:0]             first_o,
  output logic [Ports-1:0]             last_o,
  output logic [Ports*7-1:0]           bytes_o,
  output logic [Ports*Bits-1:0]        data_o,
  output logic [Ports-1:0]             fc_valid_o,
  output logic [Ports-1:0]             fc_op_o,
  output logic [Ports*VlBits-1:0]      fc_vl_o,
  output logic [Ports*Credits-1:0]     fc_fctbs_o,
  output logic [Ports*Credits-1:0]     fc_fccl_o
);

  localparam int unsigned Queues      = Ports * Vls;
  localparam int unsigned RouteCycles = Parse + Lookup;
  localparam int unsigned CountWidth  = $clog2(Iterations + 1);
  localparam int unsigned UpdateBits  = 1 + VlBits + 2 * Credits;

  logic [Ports*16-1:0]       dlid;
  logic [Ports*8-1:0]        lft_port;
  logic [Ports*Queues-1:0]   waiting;      // of each input: its queues
  logic [Ports*Vls-1:0]      room;         // of each output: VLs
  logic [Ports-1:0]          free_inputs, free_outputs, matched, granted_inputs;
  logic [Ports*Ports-1:0]    requests;
  logic [Ports*IdxWidth-1:0] input_of, grant_output, cross_output;
  logic [Ports*VlBits-1:0]   grant_vl;     // of each output
  logic [Ports*VlBits-1:0]   input_vl;     // the same, of each input
  logic [Ports*Blocks-1:0]   grant_blocks, announced_blocks;
  logic [Ports-1:0]          cross_valid, out_valid;
  logic [Ports*Bits-1:0]     cross_data, out_data;
  logic [Ports*Vls-1:0]      due;
  logic [Ports*Vls*Credits-1:0] fccl;
  logic [Ports-1:0]             update;
  logic [Ports*VlBits-1:0]      update_vl;
  logic [Ports*Credits-1:0]     update_fctbs, update_fccl;

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
    logic                header, mapped, freed, dropped, nowhere;
    logic [3:0]          sl;
    logic [VlBits-1:0]   in_vl, out_vl, freed_vl, dropped_vl;
    logic [Blocks-1:0]   blocks, freed_blocks, dropped_blocks;
    logic [7:0]          port;
    logic [IdxWidth-1:0] target;

    assign port   = lft_port[i*8 +: 8];
    assign target = IdxWidth'(port - 8'd1);
    // No route, back to where it came from, or no lane for it.
    assign nowhere = port == '0 || 32'(port) > Ports || 32'(port) == i + 1 || !mapped;

    ib_sl2vl #(
      .Vls ( Vls )
    ) u_sl2vl (
      .table_i ( sl2vl_i ),
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
      .clk_i          ( clk_i                                 ),
      .rst_ni         ( rst_ni                                ),
      .valid_i        ( valid_i[i]                            ),
      .first_i        ( first_i[i]                            ),
      .data_i         ( data_i[i*Bits +: Bits]                ),
      .header_o       ( header                                ),
      .dlid_o         ( dlid[i*16 +: 16]                      ),
      .sl_o           ( sl                                    ),
      .vl_o           ( in_vl                                 ),
      .blocks_o       ( blocks                                ),
      .output_i       ( target                                ),
      .out_vl_i       ( out_vl                                ),
      .waiting_o      ( waiting[i*Queues +: Queues]           ),
      .free_o         ( free_inputs[i]                        ),
      .grant_i        ( granted_inputs[i]                     ),
      .grant_output_i ( grant_output[i*IdxWidth +: IdxWidth]  ),
      .grant_vl_i     ( input_vl[i*VlBits +: VlBits]          ),
      .grant_blocks_o ( grant_blocks[i*Blocks +: Blocks]      ),
      .valid_o        ( cross_valid[i]                        ),
      .output_o       ( cross_output[i*IdxWidth +: IdxWidth]  ),
      .data_o         ( cross_data[i*Bits +: Bits]            ),
      .freed_o        ( freed                                 ),
      .freed_vl_o     ( freed_vl                              ),
      .freed_blocks_o ( freed_blocks                          ),
      .discard_i      ( nowhere                               ),
      .dropped_o      ( dropped                               ),
      .dropped_vl_o   ( dropped_vl                            ),
      .dropped_blocks_o ( dropped_blocks                      )
    );

    // Flow control packets are taken after the same pipeline as headers.
    localparam int unsigned DelayBits = (RouteCycles - 1) * UpdateBits;

    logic [DelayBits-1:0] updates_d, updates_q;

    assign updates_d = DelayBits'({updates_q, fc_valid_i[i], fc_vl_i[i*VlBits +: VlBits],
                                   fc_fctbs_i[i*Credits +: Credits],
                                   fc_fccl_i[i*Credits +: Credits]});
    assign {update[i], update_vl[i*VlBits +: VlBits], update_fctbs[i*Credits +: Credits],
            update_fccl[i*Credits +: Credits]} =
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
      .clk_i            ( clk_i                              ),
      .rst_ni           ( rst_ni                             ),
      .arrived_i        ( header                             ),
      .arrived_vl_i     ( in_vl                              ),
      .arrived_blocks_i ( blocks                             ),
      .freed_i          ( freed                              ),
      .freed_vl_i       ( freed_vl                           ),
      .freed_blocks_i   ( freed_blocks                       ),
      .dropped_i        ( dropped                            ),
      .dropped_vl_i     ( dropped_vl                         ),
      .dropped_blocks_i ( dropped_blocks                     ),
      .update_i         ( update[i]                          ),
      .update_vl_i      ( update_vl[i*VlBits +: VlBits]      ),
      .update_fctbs_i   ( update_fctbs[i*Credits +: Credits] ),
      .fccl_o           ( fccl[i*Vls*Credits +: Vls*Credits] ),
      .due_o            ( due[i*Vls +: Vls]                  )
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
    assign grant_vl[o*VlBits +: VlBits]         = VlBits'(lane);
    assign announced_blocks[o*Blocks +: Blocks] = grant_blocks[32'(from)*Blocks +: Blocks];

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
      .Longest      ( Longest      ),
      .Crossbar     ( Crossbar     ),
      .Egress       ( Egress       ),
      .Entries      ( Entries      ),
      .Interval     ( Interval     )
    ) u_egress (
      .clk_i              ( clk_i                                ),
      .rst_ni             ( rst_ni                               ),
      .high_table_i       ( high_table_i                         ),
      .low_table_i        ( low_table_i                          ),
      .high_limit_i       ( high_limit_i                         ),
      .announced_i        ( matched[o]                           ),
      .announced_vl_i     ( grant_vl[o*VlBits +: VlBits]         ),
      .announced_blocks_i ( announced_blocks[o*Blocks +: Blocks] ),
      .room_o             ( room[o*Vls +: Vls]                   ),
      .valid_i            ( out_valid[o]                         ),
      .data_i             ( out_data[o*Bits +: Bits]             ),
      .update_i           ( update[o]                            ),
      .update_vl_i        ( update_vl[o*VlBits +: VlBits]        ),
      .update_fccl_i      ( update_fccl[o*Credits +: Credits]    ),
      .due_i              ( due[o*Vls +: Vls]                    ),
      .fccl_i             ( fccl[o*Vls*Credits +: Vls*Credits]   ),
      .valid_o            ( valid_o[o]                           ),
      .first_o            ( first_o[o]                           ),
      .last_o             ( last_o[o]                            ),
      .bytes_o            ( bytes_o[o*7 +: 7]                    ),
      .data_o             ( data_o[o*Bits +: Bits]               ),
      .fc_valid_o         ( fc_valid_o[o]                        ),
      .fc_op_o            ( fc_op_o[o]                           ),
      .fc_vl_o            ( fc_vl_o[o*VlBits +: VlBits]          ),
      .fc_fctbs_o         ( fc_fctbs_o[o*Credits +: Credits]     ),
      .fc_fccl_o          ( fc_fccl_o[o*Credits +: Credits]      )
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

  `ASSERT(OneInputAnOutput_A, $countones(matched) == $countones(granted_inputs))

endmodule
