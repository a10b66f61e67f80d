// See tex.hpp.
#include "lesson/read/tex.hpp"

#include <algorithm>
#include <array>

namespace lesson {

using graph::joined;

namespace {

// MathJax commands that set attributes of elements, or create equation numbers and links to them.
constexpr auto refused = std::to_array<std::string_view>(
    {"class", "cssId", "data", "eqref", "href", "label", "mmlToken", "ref", "style", "tag"});

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

graph::Error fault(std::string message) { return graph::Error{"tex", "", std::move(message)}; }

}  // namespace

std::optional<graph::Error> tex_fault(std::string_view tex) {
  if (tex.size() > longest_tex)
    return fault(joined({"This formula is ", tex.size(), " bytes long; at most ", longest_tex,
                         " are typeset. Divide it into several."}));
  int open = 0;
  for (std::size_t i = 0; i < tex.size(); ++i) {
    if (tex[i] == '\\') {
      const std::size_t start = ++i;
      while (i < tex.size() && is_letter(tex[i])) ++i;
      const std::string_view command = tex.substr(start, i - start);
      if (std::ranges::find(refused, command) != refused.end())
        return fault(
            joined({"“\\", command, "” can't be used here: formulae have no links, styles and names of their own. ",
                    "Leave it out."}));
      if (!command.empty()) --i;  // the loop continues after its last letter
    } else if (tex[i] == '{') {
      if (++open > deepest_tex)
        return fault(joined({"The braces of this formula are nested deeper than ", deepest_tex,
                             " levels. Write parts of it as formulae of their own."}));
    } else if (tex[i] == '}' && --open < 0) {
      return fault("This formula closes a } that was never opened.");
    }
  }
  if (open > 0) return fault("A { of this formula is never closed.");
  return std::nullopt;
}

}  // namespace lesson
