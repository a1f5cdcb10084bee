// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ib::tb {

/// Whether this program was built with the plotting library.
[[nodiscard]] bool charts_available();

/// How charts are drawn: by the plotting library where there is one, or as plain SVG without zoom.
enum class Drawing : std::uint8_t { kRich, kPlain };

/// One HTML file that needs nothing else: style, scripts and the text of page_data().
[[nodiscard]] std::string page(std::string_view title, std::string_view data, Drawing drawing);

}  // namespace ib::tb
