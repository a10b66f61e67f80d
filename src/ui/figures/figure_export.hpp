// The figures of the step as data for export to a picture: every cell with its text and colours, labels as on the
// stage. Uses theme and cell layout; the caller decides sizes and fonts.
#pragma once

#include <string>

#include "explorer/state/explorer.hpp"

namespace ui {

inline constexpr std::size_t most_figure_places = 64;  // along an axis
std::string figures_json(const explorer::Explorer& explorer, bool dark);
// The colours of some rows of a tensor's table (explorer/json/table_json.hpp): for each cell "#ground #ink".
std::string table_colors_json(const explorer::Explorer& explorer, graph::NodeId node, std::size_t first,
                              std::size_t count, bool dark);

}  // namespace ui
