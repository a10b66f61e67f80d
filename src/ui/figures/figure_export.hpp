// What is drawn outside the canvas from data: the closing page's picture, maps of the model and of the large map, the
// colours of the reading view's tables.
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
