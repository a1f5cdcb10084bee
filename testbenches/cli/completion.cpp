// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/completion.h"

#include <fmt/format.h>

namespace ib::tb {
namespace {

std::string words_of(const CompletionEntry& entry) {
  return fmt::format("{} {}", fmt::join(entry.options, " "), fmt::join(entry.words, " "));
}

std::string bash(const std::vector<CompletionEntry>& entries) {
  std::string cases;
  for (const CompletionEntry& entry : entries) {
    cases += fmt::format("    {}) words=\"{}\" ;;\n", entry.command.empty() ? "''" : entry.command,
                         words_of(entry));
  }
  return "# bash completion of ibsilicon: eval \"$(ibsilicon completion bash)\"\n"
         "_ibsilicon() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} command='' words=''\n"
         "  [ \"$COMP_CWORD\" -gt 1 ] && command=${COMP_WORDS[1]}\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _ibsilicon ibsilicon\n";
}

std::string zsh(const std::vector<CompletionEntry>& entries) {
  std::string cases;
  for (const CompletionEntry& entry : entries) {
    cases += fmt::format("    {}) compadd -- {} ;;\n", entry.command.empty() ? "''" : entry.command,
                         words_of(entry));
  }
  return "#compdef ibsilicon\n"
         "# zsh completion of ibsilicon: eval \"$(ibsilicon completion zsh)\"\n"
         "_ibsilicon() {\n"
         "  local command=''\n"
         "  (( CURRENT > 2 )) && command=$words[2]\n"
         "  case $command in\n" +
         cases +
         "  esac\n"
         "  (( CURRENT > 2 )) && _files\n"
         "}\n"
         "compdef _ibsilicon ibsilicon\n";
}

std::string fish(const std::vector<CompletionEntry>& entries) {
  std::string text = "# fish completion of ibsilicon: ibsilicon completion fish | source\n";
  for (const CompletionEntry& entry : entries) {
    const std::string when = entry.command.empty()
                                 ? "__fish_use_subcommand"
                                 : fmt::format("\"__fish_seen_subcommand_from {}\"", entry.command);
    for (const std::string& word : entry.words) {
      text += fmt::format("complete -c ibsilicon -n {} -a {}\n", when, word);
    }
    for (const std::string& option : entry.options) {
      const bool is_long = option.compare(0, 2, "--") == 0;
      text += fmt::format("complete -c ibsilicon -n {} -{} {}\n", when, is_long ? "l" : "s",
                          option.substr(is_long ? 2 : 1));
    }
  }
  return text;
}

}  // namespace

std::string completion_script(const std::string& shell,
                              const std::vector<CompletionEntry>& entries) {
  if (shell == "bash") return bash(entries);
  if (shell == "zsh") return zsh(entries);
  return fish(entries);
}

}  // namespace ib::tb
