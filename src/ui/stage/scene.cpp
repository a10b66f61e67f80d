// See scene.hpp.
#include "ui/stage/scene.hpp"

#include <algorithm>

namespace ui {

bool StageScene::has_moves() const {
  return std::ranges::any_of(layout.groups, [](const Group& g) { return g.kind == Group::Kind::moves; });
}

std::string_view part_id(Screen& s, const StageScene& scene, std::size_t block) {
  return s.joined({"matrix:", scene.tensor(block).name});
}

void BlockMotion::place(Screen& s, StageScene& scene) {
  const float t = ease_in_out(s.motion.since(scene.moved_at, step_time));
  const double wait = from_.empty() || s.motion.reduced() ? 0 : step_time * 0.4;  // existing ones move first
  const float fill = s.motion.since(scene.moved_at + wait, fill_most, false);
  scene.shown = scene.layout.blocks;
  scene.appear.assign(scene.shown.size(), 1);
  last_.clear();
  for (std::size_t b = 0; b < scene.shown.size(); ++b) {
    const graph::NodeId node = scene.tensor(b).node;
    const auto from = std::ranges::find(from_, node, &Corners::value_type::first);
    if (from == from_.end()) {
      scene.appear[b] = fill;
    } else if (t < 1) {
      Block& block = scene.shown[b];
      const float pitch = mix(from->second.width(), block.pitch, t);
      const float x = mix(from->second.x0, block.cells.x0, t), y = mix(from->second.y0, block.cells.y0, t);
      for (Rect* r : {&block.name, &block.row_labels, &block.column_labels}) {
        if (!r->empty()) *r = moved(*r, x - block.cells.x0, y - block.cells.y0);
      }
      block.pitch = pitch;
      block.cells = box(x, y, block.width(), block.height());
    }
    // Only corner and pitch are interpolated: a tensor may be drawn transposed in the next step.
    last_.emplace_back(
        node, box(scene.shown[b].cells.x0, scene.shown[b].cells.y0, scene.shown[b].pitch, scene.shown[b].pitch));
  }
}

}  // namespace ui
