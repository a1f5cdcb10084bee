// SPDX-License-Identifier: Apache-2.0
#include "testbenches/page/page.h"

#include "testbenches/page/assets.h"

namespace ib::tb {
namespace {

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') {
      safe += "&lt;";
    } else if (c == '&') {
      safe += "&amp;";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string element(std::string_view tag, std::string_view content) {
  std::string text{"<"};
  text.append(tag).append(">\n").append(content);
  return text.append("\n</").append(tag.substr(0, tag.find(' '))).append(">\n");
}

}  // namespace

bool charts_available() { return !echarts_asset().empty(); }

std::string page(std::string_view title, std::string_view data, Drawing drawing) {
  const bool rich = drawing == Drawing::kRich && charts_available();
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  text += element("title", escaped(title));
  text += element("style", style_asset());
  text += "</head>\n<body>\n";
  text += body_asset();
  text += element("script type=\"application/json\" id=\"data\"", data);
  if (rich) text += element("script", echarts_asset());
  text += element("script", rich ? rich_charts_asset() : plain_charts_asset());
  text += element("script", report_asset());
  return text + "</body>\n</html>\n";
}

}  // namespace ib::tb
