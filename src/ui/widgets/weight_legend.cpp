// See weight_legend.hpp. Values that would lie over others are left out; 0 and 1 always stand.
#include "ui/widgets/weight_legend.hpp"

#include <array>
#include <cmath>

#include "graph/explain/explanation.hpp"

namespace ui {
namespace {

void draw_value(Screen& s, Rect bar, float y, std::string_view text) {
  s.pen.fill(s.pen.snapped(Rect{bar.x1 + 1, y - 0.5f, bar.x1 + 5, y + 0.5f}), s.theme.text3);
  s.pen.text({bar.x1 + 9, centred(y, note_size)}, text, {Face::regular, note_size}, s.theme.text3);
}

void draw_values(Screen& s, Rect bar, explorer::ColorSteps steps) {
  float last = -100;
  for (const float value : {1.0f, 0.0f, 0.5f, 0.1f, 0.25f, 0.01f, 0.75f, 0.001f}) {
    const float y = bar.y1 - bar.height() * explorer::color_place(steps, value);
    const bool end = value == 1 || value == 0;
    if (!end && (y < bar.y0 + 16 || y > bar.y1 - 16 || std::abs(y - last) < 16)) continue;
    if (!end) last = y;
    const int decimals = end ? 0 : value < 0.01f ? 3 : value == 0.5f || value == 0.1f ? 1 : 2;
    draw_value(s, bar, y, graph::format_number(double{value}, decimals));
  }
}

// The bar in small slices, color(t) from its lower end, t = 0, to 1; below it how the steps are spaced. Returns its lower end.
float draw_scale(Screen& s, Rect bar, std::string_view title, explorer::ColorSteps steps, const auto& color) {
  constexpr int slices = 48;
  constexpr std::array<std::string_view, 3> names{"large.legend.linear", "large.legend.sqrt", "large.legend.log"};
  const Font note{Face::regular, note_size};
  s.pen.text({bar.x0, bar.y0 - 12}, title, {Face::regular, label_size}, s.theme.text3);
  for (int i = 0; i < slices; ++i) {
    const float y1 = bar.y1 - bar.height() * static_cast<float>(i) / slices;
    const auto at = [](int slice) { return static_cast<float>(slice) / static_cast<float>(slices); };
    s.pen.down_blend({bar.x0, y1 - bar.height() / slices, bar.x1, y1}, color(at(i + 1)), color(at(i)));
  }
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  float y = bar.y1 + 14;
  const std::string_view words = s.text(names[static_cast<std::size_t>(steps)]);
  for (const std::string& line : s.type.lines(words, note, weight_legend_width - 6)) {
    s.pen.text_in({bar.x0, y, bar.x0 + weight_legend_width, y + 15}, line, note, s.theme.text3);
    y += 15;
  }
  return y;
}

}  // namespace

void draw_difference_legend(Screen& s, Rect bar, explorer::ColorSteps steps, float largest) {
  draw_scale(s, bar, s.text("model.shows.difference"), steps,
             [&](float t) { return s.theme.scale({graph::Family::weights, true}, 2 * t - 1); });
  const std::string end = graph::format_number(double{largest}, 3);
  draw_value(s, bar, bar.y0, end);
  draw_value(s, bar, bar.middle_y(), "0");
  draw_value(s, bar, bar.y1, s.joined({"−", end}));
}

void draw_weight_legend(Screen& s, Rect bar, explorer::ColorSteps steps, bool causal, float current) {
  const float y = draw_scale(s, bar, s.text("large.weight"), steps,
                             [&](float t) { return s.theme.scale(graph::Family::weights, t); });
  draw_values(s, bar, steps);
  if (current >= 0) {
    const float mark = bar.y1 - bar.height() * current;
    s.pen.fill(s.pen.snapped(Rect{bar.x0 - 3, mark - 1, bar.x1 + 3, mark + 1}), s.theme.text);
  }
  if (!causal) return;
  const Rect sample = s.pen.snapped(box(bar.x0, y + 8, 11, 11));
  s.pen.fill(sample, s.theme.bg0);
  s.pen.outline(sample, s.theme.line2);
  s.pen.text({sample.x1 + 7, centred(sample.middle_y(), note_size)}, s.text("large.masked"), {Face::regular, note_size},
             s.theme.text3);
}

}  // namespace ui
