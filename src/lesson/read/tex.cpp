// See tex.hpp.
#include "lesson/read/tex.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace lesson {

using graph::joined;

namespace {

// MathJax commands that set attributes of elements, or create equation numbers and links to them.
constexpr auto refused = std::to_array<std::string_view>(
    {"class", "cssId", "data", "eqref", "href", "label", "mmlToken", "ref", "style", "tag"});

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr auto signs = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"alpha", "α"}, {"beta", "β"},  {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"}, {"eta", "η"},   {"lambda", "λ"},
    {"mu", "μ"},    {"sigma", "σ"}, {"tau", "τ"},   {"theta", "θ"}, {"Delta", "Δ"},   {"Sigma", "Σ"}, {"partial", "∂"},
    {"nabla", "∇"}, {"sum", "Σ"},   {"sqrt", "√"},  {"cdot", "· "}, {"times", "× "},  {"pm", "± "},   {"approx", "≈ "},
    {"ne", "≠ "},   {"le", "≤ "},   {"leq", "≤ "},  {"ge", "≥ "},   {"geq", "≥ "},    {"to", "→ "},   {"infty", "∞"},
    {"ldots", "…"}, {"quad", " "},  {"qquad", " "}, {"in", "∈ "},   {"top", "⊤"},
});

// Indices that Unicode has signs for; any other is written after its letter as it is.
constexpr auto lowered = std::to_array<std::string_view>({"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"});
constexpr auto raised = std::to_array<std::string_view>({"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"});

class TexWords {
 public:
  explicit TexWords(std::string_view tex) : tex_(tex) {}

  // Up to the brace that closes, or to the end; nesting is limited by tex_fault.
  std::string rest() {
    std::string out;
    while (at_ < tex_.size() && tex_[at_] != '}') out += piece();
    return out;
  }

 private:
  // A group in braces, a command or one character.
  std::string piece() {
    const char c = tex_[at_++];
    if (c == '\\') return command();
    if (c == '_' || c == '^') return index(c == '_' ? lowered : raised);
    if (c == '~') return " ";
    if (c != '{') return std::string(1, c);
    std::string inside = rest();
    if (at_ < tex_.size()) ++at_;
    return inside;
  }

  std::string next() { return at_ < tex_.size() && tex_[at_] != '}' ? piece() : std::string(); }

  std::string command() {
    const std::size_t start = at_;
    while (at_ < tex_.size() && is_letter(tex_[at_])) ++at_;
    if (at_ == start) {  // a space, or a sign that would have a meaning of its own
      const char sign = at_ < tex_.size() ? tex_[at_++] : ' ';
      return std::string(1, std::string_view(",;:!").contains(sign) ? ' ' : sign);
    }
    const std::string_view name = tex_.substr(start, at_ - start);
    while (at_ < tex_.size() && tex_[at_] == ' ') ++at_;
    if (name == "frac" || name == "tfrac") {
      const std::string over = next();
      return over + "/" + next();
    }
    const auto known = std::ranges::find(signs, name, &decltype(signs)::value_type::first);
    return known == signs.end() ? std::string() : std::string(known->second);
  }

  std::string index(const std::array<std::string_view, 10>& digits) {
    std::string plain = next();
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (!std::ranges::all_of(plain, is_digit)) return plain;
    std::string out;
    for (const char c : plain) out += digits[static_cast<std::size_t>(c - '0')];
    return out;
  }

  std::string_view tex_;
  std::size_t at_ = 0;
};

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

std::string tex_words(std::string_view tex) { return TexWords(tex).rest(); }

}  // namespace lesson
