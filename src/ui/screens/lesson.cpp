// See lesson.hpp. Panels are drawn from top to bottom, which is the Tab order.
#include "ui/screens/lesson.hpp"

#include <algorithm>
#include <utility>

#include "ui/panels/closing.hpp"
#include "ui/panels/explain_text.hpp"
#include "ui/panels/lecture_bar.hpp"
#include "ui/panels/moves_bar.hpp"
#include "ui/panels/pipeline_map.hpp"
#include "ui/panels/provenance.hpp"
#include "ui/panels/rail.hpp"
#include "ui/panels/top_bar.hpp"
#include "ui/shell/sheet.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float closing_foot = 72;
constexpr float second_line = 26;     // of an explanation, for which the figure leaves room
constexpr float two_more_lines = 38;  // on tablets, where the second is often folded

void map_strip(Screen& s, Rect strip) {
  s.pen.fill(strip, s.theme.bg1);
  s.pen.across(strip.x0, strip.x1, strip.y0, s.theme.line);
  const bool wide = s.shell == Shell::desktop;
  // One width in all steps, so that the map keeps its place.
  const float y = strip.middle_y() - 22, width = wide ? 216.0f : 172.0f;
  Rect back = box(strip.x0 + 23, y, width, 44), next = box(strip.x1 - 24 - width, y, width, 44);
  const Rect map{back.x1 + 20, strip.y0 + 4, next.x0 - 20, strip.y1 - 2};
  if (plays(s)) {  // Back makes room for the lecture's buttons
    s.focus.group("lecture");
    draw_lecture_slot(s, {back.x0, strip.y0, back.x1, strip.y1});
    back = box(next.x0, y, 44, 44);
    next.x0 = back.x1 + 8;
  }
  s.focus.group("map");
  draw_map(s, map);
  draw_back_next(s, back, next, !wide);
}

// While something is shown, the sheet stands at `to` if the reader left it at `from`; afterwards it goes back.
void hold_sheet(SheetStop& stop, bool shown, bool& was_shown, bool& held, SheetStop from, SheetStop to) {
  if (std::exchange(was_shown, shown) == shown) return;
  if (shown) {
    held = stop == from;
    if (held) stop = to;
  } else if (std::exchange(held, false) && stop == to) {
    stop = from;
  }
}

// A sheet that is closed has no room for captions.
void raise_sheet(Screen& s) {
  Memory& memory = s.memory;
  hold_sheet(memory.stop, plays(s), memory.played, memory.raised, SheetStop::closed, SheetStop::half);
}

// While the slopes of a number are shown, a phone's sheet is lowered to make room for the bar that explains them.
void lower_sheet(Screen& s) {
  Memory& memory = s.memory;
  hold_sheet(memory.stop, s.view.moves.has_value(), memory.asks, memory.lowered, SheetStop::half, SheetStop::closed);
}

// A figure instead of matrices takes the whole width; a short form of the text is above it.
void desktop_whole(Screen& s, Figure& figure, Rect room, Rect line) {
  const bool tall = room.height() > 620;
  const float head = tall ? 118.0f : 104.0f, top = room.y0 + (tall ? 20.0f : 10.0f);
  const Provenance provenance(s, line);  // grows over the figure: otherwise the map would move under the pointer
  s.focus.group("text");
  draw_text_head(s, {line.x0, top, line.x1, top + head});
  s.focus.group("figure");
  const float foot = line.y0 - 14 - (Figure::shows_own(s) && s.around.height < 800 ? second_line : 0);
  figure.draw(s, {line.x0, top + head + 10, line.x1, foot}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
}

}  // namespace

