// Softmax: the powers of e of a line as bars, made smaller until they measure 1 together. Norms: the numbers of a line
// as bars above and below their middle, shifted to mean 0 and stretched.
#include <algorithm>
#include <cmath>

#include "ui/stage/motion/motion.hpp"

namespace ui {
namespace {

using Status = explorer::CellView::Status;
constexpr float slide_end = 0.26f, raise_end = 0.46f, bar_end = 0.78f;  // of a line's time
constexpr float bar_wide = 0.62f;
constexpr float least_bar_pitch = 12;

// A cell of line `line` at place `at` in it.
Drawn in_line(const Act& act, std::size_t line, std::size_t at) {
  return act.columns ? Drawn{at, line} : Drawn{line, at};
}

Rect bar_in(Rect cell, float from, float high) {  // as shares of the cell's height, upwards
  const float side = cell.width() * (1 - bar_wide) / 2, y = cell.y1 - from * cell.height();
  const float top = y - high * cell.height();
  const float y0 = std::min(y, top), y1 = std::max({y, top, y0 + 1.5f});
  return {cell.x0 + side, y0, cell.x1 - side, y1};
}

// The copy of the operand's cell slides to its place and becomes the bar; the bar becomes the cell.
void show_bar(const StageScene& scene, const Act& act, Drawn at, float p, Rect bar, MotionFrame& frame) {
  CellPose& pose = frame.poses[act.result][at.row * scene.shown[act.result].columns + at.column];
  const Rect rest = pose.at;
  const float slid = ease_in_out(part_of(p, 0, slide_end)), raised = part_of(p, slide_end, raise_end),
              back = ease_in_out(part_of(p, bar_end, 1));
  pose.at = back > 0 ? mix(bar, rest, back) : mix(rest, bar, ease_in_out(raised));
  pose.shown = raised;
  pose.number = part_of(back, 0.4f, 1);
  pose.bar = 1 - back;
  pose.place = 1 - back;
  if (cell_look(scene, act.result, at).view.status != Status::shown) {  // a masked cell has no bar
    pose = {.at = rest};
    fill_in(pose, back);
  }
  if (p <= 0 || raised >= 1) return;
  const Rect from = cell_place(scene, act.operand, at);
  frame.travellers.push_back({act.operand, at, raised > 0 ? mix(rest, bar, ease_in_out(raised)) : mix(from, rest, slid),
                              1 - raised, 1 - part_of(raised, 0, 0.5f)});
}

// A line with a hidden number has no bars, which would tell it.
bool shows_bars(const StageScene& scene, const Act& act, std::size_t line, std::size_t count) {
  if (scene.shown[act.result].pitch < least_bar_pitch) return false;
  for (std::size_t k = 0; k < count; ++k)
    for (const std::size_t block : {act.result, act.operand})
      if (hidden(scene, block, in_line(act, line, k))) return false;
  return true;
}

template <class Bars>
void show_lines(const StageScene& scene, const Act& act, float t, MotionFrame& frame, const Bars& bars) {
  const Block& block = scene.shown[act.result];
  frame.posed(scene, act.result);
  const std::size_t lines = act.columns ? block.columns : block.rows, count = act.columns ? block.rows : block.columns;
  for (std::size_t k = 0; k < lines; ++k) {
    const std::size_t line = in_order(act, k, lines);
    const float p = staggered(t, k, lines, 0.8f);
    if (shows_bars(scene, act, line, count)) {
      bars(line, count, p);
      continue;
    }
    for (std::size_t at = 0; at < count; ++at) {
      const Drawn cell = in_line(act, line, at);
      fill_in(frame.poses[act.result][cell.row * block.columns + cell.column], part_of(p, bar_end, 1));
    }
  }
}

float finite_value(const CellLook& look) {
  return look.view.status == Status::shown && std::isfinite(look.view.value) ? look.view.value : 0;
}

}  // namespace

void show_softmax(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  const auto weight = [&](Drawn at) {
    const CellLook& look = cell_look(scene, act.result, at);
    if (look.view.status != Status::shown) return 0.0f;
    return scene.tensor(act.result).one_sided || look.view.value > 0 ? look.view.value : std::exp(look.view.value);
  };
  show_lines(scene, act, t, frame, [&](std::size_t line, std::size_t count, float p) {
    float most = 1e-6f;
    for (std::size_t k = 0; k < count; ++k) most = std::max(most, weight(in_line(act, line, k)));
    const float pressed = ease_in_out(part_of(p, raise_end, bar_end));
    for (std::size_t k = 0; k < count; ++k) {
      const Drawn at = in_line(act, line, k);
      const float a = weight(at), high = mix(a / most, a, pressed);
      show_bar(scene, act, at, p, bar_in(cell_place(scene, act.result, at), 0, high), frame);
    }
  });
}

void show_norm(const StageScene& scene, const Act& act, float t, MotionFrame& frame) {
  show_lines(scene, act, t, frame, [&](std::size_t line, std::size_t count, float p) {
    float mean = 0, most = 1e-6f, most_centred = 1e-6f;
    const auto value = [&](std::size_t k) {
      return finite_value(cell_look(scene, act.operand, in_line(act, line, k)));
    };
    for (std::size_t k = 0; k < count; ++k) mean += value(k) / static_cast<float>(count);
    if (!act.centred) mean = 0;
    for (std::size_t k = 0; k < count; ++k) {
      most = std::max({most, std::abs(value(k)), std::abs(value(k) - mean)});
      most_centred = std::max(most_centred, std::abs(value(k) - mean));
    }
    const float half = (raise_end + bar_end) / 2;
    const float shifted = act.centred ? ease_in_out(part_of(p, raise_end, half)) : 1,
                stretched = ease_in_out(part_of(p, act.centred ? half : raise_end, bar_end));
    for (std::size_t k = 0; k < count; ++k) {
      const Drawn at = in_line(act, line, k);
      const float x = (value(k) - mean * shifted) / mix(most, most_centred, stretched);
      show_bar(scene, act, at, p, bar_in(cell_place(scene, act.result, at), 0.5f, x * 0.48f), frame);
    }
  });
}

}  // namespace ui
