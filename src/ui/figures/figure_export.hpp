// The figures of the step as data for export to a picture: every cell with its text and colours, labels as on the
// stage. Knows theme and cell layout; the caller decides sizes and fonts.
#pragma once

#include <string>

#include "explorer/state/explorer.hpp"

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
