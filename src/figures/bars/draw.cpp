// Vectors as bars, one plot each, on a common scale for comparison; mainly for histograms. Pointing at a bar, or going
// to it with arrow keys, shows its number.
// Plots are stacked, so that the same index is at the same x; side by side if the area is low.
#include <algorithm>
#include <cmath>

#include "figures/bars/view.hpp"
#include "figures/drawings.hpp"
#include "imgui.h"

namespace ui {
namespace {

using explorer::Bars;

constexpr float title_height = 22, axis_height = 18, plot_gap = 10;

void draw_plot(Screen& s, Rect area, const Bars& bars, float most) {
  const Font note{Face::regular, note_size};
  const Color ink = s.theme.role(bars.tensor.role);
  s.pen.text_in({area.x0, area.y0, area.x1, area.y0 + title_height}, bars.title, {Face::semibold, label_size}, ink);
  const Rect plot{area.x0, area.y0 + title_height, area.x1, area.y1 - axis_height};
  const std::size_t count = bars.values.size();
  if (plot.height() < 12 || count == 0) return;
  const float pitch = plot.width() / static_cast<float>(count), gap = pitch > 5 ? 1.0f : 0.0f;
  const auto bar = [&](std::size_t i) {
    const float x = plot.x0 + static_cast<float>(i) * pitch;
    return Rect{x, plot.y0, x + pitch - gap, plot.y1};
  };

  const std::string_view id = s.joined({"bars:", bars.tensor.name});
  const Hit hit = s.hit(id, plot);
  int& at = s.memory.roving[motion_key(id)];
  at = std::clamp(at, 0, static_cast<int>(count) - 1);
  std::optional<std::size_t> told;
  if (hit.hovered && s.pointer().x >= plot.x0)
    told = std::min(static_cast<std::size_t>((s.pointer().x - plot.x0) / pitch), count - 1);
  if (hit.focused) {
    const int last = static_cast<int>(count) - 1;
    if (s.takes(ImGuiKey_LeftArrow, at > 0)) --at;
    if (s.takes(ImGuiKey_RightArrow, at < last)) ++at;
    if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
    if (s.takes(ImGuiKey_End, at < last)) at = last;
    const auto place = static_cast<std::size_t>(at);
    const auto& names = bars.tensor.labels.empty() ? bars.tensor.axis_names : bars.tensor.labels.front();
    s.says(
        true, s.joined({graph::plain(bars.tensor.symbol), " ", bars.tensor.caption}), "role.bars",
        place < names.size() ? s.joined({names[place], ": ", bars.texts[place]}) : std::string_view(bars.texts[place]));
    if (s.focus.visible()) told = static_cast<std::size_t>(at);
    s.ring(plot, 2);
  }
  for (std::size_t i = 0; i < count; ++i) {
    Rect one = bar(i);
    one.y0 = plot.y1 - plot.height() * std::clamp(bars.values[i] / most, 0.0f, 1.0f);
    if (bars.values[i] > 0) s.pen.fill(s.pen.snapped(one), told == i ? s.theme.text : faded(ink, 0.85f), 1);
  }
  s.pen.across(plot.x0, plot.x1, plot.y1, s.theme.line2);

  const auto& labels = bars.tensor.labels.empty() ? bars.tensor.axis_names : bars.tensor.labels.front();
  const Rect axis{plot.x0, plot.y1 + 2, plot.x1, area.y1};
  if (told && *told < labels.size()) {
    s.pen.text_in(axis, s.joined({labels[*told], ": ", bars.texts[*told]}), {Face::medium, note_size}, s.theme.text,
                  Align::centre);
    s.mark(s.joined({id, ":told"}), axis);
  } else if (!labels.empty()) {
    s.pen.text_in(axis, labels.front(), note, s.theme.text3);
    s.pen.text_in(axis, labels.back(), note, s.theme.text3, Align::right);
    if (labels.size() > 2) s.pen.text_in(axis, labels[labels.size() / 2], note, s.theme.text3, Align::centre);
  }
}

// In a low area the numbers below need more of it.
Rect bars_room(const Screen&, Rect room) {
  constexpr float low = 400, share = 0.46f, share_low = 0.36f;
  return {room.x0, room.y0, room.x1, room.y0 + std::round(room.height() * (room.height() < low ? share_low : share))};
}

void draw_bars_figure(Screen& s, Rect area) {
  const auto& all = s.view.figure<explorer::BarsView>()->all;
  float most = 1e-9f;
  for (const Bars& bars : all)
    for (const float value : bars.values) most = std::max(most, value);
  const auto count = static_cast<float>(all.size());
  const bool stacked = area.height() / count >= 90;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto place = static_cast<float>(i);
    const float high = area.height() / count, wide = (area.width() + plot_gap) / count;
    const Rect one =
        stacked ? Rect{area.x0, area.y0 + place * high, area.x1, area.y0 + (place + 1) * high - plot_gap}
                : Rect{area.x0 + place * wide, area.y0, area.x0 + (place + 1) * wide - plot_gap, area.y1 - plot_gap};
    draw_plot(s, one, all[i], most);
  }
}

}  // namespace

const FigureDrawing bars_drawing{.room = bars_room, .draw = draw_bars_figure};

}  // namespace ui
