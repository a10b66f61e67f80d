// A scrolling column of text, with what was built beside or above it; the table lays out every cell as prose, so that
// symbols are typeset as elsewhere.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "imgui.h"
#include "ui/stage/layout/layout.hpp"
#include "ui/type/prose.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::NameRowView;
using explorer::Paragraphs;

constexpr float column_most = 760, least_table = 520, cell_gap = 16, row_pad = 9, two_columns = 1000,
                columns_apart = 64;

ProseStyle table_style(const Theme& theme) {
  return {.size = px(15), .line = 22, .gap = 4, .plain = theme.text, .strong = theme.text};
}

struct Column {
  std::string_view heading;
  Paragraphs NameRowView::* words;
  float from, to;  // as fractions of the width
};
constexpr std::array columns{
    Column{"names.what", &NameRowView::what, 0, 0.36f}, Column{"names.here", &NameRowView::here, 0.36f, 0.62f},
    Column{"names.usual", &NameRowView::usual, 0.62f, 0.75f}, Column{"names.pytorch", &NameRowView::pytorch, 0.75f, 1}};

std::string_view heading_of(const Screen& s, const Column& column) {
  return column.words == &NameRowView::here ? s.view.names_here : s.text(column.heading);
}

// Draws a name, or the sign for "none", and returns its height.
float draw_name(Screen& s, const Paragraphs& words, float x0, float x1, float y, bool drawn) {
  const ProseStyle style = table_style(s.theme);
  if (words.empty()) {
    if (drawn) s.pen.text({x0, y + 16}, s.text("names.none"), {Face::regular, style.size}, s.theme.text3);
    return style.line;
  }
  const Prose& laid = *s.lay(words, x1 - x0, style);
  if (drawn) draw_prose(s.pen, s.type, s.theme, laid, {x0, y}, style);
  return laid.height;
}

float draw_table(Screen& s, float x0, float x1, float y) {
  const float width = x1 - x0;
  const Font heading{Face::regular, label_size};
  for (const Column& column : columns)
    s.pen.text({x0 + width * column.from, y + 14}, heading_of(s, column), heading, s.theme.text3);
  y += 22;
  for (const NameRowView& row : s.view.names) {
    s.pen.across(x0, x1, y, s.theme.line);
    float high = 0;
    for (const bool drawn : {false, true}) {
      for (const Column& column : columns) {
        const float left = x0 + width * column.from;
        const float right = x0 + width * column.to - (column.to < 1 ? cell_gap : 0);
        high = std::max(high, draw_name(s, row.*column.words, left, right, y + row_pad, drawn));
      }
    }
    y += high + 2 * row_pad;
  }
  return y;
}

// The meaning as a heading, then each name after a word that says whose it is.
float draw_blocks(Screen& s, float x0, float x1, float y) {
  const Font label{Face::regular, label_size};
  float words = 0;
  for (const Column& column : columns)
    if (column.words != &NameRowView::what) words = std::max(words, s.type.width(heading_of(s, column), label));
  for (const NameRowView& row : s.view.names) {
    s.pen.across(x0, x1, y, s.theme.line);
    y += row_pad;
    y += draw_name(s, row.what, x0, x1, y, true);
    for (const Column& column : columns) {
      if (column.words == &NameRowView::what || (row.*column.words).empty()) continue;
      s.pen.text({x0, y + 16}, heading_of(s, column), label, s.theme.text3);
      y += draw_name(s, row.*column.words, x0 + words + cell_gap, x1, y, true);
    }
    y += row_pad;
  }
  return y;
}

// Whose letters the whole lesson shows.
float draw_letters(Screen& s, float x0, float x1, float y) {
  constexpr float widest = 320;
  const Font label{Face::regular, label_size};
  const std::string_view name = s.text("names.letters");
  const float row = s.touch() ? touch_height : control_height;
  std::vector<std::string_view>& labels = s.list();
  labels = {s.text("names.letters.page"), s.text("names.letters.tutorial")};
  const float beside = s.type.width(name, label) + cell_gap;
  const bool one_line = x1 - x0 >= beside + widest;
  s.pen.text({x0, y + (one_line ? row / 2 + 5 : 14)}, name, label, s.theme.text2);
  const float left = one_line ? x0 + beside : x0, width = std::min(widest, x1 - left);
  const Rect where = box(left, one_line ? y : y + 22, width, segmented_height(s, labels, width, row));
  const auto now = static_cast<std::size_t>(*s.view.letters);
  if (const auto chosen = segmented(s, "letters", name, where, labels, now))
    s.command(explorer::SetLetters{static_cast<lesson::Letters>(*chosen)});
  for (std::size_t i = 0; i < labels.size(); ++i)
    s.mark(s.joined({"letters:", explorer::json::word(static_cast<lesson::Letters>(i))}),
           segment_rect(where, row, labels.size(), i));
  return where.y1 + 14;
}

