// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/ibnetdiscover_records.h"

#include <utility>

#include "models/fabric/config_error.h"
#include "models/fabric/text.h"

namespace ib::fabric {
namespace {

class Reader {
 public:
  explicit Reader(const std::string& file) : file_(file) {}

  std::vector<DumpRecord> read(std::string_view text) {
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      text.remove_prefix(kByteOrderMark.size());
    }
    const bool ends_whole = text.empty() || text.back() == '\n';
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      const bool last = end == std::string_view::npos;
      std::string_view line = text.substr(0, end);
      text.remove_prefix(last ? text.size() : end + 1);
      while (!line.empty() && (line.back() == '\r' || line.back() == '\f')) line.remove_suffix(1);
      ++line_;
      read_line(line, /*cut=*/last && !ends_whole);
    }
    if (ids_line_ != 0) throw cut_short("no Switch or Ca line follows", ids_line_);
    if (records_.empty()) {
      throw ConfigError(
          {file_, 0, {}, {}, "holds no Switch or Ca record, it is no ibnetdiscover dump", {}});
    }
    return std::move(records_);
  }

 private:
  static constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

  void read_line(std::string_view text, bool cut) {
    try {
      const DumpLine line = parse_dump_line(text);
      if (const auto* ids = std::get_if<DumpIdLine>(&line)) take(*ids);
      if (const auto* node = std::get_if<DumpNodeLine>(&line)) take(*node);
      if (const auto* link = std::get_if<DumpLinkLine>(&line)) take(*link);
    } catch (const ConfigError& error) {
      if (cut) throw cut_short(error.fault().problem, line_);
      throw error.at(file_, line_);
    }
  }

  void take(const DumpIdLine& ids) {
    if (ids_line_ == 0) {
      pending_ = DumpRecord{};
      node_guid_ = Guid{};
    }
    ids_line_ = line_;
    switch (ids.field) {
      case DumpIdLine::Field::kVendor:
        pending_.vendor_id = static_cast<std::uint32_t>(ids.value);
        break;
      case DumpIdLine::Field::kDevice:
        pending_.device_id = static_cast<std::uint32_t>(ids.value);
        break;
      case DumpIdLine::Field::kSystemImage:
        pending_.system_image_guid = Guid{ids.value};
        break;
      case DumpIdLine::Field::kNode:
        node_guid_ = Guid{ids.value};
        pending_.port_guid = ids.port_guid;
        break;
    }
  }

  void take(const DumpNodeLine& node) {
    if (ids_line_ == 0) {
      pending_ = DumpRecord{};
      node_guid_ = Guid{};
    }
    if (node_guid_ != Guid{} && node_guid_ != node.node.guid) {
      throw ConfigError({{},
                         0,
                         "GUID",
                         hex(node.node.guid),
                         "differs from the one above the record, " + hex(node_guid_),
                         {}});
    }
    pending_.line = line_;
    pending_.header = node;
    records_.push_back(std::move(pending_));
    ids_line_ = 0;
  }

  void take(const DumpLinkLine& link) {
    if (ids_line_ != 0 || records_.empty()) {
      throw ConfigError({{}, 0, {}, {}, "port before the Switch or Ca line of its node", {}});
    }
    records_.back().links.push_back({line_, link});
  }

  [[nodiscard]] ConfigError cut_short(const std::string& why, std::size_t line) const {
    const std::string where =
        ids_line_ == 0 && !records_.empty() ? "in the record of " + describe(records_.back())
        : records_.empty()                  ? "before its first record"
                                            : "after the record of " + describe(records_.back());
    return ConfigError({file_, line, {}, {}, "the dump is cut short " + where + ": " + why, {}});
  }

  const std::string& file_;
  std::size_t line_ = 0;
  std::size_t ids_line_ = 0;  ///< Last identifier line whose header has not come; 0 = none.
  Guid node_guid_;
  DumpRecord pending_;
  std::vector<DumpRecord> records_;
};

}  // namespace

std::vector<DumpRecord> read_dump_records(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

std::string describe(const DumpRecord& record) {
  const char* type = record.header.node.type == DumpNodeRef::Type::kSwitch ? "Switch "
                     : record.header.node.type == DumpNodeRef::Type::kCa   ? "Ca "
                                                                           : "Rt ";
  return type + quoted(record.header.name) + " (line " + std::to_string(record.line) + ')';
}

}  // namespace ib::fabric
