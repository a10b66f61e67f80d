// The figures of the step as data for a picture outside the canvas: every cell with its text and its colours, labels as
// the stage has them. Knows theme and layout of cells; who draws it decides sizes and faces.
#pragma once

#include <string>

#include "explorer/explorer.hpp"

namespace ui {

// {"colors": {"ground", "text", "text2", "text3", "line"},
//  "figures": [{"layout": "product" | "other", "tensors": [{"node", "name", "symbol": {"base", "sub", "sup"}, "role",
//    "color", "caption", "shape", "slice", "rowLabels", "columnLabels", "rowCount", "columnCount",
//    "rows": [[{"text", "fill", "ink", "status"}]]}]}]}
// As drawn: a transposed matrix comes transposed. Of a large one the first rows and columns come; rowCount and
// columnCount tell how many there are.
inline constexpr std::size_t most_figure_places = 64;  // along an axis
std::string figures_json(const explorer::Explorer& explorer, bool dark);

}  // namespace ui
