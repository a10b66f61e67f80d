// Draws the marks of a hovered cell: bands, arcs with their products, rings. Also the pipes of a weighted sum, which are
// always shown, with a thickness given by the weight.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/stage/stage_marks.hpp"
#include "ui/type/icons.hpp"

namespace ui {
namespace {

constexpr float pi = 3.14159265f;
constexpr std::size_t most_arcs = 12, most_pills_drawn = 6;
using Status = explorer::CellView::Status;

struct Pill {
  struct Run {
    std::string_view text;
    Font font;
    Color color = 0;
  };
  Point middle;
  std::array<Run, 3> runs;
  float value = 0;
};

float width_of(Screen& s, const Pill& pill) {
  float width = 0;
  for (const Pill::Run& run : pill.runs) width += s.type.width(run.text, run.font);
  return width;
}

Rect place_of(Screen& s, const Pill& pill) {
  const float size = pill.runs.front().font.size;
  const float width = width_of(s, pill) + (size < 12 ? 14 : 22), height = size < 12 ? 19 : 25;
  return s.pen.snapped(box(pill.middle.x - width / 2, pill.middle.y - height / 2, width, height));
}

// Larger ones first; of equal ones the earlier first.
void sort_by_value(std::span<Pill> pills) {
  std::ranges::sort(pills, [](const Pill& a, const Pill& b) {
    return a.value != b.value         ? a.value > b.value
           : a.middle.x != b.middle.x ? a.middle.x < b.middle.x
                                      : a.middle.y < b.middle.y;
  });
}

// If cells are small and products long, larger ones take precedence over those that would be covered or would cover a
// label.
std::size_t without_covered(Screen& s, std::span<Pill> pills, Rect labels) {
  sort_by_value(pills);
  std::size_t kept = 0;
  for (Pill& pill : pills) {
    const Rect at = place_of(s, pill);
    const bool covered =
        std::ranges::any_of(pills.first(kept), [&](const Pill& k) { return overlap(place_of(s, k), at); });
    if (!covered && !overlap(at, labels)) std::swap(pills[kept++], pill);
  }
  return kept;
}

void draw_pill(Screen& s, const Pill& pill, float alpha) {
  const Rect at = place_of(s, pill);
  const float height = at.height();
  s.pen.fill(at, faded(s.theme.bg0, alpha), height / 2);
  s.pen.outline(at, faded(s.theme.line2, alpha), 1, height / 2);
  const float x = at.middle_x() - width_of(s, pill) / 2;
  Point to{s.pen.snapped(x), centred(at.middle_y(), pill.runs.front().font.size)};
  for (const Pill::Run& run : pill.runs)
    to.x = s.type.draw(s.pen.list(), to, run.text, run.font, faded(run.color, alpha * s.pen.alpha()));
}

// Slopes replace the numbers that are multiplied.
bool shows_slopes(const Screen& s, const StageScene& scene, std::size_t block) {
  return s.view.moves && std::ranges::contains(s.view.moves->nodes, scene.tensor(block).node);
}

// "× 0.88", the weight of a value.
Pill weight_pill(Screen& s, const CellLook& weight, float size) {
  const bool known = weight.view.status == Status::shown;
  const float a = known ? std::clamp(std::abs(weight.view.value), 0.0f, 1.0f) : 0;
  std::string_view text = weight.text;
  if (text.empty()) text = s.memory.words.next() = graph::format_number(a, 2);
  const Color ink = s.theme.role(graph::Family::weights);
  return Pill{
      {},
      {Pill::Run{"× ", {Face::medium, size}, s.theme.text3}, Pill::Run{text, {Face::semibold, size}, ink}, Pill::Run{}},
      a};
}

// The weighted copies add up downwards, column by column; signs: a plus between each two of them.
void draw_added(Screen& s, const Block& copies, const Block& sum, bool signs) {
  const Color faint = s.theme.line2;
  for (std::size_t c = 0; c < sum.columns && c < copies.columns; ++c) {
    const float x = copies.cell(0, c).middle_x();
    const float y0 = copies.cells.y1 + 4, y1 = sum.cells.y0 - 6;
    s.pen.line({x, y0}, {x, y1}, faint, 1.5f);
    const Point head[] = {{x - 4, y1 - 5}, {x, y1}, {x + 4, y1 - 5}};
    s.pen.path(head, 3, faint, 1.5f);
  }
  for (std::size_t j = 0; j + 1 < copies.rows && signs; ++j) {
    const Rect cell = copies.cell(j, 0);
    const Point middle{copies.cells.x0 - 14, cell.y1 + copies.gap / 2};
    draw_icon(s.pen, Icon::plus, middle, s.theme.text3, 12);
    s.pen.note_text(box(middle.x - 6, middle.y - 6, 12, 12));
  }
}

}  // namespace

// Bands run from the operands' row and column across the gap to the result's cell, under the cells.
void StageMarks::draw_bands(Screen& s, const StageScene& scene, const Group& group, float alpha) const {
  const Marks& m = marks_;
  if (!m.target || alpha <= 0) return;
  const Block& target = scene.shown[*m.target];
  const Rect cell = target.cell(m.cell.row, m.cell.column);
  const auto in_group = [&](std::size_t b) {
    return std::find(group.blocks.begin(), group.blocks.end(), b) != group.blocks.end();
  };
  if (!in_group(*m.target)) return;
  constexpr float out = 4;
  for (const std::size_t b : group.blocks) {
    if (b == *m.target || !m.sources[b]) continue;
    const Marks::Span& span = *m.sources[b];
    const Rect from = grown(cells_rect(scene.shown[b], span.row0, span.row1, span.column0, span.column1), out);
    const Color tint = faded(s.theme.band(scene.looks[b].scale.family), alpha);
    const float reach = target.pitch < 28 ? 2 : out;
    if (group.apart) {  // NOLINT(bugprone-branch-clone): the last case is a different one that is drawn the same way
      s.pen.fill(s.pen.snapped(from), tint, 6);
    } else if (from.x1 <= cell.x0 && std::abs(from.middle_y() - cell.middle_y()) < 1) {
      s.pen.fill(s.pen.snapped(Rect{from.x0, cell.y0 - reach, cell.x0 + 6, cell.y1 + reach}), tint, 6);
    } else if (from.y1 <= cell.y0 && std::abs(from.middle_x() - cell.middle_x()) < 1) {
      s.pen.fill(s.pen.snapped(Rect{cell.x0 - reach, from.y0, cell.x1 + reach, cell.y0 + 6}), tint, 6);
    } else if (from.x1 <= cell.x0) {
      s.pen.fill(s.pen.snapped(from), tint, 6);
    }
  }
}

PairArc pair_arc(const StageScene& scene, const Group& group, std::size_t f) {
  const Block &left = scene.shown[group.left], &top = scene.shown[group.products.front().top];
  const float beside = top.row_labels.empty() || top.row_labels_right ? top.cells.x0 - 6 : top.row_labels.x0 - 4;
  const Point corner{std::min(left.cells.x1, beside), top.cells.y1};
  PairArc arc;
  arc.x = left.cell(0, f).middle_x();
  arc.y = top.cell(f, 0).middle_y();
  arc.radius = std::max(std::min(corner.x - arc.x, corner.y - arc.y), 0.0f);
  const float labels = left.column_labels.empty() ? left.cells.y0 - 4 : left.column_labels.y0 - 3;
  arc.bottom = std::max(std::min(labels, left.cells.y0 - 4), arc.y + arc.radius);
  arc.end = std::max(beside, arc.x + arc.radius);
  return arc;
}

// One path: up from the row, around the corner, straight on to the column.
void draw_pair_arc(const Screen& s, const PairArc& arc, Color ink, float width) {
  constexpr std::size_t pieces = 24;
  std::array<Point, pieces + 3> way;
  way.front() = {arc.x, arc.bottom};
  way.back() = {arc.end, arc.y};
  for (std::size_t i = 0; i <= pieces; ++i) {
    const float angle = pi * (1 + static_cast<float>(i) / (2 * pieces));
    way[i + 1] = {arc.x + arc.radius * (1 + std::cos(angle)), arc.y + arc.radius * (1 + std::sin(angle))};
  }
  s.pen.path(way.data(), static_cast<int>(way.size()), ink, width);
}

void StageMarks::draw_arcs(Screen& s, const StageScene& scene, const Group& group, float alpha, bool pills) const {
  const Marks& m = marks_;
  if (group.kind != Group::Kind::corner || !m.target || alpha <= 0) return;
  for (const Group::Product& product : group.products) {
    if (m.target != product.result || !m.sources[group.left] || !m.sources[product.top]) continue;
    if (shows_slopes(s, scene, group.left) || shows_slopes(s, scene, product.top)) continue;
    const Block& left = scene.shown[group.left];
    const Block& top = scene.shown[group.products.front().top];
    if (left.columns > most_arcs || top.rows != left.columns || left.pitch < 24) return;
    // Where the label of a row of the upper matrix begins: the pill of the same feature may be at its height.
    const std::vector<std::string>& words = row_words(scene.tensor(group.products.front().top), top.short_rows);
    const auto labels_from = [&](std::size_t row) {
      const std::size_t place = top.row_place(row);
      if (top.row_labels.empty() || top.row_labels_right || place >= words.size()) return top.cells.x0;
      return top.row_labels.x1 - s.type.width(words[place], {Face::semibold, label_size});
    };
    std::array<Pill, most_arcs> all;
    std::size_t count = 0;
    for (std::size_t f = 0; f < left.columns; ++f) {
      const CellLook& a = scene.looks[group.left].at(scene.layout.blocks[group.left], m.cell.row, f);
      const CellLook& b = scene.looks[product.top].at(scene.layout.blocks[product.top], f, m.cell.column);
      const bool known = a.view.status == Status::shown && b.view.status == Status::shown;
      const float value = known ? a.view.value * b.view.value : 0;
      const PairArc arc = pair_arc(scene, group, f);
      const Color ink = value != 0 ? s.theme.role(scene.looks[product.result].scale.family) : s.theme.line2;
      if (!pills) {
        draw_pair_arc(s, arc, faded(ink, alpha), value != 0 ? 1.75f : 1.5f);
        continue;
      }
      if (left.pitch < 28) return;  // if cells have no room for numbers, there is none for products
      const float size = left.pitch >= 60 ? 14.5f : left.pitch >= 44 ? 13.5f : 12.5f;
      const float at = arc.radius * (1 - std::sqrt(0.5f));
      Pill& pill = all[count++];
      pill.middle = {arc.x + at, arc.y + at};
      pill.value = std::abs(value);
      const Color qa = s.theme.role(scene.looks[group.left].scale.family),
                  kb = s.theme.role(scene.looks[product.top].scale.family);
      pill.runs = {Pill::Run{a.text, {Face::semibold, size}, qa}, Pill::Run{" · ", {Face::medium, size}, s.theme.text3},
                   Pill::Run{b.text, {Face::semibold, size}, kb}};
      pill.middle.x = std::min(pill.middle.x, labels_from(f) - width_of(s, pill) / 2 - 16);
    }
    if (!pills) return;
    std::span<Pill> told(all.data(), count);
    if (count > most_pills_drawn) {
      sort_by_value(told);
      told = told.first(3);
    }
    for (const Pill& pill : told.first(without_covered(s, told, top.cells))) {
      draw_pill(s, pill, alpha);
      s.mark("pill", place_of(s, pill));
    }
    return;
  }
}

// A pipe from each value to its weighted copy, as thick as its weight. Without copies the pipes run side by side into
// the resulting row of the sum.
void StageMarks::draw_pipes(Screen& s, const StageScene& scene, const Group& group, bool pills) const {
  const std::size_t row = followed_row(s, scene, group);
  if (!group.weights || !group.values) return;
  if (shows_slopes(s, scene, *group.weights) || shows_slopes(s, scene, *group.values)) return;
  const Block& values = scene.shown[*group.values];
  const Block& weights = scene.layout.blocks[*group.weights];
  const std::optional<std::size_t> goal = group.parts ? group.parts : group.sum;
  if (!goal || row >= weights.rows) return;
  const Block& target = scene.shown[*goal];
  const Color ink = s.theme.role(graph::Family::weights);
  const float size = values.pitch >= 44 ? 13.5f : values.pitch >= 28 ? 12.5f : 11;
  const std::size_t count = std::min(values.rows, weights.columns);
  const auto thick = [](const Pill& pill) { return 1 + 12 * pill.value; };
  float widest = 0, all = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const Pill pill = weight_pill(s, scene.looks[*group.weights].at(weights, row, j), size);
    widest = std::max(widest, width_of(s, pill) + (size < 12 ? 14 : 22));
    all += thick(pill);
  }
  const Rect sum_row = target.cell(std::min(row, target.rows - 1), 0);
  const float most = std::max(sum_row.height() - 4, 4.0f), share = std::min(1.0f, most / std::max(all, 1.0f));
  float x0 = values.cells.x1 - values.gap + 6, x1 = target.cells.x0 - 6;
  float stacked = sum_row.middle_y() - all * share / 2;
  if (!group.parts) {
    x0 = std::min(x0 + widest - 4, x1 - 24);
    if (!pills) s.pen.fill(s.pen.snapped(box(x1 - 1, stacked - 2, 3, all * share + 4)), ink, 1.5f);
  }
  for (std::size_t j = 0; j < count; ++j) {
    Pill pill = weight_pill(s, scene.looks[*group.weights].at(weights, row, j), size);
    const float y0 = values.cell(j, 0).middle_y(), wide = thick(pill) * (group.parts ? 1 : share);
    const float y1 =
        group.parts ? target.cell(std::min(j, target.rows - 1), 0).middle_y() : stacked + thick(pill) * share / 2;
    stacked += thick(pill) * share;
    if (!pills) {
      const float bend = (x1 - x0) * (group.parts ? 0.48f : 0.6f);
      s.pen.curve({x0, y0}, {x0 + bend, y0}, {x1 - bend, y1}, {x1, y1}, faded(ink, 0.42f + 0.58f * pill.value), wide);
      continue;
    }
    // Without copies each weight is right beside its value.
    pill.middle = {group.parts ? (x0 + x1) / 2 : values.cells.x1 - values.gap + 2 + widest / 2, y0};
    draw_pill(s, pill, 1);
    s.pen.note_text(place_of(s, pill));
  }
  if (group.parts && group.sum && !pills) draw_added(s, target, scene.shown[*group.sum], x1 - x0 > 105);
}

