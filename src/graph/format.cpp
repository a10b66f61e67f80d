// Numbers as a reader sees them, and how many decimals a sum needs so that its rounded terms add up on screen.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "graph/explanation.hpp"

namespace graph {
namespace {

constexpr int most_decimals = 9;
constexpr double largest_plain = 1e10;  // from here on powers of ten

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
  return out + "e" + (exponent < 0 ? "−" : "") + std::to_string(std::abs(exponent));
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
  return tidy(value != 0 && vanishes ? print("%.*e", 1, value) : plain);
}

int decimals_that_add_up(const std::vector<double>& terms, double total, int decimals) {
  const int first = std::clamp(decimals, 0, most_decimals);
  double largest = std::fabs(total);
  for (const double term : terms) largest = std::max(largest, std::fabs(term));
  if (!std::isfinite(largest) || largest >= largest_plain) return first;
  for (const double term : terms)
    if (std::isnan(term)) return first;
  for (int places = first; places <= most_decimals; ++places) {
    if (largest * std::pow(10.0, places) > 1e15) break;  // beyond what a double counts exactly
    double sum = 0;
    for (const double term : terms) sum += shown_units(term, places);
    if (sum == shown_units(total, places)) return places;
  }
  return first;
}

}  // namespace graph
