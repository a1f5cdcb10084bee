// SPDX-License-Identifier: Apache-2.0
// Constants and types shared by the blocks.
//
// Golden model: the C++ constants of models/ib; a test compares every number here with them.

package ib_pkg;

  localparam int unsigned DataVls    = 15;  // VL0 .. VL14; VL15 is never arbitrated
  localparam int unsigned VlBits     = 4;
  localparam int unsigned WordBytes  = 64;  // of the datapath, one word a clock
  localparam int unsigned BlockBits  = 8;   // a packet's length in blocks of 64 bytes

  // Credits: counted modulo 2**CreditBits, a window is at most half of that.
  localparam int unsigned CreditBits      = 12;
  localparam int unsigned MaxCreditWindow = 2048;

  // VL arbitration.
  localparam int unsigned VlArbEntries       = 64;
  localparam int unsigned VlArbWeightBits    = 8;
  localparam int unsigned HighLimitBlocks    = 64;   // one unit of the limit of high priority
  localparam int unsigned HighLimitUnlimited = 255;

  // Time on the lines of a switch, in any unit in which the clock's period has PeriodBits bits with
  // the highest of them set. A quotient by the period is exact as a product with its reciprocal,
  // ceil(2**ReciprocalShift / period).
  localparam int unsigned PeriodBits      = 18;
  localparam int unsigned TimeBits        = 31;  // up to 2**13 clocks
  localparam int unsigned ReciprocalBits  = 33;
  localparam int unsigned ReciprocalShift = PeriodBits + TimeBits;
  localparam int unsigned ByteTimeBits    = 20;
  localparam int unsigned ClockBits       = 16;  // a count of clocks, modulo
  localparam int unsigned NumberBits      = 16;  // a count of words, modulo
  localparam int unsigned IntervalBits    = 20;  // clocks between flow control packets of a VL
  localparam int unsigned HeartbeatBits   = 24;  // clocks
  localparam int unsigned LifeBits        = 32;  // clocks of a head-of-queue lifetime

  // What becomes of a header.
  localparam logic [1:0] Queued  = 2'h0;
  localparam logic [1:0] NoRoute = 2'h1;
  localparam logic [1:0] Looping = 2'h2;  // back to where it came from
  localparam logic [1:0] NoLane  = 2'h3;

  // CRC registers: reflected polynomials, both preset to ones.
  localparam logic [15:0] Vcrc16Polynomial = 16'hD008;
  localparam logic [15:0] Vcrc16Residue    = 16'h556F;
  localparam logic [31:0] Icrc32Polynomial = 32'hEDB88320;
  localparam logic [31:0] Icrc32Residue    = 32'hDEBB20E3;

  typedef struct packed {
    logic [VlArbWeightBits-1:0] weight;  // blocks of 64 bytes, 0 = skipped
    logic [VlBits-1:0]          vl;
  } vl_arb_entry_t;

endpackage
