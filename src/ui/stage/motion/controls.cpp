// The controls of a motion: Play or Pause, the scrubber and the speed, in one row that takes no room from the drawing.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "ui/stage/motion/player.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float scrubber_wide = 132, scrubber_narrow = 84, apart_controls = 6;

// What is drawn of matrices at rest.
Rect extent_of(const StageScene& scene, std::span<const std::size_t> blocks) {
  Rect all;
  for (const std::size_t b : blocks) {
    const Block& block = scene.layout.blocks[b];
    for (const Rect& part : {block.cells, block.name, block.row_labels, block.column_labels}) all = joined(all, part);
  }
  return all;
}

// Outside the arcs of a product, which leave the corner beyond them free.
bool crosses_arcs(const StageScene& scene, const Group& group, Rect where) {
  constexpr float pills = 16;
  const Rect left = scene.layout.blocks[group.left].cells;
  const Rect top = scene.layout.blocks[group.products.front().top].cells;
  if (!overlap(where, {left.x0, top.y0, top.x0, left.y0})) return false;
  const float radius = std::max(left.x1 - left.x0, top.y1 - top.y0);
  return std::hypot(left.x1 - where.x1, top.y1 - where.y1) < radius + pills;
}

bool is_free(const StageScene& scene, Rect where, Rect note) {
  if (overlap(where, note)) return false;
  for (const Group& group : scene.layout.groups) {
    if (group.kind == Group::Kind::fan && group.values && group.sum) {  // ribbons run between the two
      const Rect values = scene.layout.blocks[*group.values].cells, sum = scene.layout.blocks[*group.sum].cells;
      if (overlap(Rect{values.x1, values.y0, sum.x0, sum.y1}, where)) return false;
    } else if (group.kind != Group::Kind::corner) {
      if (overlap(grown(extent_of(scene, group.blocks), 2), where)) return false;
      continue;
    }
    if (group.kind == Group::Kind::corner && crosses_arcs(scene, group, where)) return false;
    for (const std::size_t b : group.blocks)
      if (overlap(grown(extent_of(scene, {&b, 1}), 2), where)) return false;
  }
  return std::ranges::none_of(scene.layout.legends,
                              [&](const Legend& each) { return overlap(grown(each.where, 4), where); });
}

// Gaps within a drawing: below matrices that are lower than others of their row, and between weights and sums below the
// weighted copies. Empty if none has room.
Rect place_within(const StageScene& scene, float width, float height) {
  constexpr float gap = 6;
  for (const Group& group : scene.layout.groups) {
    const Rect all = extent_of(scene, group.blocks);
    if (group.kind == Group::Kind::fan && group.weights && group.parts && group.sum) {
      const Rect weights = scene.layout.blocks[*group.weights].cells, sums = scene.layout.blocks[*group.sum].cells;
      const Rect between{weights.x1 + gap, weights.y0, sums.x0 - gap, weights.y1};
      if (between.width() >= width && between.height() >= height)
        return box(between.middle_x() - width / 2, between.y1 - height, width, height);
    }
    if (group.kind != Group::Kind::row) continue;
    for (const std::size_t b : group.blocks) {
      const Rect block = extent_of(scene, {&b, 1});
      if (block.width() >= width && all.y1 - block.y1 >= height + gap)
        return box(block.x0, all.y1 - height, width, height);
    }
  }
  return {};
}

// Below the drawing, down to `bottom`, or beside it where it leaves room; empty if nowhere.
Rect free_place(const StageScene& scene, float width, float height, Rect note, float bottom) {
  const Rect area = scene.area, bounds = scene.layout.bounds;
  if (scene.scrolled || width > area.width()) return {};
  constexpr float step = 4, least_gap = 6;
  for (float y = std::max(bounds.y1 + least_gap, area.y0); y + height <= bottom; y += step)
    for (const float x : {bounds.x0, area.x0, area.x1 - width}) {
      const Rect where = box(std::clamp(x, area.x0, area.x1 - width), y, width, height);
      if (is_free(scene, where, note)) return where;
    }
  for (float y = area.y0; y + height <= std::max(area.y1, bottom); y += step)
    for (const float x : {area.x1 - width, area.x0, bounds.x0})
      if (const Rect where = box(x, y, width, height); is_free(scene, where, note)) return where;
  return {};
}

}  // namespace

