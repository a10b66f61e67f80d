// See stage_links.hpp.
#include "ui/stage/stage_links.hpp"

#include <algorithm>
#include <cmath>

#include "graph/core/graph.hpp"
#include "imgui.h"
#include "ui/stage/stage_looks.hpp"
#include "ui/type/icons.hpp"

namespace ui {
namespace {

using Status = explorer::CellView::Status;
constexpr std::size_t most_chunks = 16;

float label_width(Screen& s, const StageScene& scene, std::size_t block, std::size_t row) {
  const auto& words = row_words(scene.tensor(block), scene.layout.blocks[block].short_rows);
  const std::size_t place = scene.layout.blocks[block].row_place(row);
  const float width = place < words.size() ? s.type.width(words[place], {Face::regular, label_size}) : 0;
  return std::min(width, scene.layout.blocks[block].row_labels.width());
}

}  // namespace

void StageLinks::find(Screen& s, const StageScene& scene) {
  row_links_.clear();
  origins_.assign(scene.layout.blocks.size(), {});
  chunks_.assign(scene.layout.blocks.size(), {});
  chunk_count_ = 0;
  const graph::Graph& graph = s.explorer.graph();
  const auto hidden = [&](std::size_t b, std::size_t row) {
    return scene.looks[b].at(scene.layout.blocks[b], row, 0).view.status == Status::hidden;
  };
  for (const Group& group : scene.layout.groups) {
    if (group.kind == Group::Kind::gather) {
      const Block& result = scene.layout.blocks[*group.result];
      const graph::NodeId id = scene.tensor(*group.result).node;
      const graph::Node& node = graph.node(id);
      for (std::size_t r = 0; r < result.rows && node.operation; ++r) {
        if (hidden(*group.ids, r)) continue;
        const graph::Index index = index_at(result, scene.tensor(*group.result), r, 0, 0);
        for (const graph::Index& source : node.operation->sources(1, {graph, id, index, 2})) {
          if (const auto at = drawn_at(scene.layout.blocks[*group.table], scene.tensor(*group.table), source, 0))
            row_links_.push_back({*group.table, at->row, *group.ids, r});
        }
      }
    }
    if (group.kind == Group::Kind::words && group.table) {
      const auto& words = row_words(scene.tensor(*group.ids), false);
      const auto& known = row_words(scene.tensor(*group.table), false);
      for (std::size_t r = 0; r < words.size() && r < scene.layout.blocks[*group.ids].rows; ++r) {
        const auto found = std::ranges::find(known, words[r]);
        const auto row = static_cast<std::size_t>(found - known.begin());
        if (row < scene.layout.blocks[*group.table].rows) row_links_.push_back({*group.table, row, *group.ids, r});
      }
    }
    if (group.kind != Group::Kind::moves) continue;
    for (std::size_t i = 1; i < group.blocks.size(); ++i) {
      const std::size_t from = group.blocks[i - 1], to = group.blocks[i];
      const Block& block = scene.layout.blocks[to];
      const graph::NodeId id = scene.tensor(to).node;
      const graph::Node& node = graph.node(id);
      origins_[to].assign(block.rows * block.columns, std::nullopt);
      for (std::size_t r = 0; r < block.rows && node.operation; ++r) {
        for (std::size_t c = 0; c < block.columns; ++c) {
          const graph::Index index = index_at(block, scene.tensor(to), r, c, scene.followed[to]);
          for (const graph::Index& source : node.operation->sources(0, {graph, id, index, 2})) {
            if (const auto at = drawn_at(scene.layout.blocks[from], scene.tensor(from), source, scene.followed[from]))
              origins_[to][r * block.columns + c] = Origin{from, *at};
          }
        }
      }
    }
    mark_chunks(scene, group);
  }
}

// If one of the arrangements has a head axis, each cell is marked by its head in all of them.
void StageLinks::mark_chunks(const StageScene& scene, const Group& group) {
  for (const std::size_t b : group.blocks) {
    const Block& block = scene.layout.blocks[b];
    const explorer::TensorView& t = scene.tensor(b);
    const auto axis = static_cast<std::size_t>(std::ranges::find(t.axis_words, "head") - t.axis_words.begin());
    const bool shared = t.axis_words.size() < 4;  // heads and batch folded into one axis: the head follows from the
                                                  // cells' origins
    if (axis >= t.axis_words.size() || shared || t.shape[axis] > most_chunks) continue;
    chunk_count_ = t.shape[axis];
    chunks_[b].assign(block.rows * block.columns, chunk_count_);
    for (std::size_t r = 0; r < block.rows; ++r)
      for (std::size_t c = 0; c < block.columns; ++c)
        chunks_[b][r * block.columns + c] = index_at(block, t, r, c, scene.followed[b])[axis];
  }
  if (chunk_count_ == 0) return;
  const auto of = [&](std::size_t b) -> std::vector<std::size_t>& {
    if (chunks_[b].empty())
      chunks_[b].assign(scene.layout.blocks[b].rows * scene.layout.blocks[b].columns, chunk_count_);
    return chunks_[b];
  };
  for (std::size_t round = 0; round < group.blocks.size(); ++round) {
    for (const std::size_t to : group.blocks) {
      for (std::size_t i = 0; i < origins_[to].size(); ++i) {
        if (!origins_[to][i]) continue;
        const auto [from, at] = *origins_[to][i];
        std::size_t &there = of(from)[at.row * scene.layout.blocks[from].columns + at.column], &here = of(to)[i];
        if (there < chunk_count_) here = there;
        else there = here;
      }
    }
  }
}

void StageLinks::draw(Screen& s, const StageScene& scene, const Marks& m) const {
  for (const Group& group : scene.layout.groups) {
    if (group.kind == Group::Kind::words && !group.table) {
      const Block& ids = scene.shown[*group.ids];
      for (std::size_t r = 0; r < ids.rows; ++r) {
        const Rect to = ids.cell(r, 0);
        s.pen.line({pill_rect(s, ids, scene.tensor(*group.ids), r).x1 + 4, to.middle_y()}, {to.x0 - 5, to.middle_y()},
                   s.theme.line2, 1.5f);
      }
    }
    if (group.kind == Group::Kind::window) draw_window(s, scene, group, m);
  }
  // Idle curves first, those of the followed row on top.
  for (const bool strong : {false, true}) {
    for (const RowLink& link : row_links_) {
      const Block &from = scene.shown[link.from], &to = scene.shown[link.to];
      const bool followed = followed_link(scene, link, m);
      if (followed != strong) continue;
      const Color ink = followed ? s.theme.role(scene.looks[link.from].scale.family == graph::Family::neutral
                                                    ? graph::Family::input
                                                    : scene.looks[link.from].scale.family)
                                 : s.theme.line2;
      const float width = followed ? 2.25f : 1.5f;
      const auto join = [&](Point a, Point b) {
        const float bend = (b.x - a.x) * 0.48f;
        s.pen.curve(a, {a.x + bend, a.y}, {b.x - bend, b.y}, b, ink, width);
      };
      const Rect source = from.cell(link.from_row, from.columns - 1), goal = to.cell(link.to_row, 0);
      join({source.x1 + 5, source.middle_y()}, {goal.x0 - 5, goal.middle_y()});
      if (to.pills && !from.row_labels.empty()) {
        const Rect word = pill_rect(s, to, scene.tensor(link.to), link.to_row);
        join({word.x1 + 4, word.middle_y()},
             {from.row_labels.x1 - label_width(s, scene, link.from, link.from_row) - 8, source.middle_y()});
      }
    }
  }
}

bool StageLinks::followed_link(const StageScene& scene, const RowLink& link, const Marks& m) {
  if (!m.target) return false;
  if (*m.target == link.from) return m.cell.row == link.from_row;
  for (const Group& group : scene.layout.groups) {
    const bool has = std::ranges::find(group.blocks, link.to) != group.blocks.end();
    if (has && (m.target == group.ids || m.target == group.result)) return m.cell.row == link.to_row;
  }
  return false;
}

// The frame around the rows that the kernel covers, and lines from it to the kernel and on to its output cell.
void StageLinks::draw_window(Screen& s, const StageScene& scene, const Group& group, const Marks& m) const {
  const Block &x = scene.shown[group.left], &kernel = scene.shown[*group.kernel], &result = scene.shown[*group.result];
  const float lit = m.target == group.result ? 1 : 0.6f;
  const Color ink = faded(s.theme.role(scene.looks[*group.kernel].scale.family), lit), line = faded(s.theme.line2, 1);
  const Rect covered{x.cells.x0 - 4, kernel.cells.y0 - 4, x.cells.x1 - x.gap + 4, kernel.cells.y1 - kernel.gap + 4};
  s.pen.outline(s.pen.snapped(covered), ink, 2, corner_of(x.pitch) + 4);
  const Rect over{kernel.cells.x0 - 4, covered.y0, kernel.cells.x1 - kernel.gap + 4, covered.y1};
  s.pen.outline(s.pen.snapped(over), ink, 2, corner_of(x.pitch) + 4);
  for (const float y : {covered.y0 + 1, covered.y1 - 1}) s.pen.line({covered.x1, y}, {over.x0, y}, line, 1.5f);
  const Rect goal = result.cell(std::min(window_row_, result.rows - 1), std::min(window_column_, result.columns - 1));
  s.pen.line({over.x1, over.middle_y()}, {goal.x0 - 5, goal.middle_y()}, ink, 2);
  const Point head[] = {
      {goal.x0 - 10, goal.middle_y() - 4}, {goal.x0 - 5, goal.middle_y()}, {goal.x0 - 10, goal.middle_y() + 4}};
  s.pen.path(head, 3, ink, 2);
  if (m.target != group.result)
    draw_ring(s, goal, result.pitch, s.theme.role(scene.looks[*group.result].scale.family), 2, lit);
}

bool StageLinks::slide(Screen& s, StageScene& scene, const Marks& m) {
  bool changed = false;
  for (const Group& group : scene.layout.groups) {
    if (group.kind != Group::Kind::window) continue;
    const Block& result = scene.layout.blocks[*group.result];
    if (m.target == group.result) {
      window_row_ = m.cell.row;
      window_column_ = m.cell.column;
    }
    window_row_ = std::min(window_row_, result.rows - 1);
    window_column_ = std::min(window_column_, result.columns - 1);
    Block& kernel = scene.layout.blocks[*group.kernel];
    const std::size_t out = result.column_place(window_column_);
    if (scene.followed[*group.kernel] != out) {
      follow(s, scene, *group.kernel, out);
      changed = true;
    }
    const std::size_t half = kernel.rows / 2;
    const float from_top = (static_cast<float>(window_row_) - static_cast<float>(half)) * result.pitch;
    const bool jump = s.motion.since(scene.moved_at, step_time) < 1;
    const float off = s.motion.move(motion_key("window", scene.tensor(*group.kernel).node), from_top, ring_time, jump);
    for (Block* block : {&kernel, &scene.shown[*group.kernel]}) {
      const float y = (block == &kernel ? result.cells.y0 : scene.shown[*group.result].cells.y0) + off;
      block->cells = moved(block->cells, 0, y - block->cells.y0);
    }
  }
  return changed;
}

// Marks the hovered cell in the arrangements before and after.
void StageLinks::draw_twins(Screen& s, const StageScene& scene, const Marks& m) const {
  if (!m.target) return;
  const auto ring = [&](std::size_t b, Drawn at) {
    draw_ring(s, scene.shown[b].cell(at.row, at.column), scene.shown[b].pitch, s.theme.text, 2, 1);
  };
  std::optional<Origin> here{{*m.target, m.cell}};
  for (std::size_t b = *m.target; here && !origins_[b].empty();) {
    here = origins_[b][here->at.row * scene.layout.blocks[b].columns + here->at.column];
    if (!here) break;
    ring(here->block, here->at);
    b = here->block;
  }
  Origin from{*m.target, m.cell};
  for (std::size_t b = *m.target + 1; b < origins_.size(); ++b) {
    for (std::size_t i = 0; i < origins_[b].size(); ++i) {
      const auto& origin = origins_[b][i];
      if (!origin || origin->block != from.block || origin->at.row != from.at.row ||
          origin->at.column != from.at.column) {
        continue;
      }
      from = {b, {i / scene.layout.blocks[b].columns, i % scene.layout.blocks[b].columns}};
      ring(from.block, from.at);
      break;
    }
  }
}

// A short bar under each cell, positioned by the cell's head among all heads; it moves with the cell.
void StageLinks::draw_chunks(Screen& s, const StageScene& scene, std::size_t b, std::span<const CellPose> poses) const {
  if (chunks_[b].empty() || chunk_count_ == 0 || scene.shown[b].pitch < 16) return;
  for (std::size_t r = 0; r < scene.shown[b].rows; ++r) {
    for (std::size_t c = 0; c < scene.shown[b].columns; ++c) {
      const std::size_t chunk = chunks_[b][r * scene.shown[b].columns + c];
      if (chunk >= chunk_count_) continue;
      const std::size_t at = r * scene.shown[b].columns + c;
      if (!poses.empty() && poses[at].number < 1) continue;
      const Rect cell = poses.empty() ? scene.shown[b].cell(r, c) : poses[at].at;
      const float share = (cell.width() - 6) / static_cast<float>(chunk_count_);
      const float x = cell.x0 + 3 + share * static_cast<float>(chunk);
      const Color ink = Theme::ink(scene.looks[b].at(scene.shown[b], r, c).fill);
      s.pen.fill({x, cell.y1 - 3.5f, x + std::max(share, 3.0f), cell.y1 - 1.5f}, faded(ink, 0.85f), 1);
    }
  }
}

namespace {

// Where a block begins, and where it ends, with the labels of its rows.
float begin_of(const Block& block) {
  return block.row_labels.empty() || block.row_labels_right ? block.cells.x0 : block.row_labels.x0;
}
float end_of(const Block& block) {
  return block.row_labels.empty() || !block.row_labels_right ? block.cells.x1 - block.gap : block.row_labels.x1;
}

}  // namespace

void draw_arrows(Screen& s, const StageScene& scene, const Group& group) {
  for (const std::size_t b : group.arrows) {
    const Block &block = scene.shown[b], &before = scene.shown[b == 0 ? 0 : b - 1];
    const Rect at = block.cells;
    if (before.cells.x1 < at.x0 && overlap(at, {at.x0, before.cells.y0, at.x1, before.cells.y1})) {
      const Point middle{(end_of(before) + begin_of(block)) / 2, at.middle_y()};
      draw_icon(s.pen, Icon::right, middle, s.theme.text3, 18);
      s.pen.note_text(box(middle.x - 9, middle.y - 9, 18, 18));
    }
  }
}

// Matrices of a product without room for the corner layout have signs between them.
void draw_signs(Screen& s, const StageScene& scene, const Group& group) {
  std::optional<std::size_t> before;
  for (const std::size_t b : group.blocks) {
    const Rect at = scene.shown[b].cells;
    if (before && scene.shown[*before].cells.x1 < at.x0 &&
        overlap(at, {at.x0, scene.shown[*before].cells.y0, at.x1, scene.shown[*before].cells.y1})) {
      const explorer::FigureView& figure = scene.figures[scene.layout.blocks[b].figure];
      const bool result = figure.has_result && scene.layout.blocks[b].tensor + 1 == figure.tensors.size();
      const float x = (end_of(scene.shown[*before]) + begin_of(scene.shown[b])) / 2;
      const Rect line{x - 20, at.y0, x + 20, std::min(at.y1, scene.shown[*before].cells.y1)};  // all signs on one line
      s.pen.text_in(line, result ? "=" : "·", {Face::medium, 20}, s.theme.text2, Align::centre);
    } else if (before && scene.shown[*before].cells.y1 <= at.y0) {  // in a new line
      const bool result =
          scene.layout.blocks[b].tensor + 1 == scene.figures[scene.layout.blocks[b].figure].tensors.size();
      const float end = begin_of(scene.shown[b]);
      s.pen.text_in({end - 20, at.y0, end - 4, at.y1}, result ? "=" : "·", {Face::medium, 20}, s.theme.text2,
                    Align::centre);
    }
    before = b;
  }
}

}  // namespace ui
