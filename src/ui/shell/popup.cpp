// Each popup is one ImGui window. Neither the pointer nor Tab reaches what is under an open one.
#include "ui/shell/popup.hpp"

#include "imgui.h"
#include "imgui_internal.h"
#include "ui/panels/panels.hpp"
#include "ui/screens/screens.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

// The same wherever it is opened: buttons in other windows have other id stacks.
ImGuiID popup_id(Popup which) { return ImHashData(&which, sizeof which); }

float width_of(Popup which) {
  switch (which) {
    case Popup::explain: return 560;
    case Popup::names: return 720;
    case Popup::question: return 420;
    case Popup::menu: return 236;
    case Popup::language: return 200;
    case Popup::press: return 260;
    case Popup::lessons: return 380;
    default: return 300;
  }
}

Rect place_of(const Screen& s, Popup which, Rect anchor, float high) {
  const float width = std::min(width_of(which), s.around.width - 16);
  // An embed's buttons are at its bottom: their popup opens above them.
  const bool above = s.shell == Shell::embed && anchor.middle_y() > s.around.height / 2;
  const float most = above ? anchor.y0 - 16 : s.around.height - 24;
  const float height = which == Popup::explain ? std::min(most, 520.0f) : std::clamp(high, 40.0f, most);
  float x = std::clamp(anchor.x1 - width, 8.0f, s.around.width - width - 8);
  if (anchor.middle_x() < s.around.width / 2) x = std::clamp(anchor.x0, 8.0f, s.around.width - width - 8);
  if (which == Popup::press)  // below the pressed item
    x = std::clamp(anchor.middle_x() - width / 2, 8.0f, s.around.width - width - 8);
  const float y =
      above ? anchor.y0 - 8 - height : std::clamp(anchor.y1 + 8, 12.0f, std::max(s.around.height - height - 12, 12.0f));
  return s.pen.snapped(box(x, y, width, height));
}

// Draws the contents from y down; returns their lower end.
float draw_contents_of(Screen& s, Popup which, Rect where, float y) {
  const float x0 = where.x0 + 16, x1 = where.x1 - 16, left = where.x0 + 6, right = where.x1 - 6;
  switch (which) {
    case Popup::controls: {  // beside the figure, the step's own are in the card
      const bool own = !shows_column(s) || s.typing();
      return (own ? draw_controls : draw_settings)(s, x0, x1, y + 16) + 14;
    }
    case Popup::steps:
      return draw_steps(s, {left, y + 8, right, y}, "popover-steps", s.touch() ? touch_target : 34) + 8;
    case Popup::names: return draw_names_sheet(s, x0 + 4, x1 - 4, y + 14) + 10;
    case Popup::question: return draw_question_alone(s, x0 + 4, x1 - 4, y + 16) + 12;
    case Popup::language: return draw_languages(s, left, right, y + 6) + 6;
    case Popup::lessons: return draw_lesson_menu(s, left, right, y + 6) + 6;
    case Popup::press: return draw_press_menu(s, left, right, y + 6) + 6;
    case Popup::menu: {
      const bool of_embed = s.shell == Shell::embed && s.explorer.state().shows_lesson();
      return (of_embed ? draw_embed_menu : draw_menu)(s, left, right, y + 6) + 6;
    }
    case Popup::explain: break;
  }
  return y;
}

}  // namespace

void Screen::toggle_popup(Popup which, Rect anchor) {
  const bool open = ImGui::IsPopupOpen(popup_id(which), ImGuiPopupFlags_None);
  if (open) return ImGui::ClosePopupsOverWindow(nullptr, true);
  memory.popup = which;
  memory.popup_anchor = type.mirror().to_window(anchor);
  memory.popup_opens = true;
  out.animating = true;
}

bool Screen::popup_open() const {
  return ImGui::IsPopupOpen(ImGuiID{}, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

void draw_popup(Screen& s) {
  Memory& memory = s.memory;
  const Popup which = memory.popup;
  float& high = memory.scrolls[motion_key("popup", static_cast<std::uint64_t>(which))];
  const Rect where = place_of(s, which, s.type.mirror().to_layout(memory.popup_anchor), high);
  if (std::exchange(memory.popup_opens, false)) ImGui::OpenPopup(popup_id(which));
  const float alpha =
      s.popup_open() ? s.motion.appear(motion_key("popup-open", static_cast<std::uint64_t>(which)), panel_time * 0.6)
                     : 1;
  ImGui::SetNextWindowPos({s.type.mirror().to_window(where).x0, where.y0});
  ImGui::SetNextWindowSize({where.width(), where.height()});
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  const bool open = ImGui::BeginPopupEx(popup_id(which), ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                                             ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                                             ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  if (!open) return;
  const Pen under = s.pen;
  s.pen = Pen(ImGui::GetWindowDrawList(), s.type);
  s.pen.set_alpha(alpha);
  s.mark("popover", where);
  s.focus.open_scope();
  if (which == Popup::explain) {
    draw_text_rest(s, {where.x0 + 24, where.y0 + 16, where.x1 - 16, where.y1 - 12}, "popover-text", s.theme.bg2);
  } else {
    const float y = s.begin_scroll("popover-scroll", where);
    const float bottom = draw_contents_of(s, which, where, y);
    s.out.animating |= std::abs(bottom - y - high) > 0.5f;
    high = bottom - y;
    s.end_scroll(bottom, s.theme.bg2);
  }
  s.focus.close_scope();
  // ImGui closes popups by Escape only with its keyboard navigation, which is off: Tab leaves the canvas.
  if (s.pressed(ImGuiKey_Escape, false)) ImGui::CloseCurrentPopup();
  s.pen = under;
  ImGui::EndPopup();
}

}  // namespace ui
