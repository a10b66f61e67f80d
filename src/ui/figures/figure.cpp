// The switch is above the figure, at its left; the picture of a step is above both, except that attention has the stage
// to itself.
#include "ui/figures/figure.hpp"

#include <algorithm>
#include <array>

#include "ui/figures/kinds.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

namespace {

bool has_switch(const Screen& s) { return !s.view.plane && s.view.attention && s.view.attention->has_matrices; }

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
  if (s.view.plane) return plane_.draw_switch(s, area);
  if (attention_shown_) s.memory.decimals_fit = {};
  if (!has_switch(s)) return area;
  const Rect where = draw_figure_switch(s, area, false);
  beside_ = {where.x1 + 16, where.y0, area.x1, where.y1};
  area.y0 = where.y1 + 8;
  return area;
}

// The switch stands at the end of a sentence that leaves room for it in its line.
bool Figure::draw_words_and_switch(Screen& s, Rect& area) {
  constexpr float apart = 16, drop = 10, one_line = 70, wide_area = 640;
  if (!s.view.words || !has_switch(s) || area.width() < wide_area) return false;
  const Rect left{area.x0, area.y0, area.x1 - switch_width(s, area) - apart, area.y1};
  const Rect room = words_figure.room(s, left);
  if (room.height() > one_line) return false;
  words_figure.draw(s, room);
  draw_figure_switch(s, {room.x1, room.y0 + drop, area.x1, room.y1}, true);
  area.y0 = room.y1;
  return true;
}

void Figure::draw(Screen& s, Rect area, StageSpace::Size size, bool own_legends) {
  attention_shown_ = shows_attention(s);
  const bool in_line = !attention_shown_ && draw_words_and_switch(s, area);
  for (const FigureKind* kind : figure_kinds) {
    if (attention_shown_ || !kind->is_there(s.view) || (in_line && kind == &words_figure)) continue;
    const Rect room = kind->room(s, area);
    kind->draw(s, room);
    area.y0 = room.y1;
  }
  s.memory.swipe_area = area;
  plane_shown_ = whole_ = false;
  if (area.height() <= 0) {  // the figure above has taken all of it
    whole_ = true;
    s.memory.decimals_fit = {};
    return;
  }
  beside_ = {};
  if (!in_line) area = draw_switch(s, area);
  plane_shown_ = PlaneFigure::shown(s);
  if (plane_shown_) {
    s.memory.decimals_fit = {};
    return plane_.draw(s, area);
  }
  if (attention_shown_) attention_.draw(s, area, beside_, size);
  else stage_.draw(s, area, beside_, size, own_legends);
}

const explorer::TensorView* Figure::legend_tensor(const Screen& s) const {
  return whole_ || attention_shown_ || PlaneFigure::shown(s) ? nullptr : stage_.legend_tensor(s);
}

void Figure::collect_cells(std::vector<Item>& items) const {
  if (whole_) return;
  if (attention_shown_) attention_.collect_cells(items);
  else if (!plane_shown_) stage_.collect_cells(items);
}

}  // namespace ui
