// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "models/ib/base/parameter.h"

namespace ib::tb {

/// A field of an enumeration type, reached by the index of its value.
struct EnumSlot {
  std::vector<std::string_view> names;
  std::function<std::size_t()> index;
  std::function<void(std::size_t)> assign;
};

/// The field a parameter stands for, in the configuration the tree was built over.
using Slot = std::variant<bool*, std::uint32_t*, std::uint64_t*, double*, std::string*, EnumSlot>;

struct Parameter {
  std::string path;  ///< "switch.core_clock_mhz".
  Meta meta;
  Slot slot;
  std::string default_text;
};

/// All parameters below one configuration struct, by path, in the order of its visit_parameters.
/// Refers to the configuration, which must outlive it.
class ParameterTree {
 public:
  template <class Config>
  explicit ParameterTree(Config& config) {
    Collector collector{*this, ""};
    visit_parameters(config, collector);
    record_defaults();
  }

  [[nodiscard]] const std::vector<Parameter>& parameters() const { return parameters_; }

  /// Sets one parameter from text: a number with an optional unit, true or false, a name.
  /// `origin` says where the text stands ("--set", "sweep.toml:12") and opens the message of the
  /// fabric::ConfigError that a wrong path, type, unit or value throws.
  void set(std::string_view path, std::string_view text, std::string_view origin);

  /// The value as `set` would take it, without a unit.
  [[nodiscard]] std::string text(std::string_view path) const;

  /// True when some parameter lies below `path`: it names a group.
  [[nodiscard]] bool is_group(std::string_view path) const;

  /// The fault of a path that names no parameter, with the nearest that does.
  [[nodiscard]] std::string unknown_path(std::string_view path, std::string_view origin) const;

 private:
  struct Collector {
    ParameterTree& tree;
    std::string prefix;

    template <class T>
    void operator()(std::string_view name, T& field, const Meta& meta) {
      tree.parameters_.push_back({prefix + std::string{name}, meta, slot_of(field), {}});
    }
    template <class Config>
    void nested(std::string_view name, Config& config) {
      Collector below{tree, prefix + std::string{name} + "."};
      visit_parameters(config, below);
    }
  };

  template <class T>
  static Slot slot_of(T& field) {
    if constexpr (std::is_enum_v<T>) {
      const auto& names = EnumNames<T>::values;
      return EnumSlot{{names.begin(), names.end()},
                      [&field] { return static_cast<std::size_t>(field); },
                      [&field](std::size_t index) { field = static_cast<T>(index); }};
    } else {
      return &field;
    }
  }

  void record_defaults();
  [[nodiscard]] const Parameter* find(std::string_view path) const;

  std::vector<Parameter> parameters_;
};

/// The present value of a parameter as text.
[[nodiscard]] std::string value_text(const Parameter& parameter);

/// What a user may write for it: "1 to 64", "ideal | statistical", "text".
[[nodiscard]] std::string allowed_text(const Parameter& parameter);

}  // namespace ib::tb
