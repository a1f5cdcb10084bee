// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace ib::tb {

// Entries for fuzzing: any bytes, no way to fail but to crash, trap or upset a sanitizer.

/// MADs against the management of a switch or a CA, several in a row. A byte chooses the node; then
/// each MAD has 4 bytes of addressing and its 256 bytes, as far as there are any.
void fuzz_management(const std::uint8_t* data, std::size_t size);

/// The packet parser; what it accepts is rebuilt and must give the same bytes. A byte chooses what
/// is checked; the rest is LRH..VCRC.
void fuzz_packet_parser(const std::uint8_t* data, std::size_t size);

/// The importer of ibnetdiscover dumps: a topology, or a ConfigError of one line.
void fuzz_ibnetdiscover(const std::uint8_t* data, std::size_t size);

/// Ends the process the way a fuzzer notices.
inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace ib::tb
