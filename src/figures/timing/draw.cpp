// The button that has it measured, both times as bars, which is faster, and how it is measured. The room is the same before
// and after, so that nothing moves when the times come.
#include <algorithm>
#include <cmath>

#include "figures/drawings.hpp"
#include "figures/timing/view.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::TimingView;

constexpr float bar_row = 24, bar_gap = 10, below_button = 8, below_bars = 4, foot = 14;
constexpr float least_beside = 480;  // a narrower room has the outcome below the button

ProseStyle how_style(const Theme& theme) {
  return {.size = note_size, .line = 17, .gap = 0, .plain = theme.text3, .strong = theme.text3};
}
ProseStyle outcome_style(const Theme& theme) {
  return {.size = label_size, .line = 20, .gap = 0, .plain = theme.text, .strong = theme.text};
}

float button_row(const Screen& s) { return s.touch() ? touch_height : control_height; }

// Where the parts are, from top to bottom.
struct Parts {
  Rect button, outcome, bars, how;
};

Parts parts_of(const Screen& s, const TimingView& view, Rect area) {
  Parts parts;
  const float high = button_row(s);
  const float wide = std::min(s.type.width(view.button, {Face::medium, control_size}) + 40, area.width());
  parts.button = box(area.x0, area.y0, wide, high);
  const bool beside = area.width() >= least_beside;
  const float left = beside ? parts.button.x1 + 16 : area.x0;
  const float told = s.lay(view.outcome, area.x1 - left, outcome_style(s.theme))->height;
  const float top = beside ? area.y0 + std::max((high - told) / 2, 0.0f) : parts.button.y1 + below_button;
  parts.outcome = {left, top, area.x1, top + std::max(told, beside ? 0.0f : 40.0f)};
  float y = std::max(parts.button.y1, parts.outcome.y1) + below_button;
  parts.bars = {area.x0, y, area.x1, y + bar_row * static_cast<float>(view.ways.size())};
  y = parts.bars.y1 + below_bars;
  parts.how = {area.x0, y, area.x1, y + s.lay(view.how, area.width(), how_style(s.theme))->height};
  return parts;
}

// In a low area the stage below needs most of it: then the bars give way, and the sentence has the numbers' ratio.
bool low(Rect area) { return area.height() < 300; }

void draw_ways(Screen& s, const TimingView& view, Rect where) {
  const Font label{Face::regular, label_size}, strong{Face::medium, label_size};
  float names = 0, times = s.type.width("0000 ms", strong);  // the bars are as long before there are times
  for (const TimingView::Way& way : view.ways) {
    names = std::max(names, s.type.width(way.name, label));
    times = std::max(times, s.type.width(way.text, strong));
  }
  const float from = where.x0 + names + bar_gap, to = where.x1 - times - bar_gap;
  float y = where.y0;
  for (const TimingView::Way& way : view.ways) {
    const Rect row{where.x0, y, where.x1, y + bar_row};
    s.pen.text_in(row, way.name, label, s.theme.text2);
    const Rect track = s.pen.snapped({from, row.middle_y() - 5, to, row.middle_y() + 5});
    s.pen.fill(track, s.theme.bg3, 3);
    const float end = from + (to - from) * way.share;
    if (way.share > 0) s.pen.fill(s.pen.snapped({from, track.y0, end, track.y1}), s.theme.text2, 3);
    s.pen.text_in({to + bar_gap, row.y0, row.x1, row.y1}, way.text, strong, s.theme.text, Align::right);
    y += bar_row;
  }
}

}  // namespace

Rect timing_room(const Screen& s, Rect area) {
  const Parts parts = parts_of(s, *s.view.figure<TimingView>(), area);
  const float wanted = low(area) ? parts.bars.y0 + parts.how.height() : parts.how.y1;
  return {area.x0, area.y0, area.x1, std::min(wanted + foot, area.y0 + area.height() * 0.6f)};
}

void draw_timing_figure(Screen& s, Rect room) {
  const auto& view = *s.view.figure<TimingView>();
  Parts parts = parts_of(s, view, room);
  const Button look{.label = view.button, .enabled = view.may_measure};
  if (button(s, "measure", parts.button, look)) s.request(Request::measure);
  const ProseStyle outcome = outcome_style(s.theme), how = how_style(s.theme);
  draw_prose(s.pen, s.type, s.theme, *s.lay(view.outcome, parts.outcome.width(), outcome),
             {parts.outcome.x0, parts.outcome.y0}, outcome);
  s.mark("timing:outcome", parts.outcome);
  if (parts.how.y1 <= room.y1) {
    draw_ways(s, view, parts.bars);
  } else {
    parts.how = {parts.how.x0, parts.bars.y0, parts.how.x1, parts.bars.y0 + parts.how.height()};
  }
  if (parts.how.y1 > room.y1 + 1) return;
  draw_prose(s.pen, s.type, s.theme, *s.lay(view.how, parts.how.width(), how), {parts.how.x0, parts.how.y0}, how);
  s.mark("timing:how", parts.how);
}

const FigureDrawing timing_drawing{.room = timing_room, .draw = draw_timing_figure};

}  // namespace ui
