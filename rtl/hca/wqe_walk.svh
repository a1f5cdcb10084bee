// SPDX-License-Identifier: Apache-2.0
// Inside the modules of the WQE decoder.

// What is known of a WQE when its segments up to some one have been seen.
typedef struct packed {
  logic [127:0] control;
  logic [2:0]   kind;
  logic         bad_operation;   // unknown, not offered by the service, or malformed
  logic [1:0]   vector_left;     // segments to come before the list
  logic         service_left;    // the segment of XRC and RD
  logic         address_left;
  logic         atomic_left;
  logic [5:0]   inline_left;     // segments that the open inline piece still takes
  logic         listed;          // a segment of the list has been seen
  logic [5:0]   first_piece;
  logic [37:0]  total;           // bytes of the list
  logic [383:0] datagram;
  logic [127:0] service;
  logic [127:0] remote;
  logic [127:0] operands;
} walk_t;
