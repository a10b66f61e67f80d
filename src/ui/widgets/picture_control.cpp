// Only the page can open a file or a camera: the button requests it. Dropped and pasted pictures also come from the
// page.
#include "ui/widgets/widgets.hpp"

#include <algorithm>

#include "ui/panels/panels.hpp"

namespace ui {

float draw_picture_control(Screen& s, float x0, float x1, float y, float row, const explorer::ControlView& control) {
  const auto* value = std::get_if<std::string>(&control.value);
  const bool own = std::ranges::none_of(control.choices, [&](const auto& one) { return value && one.first == *value; });
  const bool on = control.off.empty();
  const float end = draw_choice(s, x0, x1, y, row, control);

  const std::string_view words = s.text("picture.own"), tip = s.text("picture.own.tip");
  const Rect below = box(x0, end + 8, x1 - x0, row);
  const Button look{
      .label = words, .kind = own ? ButtonKind::primary : ButtonKind::secondary, .enabled = on, .tip = tip};
  if (button(s, s.joined({"control:", control.name, ":own"}), below, look)) s.request(Request::open_picture);
  return below.y1;
}

}  // namespace ui
