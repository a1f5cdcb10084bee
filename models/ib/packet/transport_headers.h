// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/ib/base/types.h"

namespace ib {

/// Base transport header. IBTA Vol 1, 9.2.
struct Bth {
  static constexpr std::size_t kBytes = 12;

  std::uint8_t opcode = 0;
  bool solicited = false;
  bool mig_req = false;
  std::uint8_t pad_count = 0;  ///< Zero bytes after the payload, 0-3.
  std::uint8_t tver = 0;
  PKey p_key{0xFFFF};
  bool fecn = false;
  bool becn = false;
  Qpn dest_qp;
  bool ack_request = false;
  Psn psn;

  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Bth decode(const std::uint8_t* from);
};

// Extension headers, IBTA Vol 1, 9.3; sizes and fields in ib-facts 1.6.

/// Reliable datagram extended header.
struct Rdeth {
  static constexpr std::size_t kBytes = 4;
  std::uint32_t ee_context = 0;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Rdeth decode(const std::uint8_t* from);
};

/// Datagram extended header.
struct Deth {
  static constexpr std::size_t kBytes = 8;
  QKey q_key;
  Qpn src_qp;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Deth decode(const std::uint8_t* from);
};

/// Extended reliable connection header: the shared receive queue meant.
struct XrcEth {
  static constexpr std::size_t kBytes = 4;
  std::uint32_t srq = 0;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static XrcEth decode(const std::uint8_t* from);
};

/// RDMA extended header.
struct Reth {
  static constexpr std::size_t kBytes = 16;
  std::uint64_t virtual_address = 0;
  RKey r_key;
  std::uint32_t dma_length = 0;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Reth decode(const std::uint8_t* from);
};

/// Atomic extended header.
struct AtomicEth {
  static constexpr std::size_t kBytes = 28;
  std::uint64_t virtual_address = 0;
  RKey r_key;
  std::uint64_t swap_or_add = 0;
  std::uint64_t compare = 0;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static AtomicEth decode(const std::uint8_t* from);
};

/// ACK extended header; the syndrome is read by aeth_syndrome.h.
struct Aeth {
  static constexpr std::size_t kBytes = 4;
  std::uint8_t syndrome = 0;
  std::uint32_t msn = 0;  ///< Completed request messages modulo 2^24.
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Aeth decode(const std::uint8_t* from);
};

/// Atomic ACK extended header.
struct AtomicAckEth {
  static constexpr std::size_t kBytes = 8;
  std::uint64_t original_data = 0;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static AtomicAckEth decode(const std::uint8_t* from);
};

/// Immediate data.
struct ImmDt {
  static constexpr std::size_t kBytes = 4;
  std::uint32_t data = 0;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static ImmDt decode(const std::uint8_t* from);
};

/// Invalidate extended header.
struct Ieth {
  static constexpr std::size_t kBytes = 4;
  RKey r_key;
  void encode(std::uint8_t* to) const;
  [[nodiscard]] static Ieth decode(const std::uint8_t* from);
};

}  // namespace ib
