// The button that leads to what is below a figure's window: words on a desktop, an arrow in little space.
#include "ui/widgets/widgets.hpp"

#include <algorithm>

#include "imgui.h"
#include "ui/shell/screen.hpp"

namespace ui {
namespace {

// In little space it covers hardly more than the fade at the end of a window.
constexpr float low = 28;

bool worded(const Screen& s) { return s.shell == Shell::desktop && !s.touch(); }

}  // namespace

Rect more_below_rect(Screen& s, const MoreBelow& more) {
  constexpr float worth_saying = 24;  // for less than this the fade is enough
  if (more.offset + more.window.height() > more.height - worth_saying) return {};
  const std::string_view words = s.text("stage.more_below");
  const float high = s.touch() ? low : 32;
  const float wide = worded(s)   ? button_width(s, {.label = words, .after = Icon::chevron})
                     : s.touch() ? touch_target
                                 : high;
  return box(more.window.x1 - wide, std::min(more.window.y1, s.covered_from - 8) - high, wide, high);
}

void press_more_below(Screen& s, const MoreBelow& more) {
  const Rect where = more_below_rect(s, more);
  if (where.empty()) return;
  Rect target = where;
  if (s.touch() && (!more.taken || where.contains(s.pointer()))) target.y0 = target.y1 - touch_target;
  const Hit hit = s.hit(more.id, target);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.hovered && !worded(s)) s.item_tip(s.text("stage.more_below"));
  if (hit.focused) s.ring(where, control_radius);
  s.says(hit.focused, s.text("stage.more_below"), "role.button");
  if (!hit.clicked) return;
  constexpr float page = 0.8f;
  ImGui::SetScrollY(std::min(ImGui::GetScrollY() + more.window.height() * page, ImGui::GetScrollMaxY()));
  s.out.animating = true;
}

void draw_more_below(Screen& s, const MoreBelow& more) {
  const Rect where = s.pen.snapped(more_below_rect(s, more));
  if (where.empty()) return;
  s.pen.panel(where, s.theme.bg2, s.theme.line2, control_radius);
  if (!worded(s)) return draw_icon(s.pen, Icon::chevron, where.middle(), s.theme.text2, 16);
  const Font font{Face::medium, control_size};
  s.pen.text({where.x0 + 14, centred(where.middle_y(), control_size)}, s.text("stage.more_below"), font, s.theme.text);
  draw_icon(s.pen, Icon::chevron, {where.x1 - 20, where.middle_y()}, s.theme.text2, 14);
}

}  // namespace ui
