// What the views with axes and parts share.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>

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

// Of what a part gives to the word: orange adds, blue takes away.
inline Color part_ink(const Screen& s, double value) {
  return s.theme.role(value < 0 ? graph::Family::query : graph::Family::output);
}

}  // namespace ui
