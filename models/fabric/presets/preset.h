// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace ib::fabric {

/// One parameter of a real product.
struct PresetValue {
  std::string_view path;    ///< From the root of all parameters: "hca.pcie.lanes".
  std::string_view value;   ///< As --set takes it.
  std::string_view source;  ///< Where it comes from, or how it was estimated.
  char confidence;          ///< H published by the maker or measured, M second hand, L estimated.
};

/// A view of a constant table.
template <class Row>
class TableView {
 public:
  template <std::size_t N>
  constexpr explicit TableView(const std::array<Row, N>& rows) : first_(rows.data()), size_(N) {}

  [[nodiscard]] constexpr const Row* begin() const { return first_; }
  [[nodiscard]] constexpr const Row* end() const { return first_ + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }

 private:
  const Row* first_;
  std::size_t size_;
};

using PresetValues = TableView<PresetValue>;

/// A real product: what stands before anything that the user sets.
struct Preset {
  std::string_view name;  ///< "quantum2".
  std::string_view kind;  ///< "hca" or "switch": which parameters it fills.
  std::string_view description;
  std::string_view link_rate;  ///< The fastest rate of a port: "4xNDR".
  PresetValues values;
  double published_latency_ns = 0;  ///< Switch, port to port; 0 = nothing is published.
  std::string_view published_as{};  ///< In what words, and how far to trust them.
  bool published_without_fec = false;
};

/// All presets: HCAs, then switches, oldest first.
[[nodiscard]] TableView<Preset> presets();

/// The preset of that name and kind ("" = any kind). Throws ConfigError listing the names.
[[nodiscard]] const Preset& preset(std::string_view name, std::string_view kind = {});

}  // namespace ib::fabric
