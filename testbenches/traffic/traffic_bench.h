// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib::tb {

// Packet-hops simulated per second of processor time, in millions: one 64-port switch with 64
// light traffic nodes, all link-layer features on, one thread.
double bench_switch_90_percent();
double bench_switch_50_percent();
double bench_switch_4k_packets();

/// The same on a fat tree of 1,024 hosts, and the rate of the one switch over it.
double bench_large_tree();
double bench_large_tree_cost();

/// Memory of such a tree under load, switches and all, a host.
double bench_node_bytes();

/// Time of one active pair on a 64-port switch over that on a 4-port switch.
double bench_idle_ports();

/// Time of a fat tree of 16 switches with one thread over that with two.
double bench_two_threads();

}  // namespace ib::tb
