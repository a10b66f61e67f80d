// Colour steps: where on a scale of colours a value stands. Square root and logarithm part small values that linear steps
// show alike. Legends draw the scale evenly and write true values at its places.
#pragma once

#include <optional>
#include <string_view>

#include "explorer/state.hpp"

namespace explorer {

// share: the value as a share of the scale's end, from -1 to 1. Linear: itself. Square root: sign · √|share|.
// Logarithmic: sign · log(1 + 999 |share|) / log 1000, three powers of ten. 0 stays 0 and the ends stay the ends.
float color_place(ColorSteps steps, float share);
// The share at a place: the other way round.
float color_share(ColorSteps steps, float place);

std::string_view color_steps_word(ColorSteps steps);  // as links spell it: "linear", "sqrt", "log"
std::optional<ColorSteps> color_steps_of(std::string_view word);

}  // namespace explorer
