// See screens.hpp. Panels are drawn from top to bottom, which is the Tab order.
#include "ui/screens/screens.hpp"

#include <algorithm>
#include <utility>

#include "ui/panels/panels.hpp"
#include "ui/shell/sheet.hpp"
#include "ui/stage/layout/layout.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float closing_foot = 72;
constexpr float second_line = 26;     // of an explanation, for which the figure leaves room
constexpr float two_more_lines = 38;  // on tablets, where the second is often folded

// A lesson on a wide window: the bar, the map, the stage and the transport, from top to bottom.
struct Wide {
  Rect map, room, transport;  // room: of the stage, without its margins
  float margin = stage_margin;
  bool column = false;  // the text is beside the figure, not above it
};

constexpr float least_for_column = 1000, low_window = 800, lowest_window = 700;

Wide divided(const Screen& s) {
  const float w = s.around.width, h = s.around.height;
  const bool desktop = s.shell == Shell::desktop, low = h < low_window;
  Wide out;
  const float map_end = top_bar_height + (low ? map_height_least : desktop ? map_height : map_height_low);
  const float foot = h - (low ? transport_height_low : desktop ? transport_height : transport_height - 12);
  out.map = {0, top_bar_height, w, map_end};
  out.room = {0, map_end, w, foot};
  out.transport = {0, foot, w, h};
  // On a very wide window text and figure stay together, in the middle.
  out.margin = desktop ? std::max(stage_margin, (w - stage_most) / 2) : stage_margin_narrow;
  out.column = shows_column(s);
  return out;
}

void header_map(Screen& s, Rect area, float margin) {
  s.pen.across(area.x0, area.x1, area.y1, s.theme.line);
  s.focus.group("map");
  draw_map(s, grown(area, -margin, -4));
}

// The text beside the figure, whose line of explanation is under it.
void draw_beside_text(Screen& s, Figure& figure, const Wide& wide) {
  const bool desktop = s.shell == Shell::desktop;
  const Rect room{wide.room.x0 + wide.margin, wide.room.y0, wide.room.x1 - wide.margin, wide.room.y1};
  const bool low = s.around.height < low_window;  // then the text has less height and more width
  const float column = !desktop                ? prose_width_narrow
                       : s.around.width > 1600 ? prose_most
                       : low                   ? prose_width_low
                                               : prose_width;
  const float apart = desktop && !low ? 48.0f : 32.0f, foot = desktop && !low ? 20.0f : 12.0f;
  const Rect field{room.x0 + column + apart, room.y0, room.x1, room.y1 - foot};
  const Rect line{field.x0, field.y1 - provenance_height, field.x1, field.y1};
  const Provenance provenance(s, line);
  s.covered_from = provenance.panel().y0;
  s.focus.group("text");
  draw_text_column(s, {room.x0, room.y0 + (desktop && !low ? 22.0f : 12.0f), room.x0 + column, field.y1});
  s.focus.group("figure");
  const float more = std::max(second_line, moves_bar_height(s, line.width()));
  figure.draw(s, {field.x0, field.y0 + 12, field.x1, line.y0 - 14 - more}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
}

// A short form of the text above the figure, which takes the whole width.
void draw_under_text(Screen& s, Figure& figure, const Wide& wide) {
  const Rect room{wide.room.x0 + wide.margin, wide.room.y0, wide.room.x1 - wide.margin, wide.room.y1};
  // In a low window, as of a projector, the figure is more important than the space around the text.
  const bool low = s.around.height < lowest_window;
  const float head = low ? 86.0f : s.shell == Shell::desktop && room.height() > 560 ? 118.0f : 104.0f;
  const float top = room.y0 + (room.height() > 560 ? 20.0f : low ? 6.0f : 10.0f), foot = low ? 8.0f : 14.0f;
  const Rect line{room.x0, room.y1 - foot - provenance_height, room.x1, room.y1 - foot};
  const Provenance provenance(s, line);
  const bool matrices = !Figure::shows_own(s) && !Figure::shows_attention(s);
  if (matrices) s.covered_from = provenance.panel().y0;  // a map would move under the pointer
  s.focus.group("text");
  const float text_end =
      draw_text_head(s, {line.x0, top, line.x1, top + head}, low, room.height() > 560 && !matrices ? 5 : 2);
  s.focus.group("figure");
  const float more = matrices ? std::max(low ? second_line : two_more_lines, moves_bar_height(s, line.width()))
                     : Figure::shows_own(s) && s.around.height < 800 ? second_line
                                                                     : 0;
  figure.draw(s, {line.x0, std::max(top + head, text_end) + 10, line.x1, line.y0 - 14 - more}, StageSpace::Size::wide);
  s.focus.group("line");
  provenance.draw(s);
}

}  // namespace

bool shows_column(const Screen& s) {
  if (s.shell == Shell::desktop) return true;
  if (s.shell != Shell::tablet || s.around.width < least_for_column) return false;
  if (!Figure::shows_attention(s)) return true;
  constexpr std::size_t few = 8;  // more tokens need the width of a tablet
  return s.view.attention->keys <= few;
}

void draw_wide(Screen& s, Figure& figure) {
  const Wide wide = divided(s);
  s.focus.group("bar");
  draw_top_bar(s, {0, 0, s.around.width, top_bar_height});
  header_map(s, wide.map, wide.margin);
  if (s.view.closing) {
    s.focus.group("closing");
    draw_closing(s, {wide.room.x0, wide.room.y0 + 1, wide.room.x1, wide.room.y1}, wide.margin);
    return draw_transport(s, wide.transport, nullptr);
  }
  (wide.column ? draw_beside_text : draw_under_text)(s, figure, wide);
  draw_transport(s, wide.transport, figure.making());
}

// Phones, and windows too narrow for a rail: the figure, its line and a sentence; all else is a page of the sheet.
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
  const Rect room{margin, bar + 14, w - margin, h - sheet_beside_figure(s) - 16};

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
  if (sheet_covers_figure(s)) {
    s.begin_layer("shade", {0, bar + 5, w, h}, false);
    s.pen.fill({0, bar + 5, w, h}, faded(s.theme.bg0, 0.4f));
    s.end_layer();
  }
  draw_sheet(s, {0, 0, w, h}, figure.making());
}

}  // namespace ui
