// Side by side, tokens share the map's rows; stacked, they have rows of their own above it.
#include "ui/attention/attention_layout.hpp"

#include <algorithm>

namespace ui {
namespace {

constexpr float upright_legend = 62, columns_height = 22, bars_height = 62, bars_gap = 12;
constexpr float least_head = 48, largest_head = 92;
constexpr float narrow = 700;  // beside a text: heads are above the figure, and its map takes more of the width
constexpr float numbers = 56;  // cells of few keys are so wide where their numbers need it
constexpr float output_title = 20, output_word_line = 18, output_features = 16, output_name = 16, output_row = 24;
constexpr float output_height = output_title + output_features + 3 * output_row;
constexpr float output_height_stacked = output_height + 2 * output_word_line + 3 * output_name;
constexpr float low_row = 17, low_name = 20, low_columns = 18, low_gap = 6;

float low_output_height(const AttentionSpace& space) {
  return static_cast<float>(space.output_lines) * output_line + output_features + 3 * low_row;
}

// On a wide area the heads stand in a column with their names beside them, else in a strip with the names below.
void place_heads(const AttentionSpace& space, AttentionLayout& out, Rect& area, bool low) {
  if (space.heads < 2) return;
  const auto count = static_cast<float>(space.heads);
  if (space.stacked || area.width() < narrow) {
    const float high = low ? 58.0f : 66.0f;
    out.heads = {area.x0, area.y0, area.x1, area.y0 + high};
    out.head_map = high - 34;
    out.head_pitch = std::max(out.head_map + 20, 58.0f);
    area.y0 += high + (low ? low_gap : 8);
    return;
  }
  out.heads_upright = true;
  out.head_pitch = std::clamp(area.height() / count, least_head, largest_head);
  out.head_map = out.head_pitch - 14;
  const float words = std::min(space.head_words, 84.0f);
  const float high = std::min(out.head_pitch * count, area.height());
  out.heads = box(area.x0, area.y0, out.head_map + words + 30, high);
  area.x0 = out.heads.x1 + 20;
}

// How a stacked figure divides its height.
struct Division {
  float row = 0;  // of tokens; 0: as high as there is room
  bool scrolls = false, tokens = true, legend = true;
  bool low = false;  // two maps stand side by side, and an output takes less height
};

// Rows the size of a finger are together higher than a small screen. If that would push the map out of sight, the map
// comes first.
constexpr float finger = 44;
bool map_first(const AttentionSpace& space, Division division) {
  constexpr std::size_t in_sight = 12;
  return division.scrolls && std::max(space.queries, space.keys) > in_sight;
}

float tokens_part(const AttentionSpace& space, float room, Division division) {
  const auto rows = static_cast<float>(std::max(space.queries, space.keys));
  if (division.row > 0) return rows * division.row;
  return std::clamp(rows * (room > 420 ? 24.0f : 20.0f), 64.0f, std::max(room * 0.44f, 64.0f));
}

void place_columns(const AttentionSpace& space, Rect area, AttentionLayout& out) {
  // Whole words, as long as the curves have some room.
  constexpr float least_curves = 64, least_beside_text = 36;
  const float most_words = std::max((area.width() - 90) * 0.36f, 24.0f);
  const float whole_keys = space.key_words + space.value_words + 18;
  const float most_queries = std::max(most_words, area.width() - whole_keys - 20 - least_beside_text);
  const float query = std::min(space.query_words + 12, most_queries);
  const float most_keys = std::max(most_words + space.value_words * 0.5f, area.width() - query - 20 - least_curves);
  const float key = std::min(whole_keys, most_keys);
  out.curve_x0 = area.x0 + query + 10;
  out.curve_x1 = std::max(area.x1 - key - 10, out.curve_x0 + 24);
  out.queries = {area.x0, area.y0, out.curve_x0, area.y1};
  out.keys = {out.curve_x1, area.y0, area.x1, area.y1};
}

// In a low area a few rows stay readable, and the figure is scrolled.
float least_pitch(const AttentionSpace& space) {
  constexpr std::size_t few = 12;
  return std::max(space.queries, space.keys) <= few ? 22.0f : 0.5f;
}

constexpr float differs_height = 24, between_maps = 40;

Rect row_labels_of(Rect map, float labels) { return {map.x0 - labels, map.y0, map.x0 - 8, map.y1}; }
Rect column_labels_of(Rect map, bool low) {
  return {map.x0, map.y0 - (low ? low_columns : columns_height), map.x1, map.y0 - (low ? 2.0f : 4.0f)};
}

float under_maps(const AttentionSpace& space, bool bars) {
  const float output = space.stacked ? 0 : output_height + bars_gap;  // stacked it is above
  return 4 + differs_height + (space.output ? output : bars ? bars_height + bars_gap : 0);
}

void place_map(MapLayout& out, float x, float y, float labels, float pitch, const AttentionSpace& space) {
  const float width = pitch * static_cast<float>(space.keys), name_height = out.name.height();
  out.name = box(x - labels, y, labels + width, name_height);
  out.map = box(x, out.name.y1 + columns_height, width, pitch * static_cast<float>(space.queries));
}

// On a low phone: side by side on the same rows, which are named once.
void place_compared_low(const AttentionSpace& space, Rect area, float labels, AttentionLayout& out) {
  const auto rows = static_cast<float>(space.queries);
  constexpr float legend = 20, between = 14, words = 2 * differs_height - 8;
  const float wide = (area.width() - labels - between) / 2;
  const float room = area.height() - low_name - low_columns - 4 - words - legend;
  out.pitch = std::max(std::min(room / rows, space.largest_pitch), 0.5f);
  MapLayout& second = out.other;
  out.map = box(area.x0 + labels, area.y0 + low_name + low_columns, wide, out.pitch * rows);
  second.map = moved(out.map, wide + between, 0);
  second.name = box(second.map.x0, area.y0, wide, low_name);
  out.name = {area.x0, area.y0, out.map.x1, second.name.y1};
  out.differs = box(area.x0, out.map.y1 + 4, area.width(), words);
  out.legend = box(area.x0, out.differs.y1, std::min(area.width(), 240.0f), legend);
}

// Two maps of one size: side by side, or stacked one under the other.
void place_compared(const AttentionSpace& space, Division division, Rect area, float labels, float name_height,
                    AttentionLayout& out) {
  const auto rows = static_cast<float>(space.queries), columns = static_cast<float>(space.keys);
  const float head = name_height + columns_height;
  const bool rolled = division.scrolls, stacked = space.stacked;
  const float most = space.largest_pitch;
  MapLayout first, second;
  first.name = second.name = {0, 0, 1, name_height};
  constexpr float legend = 22;
  if (stacked) {
    const float words = 2 * differs_height;
    const float room_x = area.width() - labels;
    const float room_y = (area.height() - 2 * head - words - legend - 16) / 2;
    const float wish = rolled ? most : std::max(room_y / rows, least_pitch(space));
    const float pitch = std::max(std::min({wish, room_x / columns, most}), 0.5f);
    out.pitch = pitch;
    place_map(first, area.x0 + labels, area.y0, labels, pitch, space);
    place_map(second, area.x0 + labels, first.map.y1 + 12, labels, pitch, space);
    first.name.x1 = second.name.x1 = area.x1;
    out.differs = box(area.x0, second.map.y1 + 4, area.width(), words);
    out.legend = box(area.x0 + labels, out.differs.y1, std::min(room_x, 240.0f), legend);
  } else {
    const bool bars = !space.output && area.height() > 330;
    const float under = under_maps(space, bars);
    const float room_x = (area.width() - upright_legend - between_maps) / 2 - labels;
    const float pitch = std::max(std::min({(area.height() - head - under) / rows, room_x / columns, most}), 0.5f);
    out.pitch = pitch;
    const float spare = area.width() - upright_legend - 2 * (labels + pitch * columns);
    const float gap = std::clamp(spare, between_maps, 120.0f);
    place_map(first, area.x0 + labels, area.y0, labels, pitch, space);
    place_map(second, first.map.x1 + gap + labels, area.y0, labels, pitch, space);
    second.name.x1 = std::min(std::max(second.map.x1, second.name.x0 + 140), area.x1);
    first.name.x1 = second.name.x0 - 12;
    if (bars) {
      first.bars = box(first.map.x0, first.map.y1 + bars_gap, first.map.width(), bars_height);
      second.bars = moved(first.bars, second.map.x0 - first.map.x0, 0);
    }
    const float end = bars ? first.bars.y1 : first.map.y1;
    out.differs = box(area.x0, end + 4, area.width(), differs_height);
    if (space.output) out.output = box(area.x0, out.differs.y1 + bars_gap - 4, area.width(), output_height);
    out.legend = {second.map.x1 + 16, second.map.y0, second.map.x1 + 28,
                  second.map.y0 + std::max(second.map.height(), 60.0f)};
    out.legend_upright = true;
  }
  out.name = first.name, out.map = first.map, out.bars = first.bars;
  out.other = second;
}

// On a narrow screen: the tokens with their curves, and the map, whichever division puts first.
void place_stacked(const AttentionSpace& space, const Division& division, Rect area, float labels, float name_height,
                   AttentionLayout& out) {
  const auto rows = static_cast<float>(space.queries), columns = static_cast<float>(space.keys);
  const auto place_tokens = [&] {
    const float tokens = tokens_part(space, area.height(), division);
    place_columns(space, {area.x0, area.y0, area.x1, area.y0 + tokens}, out);
    out.token_top = area.y0;
    const float most_pitch = division.row > 0 ? division.row : 34.0f;
    out.query_pitch = std::min(tokens / rows, most_pitch);
    out.key_pitch = std::min(tokens / columns, most_pitch);
    const float taken = std::max(out.query_pitch * rows, out.key_pitch * columns);
    out.queries.y1 = out.keys.y1 = area.y0 + taken;
    area.y0 += taken + 10;
  };
  if (division.tokens && !map_first(space, division)) place_tokens();
  out.name = {area.x0, area.y0, area.x1, area.y0 + name_height};
  const float room_x = area.width() - labels;
  const bool low = division.low, rolled = division.scrolls;
  const bool bars = !low && (rolled || area.height() > 300);
  const float head = low ? low_columns : columns_height;
  const float under = bars ? bars_height + bars_gap : 0;
  const auto pitch_with = [&](float below) {
    if (rolled) return std::min(room_x / columns, space.largest_pitch);
    const float room_y = area.height() - name_height - head - below - under;
    const float least = space.output && !low ? least_pitch(space) : 0.5f;
    return std::max(std::min({std::max(room_y / rows, least), room_x / columns, space.largest_pitch}), 0.5f);
  };
  // The legend is placed beside the map if there is room, else below it.
  constexpr float legend = 22, legend_width = 124, widest_legend = 190, readable = 44;
  out.pitch = pitch_with(0);
  const bool beside = out.pitch * columns + legend_width + 16 <= room_x && room_x / columns < readable;
  if (!beside && division.legend) out.pitch = pitch_with(legend + 4);
  const float x = area.x0 + labels, y = out.name.y1 + head;
  const float wide = beside ? out.pitch : std::clamp(room_x / columns, out.pitch, std::max(out.pitch, numbers));
  out.map = {x, y, x + wide * columns, y + out.pitch * rows};
  if (bars) out.bars = box(x, out.map.y1 + bars_gap, out.map.width(), bars_height);
  const float end = bars ? out.bars.y1 : out.map.y1;
  if (beside) out.legend = box(out.map.x1 + 16, y, std::min(room_x - out.map.width() - 16, widest_legend), legend);
  else if (division.legend) out.legend = box(x, end + 4, std::min(room_x, 240.0f), legend);
  if (map_first(space, division)) {
    area.y0 = std::max(end, out.legend.y1) + 18;
    place_tokens();
  }
}

// The tokens with their curves on the left, the map on the right, bars or the output under it.
void place_beside(const AttentionSpace& space, Rect area, float labels, float name_height, AttentionLayout& out) {
  const auto rows = static_cast<float>(space.queries), columns = static_cast<float>(space.keys);
  const bool beside_text = area.width() < narrow;
  const float room_x = area.width() * (beside_text ? 0.6f : 0.56f) - labels - upright_legend;
  const auto pitch_with = [&](float below) {
    const float room_y = area.height() - name_height - columns_height - below;
    return std::max(std::min({room_y / rows, room_x / columns, space.largest_pitch}), 0.5f);
  };
  // Numbers in the cells matter more than the bars under them.
  constexpr float least_high = 44, with_bars = bars_height + bars_gap + 8;
  const bool crowds = pitch_with(with_bars) < least_high && pitch_with(0) >= least_high;
  const bool bars = area.height() > 250 && !crowds && !space.output;
  const float pitch = pitch_with(space.output ? output_height + bars_gap : bars ? with_bars : 0);
  out.pitch = pitch;
  const float wide = beside_text ? std::clamp(room_x / columns, pitch, std::max(pitch, numbers)) : pitch;
  const float block = labels + wide * columns + upright_legend;
  const float x = area.x1 - block + labels, y = area.y0 + name_height + columns_height;
  // Over a narrow map the name starts above the row labels, because the list of averaged heads can be long.
  out.name = {area.x1 - x < 340 ? x - labels : x, area.y0, area.x1, area.y0 + name_height};
  out.map = {x, y, x + wide * columns, y + pitch * rows};
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
  if (space.output) out.output = box(area.x0, out.map.y1 + bars_gap, area.width(), output_height);
}

AttentionLayout divide(const AttentionSpace& space, Division division) {
  AttentionLayout out;
  Rect area = space.area;
  const bool low = division.low;
  place_heads(space, out, area, low);
  if (space.tools) {
    const float high = space.touch ? finger : 32;
    out.tools = {area.x0, area.y0, area.x1, area.y0 + high};
    area.y0 += high + 8;
  }
  if (space.others) {
    const float high = space.touch ? finger : 30;
    out.others = {area.x0, area.y0, area.x1, area.y0 + high};
    area.y0 += high + 6;
  }
  const auto rows = static_cast<float>(space.queries), columns = static_cast<float>(space.keys);
  const float labels =
      std::min(space.query_words + 10, std::max(area.width() * (space.stacked ? 0.26f : 0.14f), 30.0f));

  // Small cells can be zoomed, also by buttons, for touch. With few tokens on a small screen the space is needed
  // elsewhere.
  const float rough = std::min(area.height() * (space.stacked ? 0.5f : 0.8f) / rows, area.width() * 0.5f / columns);
  constexpr float few = 8;
  const bool no_zoom = division.scrolls ? (area.width() - labels) / columns >= finger
                                        : rough >= 26 || (space.stacked && std::max(rows, columns) <= few);
  const float button = no_zoom || low ? 0 : space.touch ? 44.0f : 28.0f;
  const float name_height = low ? low_name : std::max(button, 24.0f);

  if (space.stacked && space.output) {
    out.output = box(area.x0, area.y0, area.width(), low ? low_output_height(space) : output_height_stacked);
    out.output_form = low ? OutputForm::low : OutputForm::tall;
    area.y0 = out.output.y1 + (low ? low_gap : bars_gap);
  }
  if (space.compares && low) {
    place_compared_low(space, area, labels, out);
  } else if (space.compares) {
    place_compared(space, division, area, labels, name_height, out);
  } else if (space.stacked) {
    place_stacked(space, division, area, labels, name_height, out);
  } else {
    place_beside(space, area, labels, name_height, out);
  }
  if (button > 0) {
    out.zoom = {out.name.x1 - 3 * button, out.name.y0, out.name.x1, out.name.y0 + button};
    out.name.x1 = out.zoom.x0 - 8;
  }
  out.row_labels = row_labels_of(out.map, labels);
  out.column_labels = column_labels_of(out.map, low);
  if (space.compares) {
    if (!low) out.other.row_labels = row_labels_of(out.other.map, labels);
    out.other.column_labels = column_labels_of(out.other.map, low);
  }
  out.height =
      std::max({out.map.y1, out.other.map.y1, out.differs.y1, out.bars.y1, out.legend.y1, out.keys.y1, out.output.y1}) -
      space.area.y0;
  return out;
}

// A finger needs rows of 44 px; lower ones that show the whole figure at once are better than rows out of sight. If it
// still does not fit, the curves are left out, because their weights are in the map, and then rows move closer together;
// only then is it scrolled.
AttentionLayout divide_stacked(const AttentionSpace& space) {
  constexpr float least_cell = 18, least_low = 10,
                  even = 30;  // beside higher rows of tokens, cells of the map are 30 px at least
  constexpr std::size_t few = 12;
  const Division as_high{}, scrolled{finger, true};
  const Division whole = space.touch ? scrolled : as_high;
  if (std::max(space.queries, space.keys) > few) return divide(space, whole);
  const auto fits = [&](const AttentionLayout& layout, float cell) {
    return layout.height <= space.area.height() && layout.pitch >= cell;
  };
  if (!space.touch)
    if (const AttentionLayout out = divide(space, as_high); fits(out, least_cell)) return out;
  for (const float row : {finger, 36.0f, 30.0f, 26.0f, 22.0f})
    if (const AttentionLayout out = divide(space, {row}); fits(out, std::min(row, even))) return out;
  if (const AttentionLayout low = divide(space, {.row = least_cell, .legend = false}); fits(low, least_cell))
    return low;
  if (const AttentionLayout map = divide(space, {.tokens = false}); fits(map, least_cell)) return map;
  const Division low{.tokens = false, .legend = false, .low = true};
  if (space.compares || space.output)
    if (const AttentionLayout out = divide(space, low); fits(out, least_low)) return out;
  return divide(space, whole);
}

bool has_whole_words(const AttentionSpace& space, const AttentionLayout& out) {
  return out.queries.width() >= space.query_words + 14 && out.keys.width() >= space.key_words + space.value_words + 18;
}

}  // namespace

AttentionLayout lay_out_attention(const AttentionSpace& space) {
  if (space.stacked) return divide_stacked(space);
  const AttentionLayout out = divide(space, {});
  if (space.area.width() >= narrow || space.compares || has_whole_words(space, out)) return out;
  AttentionSpace stacked = space;
  stacked.stacked = true;
  return divide_stacked(stacked);
}

OutputLayout lay_out_output(Rect area, OutputForm form, float name_words) {
  OutputLayout out;
  float y = area.y0;
  const float beside = area.x0 + std::min(name_words + 14, area.width() * (form == OutputForm::low ? 0.4f : 0.3f));
  if (form == OutputForm::low) {
    const float features = area.y1 - 3 * low_row - output_features;
    out.words = {area.x0, y, area.x1, features};
    out.title = {area.x0, features, beside - 10, features + output_features};
    out.features = {beside, features, area.x1, out.title.y1};
    for (std::size_t row = 0; row < 3; ++row) {
      y = out.features.y1 + static_cast<float>(row) * low_row;
      out.names[row] = {area.x0, y, beside - 10, y + low_row};
      out.cells[row] = {beside, y, area.x1, y + low_row};
    }
    return out;
  }
  const bool words_below = form == OutputForm::tall;
  out.title = out.words = {area.x0, y, area.x1, y + output_title};
  y += output_title;
  if (words_below) {
    out.words = {area.x0, y, area.x1, y + 2 * output_word_line};
    y = out.words.y1;
  }
  const float x = words_below ? area.x0 : beside;
  out.features = {x, y, area.x1, y + output_features};
  y = out.features.y1;
  for (std::size_t row = 0; row < 3; ++row) {
    if (words_below) {
      out.names[row] = {area.x0, y, area.x1, y + output_name};
      y = out.names[row].y1;
    } else {
      out.names[row] = {area.x0, y, x - 10, y + output_row};
    }
    out.cells[row] = {x, y, area.x1, y + output_row};
    y += output_row;
  }
  return out;
}

AttentionLayout moved(const AttentionLayout& layout, float down) {
  AttentionLayout out = layout;
  for (Rect* part : {&out.heads,
                     &out.tools,
                     &out.others,
                     &out.output,
                     &out.queries,
                     &out.keys,
                     &out.name,
                     &out.zoom,
                     &out.row_labels,
                     &out.column_labels,
                     &out.map,
                     &out.legend,
                     &out.bars,
                     &out.words,
                     &out.differs,
                     &out.other.name,
                     &out.other.row_labels,
                     &out.other.column_labels,
                     &out.other.map,
                     &out.other.bars})
    if (!part->empty()) *part = moved(*part, 0, down);
  out.token_top += down;
  return out;
}

}  // namespace ui
