// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/line_choices.h"

#include <algorithm>
#include <optional>
#include <sstream>

#include "models/fabric/config_error.h"
#include "models/ib/phy/cable_catalogue.h"

namespace ib::fabric {
namespace {

constexpr const char* kKey = "fabric.links";

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream{text};
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

template <class Enum>
std::optional<Enum> value_of(const std::string& word) {
  const auto& names = EnumNames<Enum>::values;
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

/// False when the word is neither mode, code nor cable.
bool take(const std::string& word, phy::PhyConfig& phy, phy::CableConfig& cable) {
  if (const auto mode = value_of<phy::PhyMode>(word)) {
    phy.mode = *mode;
  } else if (const auto fec = value_of<FecMode>(word)) {
    phy.fec = *fec;
  } else if (find_cable_type(word) != nullptr) {
    cable.type = word;
  } else {
    return false;
  }
  return true;
}

}  // namespace

LineChoices::LineChoices(const std::string& text) {
  for (const std::string& part : split(text, ';')) choices_.push_back(parse(part));
}

LineChoices::Choice LineChoices::parse(const std::string& text) {
  const std::size_t equals = text.find('=');
  Choice choice;
  if (equals != std::string::npos) {
    choice.place = text.substr(0, equals);
    choice.words = split(text.substr(equals + 1), '+');
  }
  if (choice.place.empty() || choice.words.empty()) {
    throw ConfigError({{}, 0, kKey, text, "is no choice", "NODE or NODE[PORT] = word+word; ..."});
  }
  phy::PhyConfig phy;
  phy::CableConfig cable;
  for (const std::string& word : choice.words) {
    if (take(word, phy, cable)) continue;
    throw ConfigError({{},
                       0,
                       kKey,
                       word,
                       "is unknown",
                       "a phy.mode, a phy.fec or a cable.type of the catalogue"});
  }
  return choice;
}

void LineChoices::apply(const Topology& topology, const Cable& cable, phy::PhyConfig& phy,
                        phy::CableConfig& config) {
  for (Choice& choice : choices_) {
    const auto means = [&](PortRef end) {
      return choice.place == topology.node(end.node).name || choice.place == topology.label(end);
    };
    if (!means(cable.a) && !means(cable.b)) continue;
    choice.used = true;
    for (const std::string& word : choice.words) (void)take(word, phy, config);
  }
}

void LineChoices::refuse_unused() const {
  for (const Choice& choice : choices_) {
    if (choice.used) continue;
    throw ConfigError({{},
                       0,
                       kKey,
                       choice.place,
                       "is neither a node with cables nor a cabled port",
                       "names of the topology"});
  }
}

}  // namespace ib::fabric
