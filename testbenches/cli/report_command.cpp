// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "testbenches/cli/commands.h"
#include "testbenches/cli/exit_code.h"
#include "testbenches/page/page.h"
#include "testbenches/page/page_data.h"
#include "testbenches/report/output_files.h"

namespace ib::tb {
namespace {

namespace fs = std::filesystem;

/// "results" of "a/results/".
std::string name_of(const fs::path& folder) {
  std::error_code none;
  const fs::path whole = fs::weakly_canonical(folder, none);
  return whole.filename().empty() ? whole.string() : whole.filename().string();
}

}  // namespace

int report_command(const ReportRequest& request, const Terminal& terminal) {
  const std::string data = page_data(request.folder);
  const fs::path file = request.file.empty() ? request.folder / "report.html" : request.file;
  OutputFiles outputs;
  write_text(outputs.add(file), page("ibsilicon: " + name_of(request.folder), data,
                                     request.plain ? Drawing::kPlain : Drawing::kRich));
  outputs.commit();
  terminal.note(fmt::format(
      "{}{}", file.string(),
      charts_available() || request.plain ? "" : ", without zoom: built without ECharts"));
  return kSuccess;
}

}  // namespace ib::tb
