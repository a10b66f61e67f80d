// The connections within a drawing: curves from table rows to the rows taken from them and from words to their ids,
// cells moving between arrangements, the window of a kernel. Also selects which rows of a long tensor are shown.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/core/graph.hpp"
#include "imgui.h"
#include "ui/stage/stage.hpp"
#include "ui/type/icons.hpp"

namespace ui {
namespace {

using Status = explorer::CellView::Status;
constexpr std::size_t longest_whole = 24, long_and_narrow = 8, most_chunks = 16;

std::vector<std::size_t> run_of(std::size_t first, std::size_t count) {
  std::vector<std::size_t> places(count);
  std::iota(places.begin(), places.end(), first);
  return places;
}

}  // namespace

// A tensor with many short rows, or a long vector, is shown in part; that part follows the selection.
void Stage::find_windows(Screen& s, StageSpace::Size size) {
  windows_.clear();
  const std::size_t count = size == StageSpace::Size::wide ? 12 : 6;
  for (const explorer::FigureView& figure : s.view.stage) {
    for (const explorer::TensorView& t : figure.tensors) {
      const std::size_t rows = drawn_rows(t), columns = drawn_columns(t);
      const bool tall = rows > longest_whole && columns <= long_and_narrow;
      const bool wide = columns > longest_whole && rows <= 4;
      if (!tall && !wide) continue;
      const std::size_t length = tall ? rows : columns;
      float& at = s.memory.scrolls[motion_key("part", t.node)];
      const auto& focused = s.explorer.state().focused;
      if (focused && focused->node == t.node && !(focused_was_ == focused)) {
        if (const auto drawn = drawn_at(t, focused->index)) {
          const auto place = static_cast<float>(tall ? drawn->row : drawn->column);
          at = std::clamp(at, place - static_cast<float>(count) + 1, place);
        }
      }
      at = std::clamp(at, 0.0f, static_cast<float>(length - count));
      if (!std::ranges::contains(windows_, t.node, &Windows::value_type::first))
        windows_.emplace_back(t.node, static_cast<std::size_t>(std::round(at)));
    }
  }
  focused_was_ = s.explorer.state().focused;
}

std::optional<std::size_t> Stage::window_of(graph::NodeId node) const {
  const auto found = std::ranges::find(content_->windows, node, &Windows::value_type::first);
  return found == content_->windows.end() ? std::nullopt : std::optional(found->second);
}

Cuts Stage::cuts(const Screen& s, StageSpace::Size size) const {
  Cuts cuts;
  const std::size_t count = size == StageSpace::Size::wide ? 12 : 6;
  for (const explorer::FigureView& figure : figures_) {
    for (const explorer::TensorView& t : figure.tensors) {
      const std::optional<std::size_t> window = window_of(t.node);
      if (!window) continue;
      const bool tall = drawn_rows(t) > drawn_columns(t);
      (tall ? cuts[t.node].rows : cuts[t.node].columns) = run_of(*window, count);
    }
    // For a long table, the rows that are taken, and its first and last rows.
    if (figure.layout != graph::Layout::gather || figure.tensors.size() != 3 || !figure.has_result) continue;
    const explorer::TensorView &table = figure.tensors[1], &result = figure.tensors[2];
    const graph::Node& node = s.explorer.graph().node(result.node);
    const std::size_t rows = drawn_rows(table);
    if (!node.operation || rows <= longest_whole || result.shape.size() != 2 || result.shape[1] == 0) continue;
    std::vector<std::size_t> kept{0, rows - 1};
    for (std::size_t r = 0; r < result.shape[0]; ++r) {
      for (const graph::Index& source : node.operation->sources(1, {s.explorer.graph(), result.node, {r, 0}, 2}))
        if (!source.empty()) kept.push_back(source[0]);
    }
    std::ranges::sort(kept);
    const auto doubled = std::ranges::unique(kept);
    kept.erase(doubled.begin(), doubled.end());
    cuts[table.node] = {kept, {}};
  }
  return cuts;
}

void Stage::find_links(Screen& s) {
  row_links_.clear();
  origins_.assign(layout_.blocks.size(), {});
  chunks_.assign(layout_.blocks.size(), {});
  chunk_count_ = 0;
  const graph::Graph& graph = s.explorer.graph();
  const auto hidden = [&](std::size_t b, std::size_t row) {
    return looks_[b].at(layout_.blocks[b], row, 0).view.status == Status::hidden;
  };
  for (const Group& group : layout_.groups) {
    if (group.kind == Group::Kind::gather) {
      const Block& result = layout_.blocks[*group.result];
      const graph::NodeId id = tensor(s, *group.result).node;
      const graph::Node& node = graph.node(id);
      for (std::size_t r = 0; r < result.rows && node.operation; ++r) {
        if (hidden(*group.ids, r)) continue;
        const graph::Index index = index_at(result, tensor(s, *group.result), r, 0, 0);
        for (const graph::Index& source : node.operation->sources(1, {graph, id, index, 2})) {
          if (const auto at = drawn_at(layout_.blocks[*group.table], tensor(s, *group.table), source, 0))
            row_links_.push_back({*group.table, at->row, *group.ids, r});
        }
      }
    }
    if (group.kind == Group::Kind::words && group.table) {
      const auto& words = row_words(tensor(s, *group.ids), false);
      const auto& known = row_words(tensor(s, *group.table), false);
      for (std::size_t r = 0; r < words.size() && r < layout_.blocks[*group.ids].rows; ++r) {
        const auto found = std::ranges::find(known, words[r]);
        const auto row = static_cast<std::size_t>(found - known.begin());
        if (row < layout_.blocks[*group.table].rows) row_links_.push_back({*group.table, row, *group.ids, r});
      }
    }
    if (group.kind != Group::Kind::moves) continue;
    for (std::size_t i = 1; i < group.blocks.size(); ++i) {
      const std::size_t from = group.blocks[i - 1], to = group.blocks[i];
      const Block& block = layout_.blocks[to];
      const graph::NodeId id = tensor(s, to).node;
      const graph::Node& node = graph.node(id);
      origins_[to].assign(block.rows * block.columns, std::nullopt);
      for (std::size_t r = 0; r < block.rows && node.operation; ++r) {
        for (std::size_t c = 0; c < block.columns; ++c) {
          const graph::Index index = index_at(block, tensor(s, to), r, c, followed_[to]);
          for (const graph::Index& source : node.operation->sources(0, {graph, id, index, 2})) {
            if (const auto at = drawn_at(layout_.blocks[from], tensor(s, from), source, followed_[from]))
              origins_[to][r * block.columns + c] = Origin{from, *at};
          }
        }
      }
    }
    mark_chunks(s, group);
  }
}

// If one of the arrangements has a head axis, each cell is marked by its head in all of them.
void Stage::mark_chunks(const Screen& s, const Group& group) {
  for (const std::size_t b : group.blocks) {
    const Block& block = layout_.blocks[b];
    const explorer::TensorView& t = tensor(s, b);
    const auto axis = static_cast<std::size_t>(std::ranges::find(t.axis_words, "head") - t.axis_words.begin());
    const bool shared = t.axis_words.size() < 4;  // heads and batch folded into one axis: the head follows from the
                                                  // cells' origins
    if (axis >= t.axis_words.size() || shared || t.shape[axis] > most_chunks) continue;
    chunk_count_ = t.shape[axis];
    chunks_[b].assign(block.rows * block.columns, chunk_count_);
    for (std::size_t r = 0; r < block.rows; ++r)
      for (std::size_t c = 0; c < block.columns; ++c)
        chunks_[b][r * block.columns + c] = index_at(block, t, r, c, followed_[b])[axis];
  }
  if (chunk_count_ == 0) return;
  const auto of = [&](std::size_t b) -> std::vector<std::size_t>& {
    if (chunks_[b].empty()) chunks_[b].assign(layout_.blocks[b].rows * layout_.blocks[b].columns, chunk_count_);
    return chunks_[b];
  };
  for (std::size_t round = 0; round < group.blocks.size(); ++round) {
    for (const std::size_t to : group.blocks) {
      for (std::size_t i = 0; i < origins_[to].size(); ++i) {
        if (!origins_[to][i]) continue;
        const auto [from, at] = *origins_[to][i];
        std::size_t &there = of(from)[at.row * layout_.blocks[from].columns + at.column], &here = of(to)[i];
        if (there < chunk_count_) here = there;
        else there = here;
      }
    }
  }
}

void Stage::draw_links(Screen& s, const Marks& m) const {
  for (const Group& group : layout_.groups) {
    if (group.kind == Group::Kind::words && !group.table) {
      const Block& ids = shown_[*group.ids];
      for (std::size_t r = 0; r < ids.rows; ++r) {
        const Rect to = ids.cell(r, 0);
        s.pen.line({pill_rect(s, ids, tensor(s, *group.ids), r).x1 + 4, to.middle_y()}, {to.x0 - 5, to.middle_y()},
                   s.theme.line2, 1.5f);
      }
    }
    if (group.kind == Group::Kind::window) draw_window(s, group, m);
  }
  // Idle curves first, those of the followed row on top.
  for (const bool strong : {false, true}) {
    for (const RowLink& link : row_links_) {
      const Block &from = shown_[link.from], &to = shown_[link.to];
      const bool followed = followed_link(link, m);
      if (followed != strong) continue;
      const Color ink =
          followed ? s.theme.role(looks_[link.from].family == graph::Family::neutral ? graph::Family::input
                                                                                     : looks_[link.from].family)
                   : s.theme.line2;
      const float width = followed ? 2.25f : 1.5f;
      const auto join = [&](Point a, Point b) {
        const float bend = (b.x - a.x) * 0.48f;
        s.pen.curve(a, {a.x + bend, a.y}, {b.x - bend, b.y}, b, ink, width);
      };
      const Rect source = from.cell(link.from_row, from.columns - 1), goal = to.cell(link.to_row, 0);
      join({source.x1 + 5, source.middle_y()}, {goal.x0 - 5, goal.middle_y()});
      if (to.pills && !from.row_labels.empty()) {
        const Rect word = pill_rect(s, to, tensor(s, link.to), link.to_row);
        join({word.x1 + 4, word.middle_y()},
             {from.row_labels.x1 - label_width(s, link.from, link.from_row) - 8, source.middle_y()});
      }
    }
  }
}

float Stage::label_width(Screen& s, std::size_t block, std::size_t row) const {
  const auto& words = row_words(tensor(s, block), layout_.blocks[block].short_rows);
  const std::size_t place = layout_.blocks[block].row_place(row);
  const float width = place < words.size() ? s.type.width(words[place], {Face::regular, label_size}) : 0;
  return std::min(width, layout_.blocks[block].row_labels.width());
}

bool Stage::followed_link(const RowLink& link, const Marks& m) const {
  if (!m.target) return false;
  if (*m.target == link.from) return m.cell.row == link.from_row;
  for (const Group& group : layout_.groups) {
    const bool has = std::ranges::find(group.blocks, link.to) != group.blocks.end();
    if (has && (m.target == group.ids || m.target == group.result)) return m.cell.row == link.to_row;
  }
  return false;
}

// The frame around the rows that the kernel covers, and lines from it to the kernel and on to its output cell.
void Stage::draw_window(Screen& s, const Group& group, const Marks& m) const {
  const Block &x = shown_[group.left], &kernel = shown_[*group.kernel], &result = shown_[*group.result];
  const float lit = m.target == group.result ? 1 : 0.6f;
  const Color ink = faded(s.theme.role(looks_[*group.kernel].family), lit), line = faded(s.theme.line2, 1);
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
  if (m.target != group.result) draw_ring(s, goal, result.pitch, s.theme.role(looks_[*group.result].family), 2, lit);
}

// Puts the kernel beside the input rows of the followed output; true if that output has changed.
bool Stage::slide(Screen& s, const Marks& m) {
  bool changed = false;
  for (const Group& group : layout_.groups) {
    if (group.kind != Group::Kind::window) continue;
    const Block& result = layout_.blocks[*group.result];
    if (m.target == group.result) {
      window_row_ = m.cell.row;
      window_column_ = m.cell.column;
    }
    window_row_ = std::min(window_row_, result.rows - 1);
    window_column_ = std::min(window_column_, result.columns - 1);
    Block& kernel = layout_.blocks[*group.kernel];
    const std::size_t out = result.column_place(window_column_);
    if (followed_[*group.kernel] != out) {
      followed_[*group.kernel] = out;
      looks_[*group.kernel] = look_of(s, kernel, tensor(s, *group.kernel), out);
      changed = true;
    }
    const std::size_t half = kernel.rows / 2;
    const float from_top = (static_cast<float>(window_row_) - static_cast<float>(half)) * result.pitch;
    const bool jump = s.motion.since(moved_at_, step_time) < 1;
    const float off = s.motion.move(motion_key("window", tensor(s, *group.kernel).node), from_top, ring_time, jump);
    for (Block* block : {&kernel, &shown_[*group.kernel]}) {
      const float y = (block == &kernel ? result.cells.y0 : shown_[*group.result].cells.y0) + off;
      block->cells = moved(block->cells, 0, y - block->cells.y0);
    }
  }
  return changed;
}

// Cells moving from the previous arrangement: row by row, one arrangement after the other.
std::optional<Rect> Stage::flying(Screen& s, std::size_t block, std::size_t row, std::size_t column) const {
  if (s.motion.reduced() || played_at_ < 0 || origins_[block].empty()) return std::nullopt;
  const std::optional<Origin>& origin = origins_[block][row * layout_.blocks[block].columns + column];
  if (!origin) return std::nullopt;
  double turn = 0;
  for (std::size_t b = 0; b < block; ++b) turn += origins_[b].empty() ? 0 : 1;
  const double late = static_cast<double>(row) / static_cast<double>(layout_.blocks[block].rows);
  const double start = played_at_ + turn * (play_time + play_pause) + late * play_time * 0.4;
  const float t = ease_in_out(s.motion.since(start, play_time * 0.6));
  if (t >= 1) return std::nullopt;
  return mix(shown_[origin->block].cell(origin->at.row, origin->at.column), shown_[block].cell(row, column), t);
}

// Marks the hovered cell in the arrangements before and after.
void Stage::draw_twins(Screen& s, const Marks& m) const {
  if (!m.target) return;
  const auto ring = [&](std::size_t b, Drawn at) {
    draw_ring(s, shown_[b].cell(at.row, at.column), shown_[b].pitch, s.theme.text, 2, 1);
  };
  std::optional<Origin> here{{*m.target, m.cell}};
  for (std::size_t b = *m.target; here && !origins_[b].empty();) {
    here = origins_[b][here->at.row * layout_.blocks[b].columns + here->at.column];
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
      from = {b, {i / layout_.blocks[b].columns, i % layout_.blocks[b].columns}};
      ring(from.block, from.at);
      break;
    }
  }
}

// A short bar under each cell, positioned by the cell's head among all heads; it moves with the cell.
void Stage::draw_chunks(Screen& s, std::size_t b) const {
  if (chunks_[b].empty() || chunk_count_ == 0 || shown_[b].pitch < 16) return;
  for (std::size_t r = 0; r < shown_[b].rows; ++r) {
    for (std::size_t c = 0; c < shown_[b].columns; ++c) {
      const std::size_t chunk = chunks_[b][r * shown_[b].columns + c];
      if (chunk >= chunk_count_) continue;
      const Rect cell = flying(s, b, r, c).value_or(shown_[b].cell(r, c));
      const float share = (cell.width() - 6) / static_cast<float>(chunk_count_);
      const float x = cell.x0 + 3 + share * static_cast<float>(chunk);
      const Color ink = Theme::ink(looks_[b].at(shown_[b], r, c).fill);
      s.pen.fill({x, cell.y1 - 3.5f, x + std::max(share, 3.0f), cell.y1 - 1.5f}, faded(ink, 0.85f), 1);
    }
  }
}

}  // namespace ui
