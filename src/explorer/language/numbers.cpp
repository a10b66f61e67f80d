// Everything but the digits is parsed by hand, so that each kind of error gets its own sentence.
#include "explorer/language/numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "explorer/lesson/hidden.hpp"
#include "explorer/state/cells.hpp"
#include "graph/core/messages.hpp"
#include "graph/explain/explanation.hpp"
#include "text/utf8.hpp"

namespace explorer {
namespace {

constexpr int most_decimals = 9;           // smaller numbers are written as powers of ten
constexpr int digits_of_power = 2;         // decimals of the mantissa
constexpr std::size_t longest_typed = 40;  // bytes of the typed text quoted in an error message

constexpr auto comma_languages = std::to_array<std::string_view>(
    {"af", "be", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fi", "fr", "gl", "hr", "hu", "id", "is", "it",
     "lt", "lv", "mk", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk", "vi"});

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string trimmed(std::string_view text) {
  std::string out(text);
  replace_all(out, "\u00A0", " ");  // copied numbers often contain no-break spaces
  replace_all(out, "\u202F", " ");
  const std::size_t first = out.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return {};
  return out.substr(first, out.find_last_not_of(" \t\r\n") - first + 1);
}

// [sign] digits [. digits] [e [sign] digits], with at least one digit before the exponent.
bool is_decimal(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t start = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
    return at - start;
  };
  const auto sign = [&] {
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  };
  sign();
  std::size_t found = digits();
  if (at < text.size() && text[at] == '.') {
    ++at;
    found += digits();
  }
  if (found == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    sign();
    if (digits() == 0) return false;
  }
  return at == text.size();
}

bool names_no_finite(std::string_view text) {
  std::string low;
  for (const char c : text)
    if (c != '-' && c != '+') low += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return low == "nan" || low == "inf" || low == "infinity" || low == "∞";
}

std::unexpected<graph::Message> refused(const char* id, std::string_view text, std::string_view better = {}) {
  graph::Message message{id, {graph::literal(text::excerpt(text, longest_typed))}};
  if (!better.empty()) message.args.push_back(graph::literal(better));
  return std::unexpected(std::move(message));
}

std::string fixed(double value, int decimals) {
  const std::string text = print_number("%.*f", decimals, std::fabs(value));
  const bool zero = text.find_first_of("123456789") == std::string::npos;
  return (std::signbit(value) && !zero ? "−" : "") + text;
}

// "1e+20" as "1e20", "6.0e-06" as "6.0e-6".
std::string short_exponent(std::string text) {
  const std::size_t power = text.find('e');
  if (power == std::string::npos) return text;
  const bool small = text[power + 1] == '-';
  const std::size_t digits = std::min(text.find_first_of("123456789", power), text.size() - 1);
  return text.substr(0, power + 1) + (small ? "-" : "") + text.substr(digits);
}

std::string scientific(double value, int decimals) {
  if (value == 0) return "0";
  std::string text = short_exponent(print_number("%.*e", decimals, std::fabs(value)));
  replace_all(text, "-", "−");
  return (value < 0 ? "−" : "") + text;
}

}  // namespace

bool decimal_comma(std::string_view language) {
  return std::ranges::contains(comma_languages, language.substr(0, language.find('-')));
}

std::string grouped(std::string digits, std::string_view language) {
  const std::size_t sign = digits.find_first_of("0123456789");
  if (sign == std::string::npos || digits.find_first_not_of("0123456789", sign) != std::string::npos) return digits;
  const std::string_view between = decimal_comma(language) ? "\u00a0" : ",";
  for (std::size_t at = digits.size(); at > sign + 3;) digits.insert(at -= 3, between);
  return digits;
}

std::expected<float, graph::Message> parse_plain(std::string_view text) {
  if (text.empty()) return std::unexpected(graph::Message{"refuse.empty", {}});
  if (names_no_finite(text)) return refused("refuse.not_finite", text);
  if (!is_decimal(text)) return refused("refuse.not_a_number", text);
  const float value = std::strtof(std::string(text).c_str(), nullptr);
  if (!std::isfinite(value)) return refused("refuse.too_large", text);
  const std::string_view front = text.substr(0, text.find_first_of("eE"));
  if (value == 0 && front.find_first_of("123456789") != std::string_view::npos)
    return refused("refuse.too_small", text);
  return value == 0 ? 0.0f : value;  // no negative zero: it would print as -0 but compare equal to 0
}

std::expected<float, graph::Message> parse_typed(std::string_view typed, std::string_view language) {
  const std::string shown = trimmed(typed);
  std::string text = shown;
  replace_all(text, "−", "-");
  const std::size_t comma = text.find(',');
  if (comma != std::string::npos) {
    std::string pointed = text;
    pointed[comma] = '.';
    if (text.contains('.')) return refused("refuse.thousands", shown);
    if (!is_decimal(pointed)) return refused("refuse.not_a_number", shown);
    if (!decimal_comma(language)) return refused("refuse.comma", shown, pointed);
    text = pointed;
  }
  const std::expected<float, graph::Message> value = parse_plain(text);
  if (value || shown.empty()) return value;
  return refused(value.error().id.c_str(), shown);
}

std::optional<double> plain_number(std::string_view text) {
  if (!is_decimal(text)) return std::nullopt;
  const double value = std::strtod(std::string(text).c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// By trial and not by to_chars, which would add 100 kB of tables to the wasm.
std::string shortest(float value) {
  if (value == std::trunc(value) && std::fabs(value) < 1e7F) return print_number("%.*f", 0, value);  // not 1e1
  constexpr int enough = std::numeric_limits<float>::max_digits10;
  for (int digits = 1; digits < enough; ++digits) {
    const std::string text = print_number("%.*g", digits, value);
    if (std::strtof(text.c_str(), nullptr) == value) return short_exponent(text);
  }
  return short_exponent(print_number("%.*g", enough, value));
}

std::string shortest(double value) {
  if (value == std::trunc(value) && std::fabs(value) < 1e15) return print_number("%.*f", 0, value);
  constexpr int enough = std::numeric_limits<double>::max_digits10;
  for (int digits = 1; digits < enough; ++digits) {
    const std::string text = print_number("%.*g", digits, value);
    if (std::strtod(text.c_str(), nullptr) == value) return short_exponent(text);
  }
  return short_exponent(print_number("%.*g", enough, value));
}

std::string print_number(const char* pattern, int digits, double value) {
  std::array<char, 512> text;
  const int length = std::snprintf(text.data(), text.size(), pattern, digits, value);
  return {text.data(), static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(text.size()) - 1))};
}

std::string bytes_text(double bytes) {
  if (bytes >= 1e9) return graph::format_number(bytes / 1e9, 1) + " GB";
  if (bytes >= 1e6) return graph::format_number(bytes / 1e6, bytes < 1e7 ? 1 : 0) + " MB";
  return graph::format_number(bytes / 1e3, 0) + " kB";
}

std::string CellFormat::print(float value) const {
  if (!std::isfinite(value)) return graph::format_number(value, 0);
  return power_of_ten ? scientific(value, digits_of_power) : fixed(value, decimals);
}

CellFormat cell_format(const graph::Graph& graph, graph::NodeId node, const Hidden& hidden, int decimals) {
  CellFormat format;
  bool whole = true;
  const bool some_hidden = hidden.touches(node);
  format.below = some_hidden;
  for_each_row(graph, node, [&](const graph::Index& start, std::span<const float> row) {
    graph::CellRef cell{node, start};
    for (std::size_t column = 0; column < row.size(); ++column) {
      if (!cell.index.empty()) cell.index.back() = column;
      if (!std::isfinite(row[column]) || (some_hidden && hidden.covers(cell))) continue;
      format.any = true;
      format.below = format.below || row[column] < 0;
      format.largest = std::max(format.largest, std::fabs(row[column]));
      whole = whole && row[column] == std::trunc(row[column]);
    }
  });
  const double largest = format.largest;
  if (largest > graph::largest_whole_float) {
    format.power_of_ten = true;
  } else if (!whole) {
    format.decimals = std::clamp(decimals, 0, std::min(most_decimals, graph::float_decimals(largest)));
    while (format.decimals < most_decimals && largest < 0.5 * std::pow(10.0, -format.decimals)) ++format.decimals;
    format.power_of_ten = largest < 0.5 * std::pow(10.0, -most_decimals);
  }
  return format;
}

}  // namespace explorer
