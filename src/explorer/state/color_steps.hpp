// Colour steps: map a value to its place on a colour scale. Square root and logarithm separate small values that look
// alike on a linear scale. Legends draw the scale evenly and label it with true values.
#pragma once

#include <cstdint>

#include "explorer/json/shape.hpp"

namespace explorer {

enum class ColorSteps : std::uint8_t { linear, square_root, logarithmic };

// share: the value as a share of the scale's end, from -1 to 1. Linear: itself. Square root: sign · √|share|.
// Logarithmic: sign · log(1 + 999 |share|) / log 1000, three powers of ten. 0 stays 0 and the ends stay the ends.
float color_place(ColorSteps steps, float share);
// The inverse: the share at a place.
float color_share(ColorSteps steps, float place);

}  // namespace explorer

// As JSON and links spell it.
template <>
struct text::Words<explorer::ColorSteps> {
  static constexpr std::string_view all[] = {"linear", "sqrt", "log"};
};
