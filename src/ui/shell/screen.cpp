// Hits, keys and rings: what all panels have in common.
#include "ui/shell/screen.hpp"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "ui/type/prose.hpp"

namespace ui {

Shell shell_for(float width, float height, bool embed) {
  if (embed || height < 560) return Shell::embed;
  if (width < 600) return Shell::phone;
  if (width < 800) return Shell::narrow;
  return width < 1200 ? Shell::tablet : Shell::desktop;
}

Hit Screen::hit(std::string_view id, Rect where, bool is_part) {
  Hit hit;
  if (where.empty()) return hit;
  const Rect there = type.mirror().to_window(where);
  const char* key = items.add(id, there, true).id.c_str();
  ImGui::SetCursorScreenPos({there.x0, there.y0});
  // A finger that has scrolled does not click on release.
  const bool scrolled = around.touch && ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > 64;
  hit.clicked = ImGui::InvisibleButton(key, {where.width(), where.height()}) && !scrolled;
  hit.hovered = ImGui::IsItemHovered();
  hit.held = ImGui::IsItemActive();
  const int presses = ImGui::GetMouseClickedCount(ImGuiMouseButton_Left);  // 0: none in this frame
  hit.doubled = hit.hovered && presses > 0 && presses % 2 == 0;            // four are two double-clicks
  if (!is_part) return hit;
  hit.focused = focus.part(id, where);
  if (ImGui::IsItemActivated()) {
    focus.take(id);
    hit.focused = true;
  }
  if (hit.focused &&
      (pressed(ImGuiKey_Enter, false) || pressed(ImGuiKey_KeypadEnter, false) || pressed(ImGuiKey_Space, false))) {
    hit.clicked = hit.by_key = true;
    focus.show();
  }
  return hit;
}

bool Screen::turns() {
  Turn& turn = memory.turn;
  if (turn.step == view.step_id && turn.lesson == view.lesson_id) return false;
  turn = {view.lesson_id, view.step_id, turn.step.empty() ? -10 : motion.now(), turn.count + 1};
  memory.tab = SheetTab::explain;
  memory.page_open = false;
  memory.card_tab.reset();
  memory.card_open.reset();
  memory.run_goes_on = false;
  return true;
}

void Screen::go(bool back) {
  const Beats& beats = memory.beats;
  if (!can_go(back)) return;
  if (back && beats.now > 0) go_to_beat(beats.now - 1);
  else if (back) command(explorer::PreviousStep{.to_last_beat = true});
  else if (beats.now + 1 < beats.firsts.size()) go_to_beat(beats.now + 1);
  else if (!leads_on()) command(explorer::NextStep{});
  else if (view.closing->next == lesson::large_map_id) command(explorer::ShowLarge{true});
  else out.open_lesson = view.closing->next;
}

void Screen::go_to_beat(std::size_t beat) {
  const std::vector<std::size_t>& firsts = memory.beats.firsts;
  const std::size_t end = beat + 1 < firsts.size() ? firsts[beat + 1] : view.parts.size();
  show_beat(firsts[beat], end - firsts[beat]);
}

void Screen::show_beat(std::size_t part, std::size_t parts) {
  if (explorer.state().reading) command(explorer::ShowBeside{part, parts});
  else command(explorer::GoToBeat{part, parts});
}

bool Screen::rested(const Hit& hit) {
  constexpr double long_press = 0.5;
  constexpr float still = 10;
  if (ImGui::IsItemActivated()) {
    memory.pressed_at = motion.now();
    memory.pressed_where = pointer();
    memory.long_pressed = false;
  }
  if (!hit.held || !around.touch || memory.long_pressed) return false;
  const Point at = pointer(), from = memory.pressed_where;
  if (std::hypot(at.x - from.x, at.y - from.y) > still) memory.pressed_at = -1;
  if (memory.pressed_at < 0) return false;
  if (motion.now() - memory.pressed_at < long_press) {
    motion.wake_at(memory.pressed_at + long_press);
    return false;
  }
  return memory.long_pressed = true;
}

bool Screen::pressed(int key, bool repeat) const {
  const ImGuiIO& io = ImGui::GetIO();
  if (!around.focused || typing() || io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  if (type.mirror().reflects() && (key == ImGuiKey_LeftArrow || key == ImGuiKey_RightArrow))
    key = key == ImGuiKey_LeftArrow ? ImGuiKey_RightArrow : ImGuiKey_LeftArrow;
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), repeat);
}

Point Screen::pointer() const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  return type.mirror().to_layout(Point{at.x, at.y});
}

FrameInput::Pinch Screen::pinched() const {
  FrameInput::Pinch fingers = around.pinch;
  fingers.from_x = type.mirror().x_in_layout(fingers.from_x);
  fingers.x = type.mirror().x_in_layout(fingers.x);
  return fingers;
}

void Screen::ring(Rect where, float radius) {
  if (!focus.visible()) return;
  const Rect outer = grown(pen.snapped(where), 4);
  pen.outline(outer, theme.text, 2, radius + 4);
  pen.outline(grown(outer, -2), theme.bg0, 1, radius + 2);
}

void Screen::hover(std::optional<graph::CellRef> cell) {
  const auto& now = explorer.state().hovered;
  if (cell) {
    memory.hover_left_at = -1;
    if (now != cell) command(explorer::Hover{std::move(cell)});
    return;
  }
  if (!now) return;
  double& left = memory.hover_left_at;
  if (left < 0) left = motion.now();
  if (motion.now() - left >= leave_wait || motion.reduced()) {
    left = -1;
    command(explorer::Hover{});
  } else {
    motion.wake_at(left + leave_wait);
  }
}

}  // namespace ui
