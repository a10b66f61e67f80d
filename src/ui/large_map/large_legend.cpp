// The large map's legend: its colours from 0 to 1 with true values for the chosen colour steps, and a mark for the
// hovered weight.
#include <algorithm>
#include <cmath>

#include "explorer/state/color_steps.hpp"
#include "graph/explain/explanation.hpp"
#include "ui/large_map/large.hpp"

namespace ui {

void LargeFigure::draw_legend(Screen& s) {
  constexpr int slices = 48;
  const auto color = [&](int i) {
    return s.theme.scale(graph::Family::weights, static_cast<float>(i) / static_cast<float>(slices));
  };
  const Font note{Face::regular, note_size};
  const char* ids[] = {"large.legend.linear", "large.legend.sqrt", "large.legend.log"};
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
  const Rect bar = s.pen.snapped(layout_.legend);
  s.pen.text({bar.x0, bar.y0 - 12}, s.text("large.weight"), {Face::regular, label_size}, s.theme.text3);
  for (int i = 0; i < slices; ++i) {
    const float y1 = bar.y1 - bar.height() * static_cast<float>(i) / slices;
    s.pen.down_blend({bar.x0, y1 - bar.height() / slices, bar.x1, y1}, color(i + 1), color(i));
  }
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  float last = -100;
  for (const float value : {1.0f, 0.0f, 0.5f, 0.1f, 0.25f, 0.01f, 0.75f, 0.001f}) {
    const float y = bar.y1 - bar.height() * explorer::color_place(look_.steps, value);
    const bool free = value == 1 || value == 0 || (y > bar.y0 + 16 && y < bar.y1 - 16 && std::abs(y - last) > 16);
    if (!free) continue;
    if (value != 1 && value != 0) last = y;
    s.pen.fill(s.pen.snapped(Rect{bar.x1 + 1, y - 0.5f, bar.x1 + 5, y + 0.5f}), s.theme.text3);
    const int decimals = value == 1 || value == 0 ? 0 : value < 0.01f ? 3 : value == 0.5f || value == 0.1f ? 1 : 2;
    s.pen.text({bar.x1 + 9, centred(y, note_size)}, graph::format_number(value, decimals), note, s.theme.text3);
  }
  if (current >= 0) {
    const float y = bar.y1 - bar.height() * current;
    s.pen.fill(s.pen.snapped(Rect{bar.x0 - 3, y - 1, bar.x1 + 3, y + 1}), s.theme.text);
  }
  float y = bar.y1 + 14;
  for (const std::string& line : s.type.lines(steps, note, 78)) {
    s.pen.text_in({bar.x0, y, bar.x0 + 84, y + 15}, line, note, s.theme.text3);
    y += 15;
  }
  if (!state(s).setup.causal) return;
  const Rect sample = s.pen.snapped(box(bar.x0, y + 8, 11, 11));
  s.pen.fill(sample, s.theme.bg0);
  s.pen.outline(sample, s.theme.line2);
  s.pen.text({sample.x1 + 7, centred(sample.middle_y(), note_size)}, s.text("large.masked"), note, s.theme.text3);
}

}  // namespace ui
