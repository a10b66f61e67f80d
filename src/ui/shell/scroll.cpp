// ImGui child windows: its scroll state, its wheel and its scroll bar. Ours: dragging with a finger, by which ImGui
// does not scroll; the keys of a region that has the focus, since ImGui's own need its keyboard navigation; the fades
// at the ends.
#include <utility>

#include "imgui.h"
#include "imgui_internal.h"
#include "ui/shell/screen.hpp"

namespace ui {
namespace {

constexpr ImGuiWindowFlags plain_child = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoBackground |
                                         ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings;

// Draws into the window that is current from here on.
void use_window(Screen& s) {
  const float alpha = s.pen.alpha();
  s.pen = Pen(ImGui::GetWindowDrawList(), s.type);
  s.pen.set_alpha(alpha);
}

// content: its size; in a direction of 0 ImGui measures it.
void begin_window(Screen& s, std::string_view id, Rect area, Point content, ImGuiWindowFlags flags) {
  area = s.type.mirror().to_window(area);
  const ImVec2 least{std::floor(area.x0), std::floor(area.y0)}, most{std::ceil(area.x1), std::ceil(area.y1)};
  ImGui::SetCursorScreenPos(least);
  ImGui::SetNextWindowContentSize({content.x, content.y});
  ImGui::BeginChild(ImGui::GetID(id.data(), id.data() + id.size()),
                    {std::max(most.x - least.x, 1.0f), std::max(most.y - least.y, 1.0f)}, ImGuiChildFlags_None,
                    plain_child | flags);
  use_window(s);
}

bool over_window() { return ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem); }

// The keys of a region that has the focus.
void scroll_by_keys(Screen& s, std::string_view id, Rect area, Point& to, Point most) {
  if (!s.focus.part(id, area, true)) return;
  if (s.takes(ImGuiKey_DownArrow, to.y < most.y)) to.y += 40;
  if (s.takes(ImGuiKey_UpArrow, to.y > 0)) to.y -= 40;
  if (s.takes(ImGuiKey_RightArrow, to.x < most.x)) to.x += 40;
  if (s.takes(ImGuiKey_LeftArrow, to.x > 0)) to.x -= 40;
  if (s.takes(ImGuiKey_Home, to.x > 0 || to.y > 0)) to = {};
  if (s.takes(ImGuiKey_End, to.y < most.y)) to.y = most.y;
  const auto percent = static_cast<std::size_t>(100 * std::clamp(to.y / std::max(most.y, 1.0f), 0.0f, 1.0f));
  s.says(true, s.text(s.joined({"group.", s.focus.current_group()})), "role.region",
         s.text("focus.scrolled", {s.digits(percent)}));
  s.ring(grown(area, -4), segment_radius);
}

// What moves the window besides ImGui's wheel.
void scroll_by_input(Screen& s, std::string_view id, Rect area, bool by_finger, bool by_wheel) {
  const Point from{ImGui::GetScrollX(), ImGui::GetScrollY()}, most{ImGui::GetScrollMaxX(), ImGui::GetScrollMaxY()};
  if (most.x <= 0 && most.y <= 0) return;
  const ImGuiIO& io = ImGui::GetIO();
  Point to = from;
  if (over_window()) {
    s.out.wants_wheel = true;
    if (by_wheel) {
      const bool sideways = io.KeyShift || most.y <= 0;
      to.x -= (io.MouseWheelH + (sideways ? io.MouseWheel : 0)) * 48;
      to.y -= (sideways ? 0 : io.MouseWheel) * 48;
    }
    if (by_finger && s.around.touch && !s.memory.dragged && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 8)) {
      to.x -= io.MouseDelta.x;
      to.y -= io.MouseDelta.y;
    }
  }
  scroll_by_keys(s, id, area, to, most);
  // Scrolls a focused control into view.
  if (const auto at = s.focus.where();
      at && s.focus.arrived() && most.y > 0 && at->x0 >= area.x0 && at->x1 <= area.x1 + 1) {
    if (at->y1 > area.y1 && at->y0 > area.y0) to.y += at->y1 - area.y1 + 12;
    if (at->y0 < area.y0 && at->y1 < area.y1) to.y -= area.y0 - at->y0 + 12;
  }
  to = {std::clamp(to.x, 0.0f, most.x), std::clamp(to.y, 0.0f, most.y)};
  if (to.x != from.x) ImGui::SetScrollX(to.x);
  if (to.y != from.y) ImGui::SetScrollY(to.y);
  s.out.animating |= !(to == from);
}

