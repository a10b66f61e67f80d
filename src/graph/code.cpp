// Small helpers with which operations write PyTorch, NumPy and TeX.
#include "graph/code.hpp"

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

std::string tex_escape(std::string_view words) {
  std::string out;
  for (const char c : words) {
    if (c == '\\') out += "\\textbackslash{}";
    else if (c == '^') out += "\\^{}";
    else if (c == '~') out += "\\~{}";
    else {
      if (c == '_' || c == '&' || c == '%' || c == '#' || c == '$' || c == '{' || c == '}') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string tex_part(std::string_view text) {
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
    if (!found) out += text[i++];
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
  // Whole numbers in full: Python takes 1e+01 for a float, which randint refuses.
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
  return out + "\"";
}

std::string tex_text(std::string_view words) { return joined({"\\text{", tex_escape(words), "}"}); }

std::string tex_symbol(const Symbol& symbol) {
  std::string out = tex_part(symbol.base);
  if (!symbol.sub.empty()) out += joined({"_{", tex_part(symbol.sub), "}"});
  if (!symbol.sup.empty())
    out += joined({"^{", (symbol.sup == "T" ? std::string("\\top") : tex_part(symbol.sup)), "}"});
  return out;
}

}  // namespace graph