void draw_desktop(Screen& s, Figure& figure) {
  const float w = s.around.width, h = s.around.height;
  const Rect rail{0, top_bar_height + 1, rail_width + 1, h};
  const float map_top = h - (h < 700 ? 104.0f : map_height);
  s.focus.group("bar");
  draw_top_bar(s, {0, 0, w, top_bar_height});
  s.focus.group("rail");
  draw_rail(s, rail);
  const Rect room{rail_width, top_bar_height, w, map_top};
  if (s.view.closing) {
    s.focus.group("closing");
    draw_closing(s, {room.x0 + 1, room.y0 + 1, room.x1, room.y1}, stage_margin);
    return map_strip(s, {rail.x1, map_top, w, h});
  }
  // On a very wide window text and figure stay together, in the middle.
  const float margin = std::max(stage_margin, (room.width() - stage_most) / 2);
  const Rect line{room.x0 + margin, room.y1 - 20 - provenance_height, w - margin, room.y1 - 20};
  if (Figure::shows_own(s) || Figure::shows_attention(s)) {
    desktop_whole(s, figure, room, line);
    return map_strip(s, {rail.x1, map_top, w, h});
  }
  const float column = w > 1600 ? prose_most : prose_width;
  const float top = room.y0 + std::clamp((room.height() - 560) * 0.3f, 16.0f, 49.0f);
  const Provenance provenance(s, line);
  s.covered_from = provenance.panel().y0;
  s.focus.group("text");
  draw_text_column(s, {line.x0, top, line.x0 + column, provenance.panel().y0 - 12});
  s.focus.group("figure");
  const float foot = line.y0 - 14 - second_line - moves_bar_height(s, line.width());
  figure.draw(s, {line.x0 + column + 24, room.y0 + 12, line.x1 + 8, foot}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
  map_strip(s, {rail.x1, map_top, w, h});
}

void draw_tablet(Screen& s, Figure& figure) {
  const float w = s.around.width, h = s.around.height;
  s.focus.group("bar");
  draw_top_bar(s, {0, 0, w, top_bar_height});
  s.focus.group("rail");
  draw_narrow_rail(s, {0, top_bar_height + 1, rail_narrow, h});
  const float map_top = h - (h < 700 ? 92.0f : 112.0f);
  if (s.view.closing) {
    s.focus.group("closing");
    draw_closing(s, {rail_narrow, top_bar_height + 1, w, map_top}, stage_margin_narrow);
    return map_strip(s, {rail_narrow, map_top, w, h});
  }
  const Rect room{rail_narrow + stage_margin_narrow, top_bar_height + 18, w - stage_margin_narrow, map_top - 14};
  const float head = 106;
  s.focus.group("text");
  draw_text_head(s, {room.x0, room.y0, room.x1, room.y0 + head});
  const Rect line{room.x0, room.y1 - provenance_height, room.x1, room.y1};
  const Provenance provenance(s, line);
  s.covered_from = provenance.panel().y0;
  s.focus.group("figure");
  const float foot = line.y0 - 12 - std::max(two_more_lines, moves_bar_height(s, line.width()));
  figure.draw(s, {room.x0, room.y0 + head + 12, room.x1, foot}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
  map_strip(s, {rail_narrow, map_top, w, h});
}

// Phones, and windows too narrow for a rail: everything but the figure is in the sheet.
void draw_phone(Screen& s, Figure& figure) {
  const float w = s.around.width, h = s.around.height;
  const bool narrow = s.shell == Shell::narrow;
  const float bar = narrow ? top_bar_height : top_bar_phone;
  s.focus.group("bar");
  if (narrow) draw_top_bar(s, {0, 0, w, bar});
  else draw_phone_bar(s, {0, 0, w, bar});
  const float margin = narrow ? stage_margin_narrow : stage_margin_phone;
  if (s.view.closing) {  // nothing to set or to explain: only text and the button back
    s.focus.group("closing");
    draw_closing(s, {0, bar + 5, w, h - closing_foot}, margin);
    s.pen.fill({0, h - closing_foot, w, h}, s.theme.bg2);
    s.pen.across(0, w, h - closing_foot, s.theme.line);
    const Rect back = box(16, h - closing_foot + 12, 108, 48);
    return draw_back_next(s, back, {back.x1 + 10, back.y0, w - 16, back.y1}, true);
  }
  lower_sheet(s);
  raise_sheet(s);
  const float resting = s.memory.stop == SheetStop::closed ? sheet_closed : sheet_half;
  const Rect room{margin, bar + 14, w - margin, h - resting - 16};

  // A short formula is beside the title, smaller if that keeps the title on one line; a long one is in the sheet.
  const Formula* formula = s.formulae.find(s.view.formula_tex);
  constexpr float largest = 24, least = 15, apart = 12;
  const float share = room.width() * 0.42f;
  float fitting = formula ? std::min(largest, share / formula->width) : 0;
  const float spare = room.width() - apart - title_width(s, title_phone);
  if (formula && spare >= least * formula->width) fitting = std::min(fitting, spare / formula->width);
  const bool beside = formula && fitting >= least && (formula->height + formula->depth) * fitting < 44;
  const float formula_width = beside ? formula->width * fitting : 0;
  const float end = draw_title(s, {room.x0, room.y0 + 5, room.x1 - formula_width - (beside ? apart : 0), room.y0},
                               title_phone, px(30));
  if (beside) draw_formula(s, {room.x1 - formula_width, room.y0, room.x1, room.y0 + 40}, fitting, true);

  const float line_height = 64;
  const Rect line{room.x0 - 4, room.y1 - line_height, room.x1 + 4, room.y1};
  const Provenance provenance(s, line);
  s.covered_from = provenance.panel().y0;
  s.focus.group("figure");
  const float foot = line.y0 - 8 - second_line - moves_bar_height(s, line.width());
  figure.draw(s, {room.x0, end + 10, room.x1, foot}, StageSpace::Size::phone);
  s.focus.group("line");
  provenance.draw(s);
  if (s.memory.stop == SheetStop::full) {
    s.begin_layer("shade", {0, bar + 5, w, h}, false);
    s.pen.fill({0, bar + 5, w, h}, faded(s.theme.bg0, 0.4f));
    s.end_layer();
  }
  draw_sheet(s, {0, 0, w, h});
}

}  // namespace ui
