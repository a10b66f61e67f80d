// See model_layout.hpp.
#include "ui/model/model_layout.hpp"

#include "ui/shell/metrics.hpp"

namespace ui {
namespace {

constexpr float least_for_all = 1200, least_wide_height = 700, least_with_rail = 760, least_pinned_height = 560;
constexpr float edge_margin = 24, names_width = 30;
constexpr float around_pictures = 130;  // title, numbers of the heads, and what a click does
constexpr float scale_lines = 40;       // what the brightness of small copies of a picture says
// Of a second model: its choice above the pictures, what these show then, and what it is, where pictures stay so large.
constexpr float second_choice_height = 38, second_note_height = 18, second_told_height = 86, least_told_picture = 64;

// The height that a layer's pictures have.
float picture_row(const ModelSpace& space, float room) {
  const auto layers = static_cast<float>(std::max<std::size_t>(space.layers, 1));
  room -= around_pictures + (space.sentence ? 0.0f : scale_lines) + (space.compares ? second_choice_height : 0.0f);
  if (!space.second) return room / layers;
  const float told = (room - second_note_height - second_told_height) / layers;
  return told >= least_told_picture ? told : (room - second_note_height) / layers;
}

}  // namespace

float model_arcs_height(bool compared) { return compared ? 158 : 116; }

ModelLayout lay_out_model(const ModelSpace& space) {
  ModelLayout out;
  const float w = space.width, h = space.height, top = space.bar + 1;
  out.wide = w >= least_for_all && h >= least_wide_height;
  out.beside = out.wide || w >= least_with_rail;
  out.pinned = out.wide || h >= least_pinned_height;
  out.window = h;
  // Where nothing scrolls it is the same for a row and for a weight, so that no part moves when one is pointed at.
  const float why_height = out.wide ? 116.0f : std::clamp(space.line, 74.0f, std::max(h * 0.28f, 74.0f));
  float left = 0;
  if (out.beside) {
    out.rail = {0, top, rail_width, h};
    left = rail_width;
  }
  const float edge = w < 600 ? 12.0f : edge_margin;
  if (out.pinned) out.line = {left + edge, h - edge / 2 - why_height, w - edge, h - edge / 2};
  const float bottom = out.pinned ? out.line.y0 - 8 : h;
  out.page = {left, top, w, bottom};
  if (!out.wide) return out;
  out.line = {left + 32, h - 20 - why_height, w - edge_margin, h - 20};
  const float arcs = space.sentence ? model_arcs_height(space.compared) : 0;
  out.arcs = {left, out.line.y0 - 10 - arcs, w, out.line.y0 - 10};
  out.row = picture_row(space, out.arcs.y0 - 1 - top);
  const Point room{(w - left) * 0.46f - names_width - 2 * edge_margin, out.row};
  const ModelGrid grid = model_grid(space.heads, room, space.touch);
  const float split = left + edge_margin + names_width + grid.pitch * static_cast<float>(grid.columns) + edge_margin;
  out.heads = {left, top, std::max(split, left + 420), out.arcs.y0 - 1};
  out.head = {out.heads.x1 + edge_margin, top, w - edge_margin, out.arcs.y0 - 1};
  return out;
}

float model_cell(std::size_t tokens, float room) {
  const float each = room / static_cast<float>(std::max<std::size_t>(tokens, 1));
  const float most = tokens <= 14 ? 27.0f : 18.0f;
  if (each >= most) return most;
  return each >= 4 ? std::floor(each) : each;
}

ModelGrid model_grid(std::size_t heads, Point room, bool touch, bool large) {
  ModelGrid out;
  const float least = touch ? 26.0f : 20.0f;
  const auto count = static_cast<float>(std::max<std::size_t>(heads, 1));
  out.pitch = std::clamp(std::floor(room.x / count), least, 35.0f);
  out.columns = static_cast<std::size_t>(std::clamp(std::floor(room.x / out.pitch), 1.0f, count));
  out.whole = out.columns >= heads;
  // A few heads may have larger pictures.
  if (heads <= 6 || large) out.pitch = std::clamp(std::floor(std::min(room.x / count, room.y)), out.pitch, 84.0f);
  out.picture = out.pitch - 3;
  return out;
}

}  // namespace ui
