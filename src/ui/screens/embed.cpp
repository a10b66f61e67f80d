// No top bar, no rail, no map: one step and the button to the next.
#include "ui/screens/screens.hpp"

#include <cmath>

#include "imgui.h"
#include "ui/panels/panels.hpp"
#include "ui/stage/legend.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float buttons = 36, narrow_button = 34;

// The height of the row of buttons; 0 if the host page has turned them off.
float button_row(const Screen& s) { return s.around.controls == Controls::none ? 0 : buttons; }

float extra_width(const Screen& s) { return s.around.touch ? touch_target : narrow_button; }

// Buttons that open a popup or leave the embed, from the left; those that do not fit are behind the three dots.
struct Extra {
  std::string_view id, words;
  Icon icon;
  std::optional<Popup> opens;  // none: leaves the embed
};

using Extras = Few<Extra, 10>;

Extras extras(const Screen& s) {
  Extras all;
  if (s.view.question) all.add({"question", "step.question", Icon::question, Popup::question});
  if (!s.view.closing) all.add({"explain", "sheet.explain", Icon::book, Popup::explain});
  all.add({"fullscreen", "embed.full", Icon::external, {}});
  all.add({"lecture", "lecture.play", Icon::lecture, {}});
  if (!s.view.closing && !s.view.controls.empty())
    all.add({"controls", "sheet.controls", Icon::sliders, Popup::controls});
  if (several_languages(s)) all.add({"language", "top.language", Icon::globe, Popup::language});
  if (!s.view.names.empty()) all.add({"names", "names.title", Icon::names, Popup::names});
  if (!s.around.embed) {  // a low window of the page itself: the same layout over the whole page
    all.add({"lessons", "top.lessons", Icon::menu, {}});
    all.add({"reading", "top.reading", Icon::book, {}});
    all.add({"projector", "top.projector", Icon::projector, {}});
  }
  return all;
}

void leave(Screen& s, std::string_view id) {
  if (id == "lessons") s.command(explorer::ShowContents{true});
  if (id == "projector") s.request(Request::projector);
  if (id == "reading") s.request(Request::open_reading);
  if (id == "fullscreen") s.request(Request::fullscreen);
  if (id == "lecture") play_lesson(s, true);
}

// How many of them fit as buttons between x0 and x1.
std::size_t buttons_that_fit(const Screen& s, std::size_t count, float width) {
  const auto fits = static_cast<std::size_t>(std::max(width / extra_width(s), 0.0f));
  return fits >= count ? count : fits > 0 ? fits - 1 : 0;
}

void draw_buttons(Screen& s, float x0, float x1, float y, MotionPlayer* player) {
  if (s.around.controls == Controls::none) return;
  if (plays(s)) return draw_lecture_row(s, {x0, y, x1, y + buttons});
  const float high = s.around.touch ? touch_target : buttons;
  const Rect back = box(x0, y + buttons - high, s.around.touch ? 44 : 36, high);
  const std::string_view word = s.text("step.next");
  const float wish = button_width(s, {.label = word, .after = Icon::right}) - 8;
  // If there is little width, Next is narrower to make room for the dots.
  const float dots = s.around.controls == Controls::all ? extra_width(s) + 4 : 0;
  // Play keeps its place, also where nothing moves, if there is room for it.
  const bool plays_here = s.around.controls == Controls::all && x1 - x0 >= 250;
  const Rect play = box(back.x1 + 4, back.y0, plays_here ? high : 0, high);
  const float room = std::max(x1 - play.x1 - 8 - dots, touch_target);
  const float usual = std::clamp(wish, 88.0f, plays_here ? 90.0f : 128.0f);
  const Rect next = box(play.x1 + 6, back.y0, std::min(std::max(usual, next_lesson_width(s)), room), high);
  draw_back_next(s, back, next, true);
  if (s.around.controls == Controls::steps) return;
  s.focus.group("time");
  if (plays_here && player != nullptr) draw_play(s, play, *player);
  const Extras all = extras(s);
  const float each = extra_width(s);
  const std::size_t shown = buttons_that_fit(s, all.size(), x1 - next.x1 - 4);
  s.memory.embed_extras = shown;
  float x = x1 - each * static_cast<float>(shown == all.size() ? shown : shown + 1);
  for (std::size_t i = 0; i < shown; ++i, x += each) {
    const Rect where{x, next.y0, x + each, next.y1};
    const std::string_view tip = s.text(all[i].words);
    if (!button(s, all[i].id, where, {.before = all[i].icon, .kind = ButtonKind::ghost, .tip = tip})) continue;
    if (all[i].opens) s.toggle_popup(*all[i].opens, where);
    else leave(s, all[i].id);
  }
  if (shown == all.size() || x < next.x1) return;
  const Rect where{x, next.y0, x + each, next.y1};
  const std::string_view tip = s.text("top.menu");
  if (button(s, "menu", where, {.before = Icon::dots, .kind = ButtonKind::ghost, .tip = tip}))
    s.toggle_popup(Popup::menu, where);
}

