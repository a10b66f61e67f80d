// Numbers as displayed, and how many decimals a sum needs so that its rounded terms add up on screen.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "graph/explain/writer.hpp"

namespace graph {
namespace {

constexpr int most_decimals = 9;
constexpr double largest_plain = 1e10;      // from here on in powers of ten
constexpr double smallest_shortened = 1e4;  // smaller numbers never lose digits before the point
constexpr double smallest_plain = 1e-3;     // also in powers of ten below this, if the requested decimals would show 0

std::string print(const char* pattern, int decimals, double value) {
  char text[64];
  const int length = std::snprintf(text, sizeof text, pattern, decimals, value);
  return std::string(text, static_cast<std::size_t>(std::clamp(length, 0, 63)));
}

// "-6.0e-06" becomes "−6.0e−6", "-0.00" becomes "0.00".
std::string tidy(const std::string& text) {
  std::string out;
  const std::size_t power = text.find('e');
  const std::string front = text.substr(0, power);
  const bool zero = front.find_first_of("123456789") == std::string::npos;
  for (const char c : front) {
    if (c == '-') out += zero ? "" : "−";
    else out += c;
  }
  if (power == std::string::npos) return out;
  const int exponent = std::atoi(text.c_str() + power + 1);
  return joined({out, "e", (exponent < 0 ? "−" : ""), std::abs(exponent)});
}

// "−6.0e−6" as a number.
double parse_number(std::string text) {
  const std::string minus = "−";
  for (std::size_t at = text.find(minus); at != std::string::npos; at = text.find(minus, at))
    text.replace(at, minus.size(), "-");
  return std::strtod(text.c_str(), nullptr);
}

// The value of one unit of the last shown digit; a bare whole number counts as shown with all its decimals, unless it
// is a rounded fraction.
double unit_of(double value, const std::string& text, int decimals) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos) return value == std::trunc(value) ? std::pow(10.0, -decimals) : 1;
  const std::size_t power = std::min(text.find('e'), text.size());
  const double unit = std::pow(10.0, -static_cast<double>(power - point - 1));
  return power == text.size() ? unit : unit * std::fabs(parse_number("1" + text.substr(power)));
}

// The shown digits of value at `decimals` as a whole number.
double shown_units(double value, int decimals) {
  std::string digits = print("%.*f", decimals, value);
  std::erase(digits, '.');
  return std::strtod(digits.c_str(), nullptr);
}

}  // namespace

std::string format_number(double value, int decimals, bool bare_whole) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  decimals = std::clamp(decimals, 0, 15);
  const double size = std::fabs(value);
  if (size >= largest_plain) return tidy(print("%.*e", std::max(1, decimals), value));
  if (bare_whole && value == std::trunc(value)) return tidy(print("%.*f", 0, value));
  const std::string plain = print("%.*f", decimals, value);
  const bool vanishes = plain.find_first_of("123456789") == std::string::npos;
  if (value == 0 || !vanishes) return tidy(plain);
  if (size < smallest_plain) return tidy(print("%.*e", 1, value));
  const int digits = 1 + static_cast<int>(std::ceil(-std::log10(size)));  // two significant digits
  return tidy(print("%.*f", digits, value));
}

int float_decimals(double size) {
  if (!(size > 0) || !std::isfinite(size)) return most_decimals;
  return std::max(0, float_digits - 1 - static_cast<int>(std::floor(std::log10(size))));
}

std::string format_float(double value, int decimals) {
  const double size = std::fabs(value);
  if (decimals < 0 && std::isfinite(value) && size >= smallest_shortened)
    return tidy(print("%.*e", std::max(1, float_digits - 1 + decimals), value));
  decimals = std::clamp(decimals, 0, most_decimals);
  if (std::isfinite(value) && size > largest_whole_float)
    return tidy(print("%.*e", std::clamp(decimals, 1, float_digits - 1), value));
  return format_number(value, std::min(decimals, float_decimals(size)));
}

int decimals_that_add_up(const std::vector<double>& terms, double total, int decimals) {
  const int first = std::clamp(decimals, 0, most_decimals);
  double largest = std::fabs(total);
  for (const double term : terms) largest = std::max(largest, std::fabs(term));
  if (!std::isfinite(largest) || largest >= largest_plain) return first;
  for (const double term : terms)
    if (std::isnan(term)) return first;
  for (int places = first; places <= most_decimals; ++places) {
    if (places > first && places > float_decimals(largest)) break;  // further digits would not be shown
    double sum = 0;
    for (const double term : terms) sum += shown_units(term, places);
    if (sum == shown_units(total, places)) return places;
  }
  return first;
}

SumDecimals sum_decimals(const std::vector<double>& terms, double total, int decimals) {
  const int first = std::clamp(decimals, 0, most_decimals);
  for (const double term : terms)
    if (!std::isfinite(term) || std::fabs(term) >= largest_plain) return {first, first};
  if (!std::isfinite(total) || std::fabs(total) >= largest_plain) return {first, first};

  // Whether the terms as shown add up to the total as shown: to the last digit if all have the same digits, to half of
  // it if some term is shown with more.
  const auto holds = [&](int for_terms, int for_total) {
    const std::string goal = format_float(total, for_total);
    const double last_digit = unit_of(total, goal, for_total);
    bool finer = for_terms > for_total;
    double sum = 0;
    for (const double term : terms) {
      const std::string shown = format_float(term, for_terms);
      sum += parse_number(shown);
      finer = finer || unit_of(term, shown, for_terms) < 0.9 * last_digit;
    }
    return std::fabs(sum - parse_number(goal)) < (finer ? 0.499 : 0.001) * last_digit;
  };
  for (int places = first; places <= std::min(first + 2, most_decimals); ++places)
    if (holds(places, places)) return {places, places};
  for (int more = 1; more <= 6; ++more)
    if (holds(first + more, first)) return {first + more, first};
  for (int places = first + 3; places <= most_decimals; ++places)
    if (holds(places, places)) return {places, places};
  // A total halfway between two roundings (4.5 as "4") is shown with one more digit.
  for (int more = 2; more <= 6; ++more)
    if (holds(first + more, first + 1)) return {first + more, first + 1};
  // The computed sum differs from that of its terms in the last digits of a float32: those are left out.
  for (int less = first - 1; less >= 0; --less)
    if (holds(first, less)) return {first, less};
  for (int less = -1; less >= -3; --less)
    if (holds(first, less)) return {first, less};
  return {first, first};
}

}  // namespace graph
