// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace ib {

/// What a user may know about one parameter. Units stand here and in the parameter's name.
struct Meta {
  std::string_view unit;     ///< "ns", "bytes", "cycles", "" for a pure number or a choice.
  double min = 0;            ///< Smallest allowed value.
  double max = 0;            ///< Largest allowed value.
  std::string_view meaning;  ///< One sentence.
  std::string_view source;   ///< Facts-sheet section or clause, with its confidence H, M or L.
};

/// Names of an enumeration's values, in order from zero; specialise next to the enumeration.
template <class Enum>
struct EnumNames;  // static constexpr std::array<std::string_view, N> values;

// A configuration struct lists its parameters once, in a function found by argument-dependent
// lookup:
//
//   template <class Config, class Visitor>   // Config is FooConfig or const FooConfig
//   void visit_parameters(...)               -> see models/switch/switch_config.h
//
// The visitor is called as visitor(name, member, Meta) and, for a nested struct,
// visitor.nested(name, member). The same list serves defaults, --set, TOML, range checks, presets,
// `list parameters`, `describe` and the generated documentation.

}  // namespace ib
