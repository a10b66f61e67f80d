// Side by side, tokens share the map's rows; stacked, they have rows of their own above it.
#include "ui/attention/attention_layout.hpp"

namespace ui {
namespace {

constexpr float upright_legend = 62, columns_height = 20, bars_height = 62, bars_gap = 12;

void place_heads(const AttentionSpace& space, AttentionLayout& out, Rect& area) {
  if (space.heads < 2) return;
  const bool aside = !space.heads_aside.empty();
  const float high = aside ? space.heads_aside.height() : space.stacked ? 66.0f : area.height() > 420 ? 96.0f : 72.0f;
  out.heads = aside ? space.heads_aside : Rect{area.x0, area.y0, area.x1, area.y0 + high};
  out.head_map = std::max(high - 34, 24.0f);
  out.head_pitch = std::max(out.head_map + 20, 58.0f);
  if (!aside) area.y0 += high + 8;
  // A few heads are placed at the right, above the map.
  const float needs = out.head_pitch * static_cast<float>(space.heads);
  if (!space.stacked && needs < out.heads.width()) out.heads.x0 = out.heads.x1 - needs;
}

// Rows the size of a finger, together higher than a small screen: such a figure is scrolled. If that would push the map
// out of sight, the map comes first.
constexpr float finger = 44;
bool rolls(const AttentionSpace& space) { return space.stacked && space.touch; }
bool map_first(const AttentionSpace& space) {
  constexpr std::size_t in_sight = 12;
  return rolls(space) && std::max(space.queries, space.keys) > in_sight;
}

float tokens_part(const AttentionSpace& space, float room) {
  const auto rows = static_cast<float>(std::max(space.queries, space.keys));
  if (rolls(space)) return rows * finger;
  return std::clamp(rows * (room > 420 ? 24.0f : 20.0f), 64.0f, std::max(room * 0.44f, 64.0f));
}

void place_columns(const AttentionSpace& space, Rect area, AttentionLayout& out) {
  const float most_words = std::max((area.width() - 90) * 0.36f, 24.0f);
  const float query = std::min(space.query_words + 12, most_words);
  const float key = std::min(space.key_words + space.value_words + 18, most_words + space.value_words * 0.5f);
  out.curve_x0 = area.x0 + query + 10;
  out.curve_x1 = std::max(area.x1 - key - 10, out.curve_x0 + 24);
  out.queries = {area.x0, area.y0, out.curve_x0, area.y1};
  out.keys = {out.curve_x1, area.y0, area.x1, area.y1};
}

}  // namespace

AttentionLayout lay_out_attention(const AttentionSpace& space) {
  AttentionLayout out;
  Rect area = space.area;
  place_heads(space, out, area);
  const auto rows = static_cast<float>(space.queries), columns = static_cast<float>(space.keys);
  const float labels =
      std::min(space.query_words + 10, std::max(area.width() * (space.stacked ? 0.26f : 0.14f), 30.0f));

  // Small cells can be zoomed, also by buttons, for touch. With few tokens on a small screen the space is needed
  // elsewhere.
  const float rough = std::min(area.height() * (space.stacked ? 0.5f : 0.8f) / rows, area.width() * 0.5f / columns);
  constexpr float few = 8;
  const bool rolled = rolls(space);
  const bool no_zoom = rolled ? (area.width() - labels) / columns >= finger
                              : rough >= 26 || (space.stacked && std::max(rows, columns) <= few);
  const float button = no_zoom ? 0 : space.touch ? 44.0f : 28.0f, name_height = std::max(button, 24.0f);

  if (space.stacked) {
    const auto place_tokens = [&] {
      const float tokens = tokens_part(space, area.height());
      place_columns(space, {area.x0, area.y0, area.x1, area.y0 + tokens}, out);
      out.token_top = area.y0;
      const float most_pitch = rolled ? finger : 34.0f;
      out.query_pitch = std::min(tokens / rows, most_pitch);
      out.key_pitch = std::min(tokens / columns, most_pitch);
      const float taken = std::max(out.query_pitch * rows, out.key_pitch * columns);
      out.queries.y1 = out.keys.y1 = area.y0 + taken;
      area.y0 += taken + 10;
    };
    if (!map_first(space)) place_tokens();
    out.name = {area.x0, area.y0, area.x1, area.y0 + name_height};
    const float room_x = area.width() - labels;
    const bool bars = rolled || area.height() > 300;
    const auto pitch_with = [&](float below) {
      if (rolled) return std::min(room_x / columns, space.largest_pitch);
      const float room_y = area.height() - name_height - columns_height - below - (bars ? bars_height + bars_gap : 0);
      return std::max(std::min({room_y / rows, room_x / columns, space.largest_pitch}), 0.5f);
    };
    // The legend is placed beside the map if there is room, else below it.
    constexpr float legend = 22, legend_width = 124, widest_legend = 190;
    out.pitch = pitch_with(0);
    const bool beside = room_x - out.pitch * columns >= legend_width + 16;
    if (!beside) out.pitch = pitch_with(legend + 4);
    const float x = area.x0 + labels, y = out.name.y1 + columns_height;
    out.map = {x, y, x + out.pitch * columns, y + out.pitch * rows};
    if (bars) out.bars = box(x, out.map.y1 + bars_gap, out.map.width(), bars_height);
    const float end = bars ? out.bars.y1 : out.map.y1;
    out.legend = beside ? box(out.map.x1 + 16, y, std::min(room_x - out.map.width() - 16, widest_legend), legend)
                        : box(x, end + 4, std::min(room_x, 240.0f), legend);
    if (map_first(space)) {
      area.y0 = std::max(end, out.legend.y1) + 18;
      place_tokens();
    }
  } else {
    const bool bars = area.height() > 250;
    const float room_y = area.height() - name_height - columns_height - (bars ? bars_height + bars_gap + 8 : 0);
    const float room_x = area.width() * 0.56f - labels - upright_legend;
    const float pitch = std::max(std::min({room_y / rows, room_x / columns, space.largest_pitch}), 0.5f);
    out.pitch = pitch;
    const float block = labels + pitch * columns + upright_legend;
    const float x = area.x1 - block + labels, y = area.y0 + name_height + columns_height;
    // Over a narrow map the name starts above the row labels, because the list of averaged heads can be long.
    out.name = {area.x1 - x < 340 ? x - labels : x, area.y0, area.x1, area.y0 + name_height};
    out.map = {x, y, x + pitch * columns, y + pitch * rows};
    out.legend = {out.map.x1 + 16, y, out.map.x1 + 28, y + std::max(pitch * rows, 60.0f)};
    out.legend_upright = true;
    out.token_top = y;
    out.query_pitch = pitch;
    out.key_pitch = std::min(pitch, pitch * rows / columns);
    if (space.keys < space.queries) out.key_pitch = pitch;
    const float widest = space.query_words + space.key_words + space.value_words + 320;
    const float left = out.map.x0 - labels - 20 - area.x0;
    const float inset = std::max((left - widest) / 2, 0.0f);
    place_columns(space, {area.x0 + inset, y, area.x0 + left - inset, out.map.y1}, out);
    if (bars) {
      out.bars = box(x, out.map.y1 + bars_gap + 8, out.map.width(), bars_height);
      const float words = std::min(out.bars.x0 - labels - 110 - area.x0, 420.0f);
      if (words > 150) out.words = box(area.x0, out.bars.y0 - 8, words, bars_height + 12);
    }
  }
  if (button > 0) {
    out.zoom = {out.name.x1 - 3 * button, out.name.y0, out.name.x1, out.name.y0 + button};
    out.name.x1 = out.zoom.x0 - 8;
  }
  out.row_labels = {out.map.x0 - labels, out.map.y0, out.map.x0 - 8, out.map.y1};
  out.column_labels = {out.map.x0, out.map.y0 - columns_height, out.map.x1, out.map.y0};
  out.height = std::max({out.map.y1, out.bars.y1, out.legend.y1, out.keys.y1}) - space.area.y0;
  return out;
}

AttentionLayout moved(const AttentionLayout& layout, float down) {
  AttentionLayout out = layout;
  for (Rect* part : {&out.heads, &out.queries, &out.keys, &out.name, &out.zoom, &out.row_labels, &out.column_labels,
                     &out.map, &out.legend, &out.bars, &out.words})
    if (!part->empty()) *part = moved(*part, 0, down);
  out.token_top += down;
  return out;
}

MapWindow map_window(Rect seen, std::size_t rows, std::size_t columns, double zoom, double x, double y) {
  MapWindow out;
  out.seen = seen;
  const auto z = static_cast<float>(std::max(zoom, 1.0));
  const float width = seen.width() * z, height = seen.height() * z;
  out.width = width / static_cast<float>(columns);
  out.height = height / static_cast<float>(rows);
  const auto corner = [](float size, float view, double middle) {
    return std::clamp(size * static_cast<float>(middle) - view / 2, 0.0f, std::max(size - view, 0.0f));
  };
  const float left = corner(width, seen.width(), x), top = corner(height, seen.height(), y);
  out.x = seen.x0 - left;
  out.y = seen.y0 - top;
  const auto first = [](float from, float cell) { return static_cast<std::size_t>(std::max(from / cell, 0.0f)); };
  const auto last = [](float to, float cell, std::size_t most) {
    return std::min(static_cast<std::size_t>(std::ceil(to / cell - 1e-4f)), most);
  };
  out.row0 = std::min(first(top, out.height), rows - 1);
  out.column0 = std::min(first(left, out.width), columns - 1);
  out.row1 = last(top + seen.height(), out.height, rows);
  out.column1 = last(left + seen.width(), out.width, columns);
  return out;
}

MapMiddle middle_for(Rect seen, double zoom, MapMiddle share, Point under) {
  const auto along = [&](double part, double at) {
    const double half = 0.5 / zoom;
    return std::clamp(part + (0.5 - at) / zoom, half, 1 - half);
  };
  return {along(share.x, (under.x - seen.x0) / std::max(seen.width(), 1.0f)),
          along(share.y, (under.y - seen.y0) / std::max(seen.height(), 1.0f))};
}

std::size_t every_label(float pitch, float needs) {
  return static_cast<std::size_t>(std::max(std::ceil(needs / std::max(pitch, 0.01f) - 1e-3f), 1.0f));
}

}  // namespace ui
