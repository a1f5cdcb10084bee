// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace ib::tb {

// Two HCAs through one switch, RDMA WRITE with real bytes; both CRCs of each packet are worked out
// each time it leaves a port. Per second of processor time, one thread.

double bench_hca_write_8b();   ///< Messages.
double bench_hca_write_64k();  ///< Messages.
/// Packets, acknowledgements too, that crossed the switch, in millions.
double bench_hca_hops_8b();
double bench_hca_hops_64k();

}  // namespace ib::tb
