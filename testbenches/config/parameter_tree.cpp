// SPDX-License-Identifier: Apache-2.0
#include "testbenches/config/parameter_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/fabric/config_error.h"
#include "testbenches/config/nearest.h"
#include "testbenches/config/number.h"
#include "testbenches/config/unit.h"

namespace ib::tb {
namespace {

using fabric::ConfigError;

/// Raises the one-line fault of one value; knows all that the line has to name.
class Complaint {
 public:
  Complaint(const Parameter& parameter, std::string_view text, std::string_view origin)
      : parameter_(parameter), text_(text), origin_(origin) {}

  [[noreturn]] void raise(std::string_view what) const {
    throw ConfigError(fmt::format("{}: {} = {}: {}, allowed: {}", origin_, parameter_.path,
                                  fabric::printable(std::string{text_}), what,
                                  allowed_text(parameter_)));
  }

 private:
  const Parameter& parameter_;
  std::string_view text_;
  std::string_view origin_;
};

double number_in_unit_of(const Parameter& parameter, std::string_view text,
                         const Complaint& complaint) {
  const NumberText number = split_number(text);
  if (!number.value) complaint.raise("not a number");
  double value = *number.value;
  if (!number.unit.empty()) {
    const auto factor = unit_factor(number.unit, parameter.meta.unit);
    if (!factor)
      complaint.raise(fmt::format("wrong unit '{}'", fabric::printable(std::string{number.unit})));
    value *= *factor;
  }
  if (!(value >= parameter.meta.min && value <= parameter.meta.max)) {
    complaint.raise("out of range");
  }
  return value;
}

template <class Integer>
Integer integer_of(const Parameter& parameter, std::string_view text, const Complaint& complaint) {
  const double value = number_in_unit_of(parameter, text, complaint);
  if (value != std::floor(value)) complaint.raise("not a whole number");
  if (const auto exact = exact_integer(text)) return static_cast<Integer>(*exact);
  return static_cast<Integer>(value);
}

/// Stores one value by the type of its field.
struct Assign {
  const Parameter& parameter;
  std::string_view text;
  const Complaint& complaint;

  void operator()(bool* field) const {
    if (text != "true" && text != "false") complaint.raise("neither true nor false");
    *field = text == "true";
  }
  void operator()(std::uint32_t* field) const {
    *field = integer_of<std::uint32_t>(parameter, text, complaint);
  }
  void operator()(std::uint64_t* field) const {
    *field = integer_of<std::uint64_t>(parameter, text, complaint);
  }
  void operator()(double* field) const { *field = number_in_unit_of(parameter, text, complaint); }
  void operator()(std::string* field) const { *field = std::string{text}; }
  void operator()(const EnumSlot& field) const {
    const auto found = std::find(field.names.begin(), field.names.end(), text);
    if (found == field.names.end()) complaint.raise("no such choice");
    field.assign(static_cast<std::size_t>(found - field.names.begin()));
  }
};

}  // namespace

void ParameterTree::record_defaults() {
  for (Parameter& parameter : parameters_) parameter.default_text = value_text(parameter);
}

const Parameter* ParameterTree::find(std::string_view path) const {
  for (const Parameter& parameter : parameters_) {
    if (parameter.path == path) return &parameter;
  }
  return nullptr;
}

void ParameterTree::set(std::string_view path, std::string_view text, std::string_view origin) {
  const Parameter* const parameter = find(path);
  if (parameter == nullptr) throw ConfigError(unknown_path(path, origin));
  const Complaint complaint{*parameter, text, origin};
  std::visit(Assign{*parameter, text, complaint}, parameter->slot);
}

std::string ParameterTree::text(std::string_view path) const {
  const Parameter* const parameter = find(path);
  return parameter == nullptr ? std::string{} : value_text(*parameter);
}

bool ParameterTree::is_group(std::string_view path) const {
  const std::string prefix = std::string{path} + ".";
  return std::any_of(parameters_.begin(), parameters_.end(), [&prefix](const Parameter& p) {
    return p.path.compare(0, prefix.size(), prefix) == 0;
  });
}

std::string ParameterTree::unknown_path(std::string_view path, std::string_view origin) const {
  if (is_group(path)) {
    return fmt::format("{}: '{}' is a group of parameters, give one of them a value", origin, path);
  }
  std::vector<std::string_view> known;
  for (const Parameter& parameter : parameters_) known.push_back(parameter.path);
  return fmt::format("{}: unknown parameter '{}', did you mean '{}'?", origin,
                     fabric::printable(std::string{path}), nearest(path, known));
}

std::string value_text(const Parameter& parameter) {
  struct Show {
    std::string operator()(const bool* field) const { return *field ? "true" : "false"; }
    std::string operator()(const std::uint32_t* field) const { return fmt::format("{}", *field); }
    std::string operator()(const std::uint64_t* field) const { return fmt::format("{}", *field); }
    std::string operator()(const double* field) const { return number_text(*field); }
    std::string operator()(const std::string* field) const { return *field; }
    std::string operator()(const EnumSlot& field) const {
      return std::string{field.names.at(field.index())};
    }
  };
  return std::visit(Show{}, parameter.slot);
}

std::string allowed_text(const Parameter& parameter) {
  if (std::holds_alternative<bool*>(parameter.slot)) return "true | false";
  if (std::holds_alternative<std::string*>(parameter.slot)) return "text";
  if (const auto* names = std::get_if<EnumSlot>(&parameter.slot)) {
    return fmt::format("{}", fmt::join(names->names, " | "));
  }
  const std::string range =
      fmt::format("{} to {}", number_text(parameter.meta.min), number_text(parameter.meta.max));
  return parameter.meta.unit.empty() ? range : fmt::format("{} {}", range, parameter.meta.unit);
}

}  // namespace ib::tb
