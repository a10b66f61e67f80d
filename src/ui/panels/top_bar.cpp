// The logo, the lesson and its step, the views of it, and buttons.
#include "ui/panels/actions.hpp"
#include "ui/panels/panels.hpp"

#include <array>

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float views_from = 900;  // so wide a window has room for the views of a lesson with a short title
constexpr float view_width = 96, views_width = 3 * view_width, views_apart = 16;

// The lesson as picture, which is shown, as article and as code.
void draw_views(Screen& s, float middle, float y) {
  struct View {
    std::string_view id, words, tip;
  };
  constexpr std::array<View, 3> views{{{"picture", "view.picture", ""},
                                       {"reading", "view.article", "top.reading.tip"},
                                       {"export", "view.code", "top.export.tip"}}};
  constexpr float high = 32, inset = 2;
  const Rect all = s.pen.snapped(box(middle - views_width / 2, y - high / 2, views_width, high));
  s.pen.fill(all, s.theme.bg3, control_radius);
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Rect where = grown(box(all.x0 + static_cast<float>(i) * view_width, all.y0, view_width, high), -inset);
    const std::string_view words = s.text(views[i].words);
    if (i == 0) {
      s.pen.panel(where, s.theme.dark ? s.theme.line2 : s.theme.bg2, s.theme.line2, segment_radius);
      s.pen.text_in(where, words, {Face::semibold, control_size}, s.theme.text, Align::centre);
    } else if (button(s, views[i].id, where,
                      {.label = words, .kind = ButtonKind::ghost, .tip = s.text(views[i].tip)})) {
      act(s, views[i].id, where);
    }
  }
}

// The lesson's title, which opens the list of lessons. Returns its right end.
float draw_title(Screen& s, float x, float y, float room, Font font) {
  const std::string& title = s.type.fitted(s.view.lesson_title, font, room);
  const float end = x + s.type.width(title, font);
  const Rect open{x - 8, y - 17, end + 32, y + 17};
  const Hit hit = s.hit("lessons", open);
  const float lit = s.motion.fade(motion_key("lessons"), hit.hovered, control_time);
  s.pen.fill(open, faded(s.theme.bg3, lit), segment_radius);
  s.pen.text({x, centred(y, font.size)}, title, font, s.theme.text);
  draw_icon(s.pen, Icon::chevron, {end + 16, y + 0.5f}, s.theme.text3, 14);
  if (hit.focused) s.ring(open, segment_radius);
  s.says(hit.focused, s.text("top.pick_lesson"), "role.button", s.view.lesson_title);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.clicked) {
    s.request(Request::bring_lessons);
    s.toggle_popup(Popup::lessons, open);
  }
  return end;
}

// That the numbers are random, where there is room for it; its tip says what that means.
void draw_random(Screen& s, float x, float y, float right) {
  if (s.view.random.empty() || !s.has_top_bar() || s.view.closing) return;
  const Font quiet{Face::regular, label_size};
  const std::string_view words = s.text("top.random");
  const Rect where = box(x, y - 12, s.type.width(words, quiet), 24);
  if (where.x1 >= right) return;
  s.pen.text_in(where, words, quiet, s.theme.text3);
  s.area_tip("random", where, s.view.random);
  s.mark("random", where);
}

}  // namespace

void draw_top_bar(Screen& s, Rect area) {
  s.pen.fill(area, s.theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, s.theme.line);
  const float y = area.middle_y(), x = area.x0 + 64;
  draw_mark(s.pen, s.theme, {area.x0 + 30, y + 0.5f});
  const bool wide = s.shell == Shell::desktop;
  Font font{wide ? Face::semibold : Face::medium, wide ? px(15) : control_size};
  const std::string_view step = s.view.closing
                                    ? std::string_view(s.view.step_title)
                                    : s.text("rail.count", {s.digits(s.view.step + 1), s.digits(s.view.count)});
  Button pick{.label = step, .after = Icon::chevron, .kind = ButtonKind::ghost, .tip = s.text("rail.steps")};
  float pick_width = button_width(s, pick);
  constexpr float after_title = 36, pick_apart = 8;
  const float beside_title = after_title + pick_width + pick_apart;
  const auto title_end = [&] { return x + s.type.width(s.view.lesson_title, font) + beside_title; };

  // The views and the whole title are more important than the buttons, which the menu has as well.
  BarButtons buttons(s, area, false);
  bool views = s.shell != Shell::narrow && s.around.width >= views_from;
  if (views) {
    buttons.keep_behind(s, title_end() + views_width + 2 * views_apart);
    views = buttons.left() >= title_end() + views_width + 2 * views_apart;
  }
  if (!views) {
    buttons = BarButtons(s, area, true);
    buttons.keep_behind(s, title_end());
  }
  const auto title_fits = [&] { return title_end() <= buttons.left(); };
  if (!title_fits()) font.size = control_size;
  if (!title_fits()) {
    pick = {.label = "", .before = Icon::menu, .kind = ButtonKind::ghost, .tip = pick.tip};
    pick_width = 36;
  }
  // The views lie in the middle of the bar, unless the title is too long for that.
  const float views_at = std::min(std::max(area.middle_x(), title_end() + views_apart + views_width / 2),
                                  buttons.left() - views_apart - views_width / 2);
  const float right = views ? views_at - views_width / 2 - views_apart : buttons.left();
  const float end = draw_title(s, x, y, std::max(right - x - after_title - pick_width, 40.0f), font);
  const Rect where = box(end + after_title, y - 17, pick_width, 34);
  if (button(s, "pick-step", where, pick)) s.toggle_popup(Popup::steps, where);
  if (views) draw_views(s, views_at, y);
  draw_random(s, where.x1 + 8, y, right);
  buttons.draw(s);
  for (const std::string_view id : {"lessons", "reading", "export"})
    if (views || id == "lessons") s.memory.in_bar.add(id);
}

