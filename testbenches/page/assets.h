// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ib::tb {

// The files of testbenches/page/assets, and the plotting library, as the build put them into the
// program. Without the library echarts_asset() is empty.

[[nodiscard]] std::string_view body_asset();
[[nodiscard]] std::string_view style_asset();
[[nodiscard]] std::string_view report_asset();
[[nodiscard]] std::string_view rich_charts_asset();
[[nodiscard]] std::string_view plain_charts_asset();
[[nodiscard]] std::string_view echarts_asset();

}  // namespace ib::tb
