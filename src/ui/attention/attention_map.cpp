// The map: a few cells are drawn by ImGui, many as one quad; labels stay in place while it moves; rings, the scale, and
// the row of the followed queries as bars under the map's own columns.
#include <algorithm>
#include <array>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/attention/attention.hpp"
#include "ui/stage/matrix.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"

namespace ui {
namespace {

constexpr float least_row = 18;  // lower cells show no numbers

using Status = explorer::CellView::Status;

render::Status rendered(Status status) {
  switch (status) {
    case Status::shown: return render::Status::shown;
    case Status::hidden: return render::Status::hidden;
    case Status::masked: return render::Status::masked;
    case Status::not_finite: return render::Status::broken;
  }
  return render::Status::broken;
}

// Two significant digits are enough on a scale.
std::string scale_number(float value) {
  if (value == 0) return "0";
  if (value < 0.01f || value >= 10'000) return graph::format_float(value, 2);
  const int decimals = value >= 100 || value == std::round(value) ? 0 : 2;
  const double unit = std::pow(10.0, decimals);
  return graph::format_number(std::round(value * unit) / unit, decimals);
}

}  // namespace

// Many cells as one texture.
void AttentionFigure::draw_as_texture(Screen& s, std::string_view id, Rect seen, const MapWindow& at,
                                      const explorer::AttentionCells& cells, float end, float gap) {
  const graph::Family family = graph::family(view(s).shown.role);
  const Theme& theme = s.theme;
  std::array<std::uint32_t, 256> scale{};
  for (std::size_t i = 0; i < scale.size(); ++i) {
    const float t = static_cast<float>(i) / 255;
    scale[i] = theme.scale(family, sequential(family) ? t : t * 2 - 1);
  }
  render::HeatMapLook look;
  const Rect on = s.pen.snapped(seen);
  const Rect there = s.type.mirror().to_window(on);
  look.x0 = there.x0, look.y0 = there.y0, look.x1 = there.x1, look.y1 = there.y1;
  look.column0 = (seen.x0 - at.x) / at.width;
  look.row0 = (seen.y0 - at.y) / at.height;
  look.column1 = look.column0 + seen.width() / at.width;
  look.row1 = look.row0 + seen.height() / at.height;
  look.ratio = s.pen.ratio();
  look.gap = gap;
  look.hatch = at.width >= 8 && at.width < 28 ? 5.0f : 0.0f;
  look.is_signed = !sequential(family);
  look.behind = theme.bg0;
  look.masked = theme.bg0;
  look.hidden = theme.bg2;
  look.broken = theme.error;
  const std::uint64_t scale_version = static_cast<std::uint64_t>(family) * 2 + (theme.dark ? 1 : 0);
  const auto steps = static_cast<std::uint64_t>(s.explorer.state().color_steps);
  const std::uint64_t version = cells.stamp * 4 + steps;
  render::ValueMap map;
  if (maps_.needs(id, version, 1, look)) {
    // Values are passed as places on the scale, so that its 256 colours cover the visible range.
    map = {view(s).queries, view(s).keys, cells.values, {}};
    for (float& value : map.values)
      if (std::isfinite(value)) value = scale_place(s, family, value, end);
    map.status.reserve(cells.status.size());
    for (const Status status : cells.status) map.status.push_back(rendered(status));
  }
  maps_.draw(s.pen.list(), id, version, map, 1, scale, scale_version, look);
}

void AttentionFigure::draw_cells_of(Screen& s, std::string_view id, Rect seen, const MapWindow& at,
                                    const explorer::AttentionCells& cells, float end, float gap) {
  const explorer::AttentionView& v = view(s);
  const graph::Family family = graph::family(v.shown.role);
  const std::size_t columns = v.keys;
  const Theme& theme = s.theme;
  if (v.queries * columns > render::most_drawn_cells && s.type.svg() == nullptr)
    return draw_as_texture(s, id, seen, at, cells, end, gap);
  const float radius = corner_of(at.width);
  s.pen.clip(seen);
  for (std::size_t row = at.row0; row < at.row1; ++row) {
    for (std::size_t column = at.column0; column < at.column1; ++column) {
      const std::size_t i = row * columns + column;
      Rect cell = at.cell(row, column, gap);
      if (gap > 0) cell = s.pen.snapped(cell);
      switch (cells.status[i]) {
        case Status::shown:
          s.pen.fill(cell, theme.scale(family, scale_place(s, family, cells.values[i], end)), radius);
          break;
        case Status::hidden: s.pen.fill(cell, theme.bg2, radius); break;
        case Status::masked:
          if (at.width >= 12) s.pen.outline(cell, theme.line2, 1, radius);
          break;
        case Status::not_finite:
          if (at.width >= 12) s.pen.outline(cell, theme.error, 1, radius);
          else s.pen.fill(cell, theme.error, radius);
          break;
      }
    }
  }
  s.pen.unclip();
}

void AttentionFigure::draw_numbers(Screen& s, const Panel& panel, const MapWindow& at) {
  const explorer::AttentionView& v = view(s);
  if (panel.texts.empty() || at.height < least_row) return;
  Fit& fit = panel.beside ? fit_other_ : fit_;
  if (fit.stamp != panel.map.stamp || fit.type != s.type.generation()) {
    fit = {panel.map.stamp, s.type.generation(), 0};
    for (const std::string& text : panel.texts)
      fit.widest = std::max(fit.widest, s.type.width(text, {Face::medium, 10}));
  }
  const float high = at.height;
  const float wish = high >= 60 ? 19.0f : high >= 48 ? 17.0f : high >= 40 ? 15.5f : high >= 33 ? 14.0f : 12.5f;
  const float size = std::min(wish, (at.width - 6) / std::max(fit.widest, 1.0f) * 10);
  if (size < 12) return;  // all or none: numbers in only some cells would mislead
  const graph::Family family = graph::family(v.shown.role);
  s.pen.clip(at.seen);
  for (std::size_t row = at.row0; row < at.row1; ++row) {
    for (std::size_t column = at.column0; column < at.column1; ++column) {
      const std::size_t i = row * v.keys + column;
      const Status status = panel.map.status[i];
      const Color fill =
          status == Status::shown ? s.theme.scale(family, scale_place(s, family, panel.map.values[i], v.end)) : 0;
      const Color ink = status == Status::shown        ? Theme::ink(fill)
                        : status == Status::not_finite ? s.theme.error
                                                       : s.theme.text3;
      s.pen.text_in(at.cell(row, column, 2), panel.texts[i], {Face::medium, std::floor(size * 2) / 2}, ink,
                    Align::centre);
    }
  }
  s.pen.unclip();
}

void AttentionFigure::draw_rings(Screen& s, const Panel& panel, const MapWindow& at) {
  const explorer::AttentionView& v = view(s);
  const float gap = at.width >= 28 ? 2.0f : at.width >= 12 ? 1.0f : 0.0f;
  s.pen.clip(grown(at.seen, 4));
  const Color query = s.theme.role(graph::Family::query);
  for (const std::size_t row : v.followed) {
    const Rect line = joined(at.cell(row, 0, gap), at.cell(row, v.keys - 1, gap));
    const Rect inside{std::max(line.x0, at.seen.x0), line.y0, std::min(line.x1, at.seen.x1), line.y1};
    if (line.y1 > at.seen.y0 && line.y0 < at.seen.y1)
      s.pen.outline(grown(s.pen.snapped(inside), 2), query, at.height >= 12 ? 2.0f : 1.0f, corner_of(at.width) + 2);
  }
  const auto& state = s.explorer.state();
  const auto ring = [&](const std::optional<graph::CellRef>& cell, float width) {
    const auto place = place_of(s, panel, cell);
    if (!place) return;
    const Rect box = at.cell(place->first, place->second, gap);
    if (overlap(box, at.seen)) draw_ring(s, box, at.width, s.theme.text, width, 1);
  };
  ring(state.focused, 2.5f);
  if (state.hovered != state.focused) ring(state.hovered, state.focused ? 1.5f : 2.0f);
  s.pen.unclip();
}

void AttentionFigure::draw_map_labels(Screen& s, const Panel& panel, const MapWindow& at) {
  const explorer::AttentionView& v = view(s);
  const std::size_t rank = v.weights.shape.size();
  const auto& hovered = s.explorer.state().hovered ? s.explorer.state().hovered : s.explorer.state().focused;
  const auto place = place_of(s, panel, hovered);
  const std::vector<std::string>& rows = v.weights.labels[rank - 2];
  const std::size_t every_row = every_label(at.height, 14);
  const float room = panel.at.row_labels.width();
  s.pen.clip({panel.at.row_labels.x0, at.seen.y0 - 2, panel.at.map.x0, at.seen.y1 + 2});
  for (std::size_t row = at.row0; row < at.row1 && room > 0; ++row) {
    const bool marked = follows(s, row) || (place && place->first == row);
    if (row % every_row != 0) continue;
    const Rect cell = at.cell(row, 0, 2);
    const Font font{marked ? Face::semibold : Face::regular, label_size};
    s.pen.text_in({panel.at.row_labels.x0, cell.y0, panel.at.row_labels.x1, cell.y1},
                  s.type.fitted(rows[row], font, room), font, marked ? s.theme.text : s.theme.text3, Align::right);
  }
  s.pen.unclip();
  // Full words if they fit their column, else the short ones, thinned so that none touch.
  float widest = 0, shortest = 0;
  for (const std::string& word : v.weights.labels[rank - 1])
    widest = std::max(widest, s.type.width(word, {Face::semibold, label_size}));
  for (const std::string& word : v.weights.labels_short[rank - 1])
    shortest = std::max(shortest, s.type.width(word, {Face::semibold, label_size}));
  // Before words are cut they are set smaller.
  const float set_smaller = widest * note_size / label_size + 4;
  const float size = widest + 6 > at.width && set_smaller <= at.width ? note_size : label_size;
  if (size == note_size) widest = set_smaller - 6;
  const bool cut = widest + 6 > at.width && shortest + 6 > at.width && at.width >= 44;
  const bool shorter = widest + 6 > at.width && !cut && shortest < widest;
  const auto& columns = shorter ? v.weights.labels_short[rank - 1] : v.weights.labels[rank - 1];
  const std::size_t every = every_label(at.width, cut ? at.width : (shorter ? shortest : widest) + 6);
  s.pen.clip({at.seen.x0 - 12, panel.at.column_labels.y0 - 4, at.seen.x1 + 12, panel.at.map.y0});
  for (std::size_t column = at.column0; column < at.column1; ++column) {
    const bool marked = place && place->second == column;
    if (column % every != 0) continue;
    const Rect cell = at.cell(0, column, 2);
    const Font font{marked ? Face::semibold : Face::regular, size};
    const std::string& words = cut ? s.type.fitted(columns[column], font, at.width - 4) : columns[column];
    s.pen.text_in({cell.x0, panel.at.column_labels.y0, cell.x1, panel.at.column_labels.y1}, words, font,
                  marked ? s.theme.text : s.theme.text3, Align::centre);
  }
  s.pen.unclip();
}

void AttentionFigure::draw_map(Screen& s, const Panel& panel) {
  const explorer::AttentionView& v = view(s);
  const MapWindow at = (panel.beside ? last_other_ : last_) = window(s, panel.at.map);
  const float gap = at.width >= 28 ? 2.0f : at.width >= 12 ? 1.0f : 0.0f;
  for (const std::size_t row : v.followed) {  // the band runs from the label into the map
    const Rect cell = at.cell(row, 0, gap);
    const float from = panel.at.row_labels.empty() ? panel.at.map.x0 : panel.at.row_labels.x0 - 6;
    const Rect band{from, std::max(cell.y0 - 2, at.seen.y0 - 2), panel.at.map.x0,
                    std::min(cell.y1 + 2, at.seen.y1 + 2)};
    if (at.height >= 10) s.pen.fill(s.pen.snapped(band), s.theme.band_row, 6);
  }
  draw_cells_of(s, panel.id("map", "map-other"), at.seen, at, panel.map, v.end, gap);
  draw_numbers(s, panel, at);
  draw_map_labels(s, panel, at);
  draw_rings(s, panel, at);
  s.mark(panel.id("map-view", "map-view-other"), at.seen);
}

void AttentionFigure::draw_name_line(Screen& s, const Panel& panel) {
  const explorer::AttentionView& v = view(s);
  const Rect line = panel.at.name;
  const float base = centred(line.middle_y(), label_size);
  float x = s.type.draw(s.pen.list(), {line.x0, base + 0.5f}, s.symbol(v.shown.symbol, 21, s.theme.role(v.shown.role)),
                        s.pen.alpha()) +
            9;
  const Font strong{Face::medium, label_size}, plain{Face::regular, label_size};
  const auto write = [&](std::string_view words, Font font, Color ink) {
    if (words.empty() || x + s.type.width(words, font) > line.x1) return;
    x = s.pen.text({x, base}, words, font, ink) + 12;
  };
  write(s.joined({s.digits(v.queries), " × ", s.digits(v.keys)}), strong, s.theme.text2);
  const std::string& fitted = s.type.fitted(panel.title, strong, std::max(line.x1 - x, 0.0f));
  write(fitted, strong, s.theme.text);
  s.mark(s.joined({"title:", panel.title}), line);
  write(s.text(v.scores || !v.rows_sum_to_one ? "attention.axes" : "attention.axes.sum"), plain, s.theme.text3);
}

// Where the explained cell lies on the scale, from 0 to 1.
std::optional<float> AttentionFigure::place_on_scale(Screen& s) const {
  const explorer::AttentionView& v = view(s);
  const graph::Family family = graph::family(v.shown.role);
  const auto& looked_at = s.explorer.state().hovered ? s.explorer.state().hovered : s.explorer.state().focused;
  std::optional<float> found;
  const auto look_in = [&](const Panel& panel) {
    const auto place = place_of(s, panel, looked_at);
    if (!place || panel.map.status[place->first * v.keys + place->second] != Status::shown) return;
    const float t = scale_place(s, family, panel.map.values[place->first * v.keys + place->second], v.end);
    found = std::clamp(sequential(family) ? t : (t + 1) / 2, 0.0f, 1.0f);
  };
  look_in(first(s));
  if (const auto second = other(s)) look_in(*second);
  return found;
}

namespace {

constexpr int slices = 32;  // of a scale's bar

Color slice_color(Screen& s, graph::Family family, int i) {
  const float t = static_cast<float>(i) / slices;
  return s.theme.scale(family, sequential(family) ? t : t * 2 - 1);
}

// A scale in one line: its title, where it begins, the bar, where it ends.
void draw_lying_scale(Screen& s, graph::Family family, std::string_view title, Rect at, const std::string& end,
                      std::optional<float> marked) {
  const Font font{Face::regular, note_size};
  const bool rising = sequential(family);
  const std::string begin = rising ? "0" : "−" + end;
  const float numbers = s.type.width(begin, font) + s.type.width(end, font) + 92;
  const std::string fitted = s.type.fitted(title, font, std::min(at.x1, s.around.width - 12) - at.x0 - numbers);
  float x = s.pen.text({at.x0, centred(at.middle_y(), note_size)}, fitted, font, s.theme.text2) + 8;
  x = s.pen.text({x, centred(at.middle_y(), note_size)}, begin, font, s.theme.text3) + 6;
  const Rect bar = s.pen.snapped(box(x, at.middle_y() - 4, 72, 9));
  for (int i = 0; i < slices; ++i) {
    const float x0 = bar.x0 + bar.width() * static_cast<float>(i) / slices;
    s.pen.across_blend({x0, bar.y0, x0 + bar.width() / slices, bar.y1}, slice_color(s, family, i),
                       slice_color(s, family, i + 1));
  }
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  if (marked) s.pen.down(bar.x0 + bar.width() * *marked - 1, bar.y0 - 3, bar.y1 + 3, s.theme.text, 2);
  s.pen.text({bar.x1 + 6, centred(at.middle_y(), note_size)}, end, font, s.theme.text3);
}

// Upright, with numbers beside it; its title above, or below if it is long.
void draw_upright_scale(Screen& s, graph::Family family, std::string_view title, Rect at, float end,
                        std::optional<float> marked) {
  const Font font{Face::regular, note_size}, large{Face::regular, label_size};
  const Rect bar = s.pen.snapped(at);
  const float needs = s.type.width(title, large), right = std::min(bar.x0 + 62, s.around.width - 8);
  if (bar.x0 - 4 + needs <= right) s.pen.text({bar.x0 - 4, bar.y0 - 14}, title, large, s.theme.text3);
  else s.pen.text({right - s.type.width(title, font), bar.y1 + 18}, title, font, s.theme.text3);
  for (int i = 0; i < slices; ++i) {
    const float y1 = bar.y1 - bar.height() * static_cast<float>(i) / slices;
    s.pen.down_blend({bar.x0, y1 - bar.height() / slices, bar.x1, y1}, slice_color(s, family, i + 1),
                     slice_color(s, family, i));
  }
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  const int ticks = bar.height() < 110 ? 2 : 4;
  for (int i = 0; i <= ticks; ++i) {
    const float t = static_cast<float>(i) / static_cast<float>(ticks), y = bar.y1 - bar.height() * t;
    const float value = end * share_at(s, sequential(family) ? t : t * 2 - 1);
    s.pen.fill(s.pen.snapped(Rect{bar.x1 + 1, y - 0.5f, bar.x1 + 5, y + 0.5f}), s.theme.text3);
    const std::string words = (value < 0 ? "−" : "") + scale_number(std::abs(value));
    s.pen.text({bar.x1 + 9, centred(y, note_size)}, words, font, s.theme.text3);
  }
  if (!marked) return;
  const float y = bar.y1 - bar.height() * *marked;
  s.pen.fill(s.pen.snapped(Rect{bar.x0 - 3, y - 1, bar.x1 + 3, y + 1}), s.theme.text);
}

}  // namespace

void AttentionFigure::draw_scale(Screen& s) {
  if (layout_.legend.empty()) return;  // no room
  const explorer::AttentionView& v = view(s);
  const graph::Family family = graph::family(v.shown.role);
  s.mark(s.joined({"legend:", v.shown.name}), layout_.legend);
  const std::string_view steps = steps_words(s);
  const std::string_view title =
      steps.empty() ? std::string_view(v.scale_title) : s.joined({v.scale_title, ", ", steps});
  if (layout_.legend_upright) draw_upright_scale(s, family, title, layout_.legend, v.end, place_on_scale(s));
  else draw_lying_scale(s, family, title, layout_.legend, scale_number(v.end), place_on_scale(s));
}

// The followed row; its columns are those of the map at any zoom.
void AttentionFigure::draw_bars(Screen& s, const Panel& panel) {
  if (panel.at.bars.empty()) return;
  const explorer::AttentionView& v = view(s);
  const Rect at = panel.at.bars;
  const MapWindow& map = panel.beside ? last_other_ : last_;
  const bool is_signed = v.scores;
  const float most = std::max({panel.row.largest, v.row.largest, v.compared ? v.compared->row.largest : 0, 1e-9f});
  const float top = v.scores ? most : most > 0.5f ? 1.0f : most > 0.25f ? 0.5f : most > 0.1f ? 0.25f : most;
  const float zero = is_signed ? at.middle_y() : at.y1;
  const float scale = (is_signed ? at.height() / 2 : at.height() - 14) / top;
  const Color ink = s.theme.role(v.shown.role);
  const float line = is_signed ? zero - top * scale : zero - top * 0.5f * scale;
  s.pen.across(at.x0, at.x1, line, s.theme.line);
  s.pen.clip({at.x0 - 1, at.y0 - 18, at.x1 + 1, at.y1 + 2});
  const Font font{Face::medium, note_size};
  float widest = 0;
  for (const std::string& text : panel.row_texts) widest = std::max(widest, s.type.width(text, font));
  for (std::size_t key = map.column0; key < map.column1; ++key) {
    if (panel.row.status[key] != Status::shown) continue;
    const Rect cell = map.cell(0, key, 0);
    const float inset = cell.width() >= 12 ? cell.width() * 0.16f : cell.width() >= 4 ? 0.5f : 0;
    const float y = zero - panel.row.values[key] * scale;
    s.pen.fill({cell.x0 + inset, std::min(y, zero), cell.x1 - inset, std::max({y, zero, std::min(y, zero) + 1})}, ink,
               cell.width() >= 24 ? 3.0f : 0.0f);
    s.mark(s.joined({panel.id("bar:", "bar-other:"), s.digits(key)}),
           {cell.x0, std::min(y, zero), cell.x1, std::max(y, zero)});
    if (widest + 4 < cell.width())
      s.pen.text_in({cell.x0, std::min(y, zero) - 16, cell.x1, std::min(y, zero) - 2}, panel.row_texts[key], font,
                    s.theme.text, Align::centre);
  }
  s.pen.unclip();
  s.pen.across(at.x0, at.x1, zero, s.theme.text3);
  s.pen.text({at.x1 + 8, centred(zero, note_size)}, "0", {Face::regular, note_size}, s.theme.text3);
  s.pen.text({at.x1 + 8, centred(line, note_size)}, scale_number(is_signed ? top : top * 0.5f),
             {Face::regular, note_size}, s.theme.text3);
  if (panel.beside) return;
  const Font name{Face::semibold, label_size};
  const float left = layout_.legend_upright && !v.compared ? at.x0 - 110 : panel.at.row_labels.x0,
              room = at.x0 - 10 - left;
  s.pen.text_in({left, at.y1 - 44, at.x0 - 10, at.y1 - 26}, s.type.fitted(v.followed_name, name, room), name,
                s.theme.text, Align::right);
  const std::string_view sum = s.text("attention.sum", {v.sum});
  const Font small{Face::regular, note_size};
  if (s.type.width(sum, small) <= room)
    s.pen.text_in({left, at.y1 - 24, at.x0 - 10, at.y1 - 8}, sum, small, s.theme.text3, Align::right);
  s.mark(s.joined({"sum:", v.sum}), {left, at.y1 - 24, at.x0 - 10, at.y1 - 8});
}

}  // namespace ui
