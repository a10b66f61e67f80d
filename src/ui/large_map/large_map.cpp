// The large map's picture: pooled sheets from coarse to fine, or cells that the GPU computes; numbers in large cells,
// marks, and the description of a pixel.
#include <algorithm>
#include <cmath>

#include "explorer/language/numbers.hpp"
#include "explorer/state/color_steps.hpp"
#include "graph/explain/explanation.hpp"
#include "imgui.h"
#include "ui/large_map/large.hpp"

namespace ui {
namespace {

// A map is a block: only its place is reflected.
render::LargeLook on_window(Screen& s, render::LargeLook look) {
  const Rect there = s.type.mirror().to_window(Rect{look.x0, look.y0, look.x1, look.y1});
  look.x0 = there.x0;
  look.x1 = there.x1;
  return look;
}

constexpr float numbers_from = 44, gaps_from = 12, marks_from = 5;  // px of a cell

}  // namespace

void LargeFigure::put(Screen& s, const large_map::Sheet& sheet, std::uint64_t kind, const render::LargeLook& look) {
  put(s,
      render::LargeTexels{kind << 56 | sheet.id, sheet.row0, sheet.column0, sheet.row_cells, sheet.column_cells,
                          sheet.rows, sheet.columns, sheet.texels, sheet.changed, sheet.changes},
      look);
}

// A picture has no GPU: what the shader draws is painted.
void LargeFigure::put(Screen& s, const render::LargeTexels& texels, const render::LargeLook& look) {
  if (s.around.picture == nullptr) return maps_.draw(s.pen.list(), texels, on_window(s, look));
  const auto pixels = [](float from, float to) { return static_cast<std::size_t>(std::max(to - from, 1.0f)); };
  render::LargeCanvas canvas{pixels(look.x0, look.x1), pixels(look.y0, look.y1), {}};
  render::paint(canvas, texels, look, scale_);
  if (painted_.pixels.empty())
    painted_ = {canvas.width, canvas.height, std::vector<std::uint32_t>(canvas.pixels.size())};
  for (std::size_t i = 0; i < canvas.pixels.size(); ++i)
    if (canvas.pixels[i] != 0) painted_.pixels[i] = canvas.pixels[i];
}

void LargeFigure::put_done(Screen& s, const render::LargeLook& look) {
  if (s.around.picture == nullptr) return;
  s.pen.pixels({look.x0, look.y0}, 1, runs_of(painted_.pixels, painted_.width));
  painted_ = {};
}

void LargeFigure::put(Screen& s, const render::LargeVectors& vectors, const render::LargeLook& look) {
  if (s.around.picture == nullptr) return maps_.draw(s.pen.list(), vectors, on_window(s, look));
  render::LargeCells cells;
  cells.compute(vectors, look);
  render::LargeLook one = look;
  one.mean = false;  // one weight a cell
  put(s,
      render::LargeTexels{vectors.id, cells.row0, cells.column0, 1, 1, cells.rows, cells.columns, cells.texels, {}, 0},
      one);
}

void LargeFigure::draw_sheets(Screen& s, Rect seen, const LargeWindow& at, bool cells) {
  const large_map::Map& map = large(s).map();
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
  const auto draw = [&](const large_map::Sheet& sheet, std::uint64_t kind) { put(s, sheet, kind, look); };
  const std::size_t factor = large_factor(at, s.pen.ratio());
  // The minimap is also drawn underneath while only the visible part is known.
  if (map.rows_known() < map.tokens() || factor == 1 || factor < map.base_factor()) draw(map.coarse(), 1);
  const std::vector<large_map::Sheet>& levels = map.levels();
  if (levels.empty()) return put_done(s, look);
  // The requested level, or the finest one.
  std::size_t level = 0;
  while (level + 1 < levels.size() && levels[level].row_cells < factor) ++level;
  draw(levels[level], 1);
  for (const large_map::Sheet* tile : map.tiles())
    if (tile->row_cells == factor) draw(*tile, 1);
  if (cells && factor == 1 && map.ready())
    put(s,
        render::LargeVectors{map.coarse().id, map.tokens(), map.width(), map.query(), map.key(), map.log_sum_exps(),
                             map.rows_changed(), map.scale(), map.causal()},
        look);
  put_done(s, look);
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
  const large_map::Map& map = large(s).map();
  if (at.cell < numbers_from || !map.ready()) return;
  const large_map::Block block = at.block();
  const auto size = static_cast<float>(std::clamp(at.cell * 0.3, 12.0, 17.0));
  s.pen.clip(at.seen);
  for (std::size_t row = block.row0; row < block.row1; ++row) {
    if (std::isnan(map.log_sum_exp(row))) continue;
    for (std::size_t column = block.column0; column < std::min(block.column1, map.keys_of(row)); ++column) {
      const float weight = std::exp(map.score(row, column) - map.log_sum_exp(row));
      const Color fill =
          s.theme.scale(graph::Family::weights, explorer::color_place(look_.steps, std::min(weight, 1.0f)));
      s.pen.text_in(at.cells(row, row + 1, column, column + 1),
                    explorer::print_number("%.*f", at.cell >= 56 ? 3 : 2, weight), {Face::medium, size},
                    Theme::ink(fill), Align::centre);
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
    if (pinned || look_.follow) {
      line(true);
      line(false);
    }
    const float by = std::max(6 - box.width() / 2, 1.0f);
    if (at.cell < marks_from * 2) s.pen.outline(s.pen.snapped(grown(box, by)), s.theme.text, 1.5f, 3);
    else s.pen.outline(s.pen.snapped(grown(box, 1)), s.theme.text, pinned ? 2.5f : 2.0f, 2);
  };
  if (look_.cell) cross(*look_.cell, true);
  if (hovered_ && hovered_ != look_.cell) cross(*hovered_, false);
  s.pen.unclip();
}

// What a pixel means, or the progress.
void LargeFigure::draw_status(Screen& s) {
  const large_map::Computation& all = large(s);
  const std::size_t factor = large_factor(window(s), s.pen.ratio());
  const bool coarse = all.map().ready() && all.map().coarse_done();
  // No animation before the first picture: a frame that shows progress would delay it.
  const double done = coarse ? all.progress() : 0;
  std::string_view words;
  if (all.waits()) {
    words = s.text("large.source.waits");
  } else if (!all.seen_done()) {
    const auto percent = static_cast<int>(std::floor(done * 100));
    words = s.text("large.coarse", {std::to_string(percent)});
  } else if (factor == 1) {
    words = s.text("large.cells");
  } else {
    words = s.text(look_.mean ? "large.pooled.mean" : "large.pooled.largest", {std::to_string(factor)});
  }
  const Font note{Face::regular, note_size};
  const Rect at = layout_.status;
  s.pen.text_in(at, s.type.fitted(words, note, at.width()), note, s.theme.text3);
  s.mark(all.seen_done() ? "large-status:done" : coarse ? "large-status:coarse" : "large-status:begun", at);
  if (all.seen_done()) return;
  const Rect track{layout_.map.x0, layout_.map.y1 - 3, layout_.map.x1, layout_.map.y1};
  s.pen.fill({track.x0, track.y0, mix(track.x0, track.x1, static_cast<float>(done)), track.y1}, s.theme.text2);
}

}  // namespace ui
