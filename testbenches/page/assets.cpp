// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/assets.h"

#include <cstddef>

// assets.S.in puts each file between two labels.
// NOLINTBEGIN(readability-identifier-naming): names of the assembler's
extern "C" {
extern const char ib_asset_body[];
extern const char ib_asset_body_end[];
extern const char ib_asset_style[];
extern const char ib_asset_style_end[];
extern const char ib_asset_report[];
extern const char ib_asset_report_end[];
extern const char ib_asset_rich_charts[];
extern const char ib_asset_rich_charts_end[];
extern const char ib_asset_plain_charts[];
extern const char ib_asset_plain_charts_end[];
extern const char ib_asset_echarts[];
extern const char ib_asset_echarts_end[];
}
// NOLINTEND(readability-identifier-naming)

namespace ib::tb {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view body_asset() { return between(ib_asset_body, ib_asset_body_end); }
std::string_view style_asset() { return between(ib_asset_style, ib_asset_style_end); }
std::string_view report_asset() { return between(ib_asset_report, ib_asset_report_end); }
std::string_view rich_charts_asset() {
  return between(ib_asset_rich_charts, ib_asset_rich_charts_end);
}
std::string_view plain_charts_asset() {
  return between(ib_asset_plain_charts, ib_asset_plain_charts_end);
}
std::string_view echarts_asset() { return between(ib_asset_echarts, ib_asset_echarts_end); }

}  // namespace ib::tb
