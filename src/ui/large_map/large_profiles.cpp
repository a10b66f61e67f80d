// The followed row and column as bars that share the map's axes: a bar is the largest weight within its pixel. Compared
// rows are drawn over them as their mean.
#include <algorithm>
#include <cmath>

#include "graph/explain/explanation.hpp"
#include "ui/large_map/large.hpp"

namespace ui {
namespace {

// The largest value within each px of a profile; for sums of `parts` rows, their mean.
template <class Value>
void profile_of(std::vector<float>& out, const std::vector<Value>& values, const LargeWindow& at, double corner,
                float from, std::size_t first, std::size_t last, int pixels, double parts = 1) {
  out.assign(static_cast<std::size_t>(pixels), -1.0f);
  for (std::size_t i = first; i < last; ++i) {
    const auto value = static_cast<float>(values[i] / parts);
    if (std::isnan(value)) continue;
    const double begin = corner + at.cell * static_cast<double>(i) - from, end = begin + at.cell;
    const int p0 = std::clamp(static_cast<int>(begin), 0, pixels - 1);
    const int p1 = std::clamp(static_cast<int>(std::ceil(end)) - 1, p0, pixels - 1);
    for (int p = p0; p <= p1; ++p) {
      float& most = out[static_cast<std::size_t>(p)];
      most = std::max(most, value);
    }
  }
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

void LargeFigure::draw_row_profile(Screen& s, const LargeWindow& at) {
  const Rect area = layout_.row_profile;
  if (area.empty()) return;
  s.pen.across(area.x0, area.x1, area.y1, s.theme.text3);
  const Font note{Face::regular, note_size};
  if (!row_) return;
  const large_map::Block block = at.block();
  const int pixels = static_cast<int>(area.width());
  std::vector<float>&bars = s.memory.numbers.next(), &mean = s.memory.numbers.next();
  profile_of(bars, row_->weights, at, at.x, area.x0, block.column0, std::min(block.column1, row_->keys), pixels);
  if (look_.brush && brush_next_ > look_.brush->first)
    profile_of(mean, brush_sum_, at, at.x, area.x0, block.column0, block.column1, pixels,
               static_cast<double>(brush_next_ - look_.brush->first));
  float most = 0;
  for (const std::vector<float>* values : {&bars, &mean})
    for (const float value : *values) most = std::max(most, value);
  const float top = profile_top(most), scale = area.height() / top;
  const Color ink = s.theme.role(graph::Family::weights);
  for (int p = 0; p < pixels;) {  // adjacent bars of the same height are drawn as one
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
  s.mark("large-row-scale:most", {left, area.y0 - 7, right, area.y0 + 7});
  s.pen.text_in({left, area.y1 - 8, right, area.y1 + 8}, "0", note, s.theme.text3, Align::right);
  s.mark(s.joined({"large-row:", s.digits(row_->row)}), area);
  if (area.height() < 50) return;
  s.pen.text_in({left, area.y0 + 10, right, area.y0 + 26}, s.text("large.row_of"), note, s.theme.text3, Align::right);
  const Font name{Face::semibold, label_size};
  s.pen.text_in({left, area.y0 + 26, right, area.y0 + 42}, s.type.fitted(token(s, row_->row), name, right - left), name,
                s.theme.role(graph::Family::query), Align::right);
  if (mean.empty()) return;
  const std::string_view words =
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
  const large_map::Block block = at.block();
  const int pixels = static_cast<int>(area.height());
  const std::size_t first = large(s).map().causal() ? std::max(block.row0, *column_of_) : block.row0;
  std::vector<float>& bars = s.memory.numbers.next();
  profile_of(bars, column_, at, at.y, area.y0, first, block.row1, pixels);
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
  const std::string most_words = top_text(top);
  const Rect zero = box(area.x0 - 6, area.y0 - 17, s.type.width("0", note), 15);
  const float end = area.x1 + 8;
  const Rect end_of_it{end - s.type.width(most_words, note), area.y0 - 17, end, area.y0 - 2};
  s.pen.text_in(zero, "0", note, s.theme.text3);
  s.pen.text_in(end_of_it, most_words, note, s.theme.text3);
  s.mark("large-column-scale:0", zero);
  s.mark("large-column-scale:most", end_of_it);
  s.mark(s.joined({"large-column:", s.digits(*column_of_)}), area);
  if (!layout_.wide) return;
  s.pen.text_in({area.x0, area.y1 + 4, area.x1 + 60, area.y1 + 20}, s.text("large.column_of"), note, s.theme.text3);
  const Font name{Face::semibold, label_size};
  s.pen.text_in({area.x0, area.y1 + 20, area.x1 + 60, area.y1 + 38},
                s.type.fitted(token(s, *column_of_), name, area.width() + 56), name, s.theme.role(graph::Family::key));
}

}  // namespace ui
