// Maps cells to their places as drawn: rows and columns of the last two axes, exchanged when transposed, some left out
// when there are many; of every other axis one index, or all of them side by side.
#include <algorithm>

#include "ui/stage/layout/layout.hpp"

namespace ui {

using explorer::FigureView;
using explorer::TensorView;

std::size_t drawn_rows(const TensorView& t) {
  const std::size_t rank = t.shape.size();
  const std::size_t rows = rank > 1 ? t.shape[rank - 2] : 1, columns = rank > 0 ? t.shape[rank - 1] : 1;
  return t.transposed ? columns : rows;
}

std::size_t drawn_columns(const TensorView& t) {
  const std::size_t rank = t.shape.size();
  const std::size_t rows = rank > 1 ? t.shape[rank - 2] : 1, columns = rank > 0 ? t.shape[rank - 1] : 1;
  return t.transposed ? rows : columns;
}

namespace {

const std::vector<std::string>& axis_labels(const TensorView& t, bool of_rows, bool shortened) {
  static const std::vector<std::string> none;
  const auto& labels = shortened ? t.labels_short : t.labels;
  const std::size_t rank = t.shape.size();
  const bool last = of_rows == t.transposed;  // the tensor's own last axis
  if (rank == 0 || (!last && rank < 2)) return none;
  const std::size_t axis = last ? rank - 1 : rank - 2;
  return axis < labels.size() ? labels[axis] : none;
}

std::optional<Drawn> shown_place(const Block& block, Drawn at) {
  const auto place = [](const std::vector<std::size_t>& kept, std::size_t& of) {
    if (kept.empty()) return true;
    const auto found = std::ranges::find(kept, of);
    of = static_cast<std::size_t>(found - kept.begin());
    return found != kept.end();
  };
  if (!place(block.row_of, at.row) || !place(block.column_of, at.column)) return std::nullopt;
  return at;
}

}  // namespace

const std::vector<std::string>& row_words(const TensorView& t, bool shortened) {
  return axis_labels(t, true, shortened);
}
const std::vector<std::string>& column_words(const TensorView& t, bool shortened) {
  return axis_labels(t, false, shortened);
}

graph::Index index_at(const TensorView& t, std::size_t row, std::size_t column) {
  graph::Index index;
  index_at(t, row, column, index);
  return index;
}

void index_at(const TensorView& t, std::size_t row, std::size_t column, graph::Index& index) {
  const std::size_t rank = t.shape.size();
  if (t.transposed) std::swap(row, column);
  index.assign(rank, 0);
  for (std::size_t i = 0; i + 2 < rank && i < t.leading.size(); ++i) index[i] = t.leading[i];
  if (rank > 0) index[rank - 1] = column;
  if (rank > 1) index[rank - 2] = row;
}

namespace {

// every: an axis of which all matrices are drawn, not only the one that the tensor shows.
std::optional<Drawn> drawn_at(const TensorView& t, const graph::Index& index, std::optional<std::size_t> every) {
  const std::size_t rank = t.shape.size();
  if (index.size() != rank) return std::nullopt;
  for (std::size_t i = 0; i + 2 < rank; ++i) {
    if (i != every && index[i] != (i < t.leading.size() ? t.leading[i] : 0)) return std::nullopt;
  }
  Drawn at{rank > 1 ? index[rank - 2] : 0, rank > 0 ? index[rank - 1] : 0};
  if (t.transposed) std::swap(at.row, at.column);
  return at;
}

}  // namespace

std::optional<Drawn> drawn_at(const TensorView& t, const graph::Index& index) {
  return drawn_at(t, index, std::nullopt);
}

graph::Index index_at(const Block& block, const TensorView& t, std::size_t row, std::size_t column,
                      std::size_t followed) {
  graph::Index index;
  index_at(block, t, row, column, followed, index);
  return index;
}

void index_at(const Block& block, const TensorView& t, std::size_t row, std::size_t column, std::size_t followed,
              graph::Index& index) {
  const std::size_t each = std::max<std::size_t>(block.columns / std::max<std::size_t>(block.panels, 1), 1);
  const std::size_t panel = block.panels > 1 ? column / each : 0;
  if (block.panels > 1) column %= each;
  row = block.row_place(row);
  column = block.column_place(column);
  index_at(t, row, column, index);
  if (block.panels > 1) index[block.panel_axis] = panel;
  if (block.followed) {
    index[block.follow_axis] = followed;
    index[block.row_axis] = row;
    index[block.column_axis] = column;
  }
}

std::optional<Drawn> drawn_at(const Block& block, const TensorView& t, const graph::Index& index,
                              std::size_t followed) {
  if (block.followed) {
    if (index.size() != t.shape.size() || index[block.follow_axis] != followed) return std::nullopt;
    return Drawn{index[block.row_axis], index[block.column_axis]};
  }
  if (block.panels <= 1) {
    const auto at = drawn_at(t, index);
    return at ? shown_place(block, *at) : std::nullopt;
  }
  auto at = drawn_at(t, index, block.panel_axis);
  if (at) at->column += index[block.panel_axis] * (block.columns / block.panels);
  return at;
}

std::vector<FigureView> prepared(std::vector<FigureView> stage) {
  for (std::size_t f = 0; f < stage.size(); ++f) {
    FigureView& figure = stage[f];
    if (figure.tensors.empty() || !figure.has_result) continue;
    if (figure.layout == graph::Layout::gather && figure.tensors.size() == 3 && figure.tensors[0].shape.size() == 1) {
      figure.tensors[0].transposed = true;
      TensorView& table = figure.tensors[1];
      if (table.shape.size() != 2 || table.labels.size() != 2 || table.labels_short.size() != 2) continue;
      for (std::size_t row = 0; row < table.labels[0].size(); ++row) {
        const std::string id = std::to_string(row);
        table.labels[0][row] += "  " + id;
        table.labels_short[0][row] = id;
      }
    }
    if (figure.layout == graph::Layout::words && figure.tensors.size() == 1 && figure.tensors[0].shape.size() == 1) {
      figure.tensors[0].transposed = true;
      // The list of words right before it, if there is one: it has all words of the sentence.
      if (f == 0 || stage[f - 1].tensors.size() != 1 || stage[f - 1].tensors[0].shape.size() != 1) continue;
      TensorView& list = stage[f - 1].tensors[0];
      const auto& known = list.labels[0];
      const bool all = std::ranges::all_of(figure.tensors[0].labels[0],
                                           [&](const std::string& word) { return std::ranges::contains(known, word); });
      if (all) list.transposed = true;
    }
  }
  return stage;
}

}  // namespace ui
