// See panels.hpp.
#include "ui/panels/actions.hpp"
#include "ui/panels/panels.hpp"

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {

void draw_screen_bar(Screen& s, Rect area, std::string_view name) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  const float y = area.middle_y(), size = s.touch() ? touch_target : 36;
  const bool roomy = s.around.width >= 600;
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
  BarButtons buttons(s, area, true);
  buttons.keep_behind(s, x + s.type.width(name, title) + 8);
  s.pen.text_in({x, y - 12, buttons.left() - 8, y + 12}, s.type.fitted(name, title, buttons.left() - 8 - x), title,
                theme.text);
  buttons.draw(s);
  s.memory.in_bar.add("lessons");
}

void give_back_focus(Screen& s) {
  if (!s.around.embed) return;
  s.focus.drop();
  s.request(Request::give_back);
}

void undo_keys(Screen& s) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyCtrl && !io.KeySuper) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Z)) {
    if (io.KeyShift && s.explorer.can_redo()) s.command(explorer::Redo{});
    if (!io.KeyShift && s.explorer.can_undo()) s.command(explorer::Undo{});
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Y) && s.explorer.can_redo()) s.command(explorer::Redo{});
}

bool screen_keys(Screen& s, bool popup_was) {
  const explorer::State& state = s.explorer.state();
  if (!state.large.shown && !state.model.shown) return false;
  undo_keys(s);
  if (!s.pressed(ImGuiKey_Escape, false) || popup_was) return true;
  if (state.large.shown && state.large.look.cell)
    s.command(explorer::LookLarge{.cell = std::optional<std::pair<std::size_t, std::size_t>>()});
  else if (state.model.shown && state.model.look.row) s.command(explorer::LookModel{.unpin = true});
  else s.focus.drop();
  give_back_focus(s);
  return true;
}

}  // namespace ui
