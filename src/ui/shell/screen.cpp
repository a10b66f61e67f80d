// Hits, keys, rings, tooltips and scrolling: what all panels have in common.
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
  const char* key = items.add(id, where, true).id.c_str();
  ImGui::SetCursorScreenPos({where.x0, where.y0});
  // A finger that has scrolled does not click on release.
  const bool scrolled = around.touch && ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > 64;
  hit.clicked = ImGui::InvisibleButton(key, {where.width(), where.height()}) && !scrolled;
  hit.hovered = ImGui::IsItemHovered();
  hit.held = ImGui::IsItemActive();
  hit.doubled = hit.hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
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
  if (!around.focused || memory.editing || io.KeyCtrl || io.KeyAlt || io.KeySuper) return false;
  return ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), repeat);
}

Point Screen::pointer() const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  return {at.x, at.y};
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

float Screen::begin_scroll(std::string_view id, Rect area, float content) {
  return begin_pan(id, area, {area.width(), content}).y;
}

Point Screen::begin_pan(std::string_view id, Rect area, Point content) {
  float& right = scrolled_right(id);
  float& down = scrolled_down(id);
  const Point most{std::max(content.x - area.width(), 0.0f), std::max(content.y - area.height(), 0.0f)};
  const bool moves = most.x > 0 || most.y > 0;
  const ImGuiIO& io = ImGui::GetIO();
  const bool over = area.contains(pointer()) && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  if (over && moves) {
    out.wants_wheel = true;
    const bool sideways = io.KeyShift || most.y <= 0;
    right -= (io.MouseWheelH + (sideways ? io.MouseWheel : 0)) * 48;
    down -= (sideways ? 0 : io.MouseWheel) * 48;
    if (around.touch && !memory.dragged && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 8)) {
      right -= io.MouseDelta.x;
      down -= io.MouseDelta.y;
    }
  }
  if (moves && focus.part(id, area, true)) {
    if (takes(ImGuiKey_DownArrow, down < most.y)) down += 40;
    if (takes(ImGuiKey_UpArrow, down > 0)) down -= 40;
    if (takes(ImGuiKey_RightArrow, right < most.x)) right += 40;
    if (takes(ImGuiKey_LeftArrow, right > 0)) right -= 40;
    if (takes(ImGuiKey_Home, right > 0 || down > 0)) right = down = 0;
    if (takes(ImGuiKey_End, down < most.y)) down = most.y;
    says(true, text(joined({"group.", focus.current_group()})), "role.region",
         text("focus.scrolled",
              {digits(static_cast<std::size_t>(100 * std::clamp(down / std::max(most.y, 1.0f), 0.0f, 1.0f)))}));
    ring(grown(area, -4), segment_radius);
  }
  // Scrolls a focused control into view.
  if (const auto at = focus.where();
      at && focus.arrived() && most.y > 0 && at->x0 >= area.x0 && at->x1 <= area.x1 + 1) {
    if (at->y1 > area.y1 && at->y0 > area.y0) down += at->y1 - area.y1 + 12;
    if (at->y0 < area.y0 && at->y1 < area.y1) down -= area.y0 - at->y0 + 12;
  }
  right = std::clamp(right, 0.0f, most.x);
  down = std::clamp(down, 0.0f, most.y);
  ImGui::PushClipRect({area.x0, area.y0}, {area.x1, area.y1}, true);
  return {right, down};
}

void Screen::end_scroll(Rect area, float offset, float content, Color behind) {
  end_pan(area, {0, offset}, {area.width(), content}, behind);
}

void Screen::end_pan(Rect area, Point offset, Point content, Color behind) {
  ImGui::PopClipRect();
  const Point most{content.x - area.width(), content.y - area.height()};
  constexpr float fade = 24;
  const Color clear = faded(behind, 0);
  if (most.x > 0.5f && offset.x > 0.5f) pen.across_blend({area.x0, area.y0, area.x0 + fade, area.y1}, behind, clear);
  if (offset.x < most.x - 0.5f) pen.across_blend({area.x1 - fade, area.y0, area.x1, area.y1}, clear, behind);
  if (most.y <= 0.5f) return;
  if (offset.y > 0.5f) pen.down_blend({area.x0, area.y0, area.x1, area.y0 + fade}, behind, clear);
  if (offset.y < most.y - 0.5f) pen.down_blend({area.x0, area.y1 - fade, area.x1, area.y1}, clear, behind);
  // The bar is visible while the pointer is over the region; otherwise the fades show that there is more.
  const bool over = area.contains(pointer()) && !touch();
  const float shown = motion.fade(motion_key("scrollbar", static_cast<std::uint64_t>(area.x0 * 7919 + area.y0)), over);
  const float length = std::max(area.height() * area.height() / content.y, 24.0f);
  const float top = area.y0 + (area.height() - length) * offset.y / most.y;
  pen.fill({area.x1 - 4, top, area.x1 - 1, top + length}, faded(theme.line2, shown), 1.5f);
}

}  // namespace ui
