// No top bar, no rail, no map: one step and the way to the next.
#include "ui/embed.hpp"

#include "ui/closing.hpp"
#include "ui/explain_text.hpp"
#include "ui/legend.hpp"
#include "ui/pipeline_map.hpp"
#include "ui/provenance.hpp"
#include "ui/widgets.hpp"

namespace ui {
namespace {

constexpr float buttons = 36;

void draw_buttons(Screen& s, float x0, float x1, float y) {
  const float high = s.around.touch ? touch_target : buttons;
  const Rect back = box(x0, y + buttons - high, s.around.touch ? 44 : 40, high);
  const std::string word = s.text("step.next");
  const float wish = button_width(s, {.label = word, .after = Icon::right}) - 8;
  const Rect next = box(back.x1 + 8, back.y0, std::clamp(wish, 88.0f, 128.0f), high);
  draw_back_next(s, back, next, true);
  const std::string words = s.text("embed.full");
  Button full{.label = words, .after = Icon::external, .kind = ButtonKind::ghost};
  if (button_width(s, full) > x1 - next.x1 - 48)
    full = {.label = "", .after = Icon::external, .kind = ButtonKind::ghost, .tip = words};
  if (!s.view.names.empty() && x1 - next.x1 > 100) {
    const std::string names = s.text("names.title");
    const Rect where = box(next.x1 + 4, next.y0, 36, high);
    if (button(s, "names", where, {.before = Icon::names, .kind = ButtonKind::ghost, .tip = names})) {
      s.memory.popover = s.memory.popover == Popover::names ? Popover::none : Popover::names;
      s.memory.popover_anchor = where;
    }
  }
  const float width = std::min(button_width(s, full), x1 - next.x1 - 48);
  if (button(s, "fullscreen", {x1 - width, back.y0, x1, back.y1}, full)) s.request(Request::fullscreen);
}

}  // namespace

void draw_embed(Screen& s, Figure& figure, Rect area) {
  s.pen.fill(area, s.theme.bg0);
  s.pen.outline(s.pen.snapped(area), s.theme.line2, 1, frame_radius);
  if (s.view.closing) {
    const float foot = area.y1 - 17 - buttons;
    draw_closing(s, {area.x0 + 1, area.y0 + 1, area.x1 - 1, foot - 8}, stage_margin_phone);
    return draw_buttons(s, area.x0 + stage_margin_phone, area.x1 - stage_margin_phone, foot);
  }
  const bool stacked = area.width() < 560;
  const float margin = area.width() < 400 ? 14 : stage_margin_phone;
  const std::string step = s.text("step.count", {std::to_string(s.view.step + 1), std::to_string(s.view.count)});
  const Color accent = s.theme.role(step_family(s.view));
  const Font small{Face::semibold, px(12.5f)};

  if (stacked) {
    const Rect in = grown(area, -margin);
    float y = in.y0 - 4;
    s.pen.text_in({in.x0, y, in.x1, y + 18}, step, small, accent);
    y = draw_title(s, {in.x0, y + 18, in.x1, y}, px(18), px(24));
    const float foot = in.y1 - buttons, line = 58;
    const bool tall = in.height() > 300;
    const float above = tall ? foot - 12 - line : foot - 4;
    figure.draw(s, {in.x0, y + 4, in.x1, above - 8}, StageSpace::Size::embed);
    if (tall) Provenance(s, {in.x0, above, in.x1, above + line}).draw(s);
    draw_buttons(s, in.x0, in.x1, foot);
    return;
  }
  // The right column takes what text needs; the figure all else.
  const float column = std::clamp(area.width() * 0.44f, 230.0f, 340.0f);
  const float x1 = area.x1 - margin - 4, x0 = x1 - column;
  figure.draw(s, {area.x0 + margin, area.y0 + 10, x0 - 24, area.y1 - 10}, StageSpace::Size::embed, false);

  const float wanted = 304;
  const float spare = std::clamp(area.height() - wanted, 0.0f, 120.0f);
  float y = area.y0 + 20 + spare * 0.25f;
  s.pen.text_in({x0, y, x1, y + 18}, step, small, accent);
  y = draw_title(s, {x0, y + 19, x1, y}, title_embed, px(26)) + 6;
  const float bottom = area.y1 - 17 - spare * 0.25f - buttons;
  if (bottom - y > 190) {
    const Formula* formula = s.formulae.find(s.view.formula_tex);
    const float wish = formula ? (formula->height + formula->depth) * 23 : 0;
    const float room = std::clamp(wish, 40.0f, std::min(78.0f, bottom - y - 140));
    if (formula) draw_formula(s, {x0, y, x1, y + room}, 23, false);
    if (formula) y += room + 10;
  }
  const float line = 64;
  const Provenance provenance(s, {x0, y, x1, y + line}, true);
  provenance.draw(s);
  y = provenance.panel().y1 + 12;
  if (bottom - y > 50) {
    if (const explorer::TensorView* tensor = figure.legend_tensor(s))
      draw_legend(s, box(x0, y, 130, 46), {tensor}, std::nullopt);
  }
  draw_buttons(s, x0, x1, bottom);
}

}  // namespace ui
