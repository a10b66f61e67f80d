// See stage_scroll.hpp.
#include "ui/stage/stage_scroll.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float fractions_least = 33;  // smaller cells have no room for "−0.3"
constexpr float fractions_wide = 30;   // on a wide screen a figure that fits as a whole may omit the signs
constexpr float legend_strip = 32, legend_wide = 190;
constexpr float least_color_pitch = 22;                   // each row keeps its label, and each word its frame
constexpr std::size_t most_rows = 12, most_columns = 16;  // of matrices that may be panned to keep numbers readable

// The block with its labels where they are visible: at the edge of the window once they would leave it, for as long as
// any rows or columns they name are visible. Operands name the rows and columns of a result without labels of its own.
void hold(const StageScene& scene, Block& block, std::size_t b) {
  Rect named = block.cells;
  for (const Group& group : scene.layout.groups) {
    if (std::ranges::find(group.blocks, b) == group.blocks.end()) continue;
    for (const std::size_t other : group.blocks) {
      const Block& o = scene.shown[other];
      if (o.row_labels.empty() && std::abs(o.cells.y0 - block.cells.y0) < 1) named.x1 = std::max(named.x1, o.cells.x1);
      if (o.column_labels.empty() && std::abs(o.cells.x0 - block.cells.x0) < 1)
        named.y1 = std::max(named.y1, o.cells.y1);
    }
  }
  if (Rect& rows = block.row_labels; !rows.empty()) {
    const float wide = rows.width();
    if (block.row_labels_right) rows.x0 = std::min(rows.x0, std::max(scene.window.x1 - wide, block.cells.x0));
    else rows.x0 = std::max(rows.x0, std::min(scene.window.x0, named.x1 - wide));
    rows.x1 = rows.x0 + wide;
  }
  if (Rect& columns = block.column_labels; !columns.empty()) {
    const float high = columns.height();
    if (block.column_labels_below) columns.y0 = std::min(columns.y0, std::max(scene.window.y1 - high, block.cells.y0));
    else columns.y0 = std::max(columns.y0, std::min(scene.window.y0, named.y1 - high));
    columns.y1 = columns.y0 + high;
  }
}

}  // namespace

// A readable figure that has to be scrolled is better than an unreadable one that fits.
void StageScroll::fit(Screen& s, StageScene& scene, const StageSpace& space, const Measure& measure, bool fresh) {
  rolled_.reset();
  scene.scrolled = false;
  scene.window = scene.area;
  // Elsewhere a figure is divided into beats, or its cells are coloured only; here, too, unless they would be tiny.
  constexpr float tiny = 11, least_height = 110;
  if (space.size != StageSpace::Size::embed || scene.layout.pitch >= tiny || space.area.height() < least_height) return;
  const bool wide = space.size == StageSpace::Size::wide;
  bool fractions = false, numbers = true, missing = false;
  for (const explorer::FigureView& figure : scene.figures)
    for (const explorer::TensorView& t : figure.tensors) fractions |= t.decimals > 0 && !t.random.empty();
  for (std::size_t at = 0; at < scene.layout.blocks.size(); ++at) {
    const Block& b = scene.layout.blocks[at];
    if (b.columns > most_color_columns) continue;
    const bool worth = b.rows <= most_rows && b.columns <= most_columns;
    numbers &= worth;
    const explorer::TensorView& t = scene.tensor(at);
    missing |= worth && t.decimals > 0 && !t.all_hidden && look_of(s, b, t, 0).number_size <= 0;
  }
  StageSpace rolled = space;
  rolled.rolled = true;
  rolled.pans = !wide;
  rolled.least_pitch = !numbers && !wide ? least_color_pitch : least_numbers_pitch;
  if (fractions && (numbers || wide)) {
    const float least = wide ? fractions_wide : fractions_least;
    if (scene.layout.pitch < least) rolled.least_pitch = fractions_least;
  }
  if (wide && missing && scene.layout.pitch < fractions_least) rolled.least_pitch = fractions_least;
  if (scene.layout.pitch >= rolled.least_pitch) return;
  if (wide) rolled.size = StageSpace::Size::phone;
  if (!space.no_legends) rolled.area.y0 += legend_strip;
  StageLayout other = lay_out(scene.figures, rolled, measure);
  if (other.pitch < rolled.least_pitch && wide && rolled.least_pitch > fractions_wide &&
      scene.layout.pitch < fractions_wide) {
    rolled.least_pitch = fractions_wide;
    other = lay_out(scene.figures, rolled, measure);
  }
  if (other.pitch < rolled.least_pitch) return;
  rolled_ = scene.layout = std::move(other);
  scene.window = rolled.area;
  offset_ = {};
  scene.scrolled = true;
  resets_ |= fresh;
  if (space.no_legends) return;
  // The legend stays above it: of the hovered matrix, else of the last result.
  std::size_t of = 0;
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    const explorer::FigureView& figure = scene.figures[scene.layout.blocks[b].figure];
    if (figure.has_result && scene.layout.blocks[b].tensor + 1 == figure.tensors.size()) of = b;
  }
  const Rect where = box(scene.area.x0, scene.area.y0, std::min(legend_wide, scene.area.width()), 22);
  if (!scene.layout.blocks.empty())
    rolled_->legends = scene.layout.legends = {{.blocks = {of}, .where = where, .compact = true, .follows = true}};
}

