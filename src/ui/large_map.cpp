// The large map's picture: pooled sheets from coarse to fine, or cells that the GPU computes; labels, marks, profiles that
// share its axes, the legend with true values.
#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/color_steps.hpp"
#include "graph/explanation.hpp"
#include "imgui.h"
#include "ui/large.hpp"

namespace ui {
namespace {

constexpr float numbers_from = 44, gaps_from = 12, marks_from = 5;  // px of a cell

std::size_t parts_up(std::size_t from, std::size_t each) { return (from + each - 1) / each * each; }

std::string weight_text(float weight, int decimals) { return graph::format_number(weight, decimals); }

// The largest of what shares a px of a profile.
template <class Value>
std::vector<float> profile_of(const std::vector<Value>& values, const LargeWindow& at, double corner, float from,
                              std::size_t first, std::size_t last, int pixels) {
  std::vector<float> out(static_cast<std::size_t>(pixels), -1.0f);
  for (std::size_t i = first; i < last; ++i) {
    const auto value = static_cast<float>(values[i]);
    if (std::isnan(value)) continue;
    const double begin = corner + at.cell * static_cast<double>(i) - from, end = begin + at.cell;
    const int p0 = std::clamp(static_cast<int>(begin), 0, pixels - 1);
    const int p1 = std::clamp(static_cast<int>(std::ceil(end)) - 1, p0, pixels - 1);
    for (int p = p0; p <= p1; ++p) {
      float& most = out[static_cast<std::size_t>(p)];
      most = std::max(most, value);
    }
  }
  return out;
}

float profile_top(float most) {
  for (const float top : {0.001f, 0.002f, 0.005f, 0.01f, 0.02f, 0.05f, 0.1f, 0.2f, 0.5f})
    if (most <= top) return top;
  return 1;
}

std::string top_text(float top) {
  return graph::format_number(top, top < 0.01f ? 3 : top < 0.1f ? 2 : top < 1 ? 1 : 0);
}

}  // namespace

void LargeFigure::draw_sheets(Screen& s, Rect seen, const LargeWindow& at, bool cells) {
  const attention::LargeMap& map = large(s).map();
  render::LargeLook look;
  const Rect on = s.pen.snapped(seen);
  look.x0 = on.x0, look.y0 = on.y0, look.x1 = on.x1, look.y1 = on.y1;
  look.column0 = (on.x0 - at.x) / at.cell;
  look.row0 = (on.y0 - at.y) / at.cell;
  look.column1 = (on.x1 - at.x) / at.cell;
  look.row1 = (on.y1 - at.y) / at.cell;
  look.mean = look_.mean;
  look.steps = static_cast<int>(look_.steps);
  look.gap = at.cell >= gaps_from ? static_cast<float>(1 / at.cell) : 0;
  look.masked = look.behind = s.theme.bg0;
  const auto draw = [&](const attention::LargeSheet& sheet, std::uint64_t kind) {
    maps_.draw(
        s.pen.list(),
        render::LargeTexels{kind << 56 | sheet.id, sheet.row0, sheet.column0, sheet.row_cells, sheet.column_cells,
                            sheet.rows, sheet.columns, sheet.texels, sheet.changed, sheet.changes},
        look);
  };
  const std::size_t factor = large_factor(at, s.pen.ratio());
  if (!map.seen_done() || factor == 1 || factor < map.base_factor()) draw(map.coarse(), 1);
  const std::vector<attention::LargeSheet>& levels = map.levels();
  if (levels.empty()) return;
  // The level that is wanted, or the finest.
  std::size_t level = 0;
  while (level + 1 < levels.size() && levels[level].row_cells < factor) ++level;
  draw(levels[level], 1);
  for (const attention::LargeSheet* tile : map.tiles())
    if (tile->row_cells == factor) draw(*tile, 1);
  if (cells && factor == 1 && map.ready())
    maps_.draw(s.pen.list(),
               render::LargeVectors{map.coarse().id, map.tokens(), map.width(), map.query(), map.key(),
                                    map.log_sum_exps(), map.rows_changed(), map.scale(), map.causal()},
               look);
}

void LargeFigure::draw_map(Screen& s) {
  const LargeWindow at = window(s);
  s.pen.fill(s.pen.snapped(at.seen), s.theme.bg1);
  draw_sheets(s, at.seen, at, true);
  draw_numbers(s, at);
  draw_marks(s, at);
  s.pen.outline(grown(s.pen.snapped(at.seen), 1), s.theme.line2);
  draw_labels(s, at);
  draw_row_profile(s, at);
  draw_column_profile(s, at);
  draw_legend(s);
  draw_status(s);
}

void LargeFigure::draw_numbers(Screen& s, const LargeWindow& at) {
  const attention::LargeMap& map = large(s).map();
  if (at.cell < numbers_from || !map.ready()) return;
  const attention::LargeBlock block = at.block();
  const auto size = static_cast<float>(std::clamp(at.cell * 0.3, 12.0, 17.0));
  s.pen.clip(at.seen);
  for (std::size_t row = block.row0; row < block.row1; ++row) {
    if (std::isnan(map.log_sum_exp(row))) continue;
    for (std::size_t column = block.column0; column < std::min(block.column1, map.keys_of(row)); ++column) {
      const float weight = std::exp(map.score(row, column) - map.log_sum_exp(row));
      const Color fill =
          s.theme.scale(graph::Family::weights, explorer::color_place(look_.steps, std::min(weight, 1.0f)));
      s.pen.text_in(at.cells(row, row + 1, column, column + 1), weight_text(weight, at.cell >= 56 ? 3 : 2),
                    {Face::medium, size}, Theme::ink(fill), Align::centre);
    }
  }
  s.pen.unclip();
}

void LargeFigure::draw_marks(Screen& s, const LargeWindow& at) {
  s.pen.clip(at.seen);
  const Color query = s.theme.role(graph::Family::query), key = s.theme.role(graph::Family::key);
  if (look_.brush) {
    const Rect rows = at.cells(look_.brush->first, look_.brush->second + 1, 0, at.tokens);
    const Rect in{at.seen.x0, std::max(rows.y0, at.seen.y0 - 2), at.seen.x1, std::min(rows.y1, at.seen.y1 + 2)};
    if (!in.empty()) s.pen.outline(s.pen.snapped(in), s.theme.text, 1);
  }
  const auto cross = [&](Cell cell, bool pinned) {
    const Rect box = at.cells(cell.first, cell.first + 1, cell.second, cell.second + 1);
    const auto line = [&](bool is_row) {
      Rect in = is_row ? Rect{at.seen.x0, box.y0 - 1, at.seen.x1, box.y1 + 1}
                       : Rect{box.x0 - 1, at.seen.y0, box.x1 + 1, at.seen.y1};
      const Color ink = faded(is_row ? query : key, pinned ? 1.0f : 0.85f);
      in = s.pen.snapped(in);
      if (at.cell >= marks_from) return s.pen.outline(in, ink, 1);
      if (is_row) s.pen.across(in.x0, in.x1, box.middle_y(), faded(ink, 0.7f));
      else s.pen.down(box.middle_x(), in.y0, in.y1, faded(ink, 0.7f));
    };
    line(true);
    line(false);
    const float by = std::max(6 - box.width() / 2, 1.0f);
    if (at.cell < marks_from * 2) s.pen.outline(s.pen.snapped(grown(box, by)), s.theme.text, 1.5f, 3);
    else s.pen.outline(s.pen.snapped(grown(box, 1)), s.theme.text, pinned ? 2.5f : 2.0f, 2);
  };
  if (look_.cell) cross(*look_.cell, true);
  if (hovered_ && hovered_ != look_.cell) cross(*hovered_, false);
  s.pen.unclip();
}

void LargeFigure::draw_labels(Screen& s, const LargeWindow& at) {
  const std::vector<std::string>& words = large(s).words();
  const attention::LargeBlock block = at.block();
  const std::optional<Cell> followed = looked_at(s);
  const Font font{Face::regular, layout_.wide ? label_size : note_size};
  const Rect rows = layout_.row_labels, columns = layout_.column_labels;
  const bool wide = layout_.wide;

  // Tokens that were found have a tick on both axes.
  if (!look_.find.empty()) {
    s.pen.clip(grown(at.seen, 6));
    for (const std::size_t place : found_) {
      const Rect cell = at.cells(place, place + 1, place, place + 1);
      s.pen.fill({at.seen.x0 - 5, cell.y0, at.seen.x0 - 1, std::max(cell.y1, cell.y0 + 1)}, s.theme.text);
      s.pen.fill({cell.x0, at.seen.y0 - 5, std::max(cell.x1, cell.x0 + 1), at.seen.y0 - 1}, s.theme.text);
    }
    s.pen.unclip();
  }

  const auto label = [&](std::size_t row, const Rect& where, float y) {
    const std::string number = std::to_string(row + 1);
    const float width = s.type.width(number, font);
    s.pen.text_in({where.x0, y - 9, where.x1 - 4, y + 9}, number, font, s.theme.text3, Align::right);
    const float room = where.width() - width - 12;
    if (room > 20)
      s.pen.text_in({where.x0, y - 9, where.x1 - width - 12, y + 9}, s.type.fitted(words[row], font, room), font,
                    s.theme.text2, Align::right);
  };
  s.pen.clip({rows.x0 - 10, at.seen.y0 - 8, at.seen.x0, at.seen.y1 + 8});
  const std::size_t every_row = every_large_label(at.cell, wide ? 30 : 24);
  for (std::size_t row = parts_up(block.row0, every_row); row < block.row1; row += every_row) {
    const Rect cell = at.cells(row, row + 1, 0, 1);
    const float y = std::clamp(cell.middle_y(), at.seen.y0, at.seen.y1);
    if (followed && std::abs(at.cells(followed->first, followed->first + 1, 0, 1).middle_y() - y) < 19) continue;
    label(row, rows, y);
  }
  s.pen.unclip();
  const std::size_t every_column = every_large_label(at.cell, wide ? 70 : 48);
  s.pen.clip({at.seen.x0 - 24, columns.y0 - 8, at.seen.x1 + 24, at.seen.y0});
  const auto tag_middle = [&](std::size_t column) {
    return std::clamp(at.cells(0, 1, column, column + 1).middle_x(), at.seen.x0, at.seen.x1);
  };
  for (std::size_t column = parts_up(block.column0, every_column); column < block.column1; column += every_column) {
    const float x = tag_middle(column), room = static_cast<float>(at.cell * static_cast<double>(every_column)) - 8;
    if (followed && std::abs(tag_middle(followed->second) - x) < (wide ? 64 : 40)) continue;
    const std::string number = std::to_string(column + 1);
    s.pen.text_in({x - 40, columns.y1 - 20, x + 40, columns.y1 - 4},
                  s.type.fitted(words[column], font, std::min(room, 78.0f)), font, s.theme.text2, Align::centre);
    s.pen.text_in({x - 40, columns.y1 - 36, x + 40, columns.y1 - 20}, number, font, s.theme.text3, Align::centre);
  }
  s.pen.unclip();
  if (!followed) return;
  // The row and the column that are followed, on the colours of query and key.
  const auto chip = [&](const Rect& where, std::size_t place, Color fill) {
    const Font strong{Face::semibold, font.size};
    s.pen.fill(s.pen.snapped(where), fill, 4);
    const std::string number = std::to_string(place + 1);
    const float room = where.width() - s.type.width(number, font) - 20;
    const std::string word = room > 5 ? s.type.fitted(words[place], strong, room) : "";
    const float width = s.type.width(word, strong) + (word.empty() ? 0 : 6) + s.type.width(number, font);
    const float x = s.pen.text({where.middle_x() - width / 2, centred(where.middle_y(), font.size)}, word, strong,
                               Theme::ink(fill)) +
                    (word.empty() ? 0 : 6);
    s.pen.text({x, centred(where.middle_y(), font.size)}, number, font, Theme::ink(fill));
  };
  const Rect cell = at.cells(followed->first, followed->first + 1, followed->second, followed->second + 1);
  if (cell.y1 > at.seen.y0 && cell.y0 < at.seen.y1) {
    const float y = std::clamp(cell.middle_y(), at.seen.y0, at.seen.y1);
    chip({rows.x0, y - 10, rows.x1, y + 10}, followed->first, s.theme.role(graph::Family::query));
  }
  if (cell.x1 > at.seen.x0 && cell.x0 < at.seen.x1) {
    const float wanted = s.type.width(words[followed->second], {Face::semibold, font.size}) +
                         s.type.width(std::to_string(followed->second + 1), font) + 24;
    const float half = std::min(wanted, wide ? 120.0f : 90.0f) / 2;
    const float x = std::clamp(tag_middle(followed->second), at.seen.x0 + half - 20, at.seen.x1 - half + 20);
    chip({x - half, columns.y1 - 27, x + half, columns.y1 - 6}, followed->second, s.theme.role(graph::Family::key));
  }
}

void LargeFigure::draw_row_profile(Screen& s, const LargeWindow& at) {
  const Rect area = layout_.row_profile;
  if (area.empty()) return;
  s.pen.across(area.x0, area.x1, area.y1, s.theme.text3);
  const Font note{Face::regular, note_size};
  if (!row_) return;
  const attention::LargeBlock block = at.block();
  const int pixels = static_cast<int>(area.width());
  const std::vector<float> bars =
      profile_of(row_->weights, at, at.x, area.x0, block.column0, std::min(block.column1, row_->keys), pixels);
  std::vector<float> mean;
  if (look_.brush && brush_next_ > look_.brush->first) {
    std::vector<double> shares = brush_sum_;
    for (double& share : shares) share /= static_cast<double>(brush_next_ - look_.brush->first);
    mean = profile_of(shares, at, at.x, area.x0, block.column0, block.column1, pixels);
  }
  float most = 0;
  for (const std::vector<float>* values : {&bars, &std::as_const(mean)})
    for (const float value : *values) most = std::max(most, value);
  const float top = profile_top(most), scale = area.height() / top;
  const Color ink = s.theme.role(graph::Family::weights);
  for (int p = 0; p < pixels;) {  // bars of one height are one
    const float value = bars[static_cast<std::size_t>(p)];
    int end = p + 1;
    while (end < pixels && bars[static_cast<std::size_t>(end)] == value) ++end;
    if (value >= 0) {
      const float y = area.y1 - std::max(value * scale, value > 0 ? 0.5f : 0.0f);
      const float inset = end - p >= 6 ? 1.0f : 0.0f;
      s.pen.fill({area.x0 + static_cast<float>(p) + inset, y, area.x0 + static_cast<float>(end) - inset, area.y1}, ink);
    }
    p = end;
  }
  for (int p = 0; p < static_cast<int>(mean.size()); ++p) {
    const float y = area.y1 - mean[static_cast<std::size_t>(p)] * scale;
    if (area.y1 - y < 0.5f) continue;
    s.pen.fill({area.x0 + static_cast<float>(p), y - 0.75f, area.x0 + static_cast<float>(p) + 1, y + 0.75f},
               s.theme.text);
  }
  if (const std::optional<Cell> cell = looked_at(s); cell && cell->first == row_->row) {
    const Rect column = at.cells(0, 1, cell->second, cell->second + 1);
    const float x0 = std::max(column.x0, area.x0), x1 = std::min(std::max(column.x1, column.x0 + 1.5f), area.x1);
    const float y = area.y1 - row_->weights[cell->second] * scale;
    if (x1 > x0) s.pen.fill({x0, y, x1, area.y1}, s.theme.text);
  }
  s.pen.across(area.x0, area.x1, area.y0, s.theme.line);
  const float left = layout_.row_labels.x0, right = area.x0 - 8;
  s.pen.text_in({left, area.y0 - 8, right, area.y0 + 8}, top_text(top), note, s.theme.text3, Align::right);
  s.pen.text_in({left, area.y1 - 8, right, area.y1 + 8}, "0", note, s.theme.text3, Align::right);
  s.mark("large-row:" + std::to_string(row_->row), area);
  if (area.height() < 50) return;
  s.pen.text_in({left, area.y0 + 10, right, area.y0 + 26}, s.text("large.row_of"), note, s.theme.text3, Align::right);
  const Font name{Face::semibold, label_size};
  s.pen.text_in({left, area.y0 + 26, right, area.y0 + 42}, s.type.fitted(token(s, row_->row), name, right - left), name,
                s.theme.role(graph::Family::query), Align::right);
  if (mean.empty()) return;
  const std::string words =
      s.text("large.mean_of", {std::to_string(look_.brush->first + 1), std::to_string(look_.brush->second + 1)});
  const float x = area.x1 - s.type.width(words, note);
  s.pen.fill({x - 20, area.y0 + 8, x - 6, area.y0 + 9.5f}, s.theme.text);
  s.pen.text_in({x, area.y0, area.x1, area.y0 + 17}, words, note, s.theme.text2);
  s.mark("large-mean", area);
}

void LargeFigure::draw_column_profile(Screen& s, const LargeWindow& at) {
  const Rect area = layout_.column_profile;
  if (area.empty()) return;
  s.pen.down(area.x0, area.y0, area.y1, s.theme.text3);
  if (!column_of_) return;
  const attention::LargeBlock block = at.block();
  const int pixels = static_cast<int>(area.height());
  const std::size_t first = large(s).map().causal() ? std::max(block.row0, *column_of_) : block.row0;
  const std::vector<float> bars = profile_of(column_, at, at.y, area.y0, first, block.row1, pixels);
  float most = 0;
  for (const float value : bars) most = std::max(most, value);
  const float top = profile_top(most), scale = area.width() / top;
  const Color ink = s.theme.role(graph::Family::weights);
  for (int p = 0; p < pixels;) {
    const float value = bars[static_cast<std::size_t>(p)];
    int end = p + 1;
    while (end < pixels && bars[static_cast<std::size_t>(end)] == value) ++end;
    if (value >= 0) {
      const float x = area.x0 + std::max(value * scale, value > 0 ? 0.5f : 0.0f);
      const float inset = end - p >= 6 ? 1.0f : 0.0f;
      s.pen.fill({area.x0, area.y0 + static_cast<float>(p) + inset, x, area.y0 + static_cast<float>(end) - inset}, ink);
    }
    p = end;
  }
  const Font note{Face::regular, note_size};
  s.pen.down(area.x1, area.y0, area.y1, s.theme.line);
  s.pen.text_in({area.x0 - 6, area.y0 - 17, area.x0 + 12, area.y0 - 2}, "0", note, s.theme.text3);
  s.pen.text_in({area.x1 - 40, area.y0 - 17, area.x1 + 8, area.y0 - 2}, top_text(top), note, s.theme.text3,
                Align::right);
  s.mark("large-column:" + std::to_string(*column_of_), area);
  if (!layout_.wide) return;
  s.pen.text_in({area.x0, area.y1 + 4, area.x1 + 60, area.y1 + 20}, s.text("large.column_of"), note, s.theme.text3);
  const Font name{Face::semibold, label_size};
  s.pen.text_in({area.x0, area.y1 + 20, area.x1 + 60, area.y1 + 38},
                s.type.fitted(token(s, *column_of_), name, area.width() + 56), name, s.theme.role(graph::Family::key));
}

void LargeFigure::draw_legend(Screen& s) {
  constexpr int slices = 48;
  const auto color = [&](int i) {
    return s.theme.scale(graph::Family::weights, static_cast<float>(i) / static_cast<float>(slices));
  };
  const Font note{Face::regular, note_size};
  const char* ids[] = {"large.legend.linear", "large.legend.sqrt", "large.legend.log"};
  const std::string steps = s.text(ids[static_cast<std::size_t>(look_.steps)]);
  const std::optional<Cell> cell = looked_at(s);
  const bool shown = cell && row_ && row_->row == cell->first && cell->second < row_->keys;
  const float current = shown ? explorer::color_place(look_.steps, std::min(row_->weights[cell->second], 1.0f)) : -1;
  s.mark("large-legend", layout_.legend);
  if (!layout_.legend_upright) {
    const Rect at = layout_.legend;
    float x =
        s.pen.text({at.x0, centred(at.middle_y(), note_size)}, s.text("large.weight") + ": 0", note, s.theme.text3) + 6;
    const Rect bar = s.pen.snapped(box(x, at.middle_y() - 4, 90, 8));
    for (int i = 0; i < slices; ++i) {
      const float x0 = bar.x0 + bar.width() * static_cast<float>(i) / slices;
      s.pen.across_blend({x0, bar.y0, x0 + bar.width() / slices, bar.y1}, color(i), color(i + 1));
    }
    s.pen.outline(bar, faded(s.theme.text3, 0.4f));
    if (current >= 0) s.pen.down(bar.x0 + bar.width() * current - 1, bar.y0 - 3, bar.y1 + 3, s.theme.text, 2);
    x = s.pen.text({bar.x1 + 6, centred(at.middle_y(), note_size)}, "1", note, s.theme.text3) + 10;
    s.pen.text({x, centred(at.middle_y(), note_size)}, s.type.fitted(steps, note, at.x1 - x), note, s.theme.text3);
    return;
  }
  const Rect bar = s.pen.snapped(layout_.legend);
  s.pen.text({bar.x0, bar.y0 - 12}, s.text("large.weight"), {Face::regular, label_size}, s.theme.text3);
  for (int i = 0; i < slices; ++i) {
    const float y1 = bar.y1 - bar.height() * static_cast<float>(i) / slices;
    s.pen.down_blend({bar.x0, y1 - bar.height() / slices, bar.x1, y1}, color(i + 1), color(i));
  }
  s.pen.outline(bar, faded(s.theme.text3, 0.4f));
  float last = -100;
  for (const float value : {1.0f, 0.0f, 0.5f, 0.1f, 0.25f, 0.01f, 0.75f, 0.001f}) {
    const float y = bar.y1 - bar.height() * explorer::color_place(look_.steps, value);
    const bool free = value == 1 || value == 0 || (y > bar.y0 + 16 && y < bar.y1 - 16 && std::abs(y - last) > 16);
    if (!free) continue;
    if (value != 1 && value != 0) last = y;
    s.pen.fill(s.pen.snapped(Rect{bar.x1 + 1, y - 0.5f, bar.x1 + 5, y + 0.5f}), s.theme.text3);
    const int decimals = value == 1 || value == 0 ? 0 : value < 0.01f ? 3 : value == 0.5f || value == 0.1f ? 1 : 2;
    s.pen.text({bar.x1 + 9, centred(y, note_size)}, graph::format_number(value, decimals), note, s.theme.text3);
  }
  if (current >= 0) {
    const float y = bar.y1 - bar.height() * current;
    s.pen.fill(s.pen.snapped(Rect{bar.x0 - 3, y - 1, bar.x1 + 3, y + 1}), s.theme.text);
  }
  float y = bar.y1 + 14;
  for (const std::string& line : s.type.lines(steps, note, 78)) {
    s.pen.text_in({bar.x0, y, bar.x0 + 84, y + 15}, line, note, s.theme.text3);
    y += 15;
  }
  if (!state(s).setup.causal) return;
  const Rect sample = s.pen.snapped(box(bar.x0, y + 8, 11, 11));
  s.pen.fill(sample, s.theme.bg0);
  s.pen.outline(sample, s.theme.line2);
  s.pen.text({sample.x1 + 7, centred(sample.middle_y(), note_size)}, s.text("large.masked"), note, s.theme.text3);
}

// What a pixel is, or how far the work is.
void LargeFigure::draw_status(Screen& s) {
  const explorer::Large& all = large(s);
  const std::size_t factor = large_factor(window(s), s.pen.ratio());
  std::string words;
  if (!all.seen_done()) {
    const auto percent = static_cast<int>(std::floor(all.progress() * 100));
    words = s.text("large.coarse", {std::to_string(percent)});
  } else if (factor == 1) {
    words = s.text("large.cells");
  } else {
    words = s.text(look_.mean ? "large.pooled.mean" : "large.pooled.largest", {std::to_string(factor)});
  }
  const Font note{Face::regular, note_size};
  const Rect at = layout_.status;
  s.pen.text_in(at, s.type.fitted(words, note, at.width()), note, s.theme.text3);
  const bool coarse = all.map().ready() && all.map().coarse_done();
  s.mark(all.seen_done() ? "large-status:done" : coarse ? "large-status:coarse" : "large-status:begun", at);
  if (all.seen_done()) return;
  const Rect track{layout_.map.x0, layout_.map.y1 - 3, layout_.map.x1, layout_.map.y1};
  s.pen.fill({track.x0, track.y0, mix(track.x0, track.x1, static_cast<float>(all.progress())), track.y1},
             s.theme.text2);
}

}  // namespace ui
