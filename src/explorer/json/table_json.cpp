// Cells, rows and summaries of tables.
#include "explorer/json/table_json.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "explorer/state/cells.hpp"
#include "explorer/views/sums.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_cells_read = 400;  // per table
constexpr std::size_t page_rows = 20;
constexpr std::size_t most_page_rows = 100;
constexpr std::size_t most_columns = 64;  // of a page or the followed row; JSON says when a row is longer
constexpr std::size_t most_largest = 8;

std::size_t rows_of(const TensorView& tensor) { return tensor.shape.size() < 2 ? 1 : tensor.shape[tensor.row_axis]; }

std::optional<float> finite(float value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

CellJson cell_json(const ViewContext& context, const graph::CellRef& at) {
  CellView view = shown_cell(context, at);
  const bool hidden = view.status == CellView::Status::hidden;
  const bool slope = context.slopes && context.slopes->with_respect_to(at.node);
  return {(!slope && sum_is_about(context, at) ? "≈" : "") + std::move(view.text),
          hidden ? std::nullopt : finite(view.value), view.edited, view.status};
}

std::vector<CellJson> row_json(const ViewContext& context, const TensorView& tensor, std::size_t place,
                               std::size_t columns) {
  graph::CellRef at{tensor.node, index_of(tensor, place, 0)};
  std::vector<CellJson> cells;
  for (std::size_t column = 0; column < columns; ++column) {
    if (!at.index.empty()) at.index.back() = column;
    cells.push_back(cell_json(context, at));
  }
  return cells;
}

CellRows some_rows(const ViewContext& context, const TensorView& tensor, std::size_t first, std::size_t count,
                   std::size_t columns) {
  CellRows all;
  for (std::size_t place = first; place < std::min(first + count, rows_of(tensor)); ++place)
    all.push_back(row_json(context, tensor, place, columns));
  return all;
}

std::vector<LeadingJson> leading_json(const TensorView& tensor) {
  std::vector<LeadingJson> axes;
  for (std::size_t axis = 0; axis + 1 < tensor.shape.size(); ++axis) {
    if (axis == tensor.row_axis) continue;
    const std::size_t place = tensor.leading[axes.size()];
    axes.push_back({tensor.axis_words[axis], tensor.axis_names[axis], tensor.shape[axis], place,
                    place < tensor.labels[axis].size() ? tensor.labels[axis][place] : ""});
  }
  return axes;
}

// Of the slice that is shown, by magnitude of value; hidden and non-finite cells are left out.
std::vector<graph::Index> largest_cells(const ViewContext& context, const TensorView& tensor) {
  std::vector<std::pair<float, graph::Index>> best;
  std::vector<float> values(columns_of(tensor.shape));
  const auto slopes = context.slopes ? context.slopes->with_respect_to(tensor.node) : std::nullopt;
  const graph::Graph& shown = slopes ? context.slopes->graph() : context.graph;
  const graph::NodeId node = slopes.value_or(tensor.node);
  for (std::size_t row = 0; row < rows_of(tensor); ++row) {
    const graph::Index start = index_of(tensor, row, 0);
    const std::size_t ahead = start.size() < 2 ? 0 : start.size() - 2;
    shown.block(node, std::span(start).first(ahead), start.size() < 2 ? 0 : start[ahead], 1, 0, values.size(), values);
    for (std::size_t column = 0; column < values.size(); ++column) {
      const bool poor = best.size() == most_largest && values[column] <= best.back().first;
      if (!std::isfinite(values[column]) || poor) continue;
      graph::Index index = index_of(tensor, row, column);
      if (context.hidden.covers({tensor.node, index})) continue;
      const auto place = std::ranges::find_if(best, [&](const auto& one) { return one.first < values[column]; });
      best.insert(place, {values[column], std::move(index)});
      if (best.size() > most_largest) best.pop_back();
    }
  }
  std::vector<graph::Index> out;
  for (auto& one : best) out.push_back(std::move(one.second));
  return out;
}

SummaryJson summary_json(const ViewContext& context, const TensorView& tensor) {
  const std::size_t columns = std::min(columns_of(tensor.shape), most_columns);
  SummaryJson out{cell_count(tensor.shape), page_rows, 0, {}, columns_of(tensor.shape) - columns, {}};
  const std::optional<graph::CellRef>& focused = context.state.focused;
  if (focused && focused->node == tensor.node && focused->index.size() >= 2)
    out.followed_row = focused->index[tensor.row_axis];
  out.followed = row_json(context, tensor, out.followed_row, columns);
  for (graph::Index& index : largest_cells(context, tensor)) {
    CellView view = shown_cell(context, {tensor.node, index});
    const std::size_t axes = index.size();
    const auto label = [&](std::size_t axis) { return place_label(context, tensor.node, axis, index[axis]); };
    LargestJson one{{}, axes >= 2 ? label(tensor.row_axis) : "", axes >= 1 ? label(axes - 1) : "", {}, view.value};
    one.index = std::move(index);
    one.text = std::move(view.text);
    out.largest.push_back(std::move(one));
  }
  return out;
}

}  // namespace

TableJson table_json(const ViewContext& context, TensorView tensor) {
  TableJson out;
  out.row_count = rows_of(tensor);
  out.column_count = columns_of(tensor.shape);
  const bool large = out.row_count * out.column_count > most_cells_read;
  const std::size_t axes = tensor.shape.size();
  if (!large && axes >= 2) out.row_labels = tensor.labels[tensor.row_axis];
  if (axes >= 1) out.column_labels = tensor.labels[axes - 1];
  if (out.column_labels.size() > most_cells_read) out.column_labels.resize(most_cells_read);
  out.leading = leading_json(tensor);
  if (large) out.summary = summary_json(context, tensor);
  else out.rows = some_rows(context, tensor, 0, out.row_count, out.column_count);
  out.view = std::move(tensor);
  return out;
}

RowsJson rows_json(const ViewContext& context, graph::NodeId node, std::size_t first, std::size_t count) {
  const TensorView tensor = shown_tensor(context, node);
  RowsJson out;
  out.node = node;
  out.row_count = rows_of(tensor);
  const std::size_t columns = std::min(columns_of(tensor.shape), most_columns);
  out.first = std::min(first, out.row_count);
  const std::size_t shown = std::min({count, out.row_count - out.first, most_page_rows});
  for (std::size_t row = out.first; row < out.first + shown && tensor.shape.size() >= 2; ++row)
    out.row_labels.push_back(tensor.labels[tensor.row_axis][row]);
  out.columns_left_out = columns_of(tensor.shape) - columns;
  out.rows = some_rows(context, tensor, out.first, shown, columns);
  return out;
}

}  // namespace explorer
