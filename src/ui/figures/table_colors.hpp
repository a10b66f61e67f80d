// The colours of the reading view's tables: those that the canvas gives the same cells.
#pragma once

#include <string>

#include "explorer/state/explorer.hpp"

namespace ui {

inline constexpr std::size_t most_table_columns = 64;
// Of some rows of a tensor's table (explorer/json/table_json.hpp): for each cell "#ground #ink".
std::string table_colors_json(const explorer::Explorer& explorer, graph::NodeId node, std::size_t first,
                              std::size_t count, bool dark);

}  // namespace ui
