// Finds the marks: which drawn cells belong to the explained cell and its sources.
#include "ui/stage/stage_marks.hpp"

#include <algorithm>

#include "graph/core/graph.hpp"

namespace ui {

void StageMarks::find(Screen& s, const StageScene& scene) {
  Marks& m = marks_;
  const std::size_t count = scene.layout.blocks.size();
  m.target.reset();
  m.cell = {};
  m.sources.assign(count, std::nullopt);
  m.rows.assign(count, std::nullopt);
  m.columns.assign(count, std::nullopt);
  m.explanation = s.explorer.explanation();
  const auto& state = s.explorer.state();
  const std::optional<graph::CellRef>& looked = state.hovered ? state.hovered : state.focused;
  const graph::CellRef* cell = m.explanation ? &m.explanation->cell : looked ? &*looked : nullptr;
  if (!cell) return;
  for (std::size_t b = 0; b < count; ++b) {
    const explorer::TensorView& t = scene.tensor(b);
    if (t.node == cell->node && !m.target) {
      if (const auto at = drawn_at(scene.layout.blocks[b], t, cell->index, scene.followed[b])) {
        m.target = b;
        m.cell = *at;
        m.rows[b] = at->row;
        m.columns[b] = at->column;
      }
    }
    if (!m.explanation) continue;
    for (const graph::CellRef& source : m.explanation->sources) {
      if (source.node != t.node) continue;
      const auto at = drawn_at(scene.layout.blocks[b], t, source.index, scene.followed[b]);
      if (!at || at->row >= scene.layout.blocks[b].rows || at->column >= scene.layout.blocks[b].columns) continue;
      auto& span = m.sources[b];
      if (!span) span = Marks::Span{at->row, at->row, at->column, at->column};
      span = Marks::Span{std::min(span->row0, at->row), std::max(span->row1, at->row),
                         std::min(span->column0, at->column), std::max(span->column1, at->column)};
    }
    if (m.sources[b] && m.target != b) {
      if (m.sources[b]->row0 == m.sources[b]->row1) m.rows[b] = m.sources[b]->row0;
      if (m.sources[b]->column0 == m.sources[b]->column1) m.columns[b] = m.sources[b]->column0;
    }
  }
}

std::size_t StageMarks::followed_row(Screen& s, const StageScene& scene, const Group& group) const {
  const Marks& m = marks_;
  if (m.target && (m.target == group.sum || m.target == group.weights)) return m.cell.row;
  if (m.target && m.target == group.parts) return scene.followed[*group.parts];
  const auto& focused = s.explorer.state().focused;
  for (const auto& at : {group.sum, group.weights}) {
    if (at && focused && focused->node == scene.tensor(*at).node && !focused->index.empty()) {
      if (const auto drawn = drawn_at(scene.tensor(*at), focused->index)) return drawn->row;
    }
  }
  return group.parts ? scene.followed[*group.parts] : 0;
}

void StageMarks::find_parts(Screen& s, const StageScene& scene) {
  parts_taken_.clear();
  for (const explorer::FigureView& figure : scene.figures) {
    if (figure.layout != graph::Layout::slice || !figure.has_result || figure.tensors.size() < 2) continue;
    const explorer::TensorView& result = figure.tensors.back();
    const graph::Node& node = s.explorer.graph().node(result.node);
    if (!node.operation || drawn_rows(result) * drawn_columns(result) > 4096) continue;
    for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
      if (scene.tensor(b).node != figure.tensors.front().node) continue;
      Marks::Span span{static_cast<std::size_t>(-1), 0, static_cast<std::size_t>(-1), 0};
      for (const Drawn corner : {Drawn{0, 0}, Drawn{drawn_rows(result) - 1, drawn_columns(result) - 1}}) {
        const graph::Index index = index_at(result, corner.row, corner.column);
        for (const graph::Index& source : node.operation->sources(0, {s.explorer.graph(), result.node, index, 2})) {
          if (const auto at = drawn_at(scene.layout.blocks[b], scene.tensor(b), source, 0)) {
            span = {std::min(span.row0, at->row), std::max(span.row1, at->row), std::min(span.column0, at->column),
                    std::max(span.column1, at->column)};
          }
        }
      }
      if (span.row1 < scene.layout.blocks[b].rows && span.column1 < scene.layout.blocks[b].columns &&
          span.row0 <= span.row1) {
        parts_taken_[b] = span;
      }
    }
  }
}

// A tensor that several figures share is drawn once, possibly as part of another one.
const explorer::TensorView* StageMarks::outline(const StageScene& scene, std::size_t block) const {
  const auto figure = std::ranges::find_if(scene.figures, [&](const explorer::FigureView& each) {
    return each.outline && each.tensors.back().node == scene.tensors[block].node;
  });
  return figure == scene.figures.end() ? nullptr : &*figure->outline;
}

}  // namespace ui
