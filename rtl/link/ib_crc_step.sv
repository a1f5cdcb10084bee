// SPDX-License-Identifier: Apache-2.0
// Moves a reflected CRC register over 1 to 64 bytes at once, as flat XOR sums. Combinational.
//
// The register is added to the first bytes of the data, the data is shifted so that its last byte
// stands at the end of the word, and each bit of the next register is one XOR over a constant mask.
// Leading zero bytes do not disturb a register of zero, so one set of masks serves every length.
// Register bytes shifted out past the end (data shorter than the register) are added at last.
//
// Golden model: models/ib/packet/crc.h
// Documentation: docs/blocks/vcrc16.md

module ib_crc_step #(
  parameter int unsigned       Width      = 16,     // of the register, whole bytes
  parameter logic [Width-1:0]  Polynomial = 16'hD008  // reflected
) (
  input  logic [Width-1:0]                  state_i,
  input  logic [8*ib_pkg::WordBytes-1:0]    data_i,   // first byte on the wire in bits 7:0
  input  logic [$clog2(ib_pkg::WordBytes):0] bytes_i,  // valid bytes: 1 .. WordBytes

  output logic [Width-1:0]                  state_o
);

  localparam int unsigned Bits       = 8 * ib_pkg::WordBytes;
  localparam int unsigned CountWidth = $clog2(ib_pkg::WordBytes) + 1;

  // Bits of the word that bit `k` of the next register depends on. `v` is what a one at bit `p`
  // leaves in the register after the last bit of the word.
  function automatic logic [Bits-1:0] mask_of(input logic [$clog2(Width)-1:0] k);
    logic [Width-1:0] v;
    v = Polynomial;
    mask_of = '0;
    for (int unsigned n = 0; n < Bits; n++) begin
      mask_of[Bits-1-n] = v[k];
      v = (v >> 1) ^ (v[0] ? Polynomial : '0);
    end
  endfunction

  logic [Bits-1:0]       kept;
  logic [Bits+Width-1:0] added, aligned;
  logic [CountWidth-1:0] missing;

  assign missing = CountWidth'(ib_pkg::WordBytes) - bytes_i;
  assign kept    = data_i & ({Bits{1'b1}} >> {missing, 3'b000});
  assign added   = {{Width{1'b0}}, kept} ^ {{Bits{1'b0}}, state_i};
  assign aligned = added << {missing, 3'b000};

  for (genvar k = 0; k < Width; k++) begin : gen_bit
    localparam logic [Bits-1:0] Mask = mask_of($clog2(Width)'(k));
    assign state_o[k] = (^(aligned[Bits-1:0] & Mask)) ^ aligned[Bits+k];
  end

endmodule
