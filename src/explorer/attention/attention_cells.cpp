// See attention_cells.hpp.
#include "explorer/attention/attention_cells.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "explorer/state/cells.hpp"

namespace explorer {
namespace {

using Status = CellView::Status;

float magnitude(const AttentionCells& cells) {
  float most = 0;
  for (std::size_t i = 0; i < cells.values.size(); ++i)
    if (cells.status[i] == Status::shown) most = std::max(most, std::abs(cells.values[i]));
  return most;
}

std::uint64_t stamp_of(const AttentionCells& cells) {
  std::uint64_t stamp = 1469598103934665603ull;
  for (std::size_t i = 0; i < cells.values.size(); ++i)
    stamp =
        (stamp ^ std::bit_cast<std::uint32_t>(cells.values[i]) ^ static_cast<std::uint64_t>(cells.status[i]) << 40) *
        1099511628211ull;
  return stamp;
}

}  // namespace

std::optional<graph::NodeId> masking_scores(const ViewContext& context, graph::NodeId weights) {
  for (const graph::NodeId input : context.graph.node(weights).inputs)
    if (context.graph.node(input).shape == context.graph.node(weights).shape) return input;
  return std::nullopt;
}

AttentionCells cells_of(const ViewContext& context, graph::NodeId node, const graph::Index& leading) {
  const graph::Node& tensor = context.graph.node(node);
  const std::size_t rows = rows_of(tensor.shape), columns = columns_of(tensor.shape);
  AttentionCells cells;
  cells.values.resize(rows * columns);
  cells.status.assign(rows * columns, Status::shown);
  context.graph.block(node, leading, 0, rows, 0, columns, cells.values);
  const bool weights = tensor.role == graph::Role::weights;
  std::vector<float> scores;
  if (const auto input = weights ? masking_scores(context, node) : std::nullopt) {
    scores.resize(rows * columns);
    context.graph.block(*input, leading, 0, rows, 0, columns, scores);
  }
  const bool some_hidden = context.hidden.touches(node);
  graph::CellRef cell{node, leading};
  cell.index.resize(leading.size() + 2);
  for (std::size_t i = 0; i < cells.values.size(); ++i) {
    const float value = cells.values[i];
    Status& status = cells.status[i];
    cell.index[leading.size()] = i / columns;
    cell.index.back() = i % columns;
    if (some_hidden && context.hidden.covers(cell)) status = Status::hidden;
    else if (weights ? !scores.empty() && value == 0 && scores[i] == minus_infinity : value == minus_infinity)
      status = Status::masked;
    else if (!std::isfinite(value)) status = Status::not_finite;
    if (status == Status::hidden) cells.values[i] = 0;  // not in the view, so no drawing code can show it
  }
  cells.largest = magnitude(cells);
  cells.stamp = stamp_of(cells);
  return cells;
}

AttentionCells mean_of(const std::vector<AttentionCells>& all, const std::vector<std::size_t>& places) {
  if (places.size() == 1) return all[places.front()];
  AttentionCells out = all[places.front()];
  for (std::size_t i = 0; i < out.values.size(); ++i) {
    Mean mean;
    for (const std::size_t place : places) mean.add(all[place].values[i], all[place].status[i]);
    out.values[i] = mean.value();
    out.status[i] = mean.status();
  }
  out.largest = magnitude(out);
  out.stamp = stamp_of(out);
  return out;
}

AttentionCells mean_row(const AttentionCells& map, std::size_t columns, const std::vector<std::size_t>& rows) {
  AttentionCells out;
  for (std::size_t column = 0; column < columns; ++column) {
    Mean mean;
    for (const std::size_t row : rows) mean.add(map.values[row * columns + column], map.status[row * columns + column]);
    out.values.push_back(mean.value());
    out.status.push_back(mean.status());
  }
  out.largest = magnitude(out);
  return out;
}

std::string listed_names(const std::vector<std::string>& names, const std::vector<std::size_t>& places) {
  std::string out;
  for (const std::size_t place : places) out += (out.empty() ? "" : ", ") + names[place];
  return out;
}

std::vector<std::string> texts_of(const ViewContext& context, graph::NodeId node, const AttentionCells& cells) {
  std::vector<std::string> out;
  const CellFormat& format = context.format(node);
  out.reserve(cells.values.size());
  for (std::size_t i = 0; i < cells.values.size(); ++i)
    out.push_back(cells.status[i] == Status::hidden ? "?" : format.print(cells.values[i]));
  return out;
}

}  // namespace explorer