// Visible while the pointer is over the window; otherwise the fades show that there is more.
void draw_bar(Screen& s, const ImGuiWindow& window) {
  const ImGuiID id = ImGui::GetID("#bar");
  const bool over = (over_window() || ImGui::GetActiveID() == id) && !s.touch();
  const float shown = s.motion.fade(motion_key("scrollbar", window.ID), over);
  if (shown <= 0) return;
  const ImRect area = window.InnerRect;
  ImS64 down = static_cast<ImS64>(window.Scroll.y);
  ImGui::PushStyleVar(ImGuiStyleVar_GrabMinSize, 24.0f);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, faded(s.theme.line2, shown));
  const auto visible = static_cast<ImS64>(area.GetHeight());
  // ImGui draws it 2 px narrower on either side.
  const float left = s.type.mirror().reflects() ? area.Min.x - 1 : area.Max.x - 6;
  if (ImGui::ScrollbarEx({left, area.Min.y, left + 7, area.Max.y}, id, ImGuiAxis_Y, &down, visible,
                         visible + static_cast<ImS64>(window.ScrollMax.y))) {
    ImGui::SetScrollY(static_cast<float>(down));
    s.out.animating = true;
  }
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

}  // namespace

void Screen::open_at_top(std::string_view id) {
  const auto [read, fresh] = memory.turn_read.try_emplace(motion_key(id), memory.turn.count);
  if (fresh || std::exchange(read->second, memory.turn.count) == memory.turn.count) return;
  ImGui::SetNextWindowScroll({-1, 0});
}

float Screen::begin_scroll(std::string_view id, Rect area, bool by_finger) {
  constexpr float no_wider = 1;
  begin_window(*this, id, area, {no_wider, 0}, ImGuiWindowFlags_None);
  scroll_by_input(*this, id, area, by_finger, false);
  return area.y0 - ImGui::GetScrollY();
}

void Screen::end_contents(float bottom, Color behind) {
  const ImGuiWindow& window = *ImGui::GetCurrentWindow();
  ImGui::SetCursorScreenPos({window.Pos.x, bottom});
  ImGui::Dummy({0, 0});
  // ImGui scrolls by this size from the next frame on.
  const float high = window.DC.CursorMaxPos.y - window.DC.CursorStartPos.y;
  out.animating |= std::abs(high - window.ContentSize.y) > 1;
  draw_scroll_edges(behind);
}

void Screen::end_scroll(float bottom, Color behind) {
  end_contents(bottom, behind);
  end_layer();
}

Point Screen::begin_pan(std::string_view id, Rect area, Point content) {
  // ImGui's wheel goes less far sideways than down, and not at all if the browser has already turned it for Shift.
  begin_window(*this, id, area, content, ImGuiWindowFlags_NoScrollWithMouse);
  scroll_by_input(*this, id, area, true, true);
  return {ImGui::GetScrollX(), ImGui::GetScrollY()};
}

void Screen::draw_scroll_edges(Color behind) {
  const ImGuiWindow& window = *ImGui::GetCurrentWindow();
  const Rect area = type.mirror().to_layout(
      Rect{window.InnerRect.Min.x, window.InnerRect.Min.y, window.InnerRect.Max.x, window.InnerRect.Max.y});
  const ImVec2 at = window.Scroll, most = window.ScrollMax;
  constexpr float fade = 24;
  const Color clear = faded(behind, 0);
  if (most.x > 0 && at.x > 0) pen.across_blend({area.x0, area.y0, area.x0 + fade, area.y1}, behind, clear);
  if (at.x < most.x) pen.across_blend({area.x1 - fade, area.y0, area.x1, area.y1}, clear, behind);
  if (most.y <= 0) return;
  if (at.y > 0) pen.down_blend({area.x0, area.y0, area.x1, area.y0 + fade}, behind, clear);
  if (at.y < most.y) pen.down_blend({area.x0, area.y1 - fade, area.x1, area.y1}, clear, behind);
  draw_bar(*this, window);
}

void Screen::begin_layer(std::string_view id, Rect area, bool takes_input) {
  begin_window(*this, id, area, {1, 1},
               takes_input ? ImGuiWindowFlags_NoScrollWithMouse
                           : ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoInputs);
}

void Screen::end_layer() {
  ImGui::EndChild();
  use_window(*this);
}

}  // namespace ui
