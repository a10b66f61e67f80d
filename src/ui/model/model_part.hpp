// What the views with axes and parts share.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

#include "explorer/language/numbers.hpp"
#include "graph/explain/explanation.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

inline constexpr float lens_row = 20;
inline constexpr std::size_t part_decimals = 3;

// 1, 2 or 5 times a power of ten: the smallest of which at most `most` make up a range.
inline double nice_step(double range, double most) {
  const double rough = range / most, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= rough) return step * power;
  return 10 * power;
}

inline std::string signed_number(double number, int places) {
  return (number < 0 ? "" : "+") + graph::format_number(number, places);
}

// "99.3 %", or "< 0.1 %" of what rounds to nothing.
inline std::string percent(double share) {
  constexpr double least = 0.0005;
  return share > 0 && share < least ? "< 0.1 %" : explorer::print_number("%.*f", 1, 100 * share) + " %";
}

// Of what a part gives to the word: orange adds, blue takes away.
inline Color part_ink(const Screen& s, double value) {
  return s.theme.role(value < 0 ? graph::Family::query : graph::Family::output);
}

}  // namespace ui
