// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace ib::hca {

/// What happened in the engines of an HCA since the start.
struct HcaCounters {
  std::uint64_t doorbells = 0;
  std::uint64_t doorbells_ignored = 0;  ///< No such queue pair, foreign page, or nonsense.
  std::uint64_t blueflame_wqes = 0;
  std::uint64_t wqes_decoded = 0;
  std::uint64_t wqes_malformed = 0;
  std::uint64_t request_packets = 0;
  std::uint64_t response_packets = 0;
  std::uint64_t packets_resent = 0;
  std::uint64_t transport_timeouts = 0;
  std::uint64_t sequence_naks_received = 0;
  std::uint64_t rnr_naks_received = 0;
  std::uint64_t packets_received = 0;
  std::uint64_t packets_malformed = 0;
  std::uint64_t icrc_errors = 0;          ///< Behind a VCRC that matched.
  std::uint64_t packets_misdirected = 0;  ///< Wrong LID, no such queue pair, or not in its state.
  std::uint64_t p_key_violations = 0;
  std::uint64_t q_key_violations = 0;
  std::uint64_t packets_dropped_unreliable = 0;  ///< UC, UD: out of sequence, no buffer, no right.
  std::uint64_t packets_placed_early = 0;        ///< Out of order, of an open WRITE.
  std::uint64_t duplicate_requests = 0;
  std::uint64_t sequence_naks_sent = 0;
  std::uint64_t rnr_naks_sent = 0;
  std::uint64_t fatal_naks_sent = 0;
  std::uint64_t acks_sent = 0;
  std::uint64_t resyncs_sent = 0;    ///< RD: messages given up after they had begun.
  std::uint64_t fecns_received = 0;  ///< In packets whose sender can be slowed.
  std::uint64_t becns_received = 0;
  std::uint64_t cnps_sent = 0;
  std::uint64_t congestion_events = 0;  ///< BECNs at or above the trigger threshold.
  std::uint64_t messages_received = 0;
  std::uint64_t atomics_executed = 0;
  std::uint64_t cqes_written = 0;
  std::uint64_t cqes_in_error = 0;
  std::uint64_t cqe_titles = 0;  ///< Titles of compressed CQEs.
  std::uint64_t cq_overruns = 0;
  std::uint64_t events_written = 0;
  std::uint64_t events_lost = 0;  ///< Their event queue was full.
  std::uint64_t interrupts = 0;
  std::uint64_t context_hits = 0;
  std::uint64_t context_misses = 0;
  std::uint64_t translation_hits = 0;
  std::uint64_t translation_misses = 0;
  std::uint64_t windows_bound = 0;  ///< Bindings and unbindings.
  std::uint64_t function_resets = 0;
  std::uint64_t commands = 0;
  std::uint64_t commands_failed = 0;
};

}  // namespace ib::hca