void MotionPlayer::draw_controls(Screen& s, const StageScene& scene, Rect row, Rect spare, Rect note) {
  controls_ = {};
  if (!moves_ || s.around.picture != nullptr) return;
  const bool touch = s.touch();
  const float high = touch ? touch_target : 28, icon = touch ? touch_target : 34;
  const std::string_view tip = s.text(running_ ? "stage.pause.tip" : "stage.play.tip");
  Button play_button{.label = s.text(running_ ? "stage.pause" : "stage.play"),
                     .before = running_ ? Icon::pause : Icon::play,
                     .kind = ButtonKind::secondary,
                     .tip = tip};
  // The wider of its two words, so that the scrubber stays in place.
  const float word = std::max(button_width(s, {.label = s.text("stage.play"), .before = Icon::play}),
                              button_width(s, {.label = s.text("stage.pause"), .before = Icon::pause}));
  constexpr std::array<std::string_view, speeds> marks{"½×", "1×", "2×"};
  const float speed = touch ? touch_target : 38;
  struct Size {
    bool word;
    float scrubber;
  };
  Rect where;
  Size size{};
  bool beside_dots = false;
  const auto find = [&](float bottom) {
    where = {};
    for (const Size each :
         {Size{true, scrubber_wide}, {true, scrubber_narrow}, {false, scrubber_narrow}, {true, 0}, {false, 0}}) {
      const float width =
          (each.word ? word : icon) + (each.scrubber > 0 ? each.scrubber + speed + 2 * apart_controls : 0);
      size = each;
      if (width <= row.width()) where = box(row.x0, row.middle_y() - high / 2, width, high);
      if (where.empty()) where = free_place(scene, width, high, note, bottom);
      // Beside dots, which are lower than a button, it has no frame and no scrubber.
      beside_dots = where.empty() && spare.height() < high;
      if (where.empty() && width <= spare.width() && (!beside_dots || each.scrubber <= 0))
        where = box(spare.x1 - width, spare.middle_y() - high / 2, width, high);
      if (!where.empty()) break;
    }
  };
  // The line of an explanation leaves room for a second one above it; while there is one, the controls are elsewhere.
  const float above_note = std::max(scene.area.y1, note.y1);
  find(above_note + (s.covered_from < 1e8f && !touch ? 34.0f : 0.0f));
  if (!touch && where.y1 > s.covered_from) find(std::min(above_note, s.covered_from - 4));
  // On a phone an explanation often has two lines; where it has one, there may be room for the button.
  if (where.empty() && touch && s.covered_from < 1e8f) where = free_place(scene, icon, high, note, s.covered_from - 4);
  // A step that only rearranges has a row for its button, however narrow.
  if (where.empty() && !row.empty()) where = box(row.x1 - icon, row.middle_y() - high / 2, icon, high);
  if (where.empty() && !scene.scrolled) {
    where = place_within(scene, icon, high);
    beside_dots = false;
  }
  if (where.empty() || where.y1 > s.covered_from) return;
  controls_ = where;
  if (beside_dots) play_button.kind = ButtonKind::ghost;
  if (!size.word) play_button.label = {};
  const Rect first = box(where.x0, where.y0, size.word ? word : icon, high);
  if (button(s, "play", first, play_button)) {
    if (running_) pause();
    else play(s);
    s.out.animating = true;
  }
  if (!used_ || size.scrubber == 0) return;
  const Rect line = box(first.x1 + apart_controls, where.y0, size.scrubber, high);
  constexpr double steps = 100;
  if (const auto slid = slider(s, "scrub", s.text("stage.scrub"), line, {0, steps, 1},
                               std::round(static_cast<double>(at_) * steps))) {
    seek(static_cast<float>(slid->value / steps));
    s.out.animating = true;
  }
  const std::string_view faster = s.text("stage.speed");
  if (button(s, "speed", box(line.x1 + apart_controls, where.y0, speed, high),
             {.label = marks[speed_], .kind = ButtonKind::ghost, .tip = faster})) {
    from_ = at_;
    began_ = std::max(began_, s.motion.now());
    speed_ = (speed_ + 1) % speeds;
  }
}

}  // namespace ui
