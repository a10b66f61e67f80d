// Buttons are placed from the right; which ones exist never depends on the lesson.
#include "ui/panels/panels.hpp"

#include <array>

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

struct Action {
  std::string_view id, words, tip;
  Icon icon;
  bool worded, enabled, divider;  // divider: draws a line at its left
};

void act(Screen& s, std::string_view id) {
  if (id == "lessons") s.command(explorer::ShowContents{true});
  if (id == "undo") s.command(explorer::Undo{});
  if (id == "redo") s.command(explorer::Redo{});
  if (id == "theme") s.command(explorer::SetTheme{s.theme.dark ? explorer::Theme::light : explorer::Theme::dark});
  if (id == "projector") s.request(Request::projector);
  if (id == "reading") s.request(Request::open_reading);
  if (id == "share") s.request(Request::share);
  if (id == "export") s.request(Request::export_code);
  if (id == "fullscreen") s.request(Request::fullscreen);
  if (id == "lecture") play_lesson(s, !s.explorer.state().lecture.on);
}

constexpr std::size_t most_actions = 14;
constexpr float views_from = 1200;  // so wide a window has room for the views in the middle of the bar
constexpr float view_width = 96, views_width = 3 * view_width, views_apart = 16;

bool has_views(const Screen& s) { return s.shell == Shell::desktop && s.around.width >= views_from; }
using Actions = Few<Action, most_actions>;

Actions actions(const Screen& s, bool lessons = false) {
  const bool speaks = several_languages(s), names = !s.view.names.empty();
  Actions all;
  if (lessons) all.add({"lessons", "top.lessons", "top.lessons", Icon::menu, false, true, false});
  if (s.shell != Shell::narrow) {  // there the menu of lessons has it
    const bool on = s.explorer.state().lecture.on;
    all.add({"lecture", on ? "lecture.stop" : "lecture.play", on ? "lecture.stop" : "lecture.play.tip",
             on ? Icon::stop : Icon::lecture, false, true, false});
  }
  if (s.shell == Shell::desktop || s.shell == Shell::tablet)
    all.add({"controls", "top.settings", "top.settings.tip", Icon::sliders, false, !s.view.closing, true});
  all.add({"undo", "top.undo", "top.undo.tip", Icon::undo, false, s.view.can_undo, s.shell != Shell::narrow});
  all.add({"redo", "top.redo", "top.redo.tip", Icon::redo, false, s.view.can_redo, false});
  if (speaks) all.add({"language", "top.language", "top.language.tip", Icon::globe, false, true, true});
  all.add({"theme", "top.theme", "top.theme.tip", s.theme.dark ? Icon::sun : Icon::moon, false, true, !speaks});
  // If the bar also has the steps, there may be no room for it.
  if (s.shell != Shell::narrow || s.around.width >= 700)
    all.add({"projector", "top.projector", "top.projector.tip", Icon::projector, false, true, false});
  if (names) all.add({"names", "names.title", "names.tip", Icon::names, true, true, false});
  const bool views = has_views(s);
  if (!views) all.add({"reading", "top.reading", "top.reading.tip", Icon::book, true, true, false});
  all.add({"share", "top.share", "top.share.tip", Icon::share, true, true, true});
  if (!views) all.add({"export", "top.export", "top.export.tip", Icon::code, true, true, false});
  all.add({"fullscreen", "top.fullscreen", "top.fullscreen", Icon::fullscreen, false, true, false});
  return all;
}

// The popup that a button opens, if it opens one.
std::optional<Popup> opened_by(std::string_view id) {
  if (id == "names") return Popup::names;
  if (id == "language") return Popup::language;
  if (id == "controls") return Popup::controls;
  return std::nullopt;
}

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
      act(s, views[i].id);
    }
  }
}

}  // namespace