void draw_phone_bar(Screen& s, Rect area) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  const Rect steps = box(area.x0 + 4, area.middle_y() - 22, 44, 44),
             menu = box(area.x1 - 48, area.middle_y() - 22, 44, 44);
  const std::string_view steps_tip = s.text("rail.steps"), menu_tip = s.text("top.menu");
  if (button(s, "pick-step", steps, {.label = "", .before = Icon::menu, .kind = ButtonKind::ghost, .tip = steps_tip})) {
    s.toggle_popup(Popup::steps, steps);
  }
  const Rect middle{steps.x1, area.y0, menu.x0, area.y1};
  const Font usual{Face::semibold, px(15)}, small{Face::regular, label_size};
  const bool fits = s.type.width(s.view.lesson_title, usual) <= middle.width();
  const Font title{Face::semibold, fits ? px(15) : px(13)};
  s.pen.text_in({middle.x0, area.y0 + 9, middle.x1, area.y0 + 31},
                s.type.fitted(s.view.lesson_title, title, middle.width()), title, theme.text, Align::centre);
  const std::string_view count = s.view.closing
                                     ? std::string_view(s.view.step_title)
                                     : s.text("step.count", {s.digits(s.view.step + 1), s.digits(s.view.count)});
  const bool random = !s.view.random.empty() && !s.view.closing;
  std::string_view line = random ? s.joined({count, " · ", s.text("top.random")}) : count;
  if (random && s.type.width(line, small) > middle.width())
    line = s.joined({s.digits(s.view.step + 1), "/", s.digits(s.view.count), " · ", s.text("top.random")});
  s.pen.text_in({middle.x0, area.y0 + 30, middle.x1, area.y0 + 48}, line, small, theme.text3, Align::centre);
  if (random) {
    const float half = s.type.width(line, small) / 2;
    s.mark("random", {middle.middle_x() - half, area.y0 + 30, middle.middle_x() + half, area.y0 + 48});
  }
  s.memory.in_bar = {};
  if (button(s, "menu", menu, {.label = "", .before = Icon::dots, .kind = ButtonKind::ghost, .tip = menu_tip})) {
    s.toggle_popup(Popup::menu, menu);
  }
  // A click on the title, or pulling it down, opens the map. The summary has none.
  if (!s.view.closing) {
    const Hit title_hit = s.hit("story-map", middle);
    const bool pulled = title_hit.held && ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 4).y > touch_target / 2;
    if (title_hit.clicked || pulled) s.memory.tab = SheetTab::map, s.memory.page_open = true;
    if (title_hit.focused) s.ring(grown(middle, -3), segment_radius);
    s.says(title_hit.focused, s.text("sheet.map"), "role.button", count);
  }
  // The parts of the step.
  const Beats& beats = s.memory.beats;
  const std::size_t parts = std::max<std::size_t>(beats.firsts.size(), 1);
  const float x0 = area.x0 + 17, each = (area.width() - 34) / static_cast<float>(parts);
  for (std::size_t i = 0; i < parts; ++i) {
    const float x = x0 + each * static_cast<float>(i);
    const Color ink = theme.role(step_family(s.view));
    s.pen.fill({x, area.y1 + 1, x + each - 3, area.y1 + 4},
               i == beats.now  ? ink
               : i < beats.now ? faded(ink, 0.5f)
                               : theme.line,
               1.5f);
  }
}

}  // namespace ui
