// See panels.hpp.
#include "ui/panels/panels.hpp"

#include <array>

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

struct BarAction {
  std::string_view id, words, tip;
  Icon icon;
  bool worded, enabled;
};

}  // namespace

void draw_screen_bar(Screen& s, Rect area, std::string_view name, bool can_undo, bool can_redo) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  const float y = area.middle_y(), size = s.touch() ? touch_target : 36;
  constexpr std::size_t most_actions = 8;
  Few<BarAction, most_actions> actions;
  actions.add({"undo", "top.undo", "top.undo.tip", Icon::undo, false, can_undo});
  actions.add({"redo", "top.redo", "top.redo.tip", Icon::redo, false, can_redo});
  const bool roomy = s.around.width >= 600;  // otherwise the contents page has what is left out here
  if (roomy && several_languages(s))
    actions.add({"language", "top.language", "top.language.tip", Icon::globe, false, true});
  if (roomy) actions.add({"theme", "top.theme", "top.theme.tip", theme.dark ? Icon::sun : Icon::moon, false, true});
  if (roomy) actions.add({"projector", "top.projector", "top.projector.tip", Icon::projector, false, true});
  actions.add({"reading", "top.reading", "top.reading.tip", Icon::book, true, true});
  actions.add({"share", "top.share", "top.share.tip", Icon::share, true, true});
  if (roomy) actions.add({"fullscreen", "top.fullscreen", "top.fullscreen", Icon::fullscreen, false, true});
  const bool words = s.around.width >= 1100;
  const Font strong{Face::medium, control_size};
  std::array<Rect, most_actions> places;
  float right = area.x1 - (s.touch() ? 6 : 16);
  for (std::size_t i = actions.size(); i-- > 0;) {
    const float width = words && actions[i].worded ? s.type.width(s.text(actions[i].words), strong) + 39 : size;
    places[i] = {right - width, y - size / 2, right, y + size / 2};
    right -= width + 2;
  }
  float x = area.x0 + 8;
  if (!s.around.embed) {
    const std::string_view lessons = s.text("top.lessons");
    const Button back{.label = roomy ? std::string_view(lessons) : std::string_view(),
                      .before = Icon::left,
                      .kind = ButtonKind::ghost,
                      .tip = lessons};
    const float width = roomy ? button_width(s, back) + 4 : size;
    if (button(s, "lessons", {x, y - size / 2, x + width, y + size / 2}, back)) s.command(explorer::ShowContents{true});
    x += width + 12;
  }
  const Font title{Face::semibold, px(15)};
  s.pen.text_in({x, y - 12, right - 8, y + 12}, s.type.fitted(name, title, right - 8 - x), title, theme.text);
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const std::string_view label = s.text(actions[i].words), tip = s.text(actions[i].tip);
    const std::string_view id = actions[i].id;
    if (!button(s, id, places[i],
                {.label = words && actions[i].worded ? std::string_view(label) : std::string_view(),
                 .before = actions[i].icon,
                 .kind = ButtonKind::ghost,
                 .enabled = actions[i].enabled,
                 .tip = tip}))
      continue;
    if (id == "undo") s.command(explorer::Undo{});
    if (id == "redo") s.command(explorer::Redo{});
    if (id == "language") s.toggle_popup(Popup::language, places[i]);
    if (id == "theme") s.command(explorer::SetTheme{theme.dark ? explorer::Theme::light : explorer::Theme::dark});
    if (id == "projector") s.request(Request::projector);
    if (id == "reading") s.request(Request::open_reading);
    if (id == "share") s.request(Request::share);
    if (id == "fullscreen") s.request(Request::fullscreen);
  }
}

void give_back_focus(Screen& s) {
  if (!s.around.embed) return;
  s.focus.drop();
  s.request(Request::give_back);
}

void undo_keys(Screen& s, bool can_undo, bool can_redo) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyCtrl && !io.KeySuper) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Z)) {
    if (io.KeyShift && can_redo) s.command(explorer::Redo{});
    if (!io.KeyShift && can_undo) s.command(explorer::Undo{});
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Y) && can_redo) s.command(explorer::Redo{});
}

bool screen_keys(Screen& s, bool popup_was) {
  const explorer::State& state = s.explorer.state();
  if (!state.large.shown && !state.model.shown) return false;
  if (state.large.shown) undo_keys(s, s.explorer.can_undo_large(), s.explorer.can_redo_large());
  else undo_keys(s, s.explorer.can_undo_model(), s.explorer.can_redo_model());
  if (!s.pressed(ImGuiKey_Escape, false) || popup_was) return true;
  if (state.large.shown && state.large.look.cell)
    s.command(explorer::LookLarge{.cell = std::optional<std::pair<std::size_t, std::size_t>>()});
  else if (state.model.shown && state.model.look.row) s.command(explorer::LookModel{.unpin = true});
  else s.focus.drop();
  give_back_focus(s);
  return true;
}

}  // namespace ui
