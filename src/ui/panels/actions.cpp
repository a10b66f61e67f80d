// See actions.hpp.
#include "ui/panels/actions.hpp"

#include <algorithm>

#include "imgui.h"
#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float button_high = 34, apart = 6, bar_end = 16;

bool shows_screen(const Screen& s) {
  const explorer::State& state = s.explorer.state();
  return state.large.shown || state.model.shown;
}
bool shows_contents(const Screen& s) { return s.explorer.state().contents && !s.around.embed && !shows_screen(s); }

BarAction undo(const Screen& s) { return {"undo", "top.undo", "top.undo.tip", Icon::undo, s.explorer.can_undo()}; }
BarAction settings(const Screen& s) {
  return {"controls", "top.settings", "top.settings.tip", Icon::sliders, !s.view.closing};
}
constexpr BarAction article{"reading", "top.reading", "top.reading.tip", Icon::book};
constexpr BarAction sharing{"share", "top.share", "top.share.tip", Icon::share};

// All that the menu may have, in its order.
BarActions all_of(const Screen& s) {
  const bool contents = shows_contents(s), lesson = !contents && !shows_screen(s);
  BarActions all;
  if (!contents && !s.around.embed) all.add({"lessons", "top.lessons", "top.lessons", Icon::menu});
  if (lesson) {
    const bool on = s.explorer.state().lecture.on;
    if (s.shell != Shell::narrow || s.around.width >= 700)
      all.add({"lecture", on ? "lecture.stop" : "lecture.play", on ? "lecture.stop" : "lecture.play.tip",
               on ? Icon::stop : Icon::lecture});
    if (s.shell == Shell::desktop || s.shell == Shell::tablet) all.add(settings(s));
  }
  if (!contents) {
    all.add(undo(s));
    all.add({"redo", "top.redo", "top.redo.tip", Icon::redo, s.explorer.can_redo()});
  }
  if (several_languages(s)) all.add({"language", "top.language", "top.language.tip", Icon::globe});
  all.add({"theme", "top.theme", "top.theme.tip", s.theme.dark ? Icon::sun : Icon::moon});
  all.add({"projector", "top.projector", "top.projector.tip", Icon::projector});
  if (lesson && !s.view.names.empty()) all.add({"names", "names.title", "names.tip", Icon::names});
  all.add(article);
  if (!contents) all.add(sharing);
  if (lesson) all.add({"export", "top.export", "top.export.tip", Icon::code});
  all.add({"fullscreen", "top.fullscreen", "top.fullscreen", Icon::fullscreen});
  return all;
}

std::optional<Popup> opened_by(std::string_view id) {
  if (id == "menu") return Popup::menu;
  if (id == "names") return Popup::names;
  if (id == "language") return Popup::language;
  if (id == "controls") return Popup::controls;
  return std::nullopt;
}

}  // namespace

void act(Screen& s, std::string_view id, Rect at) {
  if (const auto opens = opened_by(id)) s.toggle_popup(*opens, at);
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

BarButtons::BarButtons(Screen& s, Rect bar, bool with_article) : bar_(bar), size_(s.touch() ? touch_target : 36) {
  const bool contents = shows_contents(s), lesson = !contents && !shows_screen(s);
  if (!contents && s.explorer.can_undo()) all_.add(undo(s));
  if (lesson && (s.shell == Shell::desktop || s.shell == Shell::tablet)) all_.add(settings(s));
  if (contents && several_languages(s)) all_.add({"language", "top.language", "top.language.tip", Icon::globe});
  if (with_article) all_.add(article);
  if (!contents) all_.add(sharing);
  all_.add({"menu", "top.menu", "top.menu", Icon::dots});
  place(s);
}

void BarButtons::place(Screen& s) {
  left_ = bar_.x1 - (s.touch() ? 6 : bar_end);
  const float high = s.touch() ? size_ : button_high;
  for (std::size_t i = all_.size(); i-- > first_;) {
    const bool words = !s.touch() || all_[i].id != "menu";
    const float width =
        words ? button_width(s, {.label = s.text(all_[i].words), .before = all_[i].icon, .kind = ButtonKind::ghost})
              : size_;
    places_[i] = {left_ - width, bar_.middle_y() - high / 2, left_, bar_.middle_y() + high / 2};
    left_ -= width + (i > first_ ? apart : 0);
  }
}

void BarButtons::keep_behind(Screen& s, float x) {
  while (left_ < x && first_ + 1 < all_.size()) {
    ++first_;
    place(s);
  }
}

void BarButtons::draw(Screen& s) const {
  s.memory.in_bar = {};
  for (std::size_t i = first_; i < all_.size(); ++i) {
    const BarAction& action = all_[i];
    s.memory.in_bar.add(action.id);
    const bool words = places_[i].width() > size_;
    if (button(s, action.id, places_[i],
               {.label = words ? s.text(action.words) : std::string_view(),
                .before = action.icon,
                .kind = ButtonKind::ghost,
                .enabled = action.enabled,
                .tip = s.text(action.tip)}))
      act(s, action.id, places_[i]);
  }
}

float draw_menu(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? touch_height : 36;
  for (const BarAction& action : all_of(s)) {
    if (std::ranges::contains(s.memory.in_bar, action.id)) continue;
    const bool has_keys = action.id == "undo" || action.id == "redo";
    const std::string_view words = s.text(has_keys && !s.touch() ? action.tip : action.words);
    if (menu_row(s, action.id, {x0, y, x1, y + row}, action.icon, words, action.enabled)) {
      ImGui::CloseCurrentPopup();
      act(s, action.id, s.type.mirror().to_layout(s.memory.popup_anchor));
    }
    y += row;
  }
  return y;
}

}  // namespace ui
