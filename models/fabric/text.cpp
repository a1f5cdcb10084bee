// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/text.h"

#include <string_view>

#include "models/fabric/config_error.h"

namespace ib::fabric {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

}  // namespace

std::string hex(Guid guid) {
  std::string text = "0x";
  for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[guid.value() >> shift & 15];
  return text;
}

std::string quoted(const std::string& name) { return '"' + printable(name) + '"'; }

}  // namespace ib::fabric
