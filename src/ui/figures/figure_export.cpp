// Taken from the view, with the colours that the stage gives its cells.
#include "ui/figures/figure_export.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "explorer/json/write.hpp"
#include "ui/figures/figure_json.hpp"
#include "ui/figures/map_export.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

using explorer::CellView;
using explorer::TensorView;

// The transpose of a transpose is the original.
std::string raised(const TensorView& view) {
  if (!view.transposed) return view.symbol.sup;
  return view.symbol.sup == "T" ? "" : view.symbol.sup + "T";
}

std::string exported_shape(const TensorView& view) {
  graph::Shape shape = view.shape;
  if (view.transposed && shape.size() >= 2) std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
  std::string words;
  for (const std::size_t length : shape) words += (words.empty() ? "" : " × ") + std::to_string(length);
  return words;
}

// Which indices of the other axes are shown: "Head 1"; empty where there are no others.
std::string slice_words(const TensorView& view) {
  std::string words;
  std::size_t at = 0;
  for (std::size_t axis = 0; axis + 1 < view.shape.size(); ++axis) {
    if (axis == view.row_axis) continue;
    const std::size_t place = at < view.leading.size() ? view.leading[at++] : 0;
    if (place < view.labels[axis].size()) words += (words.empty() ? "" : ", ") + view.labels[axis][place];
  }
  return words;
}

std::vector<std::string> first_of(std::vector<std::string> labels) {
  if (labels.size() > most_figure_places) labels.resize(most_figure_places);
  return labels;
}

class Figures {
 public:
  Figures(const explorer::Explorer& explorer, const Theme& theme) : explorer_(explorer), theme_(theme) {}

  FigureCellJson cell(const TensorView& tensor, std::size_t row, std::size_t column) const {
    CellView view = explorer_.cell({tensor.node, index_at(tensor, row, column)});
    const bool shown = view.status == CellView::Status::shown;
    const Color fill =
        shown ? cell_color(theme_, explorer_.state().color_steps, scale_of(tensor), view.value, tensor.scale)
        : view.status == CellView::Status::hidden ? theme_.bg2
                                                  : theme_.bg0;
    const Color ink = shown                                         ? Theme::ink(fill)
                      : view.status == CellView::Status::not_finite ? theme_.error
                                                                    : theme_.text3;
    return {std::move(view.text), hex_color(fill), hex_color(ink), view.status, view.edited};
  }

  FigureMatrixJson matrix(const TensorView& view) const {
    FigureMatrixJson out{.node = view.node,
                         .name = view.name,
                         .symbol = {view.symbol.base, view.symbol.sub, raised(view)},
                         .role = view.role,
                         .color = hex_color(theme_.role(view.role)),
                         .caption = view.caption,
                         .shape = exported_shape(view),
                         .slice = slice_words(view),
                         .row_labels = first_of(row_words(view, false)),
                         .column_labels = first_of(column_words(view, true)),
                         .row_count = drawn_rows(view),
                         .column_count = drawn_columns(view),
                         .rows = {}};
    for (std::size_t row = 0; row < std::min(out.row_count, most_figure_places); ++row) {
      std::vector<FigureCellJson>& cells = out.rows.emplace_back();
      for (std::size_t column = 0; column < std::min(out.column_count, most_figure_places); ++column)
        cells.push_back(cell(view, row, column));
    }
    return out;
  }

  FigureColors colors() const {
    return {hex_color(theme_.bg0), hex_color(theme_.text), hex_color(theme_.text2), hex_color(theme_.text3),
            hex_color(theme_.line2)};
  }

 private:
  const explorer::Explorer& explorer_;
  const Theme& theme_;
};

}  // namespace

std::string figures_json(const explorer::Explorer& explorer, bool dark) {
  const Figures figures(explorer, theme(dark));
  FiguresJson out{figures.colors(), {}, figure_maps(explorer, theme(dark))};
  const auto& closing = explorer.view().closing;
  if (closing && !explorer.state().model.shown && !explorer.state().large.shown)
    for (const TensorView& tensor : closing->poster) out.poster.push_back(figures.matrix(tensor));
  return explorer::json::text_of(out);
}

std::string table_colors_json(const explorer::Explorer& explorer, graph::NodeId node, std::size_t first,
                              std::size_t count, bool dark) {
  std::vector<std::vector<std::string>> rows;
  if (node >= explorer.graph().size()) return explorer::json::text_of(rows);
  const Figures figures(explorer, theme(dark));
  const TensorView tensor = explorer.tensor(node);
  for (std::size_t row = first; row < std::min(first + count, drawn_rows(tensor)); ++row) {
    std::vector<std::string>& cells = rows.emplace_back();
    for (std::size_t column = 0; column < std::min(drawn_columns(tensor), most_figure_places); ++column) {
      const FigureCellJson cell = figures.cell(tensor, row, column);
      cells.push_back(cell.fill + " " + cell.ink);
    }
  }
  return explorer::json::text_of(rows);
}

}  // namespace ui
