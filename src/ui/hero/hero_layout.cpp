// The measures are those of a row pitch of 33; all but the gaps between the matrices grow and shrink with it.
#include "ui/hero/hero_layout.hpp"

#include <algorithm>
#include <cmath>

namespace ui {
namespace {

using explorer::HeroPart;

constexpr float full_pitch = 33, most_pitch = 36, least_pitch = 20;
constexpr float stack_label = 24, above = 52;  // above the stack of Q, K and V; above the other matrices
constexpr float below = 18, under_band = 16;   // between the maps and the band; for words under it
constexpr float full_band = 52, full_into_result = 31;
constexpr float gap_shares[] = {83, 98, 80, 131};
constexpr float least_gaps = 190, roomy_hero = 1180, most_map_cell = 36, name_pad = 20, most_name = 124,
                least_cell = 18;

float stack_height(const HeroSizes& sizes, float pitch) {
  const float cell = pitch * 12 / full_pitch;
  return 3 * cell * static_cast<float>(sizes.words) + 2 * stack_label;
}

}  // namespace

Rect HeroLayout::row(HeroPart part, std::size_t at) const {
  const Rect& all = (*this)[part];
  const float high = cell[static_cast<std::size_t>(part)].y;
  const float y = all.y0 + high * static_cast<float>(at);
  return {all.x0, y, all.x1, y + high};
}

Rect HeroLayout::at(HeroPart part, std::size_t row_at, std::size_t column) const {
  const Rect all = row(part, row_at);
  const float wide = cell[static_cast<std::size_t>(part)].x, x = all.x0 + wide * static_cast<float>(column);
  return {x, all.y0, x + wide, all.y1};
}

Rect HeroLayout::name(std::size_t at) const {
  const float y = names.y0 + pitch * static_cast<float>(at);
  return {names.x0, y, names.x1, y + pitch};
}

float hero_height(const HeroSizes& sizes, float pitch) {
  const auto rows = static_cast<float>(sizes.words);
  const float maps = above + rows * pitch + below + full_band * pitch / full_pitch + under_band;
  return std::max(maps, stack_label + stack_height(sizes, pitch) + 4);
}

HeroLayout lay_hero(const HeroSizes& sizes, float x0, float x1, float y0, float room) {
  HeroLayout out;
  out.words = sizes.words;
  const auto rows = static_cast<float>(sizes.words);
  out.pitch = most_pitch;
  while (out.pitch > least_pitch && hero_height(sizes, out.pitch) > room) out.pitch -= 0.5f;
  const float p = out.pitch, scale = p / full_pitch;
  out.area = {x0, y0, x1, y0 + hero_height(sizes, p)};
  out.band = full_band * scale;
  out.into_result = full_into_result * scale;
  out.into_scores = 0.62f * (p - 2);

  const float name = std::min(sizes.name + name_pad, most_name), result_name = std::min(sizes.name + 12, 72.0f);
  const float wide = x1 - x0 >= roomy_hero ? full_pitch : std::min(p, full_pitch);  // of a cell with a number
  const float x_wide = wide * static_cast<float>(sizes.features), z_wide = wide * static_cast<float>(sizes.width);
  const float small = std::round(25 * scale), stack_wide = small * static_cast<float>(sizes.width);
  const float others = name + 10 + x_wide + stack_wide + z_wide + result_name;
  const float map_cell = std::clamp((x1 - x0 - others - least_gaps) / (2 * rows), least_cell, most_map_cell);
  float shares = 0;
  for (const float share : gap_shares) shares += share;
  const float gaps = x1 - x0 - others - 2 * rows * map_cell;

  const float top = y0 + above;
  const auto place = [&](HeroPart part, float x, float y, Point cell, float columns) {
    const auto at = static_cast<std::size_t>(part);
    out.cell[at] = cell;
    out.matrices[at] = {x, y, x + cell.x * columns, y + cell.y * rows};
    return out.matrices[at].x1;
  };
  out.names = {x0, top, x0 + name, top + rows * p};
  float x = x0 + name + 10;
  x = place(HeroPart::x, x, top, {wide, p}, static_cast<float>(sizes.features)) + gaps * gap_shares[0] / shares;
  const float small_high = p * 12 / full_pitch;
  float y = y0 + stack_label;
  for (const HeroPart part : {HeroPart::q, HeroPart::k, HeroPart::v}) {
    place(part, x, y, {small, small_high}, static_cast<float>(sizes.width));
    y += small_high * rows + stack_label;
  }
  x += stack_wide + gaps * gap_shares[1] / shares;
  x = place(HeroPart::s, x, top, {map_cell, p}, rows) + gaps * gap_shares[2] / shares;
  x = place(HeroPart::a, x, top, {map_cell, p}, rows) + gaps * gap_shares[3] / shares;
  x = place(HeroPart::z, x, top, {wide, p}, static_cast<float>(sizes.width));
  out.result_name = {x + 8, top, x1, top + rows * p};
  return out;
}

void stack_ribbons(std::span<const float> weights, float of_one, float middle, std::vector<float>& into) {
  const auto width_of = [&](float weight) { return std::max(weight * of_one, 1.0f); };
  float all = 0;
  for (const float weight : weights) all += width_of(weight);
  float y = middle - all / 2;
  for (const float weight : weights) {
    into.push_back(y + width_of(weight) / 2);
    into.push_back(width_of(weight));
    y += width_of(weight);
  }
}

}  // namespace ui