constexpr float cell_least = 30, matrices_apart = 26, stacked_gap = 14, built_pad = 22;
constexpr std::size_t most_built = 4;  // matrices that a lesson names

struct BuiltSizes {
  float cell, symbol, symbol_height;
  std::array<Font, 2> fonts;  // the smaller one where the numbers do not fit else
};
constexpr BuiltSizes on_page{46, 19, 30, {{{Face::medium, px(12.5f)}, {Face::medium, px(11)}}}};
constexpr BuiltSizes in_picture{80, 32, 44, {{{Face::medium, 20}, {Face::medium, 14}}}};

// One of the lesson's matrices as it is now: its cells are as wide as their numbers.
struct BuiltMatrix {
  const explorer::TensorView* tensor = nullptr;
  const BuiltSizes* sizes = nullptr;
  Point cell;
  Font font;
  bool digits = false;
  Point size() const {
    return {cell.x * static_cast<float>(drawn_columns(*tensor)),
            sizes->symbol_height + cell.y * static_cast<float>(drawn_rows(*tensor))};
  }
};

template <class Act>
void each_cell(const Screen& s, const explorer::TensorView& t, Act act) {
  graph::CellRef& cell = s.memory.cell;
  cell.node = t.node;
  for (std::size_t row = 0; row < drawn_rows(t); ++row)
    for (std::size_t column = 0; column < drawn_columns(t); ++column) {
      index_at(t, row, column, cell.index);
      act(row, column, s.explorer.cell(cell));
    }
}

// Without digits where even the smaller ones have no room.
BuiltMatrix built_matrix(Screen& s, const explorer::TensorView& t, float room, const BuiltSizes& sizes = on_page) {
  BuiltMatrix out{&t, &sizes, {}, sizes.fonts.front(), false};
  const float most = room / static_cast<float>(std::max<std::size_t>(drawn_columns(t), 1));
  for (const Font& font : sizes.fonts) {
    float widest = 0;
    each_cell(s, t, [&](std::size_t, std::size_t, const explorer::CellView& shown) {
      widest = std::max(widest, s.type.width(shown.text, font));
    });
    const float wide = std::max(widest + 10, sizes.cell);
    out = {
        &t, &sizes, {std::min(wide, most), std::min(wide, sizes.cell)}, font, std::max(widest + 4, cell_least) <= most};
    if (widest + 10 <= most) break;
  }
  if (!out.digits) out.cell.y = std::min(out.cell.x, cell_least);
  return out;
}

void draw_built_matrix(Screen& s, const BuiltMatrix& matrix, Point at) {
  const explorer::TensorView& t = *matrix.tensor;
  const std::vector<TextRun>& symbol = s.symbol(t.symbol, matrix.sizes->symbol, s.theme.role(t.role));
  s.type.draw(s.pen.list(), {s.pen.snapped(at.x), at.y + matrix.sizes->symbol}, symbol, s.pen.alpha());
  each_cell(s, t, [&](std::size_t row, std::size_t column, const explorer::CellView& shown) {
    const Rect where = box(at.x + matrix.cell.x * static_cast<float>(column),
                           at.y + matrix.sizes->symbol_height + matrix.cell.y * static_cast<float>(row),
                           matrix.cell.x - 2, matrix.cell.y - 2);
    const bool colored = shown.status == explorer::CellView::Status::shown;
    const Color fill = colored ? cell_color(s, scale_of(t), shown.value, t.scale) : s.theme.bg3;
    s.pen.fill(s.pen.snapped(where), fill, matrix.cell.y >= 24 ? cell_radius : cell_radius_small);
    if (matrix.digits) s.pen.text_in(where, shown.text, matrix.font, Theme::ink(fill), Align::centre);
    if (!shown.edited || matrix.cell.y < 24) return;
    const Point corner{where.x1 - 4, where.y0 + 4};  // the mark of the reader's own numbers
    const std::array<Point, 3> notch{Point{corner.x - 7, corner.y}, corner, Point{corner.x, corner.y + 7}};
    s.pen.convex(notch, Theme::ink(fill));
  });
}