// In a still picture, where the buttons would be: what it is from.
void draw_origin(Screen& s, float x0, float x1, float y1) {
  const Font bold{Face::semibold, px(16)}, plain{Face::regular, px(13)};
  s.mark("origin", {x0, y1 - 46, x1, y1});
  s.pen.text_in({x0, y1 - 46, x1, y1 - 24}, s.text("app.name"), bold, s.theme.text);
  s.pen.text_in({x0, y1 - 22, x1, y1}, s.type.fitted(s.view.lesson_title, plain, x1 - x0), plain, s.theme.text2);
}

constexpr float least_figure = 72;
constexpr Font low_title{Face::display, px(17), -0.3f};
constexpr float low_title_line = 22;

float title_lines(Screen& s, float width) {
  return static_cast<float>(s.type.lines(s.view.step_title, {Face::display, px(18), -0.3f}, width).size());
}

// Whether the usual parts, stacked or side by side, would overlap.
bool too_low(Screen& s, Rect area) {
  if (s.view.closing) return area.height() < 160;
  if (area.width() >= 560) return area.height() < 230;
  const float margin = area.width() < 400 ? 14 : stage_margin_phone;
  const float width = area.width() - 2 * margin;
  return area.height() - 2 * margin - 14 - title_lines(s, width) * px(24) - button_row(s) - 16 < least_figure;
}

// The title in one line and the buttons under it; the figure beside or between them if there is room. If two lines do
// not fit, only the title.
void draw_low(Screen& s, Figure& figure, Rect area) {
  const Rect in = grown(area, -10, -6);
  const float row = button_row(s) == 0 ? 0 : s.around.touch ? touch_target : buttons;
  const bool beside = area.width() >= 560 && !s.view.closing;
  const float x0 = beside ? in.x1 - std::clamp(area.width() * 0.44f, 230.0f, 340.0f) : in.x0;
  const bool both = in.height() >= low_title_line + row;
  const float spare = both ? in.height() - low_title_line - row : in.height() - low_title_line;
  const Rect between{in.x0, in.y0 + low_title_line + 4, in.x1, in.y1 - row - 6};
  const bool figure_between = !beside && !s.view.closing && between.height() >= least_figure;
  const float y = in.y0 + (figure_between ? 0 : std::max(spare / 2 - 2, 0.0f));
  if (plays(s) && beside && both) draw_caption(s, {x0, in.y0, in.x1, in.y1 - row - 6}, px(15.5f));
  else if (plays(s)) draw_caption(s, {x0, y, in.x1, y + low_title_line}, px(14));
  else if (in.height() >= low_title_line)
    s.pen.text_in({x0, y, in.x1, y + low_title_line}, s.type.fitted(s.view.step_title, low_title, in.x1 - x0),
                  low_title, s.theme.text);
  s.mark("title", {x0, y, in.x1, y + low_title_line});
  s.focus.group("figure");
  if (beside && in.height() >= least_figure)
    figure.draw(s, {in.x0, in.y0, x0 - 20, in.y1}, StageSpace::Size::embed, false);
  else if (figure_between) figure.draw(s, between, StageSpace::Size::embed);
  const bool at_foot = figure_between || plays(s);
  if (both)
    draw_buttons(s, x0, in.x1, (at_foot ? in.y1 : in.y1 - std::max(spare / 2 - 2, 0.0f)) - buttons, figure.making());
}

const Font step_font{Face::semibold, px(12.5f)};

// “Step 2 of 7, part 1 of 3”
std::string_view step_words(Screen& s) {
  const Beats& beats = s.memory.beats;
  const std::string_view of = s.text("step.count", {s.digits(s.view.step + 1), s.digits(s.view.count)});
  return beats.several()
             ? s.joined({of, ", ", s.text("step.beat.small", {s.digits(beats.now + 1), s.digits(beats.firsts.size())})})
             : of;
}

// On a narrow area the figure stands between the title and the line.
void draw_stacked(Screen& s, Figure& figure, Rect area, float margin) {
  const Rect in = grown(area, -margin);
  float y = in.y0 - 4;
  const float foot = in.y1 - button_row(s), line = 58;
  const bool tall = in.height() > 300;
  if (plays(s) && !tall) {  // the caption instead of the title
    const Rect head{in.x0, y, in.x1, y + 18 + title_lines(s, in.width()) * px(24)};
    draw_caption(s, head, px(15.5f));
    y = head.y1;
  } else {
    s.pen.text_in({in.x0, y, in.x1, y + 18}, step_words(s), step_font, s.theme.role(step_family(s.view)));
    y = draw_title(s, {in.x0, y + 18, in.x1, y}, px(18), px(24));
  }
  const float above = tall ? foot - 12 - line : foot - 4;
  s.focus.group("figure");
  figure.draw(s, {in.x0, y + 4, in.x1, above - 8}, StageSpace::Size::embed);
  s.focus.group("line");
  if (tall && plays(s)) draw_caption(s, {in.x0, above - 6, in.x1, foot - 6}, px(15.5f));
  else if (tall) Provenance(s, {in.x0, above, in.x1, above + line}).draw(s);
  draw_buttons(s, in.x0, in.x1, foot, figure.making());
}

