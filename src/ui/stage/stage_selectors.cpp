// See stage_selectors.hpp.
#include "ui/stage/stage_selectors.hpp"

#include <algorithm>

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr std::size_t most_chips = 8;
constexpr float chip = 26, chips_apart = 20;

float stepper_width(const Screen& s) { return s.touch() ? 112.0f : 104.0f; }

}  // namespace

bool StageSelectors::needed(const Screen& s) {
  for (const explorer::FigureView& figure : s.view.stage) {
    if (figure.has_result && figure.layout == graph::Layout::reshape && figure.tensors.size() == 2) return true;
    for (const explorer::TensorView& t : figure.tensors) {
      const bool follows = figure.has_result && &t == &figure.tensors.back() && t.row_axis + 2 < t.shape.size();
      const bool slides = figure.layout == graph::Layout::window;
      std::size_t product = 1;
      for (std::size_t axis = 0; axis + 1 < t.shape.size(); ++axis)
        if (axis != t.row_axis) product *= t.shape[axis];
      if (!follows && !slides && product > 1) return true;
    }
  }
  return false;
}

// Axes of which one index is shown, each once.
void StageSelectors::find(const StageScene& scene) {
  std::vector<Selector>& found = selectors_;
  found.clear();
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) {
    const Block& block = scene.layout.blocks[b];
    const explorer::TensorView& t = scene.tensor(b);
    std::size_t at = 0;
    for (std::size_t axis = 0; axis + 1 < t.shape.size(); ++axis) {
      if (axis == t.row_axis) continue;
      const std::size_t place = at < t.leading.size() ? t.leading[at] : 0;
      ++at;
      if (block.followed || (block.panels > 1 && block.panel_axis == axis) || t.shape[axis] < 2) continue;
      const auto same = std::ranges::find(found, std::string_view(t.axis_words[axis]), &Selector::axis);
      if (same == found.end()) found.push_back({t.axis_words[axis], t.axis_names[axis], t.shape[axis], place});
      else if (t.shape[axis] > same->count) same->count = t.shape[axis], same->place = place;
    }
  }
}

void StageSelectors::draw(Screen& s, const StageScene& scene, Rect line) {
  // In a picture they stand right above the figure, which may be far below their row.
  if (s.around.alone())
    line = box(scene.layout.bounds.x0, scene.layout.bounds.y0 - line.height() - 4, line.width(), line.height());
  float x = line.x0;
  const Font font{Face::regular, label_size};
  find(scene);
  const std::vector<Selector>& all = selectors_;
  const float size = s.touch() ? touch_target : chip, high = s.touch() ? touch_target : 28, step = stepper_width(s);
  float chips = 0;
  for (const Selector& selector : all)
    chips += s.type.width(selector.name, font) + 8 + size * static_cast<float>(selector.count) + chips_apart;
  const bool tight = chips - chips_apart > line.width();
  for (const Selector& selector : all) {
    const float words = s.type.width(selector.name, font) + 8;
    s.pen.text_in({x, line.y0, x + words, line.y1}, selector.name, font, s.theme.text2);
    x += words;
    if (s.around.picture != nullptr) {
      const Rect place{x, line.y0, line.x1, line.y1};
      s.pen.text_in(place, s.digits(selector.place + 1), {Face::semibold, label_size}, s.theme.text);
      x += chips_apart + label_size;
      continue;
    }
    const std::string_view id = s.joined({"leading:", selector.axis});
    const bool steps = tight || selector.count > most_chips;
    const Rect where =
        box(x, line.middle_y() - high / 2, steps ? step : size * static_cast<float>(selector.count), high);
    if (steps) {
      const Range range{1, static_cast<double>(selector.count), 1};
      if (const auto chosen = stepper(s, id, selector.name, where, range, static_cast<double>(selector.place + 1)))
        s.command(explorer::SetLeading{std::string(selector.axis), static_cast<std::size_t>(*chosen) - 1});
    } else {
      std::vector<std::string_view>& labels = s.list();
      for (std::size_t place = 1; place <= selector.count; ++place) labels.push_back(s.digits(place));
      if (const auto chosen = segmented(s, id, selector.name, where, labels, selector.place);
          chosen && *chosen != selector.place)
        s.command(explorer::SetLeading{std::string(selector.axis), *chosen});
    }
    x = where.x1 + (tight ? chips_apart / 2 : chips_apart);
  }
}

}  // namespace ui