void StageMarks::draw_parts_taken(Screen& s, const StageScene& scene) const {
  for (const auto& [b, span] : parts_taken_) {
    const Rect part = cells_rect(scene.shown[b], span.row0, span.row1, span.column0, span.column1);
    draw_ring(s, part, scene.shown[b].pitch, s.theme.role(scene.looks[b].scale.family), 2, 0.9f);
  }
}

void StageMarks::draw_rings(Screen& s, const StageScene& scene, float alpha) const {
  const Marks& m = marks_;
  if (!m.target) return;
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    if (!m.sources[b] || b == *m.target) continue;
    const Marks::Span& span = *m.sources[b];
    draw_ring(s, cells_rect(scene.shown[b], span.row0, span.row1, span.column0, span.column1), scene.shown[b].pitch,
              s.theme.role(scene.looks[b].scale.family), 2, alpha);
  }
  const auto& state = s.explorer.state();
  const bool hovering = state.hovered.has_value();
  const bool selected = !hovering || state.hovered == state.focused;
  const Block& target = scene.shown[*m.target];
  const Rect goal = target.cell(m.cell.row, m.cell.column);
  const Rect at =
      s.motion.move(motion_key("ring", *m.target), goal, ring_time, s.motion.since(scene.moved_at, step_time) < 1);
  // The selection has 2.5 px; while another cell is pinned, the hovered one has 1.5.
  const float width = selected ? 2.5f : state.pinned ? 1.5f : 2.5f;
  draw_ring(s, at, target.pitch, s.theme.text, width, 1);
  if (selected || !state.pinned || !state.focused) return;
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    if (scene.tensor(b).node != state.focused->node) continue;
    if (const auto cell = drawn_at(scene.layout.blocks[b], scene.tensor(b), state.focused->index, scene.followed[b])) {
      draw_ring(s, scene.shown[b].cell(cell->row, cell->column), scene.shown[b].pitch, s.theme.text, 2.5f, 1);
      break;
    }
  }
}

