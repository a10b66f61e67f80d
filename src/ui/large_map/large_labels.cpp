// The large map's axes: tokens at regular intervals by name and number, those that were found, and the two that are
// followed, in the colours of query and key.
#include <algorithm>
#include <cmath>

#include "ui/large_map/large.hpp"

namespace ui {
namespace {

constexpr float line = 16;  // line height of labels

std::size_t parts_up(std::size_t from, std::size_t each) { return (from + each - 1) / each * each; }

}  // namespace

// Tokens that were found are marked by a tick on both axes.
void LargeFigure::draw_found(Screen& s, const LargeWindow& at) {
  if (look_.find.empty()) return;
  s.pen.clip(grown(at.seen, 6));
  for (const std::size_t place : found_) {
    const Rect cell = at.cells(place, place + 1, place, place + 1);
    s.pen.fill({at.seen.x0 - 5, cell.y0, at.seen.x0 - 1, std::max(cell.y1, cell.y0 + 1)}, s.theme.text);
    s.pen.fill({cell.x0, at.seen.y0 - 5, std::max(cell.x1, cell.x0 + 1), at.seen.y0 - 1}, s.theme.text);
  }
  s.pen.unclip();
}

Font LargeFigure::label_font() const { return {Face::regular, layout_.wide ? label_size : note_size}; }

// If the first or last token is barely visible, its label is dropped in favour of its neighbour's; also where the row
// profile's number would be covered.
float LargeFigure::row_label_middle(const LargeWindow& at, std::size_t row) const {
  const float lowest = at.seen.y1 - (layout_.row_profile.empty() ? 0.0f : 9.0f);
  return std::clamp(at.cells(row, row + 1, 0, 1).middle_y(), at.seen.y0, lowest);
}

void LargeFigure::draw_row_labels(Screen& s, const LargeWindow& at) {
  const std::vector<std::string>& words = large(s).words();
  const large_map::Block block = at.block();
  const std::optional<Cell> followed = looked_at(s);
  const Font font = label_font();
  const Rect rows = layout_.row_labels;
  const auto label = [&](std::size_t row, float y) {
    const std::string number = std::to_string(row + 1);
    const float width = s.type.width(number, font);
    // A patch is named by its row and column, so its number is what is left out.
    if (of_patches(s) && s.type.width(words[row], font) + width + 12 > rows.width()) {
      s.pen.text_in({rows.x0, y - 9, rows.x1 - 4, y + 9}, words[row], font, s.theme.text2, Align::right);
      return;
    }
    s.pen.text_in({rows.x0, y - 9, rows.x1 - 4, y + 9}, number, font, s.theme.text3, Align::right);
    const float room = rows.width() - width - 12;
    if (room > 20)
      s.pen.text_in({rows.x0, y - 9, rows.x1 - width - 12, y + 9}, s.type.fitted(words[row], font, room), font,
                    s.theme.text2, Align::right);
  };
  s.pen.clip({rows.x0 - 10, at.seen.y0 - 8, at.seen.x0, at.seen.y1 + 8});
  const std::size_t every = every_large_label(at.cell, layout_.wide ? 30 : 24);
  float above = at.seen.y0 - line;
  for (std::size_t row = parts_up(block.row0, every); row < block.row1; row += every) {
    const float y = row_label_middle(at, row);
    const bool little = at.cells(row, row + 1, 0, 1).middle_y() < at.seen.y0;
    if (y < above + line || (little && at.cells(row + every, row + every + 1, 0, 1).middle_y() < y + line)) continue;
    if (followed && std::abs(row_label_middle(at, followed->first) - y) < 19) continue;
    above = y;
    label(row, y);
    s.mark(s.joined({"large-row-label:", s.digits(row + 1)}), {rows.x0, y - line / 2, rows.x1, y + line / 2});
  }
  s.pen.unclip();
}

// Where the chip over the followed column is: its middle, and half its width. Other labels must not overlap it.
LargeFigure::ColumnChip LargeFigure::column_chip(Screen& s, const LargeWindow& at) {
  const std::optional<Cell> followed = looked_at(s);
  if (!followed) return {};
  const std::size_t column = followed->second;
  const Font font = label_font();
  const float wanted = s.type.width(large(s).words()[column], {Face::semibold, font.size}) +
                       s.type.width(std::to_string(column + 1), font) + 24;
  const float half = std::min(wanted, layout_.wide ? 120.0f : 90.0f) / 2;
  const float middle = std::clamp(at.cells(0, 1, column, column + 1).middle_x(), at.seen.x0, at.seen.x1);
  return {std::clamp(middle, at.seen.x0 + half - 20, at.seen.x1 - half + 20), half};
}

void LargeFigure::draw_column_labels(Screen& s, const LargeWindow& at, const ColumnChip& chip) {
  const std::vector<std::string>& words = large(s).words();
  const large_map::Block block = at.block();
  const Font font = label_font();
  const Rect columns = layout_.column_labels;
  const std::size_t every = every_large_label(at.cell, layout_.wide ? 70 : 48);
  s.pen.clip({at.seen.x0 - 24, columns.y0 - 8, at.seen.x1 + 24, at.seen.y0});
  const auto middle = [&](std::size_t column) {
    return std::clamp(at.cells(0, 1, column, column + 1).middle_x(), at.seen.x0, at.seen.x1);
  };
  // Labels at either end must not overlap the profile's numbers, the screen's edge, or the previous label.
  const float least = at.seen.x0 - 20, most = at.seen.x1 + (layout_.column_profile.empty() ? 20.0f : 0.0f);
  float before = least - 1;
  for (std::size_t column = parts_up(block.column0, every); column < block.column1; column += every) {
    const std::string number = std::to_string(column + 1);
    const float room = static_cast<float>(at.cell * static_cast<double>(every)) - 8;
    const std::string_view word = s.type.fitted(words[column], font, std::min(room, 78.0f));
    const float width = std::max(s.type.width(word, font), s.type.width(number, font));
    const float x = std::clamp(middle(column), least + width / 2, most - width / 2);
    const Rect where{x - width / 2, columns.y1 - 36, x + width / 2, columns.y1 - 4};
    const bool little = at.cells(0, 1, column, column + 1).middle_x() < at.seen.x0;
    if (where.x0 < before || (little && middle(column + every) < x + room)) continue;
    if (chip.half > 0 && where.x1 > chip.middle - chip.half - 6 && where.x0 < chip.middle + chip.half + 6) continue;
    before = where.x1 + 8;
    s.pen.text_in({where.x0, where.y0 + 16, where.x1, where.y1}, word, font, s.theme.text2, Align::centre);
    s.pen.text_in({where.x0, where.y0, where.x1, where.y0 + 16}, number, font, s.theme.text3, Align::centre);
    s.mark(s.joined({"large-column-label:", number}), where);
  }
  s.pen.unclip();
}

// The name of the followed row or column, in the colour of query or key.
void LargeFigure::draw_chip_of(Screen& s, const Rect& where, std::size_t place, Color fill) {
  const std::string& name = large(s).words()[place];
  const Font font = label_font(), strong{Face::semibold, font.size};
  s.pen.fill(s.pen.snapped(where), fill, 4);
  const bool alone =
      of_patches(s) && s.type.width(name, strong) + s.type.width(std::to_string(place + 1), font) + 20 > where.width();
  const std::string number = alone ? "" : std::to_string(place + 1);
  const float room = where.width() - s.type.width(number, font) - (alone ? 6.0f : 20.0f);
  const std::string_view word = room > 5 ? std::string_view(s.type.fitted(name, strong, room)) : "";
  const float gap = word.empty() || number.empty() ? 0.0f : 6.0f;
  const float width = s.type.width(word, strong) + gap + s.type.width(number, font);
  const float x =
      s.pen.text({where.middle_x() - width / 2, centred(where.middle_y(), font.size)}, word, strong, Theme::ink(fill)) +
      gap;
  s.pen.text({x, centred(where.middle_y(), font.size)}, number, font, Theme::ink(fill));
}

void LargeFigure::draw_labels(Screen& s, const LargeWindow& at) {
  draw_found(s, at);
  draw_row_labels(s, at);
  const ColumnChip column = column_chip(s, at);
  draw_column_labels(s, at, column);
  const std::optional<Cell> followed = looked_at(s);
  if (!followed) return;
  const Rect rows = layout_.row_labels, columns = layout_.column_labels;
  const Rect cell = at.cells(followed->first, followed->first + 1, followed->second, followed->second + 1);
  if (cell.y1 > at.seen.y0 && cell.y0 < at.seen.y1) {
    const float y = row_label_middle(at, followed->first);
    draw_chip_of(s, {rows.x0, y - 10, rows.x1, y + 10}, followed->first, s.theme.role(graph::Family::query));
  }
  if (cell.x1 > at.seen.x0 && cell.x0 < at.seen.x1) {
    const Rect where{column.middle - column.half, columns.y1 - 27, column.middle + column.half, columns.y1 - 6};
    draw_chip_of(s, where, followed->second, s.theme.role(graph::Family::key));
  }
}

}  // namespace ui
