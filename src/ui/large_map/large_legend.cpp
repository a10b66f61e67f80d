// The large map's legend: beside the map as a model's head has it, or in one line below it.
#include <algorithm>
#include <cmath>

#include "ui/large_map/large.hpp"
#include "ui/widgets/weight_legend.hpp"

namespace ui {

void LargeFigure::draw_legend(Screen& s) {
  constexpr int slices = 48;
  const auto color = [&](int i) {
    return s.theme.scale(graph::Family::weights, static_cast<float>(i) / static_cast<float>(slices));
  };
  const Font note{Face::regular, note_size};
  constexpr std::array<std::string_view, 3> ids{"large.legend.linear", "large.legend.sqrt", "large.legend.log"};
  const std::string_view steps = s.text(ids[static_cast<std::size_t>(look_.steps)]);
  const std::optional<Cell> cell = looked_at(s);
  const bool shown = cell && row_ && row_->row == cell->first && cell->second < row_->keys;
  const float current = shown ? explorer::color_place(look_.steps, std::min(row_->weights[cell->second], 1.0f)) : -1;
  s.mark("large-legend", layout_.legend);
  if (!layout_.legend_upright) {
    const Rect at = layout_.legend;
    float x = s.pen.text({at.x0, centred(at.middle_y(), note_size)}, s.joined({s.text("large.weight"), ": 0"}), note,
                         s.theme.text3) +
              6;
    const Rect bar = s.pen.snapped(box(x, at.middle_y() - 4, 90, 8));
    for (int i = 0; i < slices; ++i) {
      const float x0 = bar.x0 + bar.width() * static_cast<float>(i) / slices;
      s.pen.across_blend({x0, bar.y0, x0 + bar.width() / slices, bar.y1}, color(i), color(i + 1));
    }
    s.pen.outline(bar, faded(s.theme.text3, 0.4f));
    if (current >= 0) s.pen.down(bar.x0 + bar.width() * current - 1, bar.y0 - 3, bar.y1 + 3, s.theme.text, 2);
    x = s.pen.text({bar.x1 + 6, centred(at.middle_y(), note_size)}, "1", note, s.theme.text3) + 10;
    s.pen.text({x, centred(at.middle_y(), note_size)}, s.type.fitted(steps, note, at.x1 - x), note, s.theme.text3);
    return;
  }
  draw_weight_legend(s, s.pen.snapped(layout_.legend), look_.steps, state(s).setup.causal, current);
}

}  // namespace ui