void draw_row_words(Screen& s, const BuiltMatrix& matrix, Point at) {
  if (matrix.cell.y < 20) return;
  const Font font{Face::regular, 15};
  const std::vector<std::string> words = row_words(*matrix.tensor, false);
  for (std::size_t row = 0; row < std::min(words.size(), drawn_rows(*matrix.tensor)); ++row)
    s.pen.text_in(box(at.x - 200, at.y + matrix.sizes->symbol_height + matrix.cell.y * static_cast<float>(row), 188,
                      matrix.cell.y),
                  words[row], font, s.theme.text3, Align::right);
}

// In its middle; no wider and no higher than the room.
void draw_built_formula(Screen& s, Rect room) {
  const std::string& tex = s.view.closing->poster_tex;
  const Formula* const formula = s.formulae.find(tex);
  if (formula == nullptr) {
    const Font font{Face::mono, 20};
    s.pen.text_in(room, s.type.fitted(tex, font, room.width()), font, s.theme.text2, Align::centre);
    return;
  }
  const float high = formula->height + formula->depth;
  const float size = std::min({38.0f, room.width() / formula->width, room.height() / high});
  draw(s.pen, s.type, s.theme, *formula,
       {room.middle_x() - formula->width * size / 2, room.middle_y() + (formula->height - formula->depth) / 2 * size},
       size, s.theme.text);
}

// What the reader has built: the lesson's matrices with the numbers of now, in as many rows as they need.
float draw_built(Screen& s, float x0, float x1, float y) {
  const float inner = x1 - x0 - 2 * built_pad;
  const std::vector<explorer::TensorView>& tensors = s.view.closing->poster;
  std::array<BuiltMatrix, most_built> kept;
  const auto all = std::span(kept).first(std::min(tensors.size(), most_built));
  float wide = -matrices_apart;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = built_matrix(s, tensors[i], inner);
    wide += all[i].size().x + matrices_apart;
  }
  // In several rows their cells are lower, so that all of them are in view.
  if (wide > inner)
    for (BuiltMatrix& matrix : all) matrix.cell.y = std::min(matrix.cell.y, cell_least);
  Few<Point, most_built> places;
  Point at{0, 0};
  float row_end = 0;
  for (const BuiltMatrix& matrix : all) {
    const Point size = matrix.size();
    if (at.x > 0 && at.x + size.x > inner) at = {0, row_end + stacked_gap};
    places.add(at);
    row_end = std::max(row_end, at.y + size.y);
    at.x += size.x + matrices_apart;
  }
  const Rect panel = box(x0, y, x1 - x0, row_end + 2 * built_pad - 6);
  s.pen.panel(s.pen.snapped(panel), s.theme.bg1, s.theme.line, panel_radius);
  s.mark("built", panel);
  const Mirror::Block matrices(s.type.mirror(), panel);
  for (std::size_t i = 0; i < all.size(); ++i)
    draw_built_matrix(s, all[i], {x0 + built_pad + places[i].x, y + built_pad - 6 + places[i].y});
  return panel.y1;
}

class Page {
 public:
  Page(Screen& s, float x0, float x1, float y) : s_(s), x0_(x0), x1_(x1), y_(y) {}
  float y() const { return y_; }

  void title() {
    const bool large = s_.shell == Shell::desktop || s_.shell == Shell::tablet;
    const Font small{Face::semibold, px(12), 1.0f}, font{Face::display, large ? title_size : title_phone, -0.3f};
    s_.pen.text({x0_, y_ + 12}, s_.type.fitted(in_capitals(s_, s_.view.lesson_title), small, x1_ - x0_), small,
                s_.theme.text3);
    s_.pen.text({x0_, y_ + (large ? 52.0f : 44.0f)}, s_.view.step_title, font, s_.theme.text);
    y_ += large ? 66 : 54;
  }

  void section(std::string_view heading, const Paragraphs& words) {
    if (words.empty()) return;
    head(heading);
    prose(words, x0_);
  }

