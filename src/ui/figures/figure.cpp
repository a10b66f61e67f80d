// The switch is above the figure, at its left; the picture of a step is above both, except that attention has the stage
// to itself.
#include "ui/figures/figure.hpp"

#include <array>

#include "ui/figures/kinds.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {

Rect Figure::draw_switch(Screen& s, Rect area) {
  beside_ = {};
  attention_shown_ = shows_attention(s);
  if (s.view.plane) return plane_.draw_switch(s, area);
  if (attention_shown_) s.memory.decimals_fit = {};
  if (!s.view.attention || !s.view.attention->has_matrices) return area;
  const std::array<std::string_view, 2> words{s.text("attention.matrices"), s.text("attention.curves")};
  const float row = s.touch() ? touch_target : 32;
  float widest = 0;
  for (const std::string_view word : words) widest = std::max(widest, s.type.width(word, {Face::medium, control_size}));
  const Rect where = box(area.x0, area.y0, std::min(area.width(), std::max(2 * widest + 48, 224.0f)), row);
  if (const auto chosen = segmented(s, "figure", s.text("attention.view"), where, words, attention_shown_ ? 1 : 0))
    s.command(explorer::ShowAttention{.matrices = *chosen == 0, .scores = {}, .shared = {}, .threshold = {}});
  s.mark("figure:matrices", segment_rect(where, row, 2, 0));
  s.mark("figure:attention", segment_rect(where, row, 2, 1));
  beside_ = {where.x1 + 16, where.y0, area.x1, where.y1};
  area.y0 = where.y1 + 8;
  return area;
}

void Figure::draw(Screen& s, Rect area, StageSpace::Size size, bool own_legends) {
  for (const FigureKind* kind : figure_kinds) {
    if (shows_attention(s) || !kind->is_there(s.view)) continue;
    const Rect room = kind->room(s, area);
    kind->draw(s, room);
    area.y0 = room.y1;
  }
  s.memory.swipe_area = area;
  area = draw_switch(s, area);
  plane_shown_ = PlaneFigure::shown(s);
  if (plane_shown_) {
    s.memory.decimals_fit = {};
    return plane_.draw(s, area);
  }
  if (attention_shown_) attention_.draw(s, area, beside_, size);
  else stage_.draw(s, area, size, own_legends);
}

const explorer::TensorView* Figure::legend_tensor(const Screen& s) const {
  return attention_shown_ || PlaneFigure::shown(s) ? nullptr : stage_.legend_tensor(s);
}

void Figure::collect_cells(std::vector<Item>& items) const {
  if (attention_shown_) attention_.collect_cells(items);
  else if (!plane_shown_) stage_.collect_cells(items);
}

}  // namespace ui
