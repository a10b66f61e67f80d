// Only a page can open a file or a camera: the button asks it to. A dropped or pasted picture comes in by the page too.
#include "ui/picture_control.hpp"

#include "ui/widgets.hpp"

namespace ui {

float draw_picture_control(Screen& s, float x0, float x1, float y, float row, const explorer::ControlView& control) {
  std::vector<std::string> labels;
  std::size_t selected = control.choices.size();
  const auto* value = std::get_if<std::string>(&control.value);
  for (std::size_t i = 0; i < control.choices.size(); ++i) {
    labels.push_back(control.choices[i].second);
    if (value && control.choices[i].first == *value) selected = i;
  }
  const bool on = control.off.empty();
  const Rect where = box(x0, y, x1 - x0, segmented_height(s, labels, x1 - x0, row));
  if (const auto chosen = segmented(s, "control:" + control.name, where, labels, selected, on))
    s.command(explorer::SetParameter{control.name, control.choices[*chosen].first, false});
  for (std::size_t i = 0; i < labels.size(); ++i)
    s.mark("control:" + control.name + ":" + control.choices[i].first, segment_rect(where, row, labels.size(), i));

  const bool own = selected == control.choices.size();
  const std::string words = s.text("picture.own"), tip = s.text("picture.own.tip");
  const Rect below = box(x0, where.y1 + 8, x1 - x0, row);
  const Button look{
      .label = words, .kind = own ? ButtonKind::primary : ButtonKind::secondary, .enabled = on, .tip = tip};
  if (button(s, "control:" + control.name + ":own", below, look)) s.request(Request::open_picture);
  return below.y1;
}

}  // namespace ui