  void names() {
    if (s_.view.names.empty()) return;
    head("names.title");
    y_ = draw_names(s_, x0_, x1_, y_ + 2);
  }

  void references() {
    const auto& all = s_.view.closing->references;
    if (all.empty()) return;
    head("end.references");
    for (std::size_t i = 0; i < all.size(); ++i) {
      const ProseStyle style = text_style();
      const bool opens = !all[i].url.empty();
      const float left = x0_ + (opens ? 28.0f : 0.0f);
      const Prose& laid = *s_.lay(all[i].text, x1_ - left, style);
      const std::string id = "source:" + std::to_string(i);
      const Rect where{x0_ - 8, y_ - 2, x1_ + 8, y_ + std::max(laid.height + 4, s_.touch() ? touch_target : 0.0f)};
      if (opens) {
        const Hit hit = s_.hit(id, where);
        s_.pen.fill(where, faded(s_.theme.bg3, s_.motion.fade(motion_key(id), hit.hovered, control_time)),
                    segment_radius);
        draw_icon(s_.pen, Icon::external, {x0_ + 9, y_ + style.line / 2}, s_.theme.text3, 15);
        if (hit.focused) s_.ring(grown(where, -2), segment_radius);
        const std::string_view words = s_.written([&](std::string& out) {
          for (const auto& paragraph : all[i].text)
            for (const auto& run : paragraph.runs) out += run.text;
        });
        s_.says(hit.focused, words, "role.link", s_.place_of(i, all.size()));
        if (hit.hovered) s_.out.cursor = "pointer";
        if (hit.clicked) s_.out.open_address = all[i].url;
      }
      draw_prose(s_.pen, s_.type, s_.theme, laid, {left, y_}, style);
      y_ = where.y1 + 6;
    }
  }

  // The matrices that the reader has built, and the button that makes a picture of them.
  void built() {
    if (s_.view.closing->poster.empty()) return;
    head("end.built");
    y_ = draw_built(s_, x0_, x1_, y_ + 4);
    if (s_.around.controls != Controls::all) return;
    const Button look{.label = s_.text("end.numbers")};
    const float high = s_.touch() ? touch_target : 36;
    const Rect where = box(x0_, y_ + 12, std::min(button_width(s_, look, high > 44), x1_ - x0_), high);
    if (button(s_, "save-numbers", where, look)) s_.request(Request::save_numbers);
    y_ = where.y1;
  }

  // The corrections of somebody else's text, folded until they are asked for.
  void corrections(const Paragraphs& words) {
    if (words.empty()) return;
    int& open = s_.memory.roving[motion_key(s_.joined({s_.view.lesson_id, "/corrections"}))];
    const Button fold{.label = s_.text("end.corrections"), .before = Icon::chevron, .kind = ButtonKind::ghost};
    const float high = s_.touch() ? touch_target : 36;
    y_ += 22;
    const Rect where = box(x0_ - 10, y_, std::min(button_width(s_, fold, high > 44), x1_ - x0_), high);
    if (button(s_, "corrections", where, fold)) {
      open = open == 0 ? 1 : 0;
      s_.out.animating = true;
    }
    y_ = where.y1 + 6;
    if (open != 0) prose(words, x0_);
  }

 private:
  ProseStyle text_style() const {
    return {.size = px(16), .line = 25, .gap = 10, .plain = s_.theme.text2, .strong = s_.theme.text};
  }
  void head(std::string_view id) {
    y_ += 22;
    s_.pen.text_in({x0_, y_, x1_, y_ + 26}, s_.text(id), {Face::semibold, px(18)}, s_.theme.text);
    y_ += 32;
  }
  void prose(const Paragraphs& words, float x0) {
    const ProseStyle style = text_style();
    const Prose& laid = *s_.lay(words, x1_ - x0, style);
    draw_prose(s_.pen, s_.type, s_.theme, laid, {x0, y_}, style);
    y_ += laid.height;
  }

  Screen& s_;
  float x0_, x1_, y_;
};

}  // namespace

float draw_names(Screen& s, float x0, float x1, float y) {
  if (s.view.letters) y = draw_letters(s, x0, x1, y);
  return x1 - x0 >= least_table ? draw_table(s, x0, x1, y) : draw_blocks(s, x0, x1, y);
}