void draw_top_bar(Screen& s, Rect area) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  const float y = area.middle_y();
  draw_mark(s.pen, theme, {area.x0 + 30, y + 0.5f});
  float x = area.x0 + 52;
  const bool wide = s.shell == Shell::desktop;
  x += 12;
  const Font strong{wide ? Face::semibold : Face::medium, wide ? px(15) : control_size};

  // The left end of the buttons is needed first: the lesson's title is shortened to fit.
  const Actions all = actions(s);
  std::array<Rect, most_actions> places;
  const auto place = [&](bool words) {  // returns their left end
    float end = area.x1 - 16;
    for (std::size_t i = all.size(); i-- > 0;) {
      const float width = words && all[i].worded ? s.type.width(s.text(all[i].words), strong) + 17 + 6 + 16 : 36;
      places[i] = {end - width, y - 17, end, y + 17};
      end -= width + (all[i].divider ? 13 : 2);
    }
    return end;
  };
  const std::string_view step = s.view.closing
                                    ? std::string_view(s.view.step_title)
                                    : s.text("rail.count", {s.digits(s.view.step + 1), s.digits(s.view.count)});
  Button pick{.label = step, .after = Icon::chevron, .kind = ButtonKind::ghost, .tip = s.text("rail.steps")};
  float pick_width = button_width(s, pick);
  constexpr float after_title = 36, pick_apart = 8;
  const float beside_title = after_title + pick_width + pick_apart;
  const float for_views = has_views(s) ? views_width + views_apart : 0;
  Font title_font = strong;
  const auto title_fits = [&](float right, float beside) {
    return x + s.type.width(s.view.lesson_title, title_font) + beside <= right - for_views;
  };

  // The views and a long title are more important than the words on the buttons, which their tooltips also say.
  bool words = s.around.width >= 1100;
  float right = place(words);
  if (words && !title_fits(right, beside_title)) right = place(words = false);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].divider) s.pen.down(places[i].x0 - 7, y - 8, y + 8, theme.line2);
  if (!title_fits(right, beside_title)) title_font.size = control_size;
  if (!title_fits(right, beside_title)) {
    pick = {.label = "", .before = Icon::menu, .kind = ButtonKind::ghost, .tip = pick.tip};
    pick_width = 36;
  }
  // In the middle of the bar, unless the title is too long for that.
  const float views_at = std::min(
      std::max(area.middle_x(), x + s.type.width(s.view.lesson_title, title_font) + beside_title + for_views / 2),
      right - for_views / 2);
  if (has_views(s)) right = views_at - views_width / 2 - views_apart;

  const float open_at = x - 8, words_at = x;
  const std::string& title =
      s.type.fitted(s.view.lesson_title, title_font, std::max(right - words_at - after_title - pick_width, 40.0f));
  const float end = words_at + s.type.width(title, title_font);
  const Rect open{open_at, y - 17, end + 32, y + 17};
  const Hit hit = s.hit("lessons", open);
  const float lit = s.motion.fade(motion_key("lessons"), hit.hovered, control_time);
  s.pen.fill(open, faded(theme.bg3, lit), segment_radius);
  s.pen.text({words_at, centred(y, title_font.size)}, title, title_font, theme.text);
  draw_icon(s.pen, Icon::chevron, {end + 16, y + 0.5f}, theme.text3, 14);
  if (hit.focused) s.ring(open, segment_radius);
  s.says(hit.focused, s.text("top.pick_lesson"), "role.button", s.view.lesson_title);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.clicked) {
    s.request(Request::bring_lessons);
    s.toggle_popup(Popup::lessons, open);
  }

  const Rect where = box(end + after_title, y - 17, pick_width, 34);
  if (button(s, "pick-step", where, pick)) s.toggle_popup(Popup::steps, where);
  if (has_views(s)) draw_views(s, views_at, y);
  if (!s.view.random.empty() && s.has_top_bar() && !s.view.closing) {
    const Font quiet{Face::regular, label_size};
    const std::string_view mark = s.text("top.random");
    const Rect there = box(where.x1 + 8, y - 12, s.type.width(mark, quiet), 24);
    if (there.x1 < right) s.pen.text_in(there, mark, quiet, theme.text3);
    if (there.x1 < right) s.area_tip("random", there, s.view.random);
    if (there.x1 < right) s.mark("random", there);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string_view label = s.text(all[i].words), tip = s.text(all[i].tip);
    const bool worded = words && all[i].worded;
    if (button(s, all[i].id, places[i],
               {.label = worded ? std::string_view(label) : std::string_view(),
                .before = all[i].icon,
                .kind = ButtonKind::ghost,
                .enabled = all[i].enabled,
                .tip = tip})) {
      if (const auto opens = opened_by(all[i].id)) s.toggle_popup(*opens, places[i]);
      act(s, all[i].id);
    }
  }
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
  const std::string_view count =
      s.view.closing ? std::string_view(s.view.step_title)
                     : s.text("step.count", {std::to_string(s.view.step + 1), std::to_string(s.view.count)});
  s.pen.text_in({middle.x0, area.y0 + 30, middle.x1, area.y0 + 48}, count, small, theme.text3, Align::centre);
  if (button(s, "menu", menu, {.label = "", .before = Icon::dots, .kind = ButtonKind::ghost, .tip = menu_tip})) {
    s.toggle_popup(Popup::menu, menu);
  }
  const auto segments = static_cast<float>(s.view.steps.size());
  const float x0 = area.x0 + 17, each = (area.width() - 34) / std::max(segments, 1.0f);
  for (std::size_t i = 0; i < s.view.steps.size(); ++i) {
    const float x = x0 + each * static_cast<float>(i);
    const Color ink = s.view.steps[i].current ? theme.role(step_family(s.view))
                      : i < s.view.step       ? theme.line2
                                              : theme.line;
    s.pen.fill({x, area.y1 + 1, x + each - 3, area.y1 + 4}, ink, 1.5f);
  }
}

float draw_menu(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : 36;
  const Actions all = actions(s, true);
  for (const Action& action : all) {
    if (menu_row(s, action.id, {x0, y, x1, y + row}, action.icon, s.text(action.words), action.enabled)) {
      act(s, action.id);
      ImGui::CloseCurrentPopup();
      if (const auto opens = opened_by(action.id)) s.toggle_popup(*opens, s.memory.popup_anchor);
    }
    y += row;
  }
  return y;
}

}  // namespace ui