// As many lines of the step's text as leave room for formula, line and legend; “Explain” has the rest. Returns where they end.
float draw_first_lines(Screen& s, float x0, float x1, float y, float bottom) {
  constexpr float others = 192, least_lines = 3;
  const ProseStyle style{px(14.5f), px(21), px(7), s.theme.text2, s.theme.text};
  const float lines = std::floor((bottom - y - others) / style.line);
  if (s.around.picture != nullptr || lines < least_lines) return y;
  const Prose& laid = *s.lay(s.view.text, x1 - x0, style, static_cast<std::size_t>(lines));
  draw_prose(s.pen, s.type, s.theme, laid, {x0, y}, style);
  s.mark("text", {x0, y, x1, y + laid.height});
  mark_cut(s, laid, {x0, y}, style.size);
  return y + laid.height + 10;
}

// The right column is as wide as its text needs; the figure gets the rest.
void draw_beside(Screen& s, Figure& figure, Rect area, float margin) {
  const float column = std::clamp(area.width() * 0.44f, 230.0f, 340.0f);
  const float x1 = area.x1 - margin - 4, x0 = x1 - column;
  s.focus.group("figure");
  figure.draw(s, {area.x0 + margin, area.y0 + 10, x0 - 24, area.y1 - 10}, StageSpace::Size::embed, false);

  const float wanted = 304;
  const float spare = std::clamp(area.height() - wanted, 0.0f, 120.0f);
  float y = area.y0 + 20 + spare * 0.25f;
  s.pen.text_in({x0, y, x1, y + 18}, step_words(s), step_font, s.theme.role(step_family(s.view)));
  y = draw_title(s, {x0, y + 19, x1, y}, title_embed, px(26)) + 6;
  const float bottom = area.y1 - 17 - spare * 0.25f - button_row(s);
  if (plays(s)) {
    draw_caption(s, {x0, y, x1, bottom - 8}, px(17));
    return draw_buttons(s, x0, x1, bottom, figure.making());
  }
  y = draw_first_lines(s, x0, x1, y, bottom);
  if (bottom - y > 190) {
    const Formula* formula = s.formulae.find(s.view.formula_tex);
    const float wish = formula ? (formula->height + formula->depth) * 23 : 0;
    const float room = std::clamp(wish, 40.0f, std::min(78.0f, bottom - y - 140));
    if (formula) draw_formula(s, {x0, y, x1, y + room}, 23, false);
    if (formula) y += room + 10;
  }
  const float line = 64;
  const Provenance provenance(s, {x0, y, x1, y + line}, true);
  s.focus.group("line");
  if (s.around.picture == nullptr || s.explorer.explanation() != nullptr) {
    provenance.draw(s);
    y = provenance.panel().y1 + 12;
  }
  if (bottom - y > 50) {
    if (const explorer::TensorView* tensor = figure.legend_tensor(s); tensor != nullptr && !std::isinf(tensor->scale))
      draw_legend(s, box(x0, y, 130, 46), {&tensor, 1}, std::nullopt);
  }
  if (s.around.picture != nullptr) draw_origin(s, x0, x1, bottom - 8);
  else draw_buttons(s, x0, x1, bottom, figure.making());
}

}  // namespace

void draw_embed(Screen& s, Figure& figure, Rect area) {
  if (s.around.picture == nullptr) s.pen.outline(s.pen.snapped(area), s.theme.line2, 1, frame_radius);
  if (too_low(s, area)) return draw_low(s, figure, area);
  if (s.view.closing) {
    const float foot = area.y1 - 17 - button_row(s);
    s.focus.group("closing");
    draw_closing(s, {area.x0 + 1, area.y0 + 1, area.x1 - 1, foot - 8}, stage_margin_phone);
    return draw_buttons(s, area.x0 + stage_margin_phone, area.x1 - stage_margin_phone, foot, figure.making());
  }
  const float margin = area.width() < 400 ? 14 : stage_margin_phone;
  if (area.width() < 560) draw_stacked(s, figure, area, margin);
  else draw_beside(s, figure, area, margin);
}

float draw_embed_menu(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : 36;
  const Extras all = extras(s);
  for (std::size_t i = s.memory.embed_extras; i < all.size(); ++i) {
    if (menu_row(s, all[i].id, {x0, y, x1, y + row}, all[i].icon, s.text(all[i].words))) {
      ImGui::CloseCurrentPopup();
      if (all[i].opens) s.toggle_popup(*all[i].opens, s.type.mirror().to_layout(s.memory.popup_anchor));
      else leave(s, all[i].id);
    }
    y += row;
  }
  return y;
}

}  // namespace ui
