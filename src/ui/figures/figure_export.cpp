// Taken from the view, with the colours that the stage gives its cells.
#include "ui/figures/figure_export.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "explorer/json/json.hpp"
#include "ui/stage/cell_color.hpp"
#include "ui/stage/layout/layout.hpp"

namespace ui {
namespace {

using explorer::CellView;
using explorer::TensorView;
using explorer::json::Node;
using explorer::json::Writer;

std::string hex(Color color) {
  std::array<char, 8> text;
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", color & 0xFFu, color >> 8 & 0xFFu, color >> 16 & 0xFFu);
  return text.data();
}

// The transpose of a transpose is the original.
std::string raised(const TensorView& view) {
  if (!view.transposed) return view.symbol.sup;
  return view.symbol.sup == "T" ? "" : view.symbol.sup + "T";
}

std::string shape_words(const TensorView& view) {
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

class Figures {
 public:
  Figures(const explorer::Explorer& explorer, const Theme& theme) : explorer_(explorer), theme_(theme) {}

  Node cell(const TensorView& tensor, std::size_t row, std::size_t column) const {
    const CellView view = explorer_.cell({tensor.node, index_at(tensor, row, column)});
    const bool shown = view.status == CellView::Status::shown;
    const Color fill =
        shown ? cell_color(theme_, explorer_.state().color_steps, graph::family(tensor.role), view.value, tensor.scale)
        : view.status == CellView::Status::hidden ? theme_.bg2
                                                  : theme_.bg0;
    const Color ink = shown                                         ? Theme::ink(fill)
                      : view.status == CellView::Status::not_finite ? theme_.error
                                                                    : theme_.text3;
    return out.object({{"text", out.text(view.text)},
                       {"fill", out.text(hex(fill))},
                       {"ink", out.text(hex(ink))},
                       {"status", out.text(explorer::status_word(view.status))}});
  }

  Node tensor(const TensorView& view) const {
    const std::size_t rows = drawn_rows(view), columns = drawn_columns(view);
    std::vector<Node> lines;
    for (std::size_t row = 0; row < std::min(rows, most_figure_places); ++row) {
      std::vector<Node> cells;
      for (std::size_t column = 0; column < std::min(columns, most_figure_places); ++column)
        cells.push_back(cell(view, row, column));
      lines.push_back(out.array(cells));
    }
    return out.object({{"node", out.count(view.node)},
                       {"name", out.text(view.name)},
                       {"symbol", out.object({{"base", out.text(view.symbol.base)},
                                              {"sub", out.text(view.symbol.sub)},
                                              {"sup", out.text(raised(view))}})},
                       {"role", out.text(graph::role_name(view.role))},
                       {"color", out.text(hex(theme_.role(view.role)))},
                       {"caption", out.text(view.caption)},
                       {"shape", out.text(shape_words(view))},
                       {"slice", out.text(slice_words(view))},
                       {"rowLabels", out.texts(first_of(row_words(view, true)))},
                       {"columnLabels", out.texts(first_of(column_words(view, true)))},
                       {"rowCount", out.count(rows)},
                       {"columnCount", out.count(columns)},
                       {"rows", out.array(lines)}});
  }

  Node figure(const explorer::FigureView& view) const {
    const bool product = view.layout == graph::Layout::product && view.tensors.size() == 3;
    return out.object({{"layout", out.text(product ? "product" : "other")},
                       {"tensors", out.array(view.tensors, [this](const TensorView& one) { return tensor(one); })}});
  }

  Node colors() const {
    return out.object({{"ground", out.text(hex(theme_.bg0))},
                       {"text", out.text(hex(theme_.text))},
                       {"text2", out.text(hex(theme_.text2))},
                       {"text3", out.text(hex(theme_.text3))},
                       {"line", out.text(hex(theme_.line2))}});
  }

  Writer out;

 private:
  static std::vector<std::string> first_of(const std::vector<std::string>& labels) {
    const std::size_t count = std::min(labels.size(), most_figure_places);
    return {labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  const explorer::Explorer& explorer_;
  const Theme& theme_;
};

}  // namespace

std::string figures_json(const explorer::Explorer& explorer, bool dark) {
  const Figures figures(explorer, theme(dark));
  std::vector<explorer::FigureView> all;
  for (const explorer::BarsView& bars : explorer.view().bars) all.push_back({.tensors = {bars.tensor}});
  for (const auto* some : {&explorer.view().stage, &explorer.view().aside})
    for (explorer::FigureView& one : prepared(*some)) all.push_back(std::move(one));
  const Writer& out = figures.out;
  return out.write(
      out.object({{"colors", figures.colors()},
                  {"figures", out.array(all, [&](const explorer::FigureView& one) { return figures.figure(one); })}}));
}

}  // namespace ui
