// Score and weight of each key as bars, one block for each key below the other, or side by side on small screens. A
// block is a button that pins its key.
#include <algorithm>
#include <cmath>

#include "figures/plane/draw.hpp"

namespace ui {
namespace {

using Status = explorer::CellView::Status;

constexpr float most_block = 84;

// Falling strokes, the sign of a negative number.
void hatch(const Pen& pen, Rect bar, Color ink) {
  pen.clip(bar);
  for (float x = bar.x0 - bar.height(); x < bar.x1; x += 6) pen.line({x, bar.y0}, {x + bar.height(), bar.y1}, ink, 1);
  pen.unclip();
}

float largest_score(const explorer::PlaneView& v, bool negative) {
  float most = 0;
  for (const explorer::PlaneKey& key : v.keys) most = std::max(most, negative ? -key.score.value : key.score.value);
  return most;
}

std::string_view cell_mark(Screen& s, const graph::CellRef& cell) {
  return s.joined(
      {"cell:", s.explorer.graph().node(cell.node).name, ":", s.digits(cell.index[0]), ",", s.digits(cell.index[1])});
}

void say_key(Screen& s, const explorer::PlaneKey& key, const Hit& hit, Rect all) {
  if (!hit.focused) return;
  s.says(true, key.name, "role.button",
         s.joined(
             {s.text("attention.score"), " ", key.score.text, ", ", s.text("attention.weight"), " ", key.weight.text}));
  s.ring(all, segment_radius);
}

// The name of a key with its length and cosine, in a row of its own.
void draw_about_key(Screen& s, const explorer::PlaneKey& key, Rect row, Font name, Font word, Color name_ink) {
  std::string_view about;
  if (!key.length_text.empty()) {
    const std::string_view length = s.text("plane.length", {key.length_text});
    about = s.joined({length, ", ", s.text("plane.cosine", {key.cosine_text})});
    // A narrow row has room for the name and the length only.
    if (s.type.width(key.name, name) + 8 + s.type.width(about, word) > row.width()) about = length;
  }
  const float about_width = s.type.width(about, word);
  s.pen.text_in(row, s.type.fitted(key.name, name, row.width() - about_width - 8), name, name_ink);
  s.pen.text_in(row, about, word, s.theme.text2, Align::right);
}

// The sizes that all rows of bars share.
struct BarRows {
  bool three = false;  // lines: the name's own, score, weight
  float block = 0, line = 0, thick = 0;
  float x0 = 0, x1 = 0, right = 0;  // of label and bars, and where the numbers end
  float start = 0, zero = 0;        // where bars may begin, and where a score of 0 lies
  Font name{Face::semibold, label_size}, word{Face::regular, px(12)}, digits{Face::semibold, label_size};
};

BarRows bar_rows(Screen& s, const explorer::PlaneView& v, Rect area, float below, float above) {
  BarRows rows;
  rows.block = std::min(area.height() / static_cast<float>(v.keys.size()), most_block);
  rows.three = rows.block >= 56;
  rows.line = std::min((rows.block - (rows.three ? 6 : 2)) / (rows.three ? 3 : 2), 22.0f);
  rows.thick = std::min(rows.line - 4, 16.0f);
  float words =
      std::max(s.type.width(s.text("attention.score"), rows.word), s.type.width(s.text("attention.weight"), rows.word));
  float numbers = 0;
  for (const explorer::PlaneKey& key : v.keys) {
    if (!rows.three) words = std::max(words, std::min(s.type.width(key.name, rows.name), area.width() * 0.34f));
    numbers =
        std::max({numbers, s.type.width(key.score.text, rows.digits), s.type.width(key.weight.text, rows.digits)});
  }
  rows.x0 = area.x0 + 10;
  rows.right = area.x1 - 10;
  rows.x1 = rows.right - numbers - 8;
  rows.start = rows.x0 + words + 10;
  rows.zero = rows.start + (rows.x1 - rows.start) * below / std::max(above + below, 1e-6f);
  return rows;
}

// One number as a bar from one place to another, with its label before it and its digits behind.
struct Bar {
  std::string_view label;
  Font font;
  Color label_ink;
  const explorer::CellView& cell;
  float from = 0, to = 0;
  Color ink, digits_ink;
};

void draw_bar(Screen& s, const BarRows& rows, float top, const Bar& bar) {
  const Rect row{rows.x0, top, rows.right, top + rows.line};
  s.pen.text_in({row.x0, row.y0, rows.start - 4, row.y1}, s.type.fitted(bar.label, bar.font, rows.start - 6 - row.x0),
                bar.font, bar.label_ink);
  const Rect where{std::min(bar.from, bar.to), row.middle_y() - rows.thick / 2, std::max(bar.from, bar.to),
                   row.middle_y() + rows.thick / 2};
  if (bar.cell.status == Status::shown && where.width() > 0.4f) {
    s.pen.fill(where, bar.ink, 3);
    if (bar.to < bar.from) hatch(s.pen, where, faded(s.theme.bg0, 0.7f));
  }
  const std::string_view text =
      bar.cell.status == Status::masked ? std::string_view("−∞") : std::string_view(bar.cell.text);
  s.pen.text_in(row, text, rows.digits, bar.digits_ink, Align::right);
}

}  // namespace

// A row of bars is pointed at, and its key pinned by a click; true while it is pinned.
bool PlaneFigure::bars_hit(Screen& s, const explorer::PlaneKey& key, std::size_t j, Rect all, float line) {
  const std::string_view id = s.joined({"plane-key:", s.digits(j)});
  const Hit hit = s.hit(id, grown(all, 0, -1));
  if (hit.hovered) {
    pointed_ = true;
    s.out.cursor = "pointer";
    const bool weight = s.pointer().y > all.y1 - line - 3;
    if (!s.around.touch && !s.memory.keys_rule) s.hover(weight ? key.weight_cell : key.score_cell);
  }
  const auto& focused = s.explorer.state().focused;
  const bool pinned = focused == key.score_cell || focused == key.weight_cell;
  if (hit.clicked) {
    if (pinned && s.explorer.state().pinned) s.command(explorer::Focus{});
    else s.command(explorer::Focus{key.score_cell, true});
  }
  say_key(s, key, hit, all);
  return pinned;
}

void PlaneFigure::draw_bars(Screen& s, Rect area) {
  const explorer::PlaneView& v = view(s);
  const float below = largest_score(v, true), above = largest_score(v, false);
  const BarRows rows = bar_rows(s, v, area, below, above);
  const bool three = rows.three;
  const float line = rows.line, zero = rows.zero;
  const Color score_ink = s.theme.role(graph::Family::scores), weight_ink = s.theme.role(graph::Family::weights);
  for (std::size_t j = 0; j < v.keys.size(); ++j) {
    const explorer::PlaneKey& key = v.keys[j];
    const Rect all = box(area.x0, area.y0 + static_cast<float>(j) * rows.block, area.width(), rows.block);
    const bool pinned = bars_hit(s, key, j, all, line);
    const bool raised = lit_ == j || pinned;
    if (raised) s.pen.fill(s.pen.snapped(grown(all, 0, -1)), s.theme.bg3, segment_radius);
    s.pen.set_alpha(strength(j));
    // Role colours are not used on the raised ground.
    const Color name_ink = raised ? s.theme.text : s.theme.role(graph::Family::key);
    float y = all.y0 + (three ? 3 : 1);
    if (three) {
      draw_about_key(s, key, {rows.x0, y, rows.right, y + line}, rows.name, rows.word, name_ink);
      y += line;
    }
    const float grown_to = bars_grown(s);
    draw_bar(s, rows, y,
             {three ? s.text("attention.score") : std::string_view(key.name), three ? rows.word : rows.name,
              three ? s.theme.text2 : name_ink, key.score, zero,
              zero + (rows.x1 - rows.start) * key.score.value / std::max(above + below, 1e-6f) * grown_to, score_ink,
              raised ? s.theme.text : score_ink});
    s.mark(cell_mark(s, key.score_cell), {rows.x0, y, rows.right, y + line});
    y += line;
    const bool from_zero = rows.x1 - zero > 40;
    const float weight_from = from_zero ? zero : rows.start, weight_span = rows.x1 - weight_from;
    draw_bar(s, rows, y,
             {s.text("attention.weight"), rows.word, s.theme.text2, key.weight, weight_from,
              weight_from + weight_span * key.weight.value * grown_to, weight_ink, raised ? s.theme.text : weight_ink});
    s.mark(cell_mark(s, key.weight_cell), {rows.x0, y, rows.right, y + line});
    if (drag_ && drag_->moved && j < drag_->weights.size()) {
      const float left = drag_->held ? 1 : 1 - s.motion.since(drag_->released, 0.18);
      const float at = weight_from + weight_span * drag_->weights[j];
      for (float dash = y + 1; dash < y + line - 1; dash += 5)
        s.pen.down(at, dash, std::min(dash + 3, y + line - 1), faded(s.theme.text, left), 1.5f);
    }
    if (below > 0) s.pen.down(zero, all.y0 + (three ? line + 3 : 1), y + line, s.theme.line2);
    s.pen.set_alpha(1);
  }
}

void PlaneFigure::draw_bar_row(Screen& s, Rect area) {
  const explorer::PlaneView& v = view(s);
  const float gap = 4, wide = (area.width() + gap) / static_cast<float>(v.keys.size()) - gap;
  const Font name{Face::semibold, px(12)}, digits{Face::medium, px(12)};
  for (std::size_t j = 0; j < v.keys.size(); ++j) {
    const explorer::PlaneKey& key = v.keys[j];
    const Rect all = box(area.x0 + static_cast<float>(j) * (wide + gap), area.y0, wide, area.height());
    const Hit hit = s.hit(s.joined({"plane-key:", s.digits(j)}), all);
    const auto& focused = s.explorer.state().focused;
    const bool pinned = focused == key.score_cell || focused == key.weight_cell;
    if (hit.hovered) {
      pointed_ = true;
      if (!s.around.touch && !s.memory.keys_rule) s.hover(key.score_cell);
    }
    if (hit.clicked) {
      if (focused == key.score_cell && s.explorer.state().pinned) s.command(explorer::Focus{key.weight_cell, true});
      else s.command(explorer::Focus{key.score_cell, true});
    }
    say_key(s, key, hit, all);
    const bool raised = pinned || lit_ == j;
    if (raised) s.pen.fill(s.pen.snapped(all), s.theme.bg3, segment_radius);
    const auto ink = [&](graph::Family family) { return raised ? s.theme.text : s.theme.role(family); };
    const Rect in = grown(all, -3, -2);
    const float line = 16;
    s.pen.text_in({in.x0, in.y0, in.x1, in.y0 + line}, s.type.fitted(key.name, name, in.width()), name,
                  ink(graph::Family::key), Align::centre);
    const Rect score{in.x0, in.y0 + line, in.x1, in.y0 + 2 * line}, weight{in.x0, score.y1, in.x1, score.y1 + line};
    s.pen.text_in(score, s.type.fitted(key.score.text, digits, in.width()), digits, ink(graph::Family::scores),
                  Align::centre);
    s.pen.text_in(weight, s.type.fitted(key.weight.text, digits, in.width()), digits, ink(graph::Family::weights),
                  Align::centre);
    s.mark(cell_mark(s, key.score_cell), score);
    s.mark(cell_mark(s, key.weight_cell), weight);
    const Rect track{in.x0, in.y1 - 5, in.x1, in.y1 - 1};
    s.pen.fill(track, s.theme.line, 2);
    if (key.weight.status == Status::shown)
      s.pen.fill({track.x0, track.y0, track.x0 + track.width() * key.weight.value, track.y1},
                 s.theme.role(graph::Family::weights), 2);
  }
}

}  // namespace ui