// An outline around the cells where another tensor of the same shape is not zero: two tensors on one grid.
void StageMarks::draw_outlines(Screen& s, const StageScene& scene) const {
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    const explorer::TensorView* other = outline(scene, b);
    if (!other) continue;
    const Block& block = scene.shown[b];
    const auto within = [&](std::size_t row, std::size_t column) {
      if (row >= block.rows || column >= block.columns) return false;
      s.memory.cell.node = other->node;
      index_at(block, scene.tensor(b), row, column, scene.followed[b], s.memory.cell.index);
      const explorer::CellView cell = s.explorer.color(s.memory.cell);
      return cell.status == Status::shown && cell.value != 0;
    };
    const float width = block.pitch < 28 ? 1.5f : 2.0f, out = block.gap / 2;
    const Color ink = faded(s.theme.text, scene.appear[b]);
    for (std::size_t row = 0; row < block.rows; ++row)
      for (std::size_t column = 0; column < block.columns; ++column) {
        if (!within(row, column)) continue;
        const Rect cell = grown(block.cell(row, column), out);
        // Below 0 wraps around to far beyond the last.
        if (!within(row - 1, column)) s.pen.line({cell.x0, cell.y0}, {cell.x1, cell.y0}, ink, width);
        if (!within(row + 1, column)) s.pen.line({cell.x0, cell.y1}, {cell.x1, cell.y1}, ink, width);
        if (!within(row, column - 1)) s.pen.line({cell.x0, cell.y0}, {cell.x0, cell.y1}, ink, width);
        if (!within(row, column + 1)) s.pen.line({cell.x1, cell.y0}, {cell.x1, cell.y1}, ink, width);
      }
  }
}

void StageMarks::draw_flash(Screen& s, const StageScene& scene) {
  if (s.explorer.changes() != changes_) {
    const bool first = flashed_at_ < 0 && changes_ == 0;
    changes_ = s.explorer.changes();
    flashed_at_ = first && s.explorer.changed_cells().empty() ? -10 : s.motion.now();
  }
  const float t = s.motion.since(flashed_at_, flash_time, false);
  if (t >= 1) return;
  for (const graph::CellRef& cell : s.explorer.changed_cells()) {
    for (std::size_t b = 0; b < scene.shown.size(); ++b) {
      if (scene.tensor(b).node != cell.node) continue;
      const auto at = drawn_at(scene.layout.blocks[b], scene.tensor(b), cell.index, scene.followed[b]);
      if (!at || at->row >= scene.shown[b].rows || at->column >= scene.shown[b].columns) continue;
      const Rect where = s.pen.snapped(scene.shown[b].cell(at->row, at->column));
      s.pen.outline(grown(where, 1), faded(s.theme.text, 1 - t), 2, corner_of(scene.shown[b].pitch) + 1);
    }
  }
}

}  // namespace ui
