// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/ibnetdiscover_line.h"

namespace ib::fabric {

struct DumpLink {
  std::size_t line = 0;
  DumpLinkLine link;
};

/// A node's lines in the dump: identifiers, header, links.
struct DumpRecord {
  std::size_t line = 0;  ///< Of the header.
  DumpNodeLine header;
  std::uint32_t vendor_id = 0;
  std::uint32_t device_id = 0;
  Guid system_image_guid;
  Guid port_guid;  ///< Of a switch's port 0.
  std::vector<DumpLink> links;
};

/// Splits a dump into its records. Throws ConfigError, placed in `file`, for a line that does not
/// parse, stands in the wrong place, or breaks off.
[[nodiscard]] std::vector<DumpRecord> read_dump_records(std::string_view text,
                                                        const std::string& file);

/// "Switch "leaf1" (line 12)", for messages.
[[nodiscard]] std::string describe(const DumpRecord& record);

}  // namespace ib::fabric
