// The switch is above the figure, at its left; the picture of a step is above both, except that attention has the stage
// to itself.
#include "ui/figures/figure.hpp"

#include <algorithm>
#include <array>

#include "figures/drawings.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

namespace {

const FigureDrawing& drawing_of(const explorer::ShownFigure& figure) {
  return *std::ranges::find(figures_above, figure.key, &FigureKind::key)->drawing;
}

bool has_switch(const Screen& s) {
  return !s.view.own && s.view.attention && s.view.attention->has_matrices && s.around.picture == nullptr;
}

float switch_width(const Screen& s, Rect area) {
  float widest = 0;
  for (const char* id : {"attention.matrices", "attention.curves"})
    widest = std::max(widest, s.type.width(s.text(id), {Face::medium, control_size}));
  return std::min(area.width(), std::max(2 * widest + 48, 224.0f));
}

// At the left of the area, or at its right end.
Rect draw_figure_switch(Screen& s, Rect area, bool at_the_end) {
  const std::array<std::string_view, 2> words{s.text("attention.matrices"), s.text("attention.curves")};
  const float row = s.touch() ? touch_target : 32, width = switch_width(s, area);
  const Rect where = box(at_the_end ? area.x1 - width : area.x0, area.y0, width, row);
  const std::size_t now = Figure::shows_attention(s) ? 1 : 0;
  if (const auto chosen = segmented(s, "figure", s.text("attention.view"), where, words, now))
    s.command(explorer::ShowAttention{.matrices = *chosen == 0, .scores = {}, .shared = {}, .threshold = {}});
  s.mark("figure:matrices", segment_rect(where, row, 2, 0));
  s.mark("figure:attention", segment_rect(where, row, 2, 1));
  return where;
}

}  // namespace

Rect Figure::draw_switch(Screen& s, Rect area) {
  if (s.view.own) return own(s).draw_switch(s, area);
  if (attention_shown_) s.memory.decimals_fit = {};
  if (!has_switch(s)) return area;
  const Rect where = draw_figure_switch(s, area, false);
  beside_ = {where.x1 + 16, where.y0, area.x1, where.y1};
  area.y0 = where.y1 + 8;
  return area;
}

// Replaced when another kind is shown.
StageFigure& Figure::own(const Screen& s) {
  const std::string_view key = s.view.own->key;
  if (!own_ || own_key_ != key) {
    own_ = std::ranges::find(figures_on_stage, key, &FigureKind::key)->drawing->make();
    own_key_ = key;
  }
  return *own_;
}

// The switch is at the end of a figure that leaves room for it in its line.
bool Figure::draw_first_and_switch(Screen& s, Rect& area) {
  constexpr float apart = 16, drop = 10, one_line = 70, wide_area = 640;
  if (s.view.figures.empty() || !has_switch(s) || area.width() < wide_area) return false;
  const FigureDrawing& first = drawing_of(*s.view.figures.front());
  if (!first.beside_switch) return false;
  const Rect left{area.x0, area.y0, area.x1 - switch_width(s, area) - apart, area.y1};
  const Rect room = first.room(s, left);
  if (room.height() > one_line) return false;
  first.draw(s, room);
  draw_figure_switch(s, {room.x1, room.y0 + drop, area.x1, room.y1}, true);
  area.y0 = room.y1;
  return true;
}

void Figure::draw(Screen& s, Rect area, StageSpace::Size size, bool own_legends) {
  const Mirror::Block block(s.type.mirror(), area);
  area_ = area;
  attention_shown_ = shows_attention(s);
  const bool in_line = !attention_shown_ && draw_first_and_switch(s, area);
  for (const auto& figure : s.view.figures) {
    if (attention_shown_ || (in_line && figure == s.view.figures.front())) continue;
    const FigureDrawing& drawing = drawing_of(*figure);
    const Rect room = drawing.room(s, area);
    drawing.draw(s, room);
    area.y0 = room.y1;
  }
  s.memory.swipe_area = s.type.mirror().to_window(area);
  own_shown_ = whole_ = false;
  if (area.height() <= 0) {  // the figure above has taken all of it
    whole_ = true;
    s.memory.decimals_fit = {};
    return;
  }
  beside_ = {};
  if (!in_line) area = draw_switch(s, area);
  own_shown_ = shows_own(s);
  if (own_shown_) {
    s.memory.decimals_fit = {};
    return own(s).draw(s, area);
  }
  if (attention_shown_) attention_.draw(s, area, beside_, size);
  else stage_.draw(s, area, size, own_legends);
}

const explorer::TensorView* Figure::legend_tensor(const Screen& s) const {
  return whole_ || attention_shown_ || shows_own(s) ? nullptr : stage_.legend_tensor(s);
}

void Figure::draw_over(Screen& s) {
  const Mirror::Block figure(s.type.mirror(), area_);
  stage_.draw_over(s);
}

void Figure::collect_cells(Mirror& mirror, std::vector<Item>& items) const {
  if (whole_) return;
  const Mirror::Block figure(mirror, area_);
  const std::size_t before = items.size();
  if (attention_shown_) attention_.collect_cells(items);
  else if (!own_shown_) stage_.collect_cells(items);
  for (std::size_t i = before; i < items.size(); ++i) items[i].where = mirror.to_window(items[i].where);
}

}  // namespace ui