Point StageScroll::extent(const StageScene& scene) const {
  // An explanation of two lines covers the end of the window: this allows scrolling the last rows into view.
  constexpr float below = 44;
  if (!rolled_) return {};
  const float high = rolled_->bounds.height();
  return {rolled_->bounds.x1 - scene.window.x0, high > scene.window.height() - below ? high + below : high};
}

bool StageScroll::apply(Screen& s, StageScene& scene) {
  if (!rolled_) return false;
  Point to = std::exchange(resets_, false) ? Point{} : at_;
  const auto& focused = s.explorer.state().focused;
  for (std::size_t b = 0; b < rolled_->blocks.size() && focused && s.memory.keys_rule; ++b) {
    if (scene.tensor(b).node != focused->node) continue;
    const auto at = drawn_at(rolled_->blocks[b], scene.tensor(b), focused->index, scene.followed[b]);
    if (!at) continue;
    const Rect cell = moved(rolled_->blocks[b].cell(at->row, at->column), -to.x, -to.y);
    constexpr float labels = 40;
    if (cell.y1 + 6 > scene.window.y1) to.y += cell.y1 + 6 - scene.window.y1;
    if (cell.y0 - labels < scene.window.y0) to.y -= scene.window.y0 - cell.y0 + labels;
    if (cell.x1 + 6 > scene.window.x1) to.x += cell.x1 + 6 - scene.window.x1;
    if (cell.x0 - labels < scene.window.x0) to.x -= scene.window.x0 - cell.x0 + labels;
    break;
  }
  if (!(to == at_)) ImGui::SetNextWindowScroll({std::max(to.x, 0.0f), std::max(to.y, 0.0f)});
  at_ = s.begin_pan("stage", scene.window, extent(scene));
  if (at_ == offset_) return false;
  offset_ = at_;
  scene.layout = *rolled_;
  for (Block& block : scene.layout.blocks) {
    for (Rect* rect : {&block.cells, &block.name, &block.row_labels, &block.column_labels})
      if (!rect->empty()) *rect = moved(*rect, -at_.x, -at_.y);
  }
  return true;
}

MoreBelow StageScroll::more(const StageScene& scene, Point pointer) const {
  if (!rolled_) return {};
  const bool taken =
      std::ranges::any_of(scene.layout.blocks, [&](const Block& b) { return b.cells.contains(pointer); });
  return {"stage-more", scene.window, offset_.y, rolled_->bounds.height(), taken};
}

void StageScroll::draw_labels(Screen& s, const StageScene& scene, const Marks& m) {
  s.pen.clip(scene.window);
  std::vector<Block>& blocks = held_;
  blocks = scene.shown;
  for (std::size_t b = 0; b < blocks.size(); ++b) hold(scene, blocks[b], b);
  const auto of_group = [&](std::size_t b, auto&& each) {
    for (const Group& group : scene.layout.groups)
      if (std::ranges::find(group.blocks, b) != group.blocks.end())
        for (const std::size_t other : group.blocks) each(other);
  };
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const float alpha = std::min(scene.appear[b] * 2, 1.0f);
    const std::string& name = scene.tensor(b).name;
    // Row and column labels do not overlap each other's edge.
    Rect beside = scene.window, under = scene.window;
    of_group(b, [&](std::size_t other) {
      const Block &now = blocks[other], &was = scene.shown[other];
      if (!now.row_labels.empty() && now.row_labels.x0 > was.row_labels.x0 + 0.5f)
        beside.x0 = std::max(beside.x0, now.row_labels.x1 + 4);
      if (!now.column_labels.empty() && now.column_labels.y0 > was.column_labels.y0 + 0.5f)
        under.y0 = std::max(under.y0, now.column_labels.y1 + 2);
    });
    Block& block = blocks[b];
    const Rect rows = block.row_labels, columns = block.column_labels;
    if (!rows.empty()) {
      s.pen.clip(under);
      if (std::abs(rows.x0 - scene.shown[b].row_labels.x0) > 0.5f)
        s.pen.fill({rows.x0 - 4, block.cells.y0, rows.x1 + 4, block.cells.y1}, s.theme.bg0);
      block.column_labels = {};
      ui::draw_labels(s, block, scene.tensor(b), alpha, m.rows[b], std::nullopt);
      block.column_labels = columns;
      s.pen.unclip();
      s.mark(s.joined({"rows:", name}), rows);
    }
    if (!columns.empty()) {
      s.pen.clip(beside);
      if (std::abs(columns.y0 - scene.shown[b].column_labels.y0) > 0.5f)
        s.pen.fill({columns.x0, columns.y0 - 1, columns.x1 + 2, columns.y1 + 2}, s.theme.bg0);
      block.row_labels = {};
      ui::draw_labels(s, block, scene.tensor(b), alpha, std::nullopt, m.columns[b]);
      block.row_labels = rows;
      s.pen.unclip();
      s.mark(s.joined({"columns:", name}), columns);
    }
  }
  s.pen.unclip();
}

}  // namespace ui
