// See table_colors.hpp.
#include "ui/figures/table_colors.hpp"

#include <algorithm>
#include <vector>

#include "explorer/json/write.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

using explorer::CellView;

std::string colors_of(const explorer::Explorer& explorer, const Theme& theme, const explorer::TensorView& tensor,
                      std::size_t row, std::size_t column) {
  const CellView view = explorer.cell({tensor.node, index_at(tensor, row, column)});
  if (view.status == CellView::Status::shown) {
    const Color fill = cell_color(theme, explorer.state().color_steps, scale_of(tensor), view.value, tensor.scale);
    return hex_color(fill) + " " + hex_color(Theme::ink(fill));
  }
  const Color fill = view.status == CellView::Status::hidden ? theme.bg2 : theme.bg0;
  return hex_color(fill) + " " + hex_color(view.status == CellView::Status::not_finite ? theme.error : theme.text3);
}

}  // namespace

std::string table_colors_json(const explorer::Explorer& explorer, graph::NodeId node, std::size_t first,
                              std::size_t count, bool dark) {
  std::vector<std::vector<std::string>> rows;
  if (node >= explorer.graph().size()) return explorer::json::text_of(rows);
  const explorer::TensorView tensor = explorer.tensor(node);
  for (std::size_t row = first; row < std::min(first + count, drawn_rows(tensor)); ++row) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::size_t column = 0; column < std::min(drawn_columns(tensor), most_table_columns); ++column)
      cells.push_back(colors_of(explorer, theme(dark), tensor, row, column));
  }
  return explorer::json::text_of(rows);
}

}  // namespace ui
