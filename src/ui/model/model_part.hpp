// What the views of a logit's parts share.
#pragma once

#include <cstddef>
#include <string>

#include "graph/explain/explanation.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

inline constexpr float lens_row = 20;
inline constexpr std::size_t part_decimals = 3;

inline std::string signed_number(double number, int places) {
  return (number < 0 ? "" : "+") + graph::format_number(number, places);
}

// Of what a part gives to the word: orange adds, blue takes away.
inline Color part_ink(const Screen& s, double value) {
  return s.theme.role(value < 0 ? graph::Family::query : graph::Family::output);
}

}  // namespace ui
