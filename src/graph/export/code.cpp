// Small helpers for operations that write PyTorch, NumPy and TeX.
#include "graph/export/code.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace graph {
namespace {

struct TexWord {
  std::string_view text, tex;
};

// Characters of printed names that TeX spells with a command.
constexpr auto tex_words = std::to_array<TexWord>({
    {"α", "\\alpha "}, {"β", "\\beta "}, {"γ", "\\gamma "}, {"δ", "\\delta "},  {"ω", "\\omega "},
    {"σ", "\\sigma "}, {"μ", "\\mu "},   {"θ", "\\theta "}, {"λ", "\\lambda "}, {"φ", "\\varphi "},
    {"′", "'"},        {"⊤", "\\top "},  {"₀", "_0"},       {"₁", "_1"},        {"₂", "_2"},
    {"ⁱ", "^i"},       {"·", "\\cdot "}, {"×", "\\times "}, {"√", "\\surd "},   {"−", "-"},
});

// The code point of a bidirectional control character at the start of the UTF-8 text; otherwise 0. Such characters can
// make a script look different from what it does.
unsigned direction_sign(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return 0x061C;
  if (byte(0) != 0xE2) return 0;
  const unsigned code = 0x2000 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  const bool is_sign =
      code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return is_sign ? code : 0;
}

// Replaces every such character by `prefix` and its four hexadecimal digits.
std::string spelled_out(std::string_view text, std::string_view prefix) {
  std::string out;
  while (!text.empty()) {
    const unsigned sign = direction_sign(text);
    if (sign == 0) {
      out += text.front();
      text.remove_prefix(1);
      continue;
    }
    char digits[8];
    std::snprintf(digits, sizeof digits, "%04X", sign);
    out += joined({prefix, digits});
    text.remove_prefix(sign < 0x800 ? 2 : 3);
  }
  return out;
}

std::string tex_escape(char c) {
  switch (c) {
    case '\\': return "\\textbackslash{}";
    case '^': return "\\^{}";
    case '~': return "\\~{}";
    case '_':
    case '&':
    case '%':
    case '#':
    case '$':
    case '{':
    case '}': return {'\\', c};
    default: return {c};
  }
}

std::string tex_escape(std::string_view words) {
  std::string out;
  for (const char c : spelled_out(words, "U+")) out += tex_escape(c);
  return out;
}

std::string tex_part(std::string_view part) {
  const std::string spelled = spelled_out(part, "U+");
  const std::string_view text = spelled;
  std::string out;
  bool word = text.size() > 1;
  for (const char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) word = false;
  if (word && text != "QK") return joined({"\\mathrm{", tex_escape(text), "}"});
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (const TexWord& entry : tex_words) {
      if (!text.substr(i).starts_with(entry.text)) continue;
      out += entry.tex;
      i += entry.text.size();
      found = true;
      break;
    }
    if (!found) out += tex_escape(text[i++]);
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

std::string expand(const CodeContext& context, std::string_view pattern) {
  const bool torch = context.language == Language::pytorch;
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    const std::string_view rest = pattern.substr(i);
    const auto take = [&](std::string_view key, std::string_view value) {
      if (!rest.starts_with(key)) return false;
      out += value;
      i += key.size();
      return true;
    };
    if (take("{np}", torch ? "torch" : "np") || take("{dim}", torch ? "dim" : "axis") ||
        take("{keep}", torch ? "keepdim" : "keepdims"))
      continue;
    if (rest.size() > 2 && rest[0] == '{' && rest[2] == '}' && rest[1] >= '0' && rest[1] <= '9') {
      const auto k = static_cast<std::size_t>(rest[1] - '0');
      if (k < context.inputs.size()) out += context.inputs[k];
      i += 3;
      continue;
    }
    out += pattern[i++];
  }
  return out;
}

std::string assign(const CodeContext& context, std::string_view expression) {
  return context.result + (context.language == Language::tex ? " &= " : " = ") + expand(context, expression);
}

std::string assign(const CodeContext& context, std::string_view python, std::string_view tex) {
  return assign(context, context.language == Language::tex ? tex : python);
}

std::string code_number(double value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  char buffer[40];
  // Whole numbers in full: 1e+01 is a float in Python, which randint rejects.
  if (value == std::trunc(value) && std::fabs(value) < 1e15) {
    std::snprintf(buffer, sizeof buffer, "%.0f", value);
    return buffer;
  }
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    const double back = std::strtod(buffer, nullptr);
    const bool is_float = static_cast<double>(static_cast<float>(value)) == value;
    if (back == value || (is_float && static_cast<float>(back) == static_cast<float>(value))) break;
  }
  return buffer;
}

std::string code_tuple(const std::vector<std::size_t>& shape) {
  std::string out = "(";
  for (std::size_t a = 0; a < shape.size(); ++a) out += joined({(a ? ", " : ""), shape[a]});
  return out + (shape.size() == 1 ? ",)" : ")");
}

std::string code_list(const std::vector<double>& values) {
  std::string out = "[";
  for (std::size_t i = 0; i < values.size(); ++i) out += (i ? ", " : "") + code_number(values[i]);
  return out + "]";
}

std::string code_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else if (c == '\r') out += "\\r";
    else if (c == '\t') out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", static_cast<unsigned>(c));
      out += escape;
    } else out += c;
  }
  return spelled_out(out, "\\u") + "\"";
}

std::string code_comment(std::string_view text) {
  std::string out = spelled_out(text, "\\u");
  std::ranges::replace_if(out, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return out;
}

std::string tex_text(std::string_view words) { return joined({"\\text{", tex_escape(words), "}"}); }

std::string tex_symbol(const Symbol& symbol) {
  constexpr std::string_view d = "∂", slash = "/∂";
  if (const std::size_t at = symbol.base.rfind(slash); symbol.base.starts_with(d) && at != std::string::npos) {
    const Symbol of = parse_symbol(symbol.base.substr(d.size(), at - d.size()));
    return joined({"\\frac{\\partial ", tex_symbol(of), "}{\\partial ",
                   tex_symbol({symbol.base.substr(at + slash.size()), symbol.sub, symbol.sup}), "}"});
  }
  std::string out = tex_part(symbol.base);
  if (!symbol.sub.empty()) out += joined({"_{", tex_part(symbol.sub), "}"});
  if (!symbol.sup.empty())
    out += joined({"^{", (symbol.sup == "T" ? std::string("\\top") : tex_part(symbol.sup)), "}"});
  return out;
}

}  // namespace graph
