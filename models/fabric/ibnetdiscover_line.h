// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "models/ib/base/types.h"
#include "models/ib/link/generation.h"

namespace ib::fabric {

// The lines of an `ibnetdiscover` topology, as infiniband-diags print them.

/// A node as links name it: "S-0008f10400410015".
struct DumpNodeRef {
  enum class Type : std::uint8_t { kSwitch, kCa, kRouter };
  Type type = Type::kCa;
  Guid guid;
};

/// vendid=0x2c9, devid=.., sysimgguid=.., switchguid=0x..(port 0 GUID), caguid=.., rtguid=..
struct DumpIdLine {
  enum class Field : std::uint8_t { kVendor, kDevice, kSystemImage, kNode };
  Field field = Field::kVendor;
  std::uint64_t value = 0;
  Guid port_guid;  ///< Zero when the line has none.
};

/// Switch 36 "S-.." # "name" base port 0 lid 1 lmc 0
struct DumpNodeLine {
  DumpNodeRef node;
  std::uint32_t ports = 0;
  std::string name;
  bool enhanced_port_0 = false;
  std::uint32_t lid = 0;  ///< Of a switch's port 0.
  std::uint32_t lmc = 0;
};

/// [1](port GUID) "S-.."[22] # lid 4 lmc 0 "peer's name" lid 6 4xEDR
struct DumpLinkLine {
  std::uint32_t port = 0;
  Guid port_guid;  ///< Zero when the line has none, as for a switch's port.
  std::uint32_t lid = 0;
  std::uint32_t lmc = 0;
  DumpNodeRef peer;
  std::uint32_t peer_port = 0;
  Guid peer_port_guid;
  std::string peer_name;
  std::uint32_t peer_lid = 0;
  std::optional<LinkRate> rate;  ///< Absent where the tool printed question marks.
  std::string rate_text;
};

/// Comments, blank lines, chassis headings and the tool's own warnings carry nothing.
using DumpLine = std::variant<std::monostate, DumpIdLine, DumpNodeLine, DumpLinkLine>;

/// Throws ConfigError without a place for a line that is none of these.
[[nodiscard]] DumpLine parse_dump_line(std::string_view line);

}  // namespace ib::fabric
