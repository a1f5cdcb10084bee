// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/bill_of_materials.h"

namespace ib::tb {

/// The bills of materials of the topologies that the points of a page ran on, each kept once.
class PageBills {
 public:
  using Parameters = std::map<std::string, std::string>;  ///< Of a run: path to text.

  /// The number of the bill of a run; nothing when it had no topology, or that of a file that is
  /// not there any more.
  [[nodiscard]] std::optional<std::size_t> add(const Parameters& parameters);
  [[nodiscard]] const std::vector<std::vector<fabric::BillLine>>& bills() const { return bills_; }

 private:
  std::map<std::vector<std::string>, std::optional<std::size_t>> known_;
  std::vector<std::vector<fabric::BillLine>> bills_;
};

}  // namespace ib::tb
