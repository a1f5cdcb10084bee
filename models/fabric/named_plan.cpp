// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/named_plan.h"

#include <array>
#include <charconv>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "models/fabric/builders.h"
#include "models/fabric/config_error.h"
#include "models/fabric/dragonfly.h"
#include "models/fabric/ibnetdiscover.h"
#include "models/fabric/ibsim_net.h"
#include "models/fabric/plan_file.h"
#include "models/fabric/text_file.h"
#include "models/fabric/xgft.h"

namespace ib::fabric {
namespace {

using Sizes = std::vector<std::uint32_t>;

[[noreturn]] void refuse(const std::string& text, const std::string& problem,
                         const std::string& allowed) {
  throw ConfigError({{}, 0, "topology", text, problem, allowed});
}

/// A name taken apart; what has been asked for is remembered, so that the rest can be refused.
class Words {
 public:
  Words(std::string text, std::string form) : text_(std::move(text)), form_(std::move(form)) {
    std::string_view rest = std::string_view(text_).substr(text_.find(':') + 1);
    sizes_ = parse(next_part(rest));
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string_view part = next_part(rest);
      const std::size_t equals = part.find('=');
      if (equals == 0 || equals == std::string_view::npos) fail();
      const std::string key(part.substr(0, equals));
      if (form_.find(',' + key + '=') == std::string::npos) fail();
      if (!options_.emplace(key, parse(part.substr(equals + 1))).second) fail();
    }
  }

  [[nodiscard]] const Sizes& sizes() const { return sizes_; }
  /// The numbers, of which there must be as many.
  [[nodiscard]] const Sizes& sizes(std::size_t count) const {
    if (sizes_.size() != count) fail();
    return sizes_;
  }
  [[nodiscard]] const Sizes& list(const std::string& key) const {
    const auto found = options_.find(key);
    if (found == options_.end()) fail();
    return found->second;
  }
  [[nodiscard]] std::uint32_t one(const std::string& key, std::uint32_t otherwise) const {
    const auto found = options_.find(key);
    if (found == options_.end()) return otherwise;
    if (found->second.size() != 1) fail();
    return found->second.front();
  }

 private:
  [[noreturn]] void fail() const { refuse(text_, "not of the form", form_); }

  static std::string_view next_part(std::string_view& rest) {
    const std::string_view part = rest.substr(0, rest.find(','));
    rest.remove_prefix(part.size());
    return part;
  }

  /// "4x4x2".
  [[nodiscard]] Sizes parse(std::string_view text) const {
    Sizes sizes;
    for (;;) {
      std::uint32_t value = 0;
      const char* const end = text.data() + text.size();
      const auto [stop, error] = std::from_chars(text.data(), end, value);
      if (error != std::errc{} || (stop != end && *stop != 'x')) fail();
      sizes.push_back(value);
      if (stop == end) return sizes;
      text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
    }
  }

  std::string text_;
  std::string form_;
  Sizes sizes_;
  std::map<std::string, Sizes> options_;
};

FabricPlan on_grid(GridPlan plan) { return {std::move(plan.topology), std::move(plan.grid)}; }

FabricPlan in_groups(Topology topology, std::uint32_t switches) {
  Grid grid = dragonfly_grid(topology, switches);
  return {std::move(topology), std::move(grid)};
}

/// A name, the form that messages and help show, and who makes it.
struct Form {
  const char* text;
  FabricPlan (*make)(const Words& words, const CableInfo& cable);
};

constexpr std::array<Form, 11> kForms{{
    {"single:HOSTS",
     [](const Words& w, const CableInfo& c) {
       return FabricPlan{single_switch(w.sizes(1)[0], c), {}};
     }},
    {"line:SWITCHES[,hosts=N]",
     [](const Words& w, const CableInfo& c) {
       return FabricPlan{switch_line(w.sizes(1)[0], w.one("hosts", 1), c), {}};
     }},
    {"fattree2:RADIX[,leaves=N]",
     [](const Words& w, const CableInfo& c) {
       return FabricPlan{fat_tree_2(w.sizes(1)[0], w.one("leaves", 0), c), {}};
     }},
    {"fattree3:RADIX",
     [](const Words& w, const CableInfo& c) {
       return FabricPlan{fat_tree_3(w.sizes(1)[0], c), {}};
     }},
    {"xgft:CHILDRENxCHILDREN..,parents=1xPARENTS..",
     [](const Words& w, const CableInfo& c) {
       return FabricPlan{xgft(w.sizes(), w.list("parents"), c), {}};
     }},
    {"mesh:NxN..[,hosts=N]",
     [](const Words& w, const CableInfo& c) {
       return on_grid(mesh(w.sizes(), w.one("hosts", 1), c));
     }},
    {"torus:NxN..[,hosts=N]",
     [](const Words& w, const CableInfo& c) {
       return on_grid(torus(w.sizes(), w.one("hosts", 1), c));
     }},
    {"hypercube:DIMENSIONS[,hosts=N]",
     [](const Words& w, const CableInfo& c) {
       return on_grid(hypercube(w.sizes(1)[0], w.one("hosts", 1), c));
     }},
    {"hyperx:NxN..[,hosts=N]",
     [](const Words& w, const CableInfo& c) {
       return on_grid(hyperx(w.sizes(), w.one("hosts", 1), c));
     }},
    {"dragonfly:SWITCHESxGLOBALS[,hosts=N][,groups=N]",
     [](const Words& w, const CableInfo& c) {
       const Sizes& sizes = w.sizes(2);
       const DragonflyShape shape{w.one("hosts", 1), sizes[0], sizes[1], w.one("groups", 0)};
       return in_groups(dragonfly(shape, c), shape.switches);
     }},
    {"dragonflyplus:LEAVESxSPINESxGLOBALS[,hosts=N][,groups=N]",
     [](const Words& w, const CableInfo& c) {
       const Sizes& sizes = w.sizes(3);
       const DragonflyPlusShape shape{w.one("hosts", 1), sizes[0], sizes[1], sizes[2],
                                      w.one("groups", 0)};
       return in_groups(dragonfly_plus(shape, c), shape.leaves + shape.spines);
     }},
}};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

}  // namespace

std::string plan_grammar() {
  std::string all;
  for (const Form& form : kForms) all += (all.empty() ? "" : ", ") + std::string(form.text);
  return all;
}

bool names_plan(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == std::string::npos) return false;
  for (std::size_t i = 0; i < colon; ++i) {
    if (!is_word(text[i])) return false;
  }
  return true;
}

FabricPlan named_plan(const std::string& text, const CableInfo& cable) {
  const std::string stem = text.substr(0, text.find(':') + 1);
  for (const Form& form : kForms) {
    const std::string whole = form.text;
    if (!names_plan(text) || whole.compare(0, stem.size(), stem) != 0) continue;
    return form.make(Words(text, whole), cable);
  }
  refuse(text, "no such topology",
         plan_grammar() + ", or a file of ibnetdiscover, of ibsim, or ending in .toml");
}

FabricPlan load_plan(const std::string& text, const CableInfo& cable) {
  if (names_plan(text)) return named_plan(text, cable);
  if (std::filesystem::path(text).extension() == ".toml")
    return {import_plan_file(text, cable), {}};
  const std::string content = read_text_file(text);
  if (is_ibsim_net(content)) return {import_ibsim_net(text, cable), {}};
  return {parse_ibnetdiscover(content, text).topology, {}};
}

}  // namespace ib::fabric
