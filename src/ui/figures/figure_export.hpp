// The figures of the step as data for export to a picture: every cell with its text and colours, labels as on the
// stage. Knows theme and cell layout; the caller decides sizes and fonts.
#pragma once

#include <string>

#include "explorer/state/explorer.hpp"

namespace ui {

inline constexpr std::size_t most_figure_places = 64;  // along an axis
std::string figures_json(const explorer::Explorer& explorer, bool dark);

}  // namespace ui