float draw_names_sheet(Screen& s, float x0, float x1, float y) {
  s.pen.text_in({x0, y, x1, y + 26}, s.text("names.title"), {Face::semibold, px(18)}, s.theme.text);
  // On a phone the popup covers everything, and touch has no Escape key.
  const float size = s.touch() ? touch_target : 36;
  const std::string_view words = s.text("names.close");
  const Rect where = box(x1 - size + 8, y + 13 - size / 2, size, size);
  if (button(s, "close-names", where, {.before = Icon::close, .kind = ButtonKind::ghost, .tip = words}))
    ImGui::CloseCurrentPopup();
  return draw_names(s, x0, x1, y + 36);
}

void draw_numbers(Screen& s, Rect area) {
  constexpr float margin = 64, apart = 72, labels = 110, block_top = 116, block_high = 344, foot = 44;
  if (!s.view.closing || s.view.closing->poster.empty()) return;
  const std::vector<explorer::TensorView>& tensors = s.view.closing->poster;
  std::array<BuiltMatrix, most_built> kept;
  const auto all = std::span(kept).first(std::min(tensors.size(), most_built));
  const auto count = static_cast<float>(all.size());
  const float room = area.width() - 2 * margin - labels - apart * (count - 1);
  float wide = apart * (count - 1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = built_matrix(s, tensors[i], room / count, in_picture);
    const auto rows = static_cast<float>(std::max<std::size_t>(drawn_rows(tensors[i]), 1));
    all[i].cell.y = std::min(all[i].cell.y, (block_high - in_picture.symbol_height) / rows);
    all[i].digits &= all[i].cell.y >= all[i].font.size + 4;
    wide += all[i].size().x;
  }
  const Font title{Face::display, 38, -0.3f}, small{Face::regular, 17};
  const float own = s.view.changed_from_lesson ? s.type.width(s.text("end.own"), small) + 40 : 0;
  s.pen.text({margin, 84}, s.type.fitted(s.view.lesson_title, title, area.width() - 2 * margin - own), title,
             s.theme.text);
  if (own > 0) s.pen.text({area.x1 - margin - own + 40, 84}, s.text("end.own"), small, s.theme.text2);
  float x = std::max((area.width() - wide) / 2, margin + labels);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Point size = all[i].size(), at{x, block_top + (block_high - size.y) / 2};
    draw_built_matrix(s, all[i], at);
    if (i == 0) draw_row_words(s, all[i], at);
    x += size.x + apart;
    if (i + 1 == all.size()) break;
    const float y = block_top + (block_high + in_picture.symbol_height) / 2, end = x - 26;
    for (const Point from : {Point{x - apart + 20, y}, Point{end - 9, y - 9}, Point{end - 9, y + 9}})
      s.pen.line(from, {end, y}, s.theme.text3, 2);
  }
  draw_built_formula(s, {area.x0 + margin, 478, area.x1 - margin, 556});
  draw_mark(s.pen, s.theme, {margin + 10, area.y1 - foot - 8});
  s.pen.text({margin + 34, area.y1 - foot}, s.text("app.name"), small, s.theme.text2);
}

void draw_closing(Screen& s, Rect area, float margin) {
  if (!s.view.closing) return;
  const explorer::ClosingView& closing = *s.view.closing;
  s.open_at_top("closing");
  const float y = s.begin_scroll("closing", area);
  // On a wide window what was built is beside the text, else above it.
  const float x0 = area.x0 + margin, end = area.x1 - margin;
  const bool beside = end - x0 >= two_columns && !closing.poster.empty();
  const float x1 = std::min(beside ? x0 + (end - x0) * 0.5f : end, x0 + column_most);
  Page page(s, x0, x1, y + 20);
  page.title();
  float built_end = 0;
  if (beside) {
    Page right(s, x1 + columns_apart, std::min(end, x1 + columns_apart + column_most), page.y());
    right.built();
    built_end = right.y();
  } else {
    page.built();
  }
  page.section("end.can_say", closing.can_say);
  page.names();
  page.references();
  page.section("end.licence", closing.licence);
  page.section("end.cite", closing.cite);
  page.corrections(closing.corrections);
  s.end_scroll(std::max(page.y(), built_end) + 28, s.theme.bg0);
}

}  // namespace ui
