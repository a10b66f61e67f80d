// All matrices of the sentence: words, cells and names, and what is pointed at.
#include "ui/hero/hero.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "ui/hero/hero_parts.hpp"
#include "ui/screens/screens.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::HeroPart;
using explorer::HeroView;
using explorer::MatrixView;

constexpr Font word_font{Face::regular, px(15.5f)}, followed_font{Face::semibold, px(15.5f)};
constexpr Font column_font{Face::regular, px(12.5f)}, heavy_font{Face::semibold, px(12.5f)};
constexpr Font shape_font{Face::regular, label_size}, small_font{Face::regular, note_size};
constexpr float symbol_size = 20, number_most = 12.5f, number_least = 11, grow_time = 0.48f;
constexpr std::array parts = {HeroPart::x, HeroPart::q, HeroPart::k, HeroPart::v,
                              HeroPart::s, HeroPart::a, HeroPart::z};

bool stacked(HeroPart part) { return part == HeroPart::q || part == HeroPart::k || part == HeroPart::v; }

// Column words stand on two levels where one has no room.
bool staggered(Screen& s, const HeroView& view, const HeroLayout& at) {
  const float room = at.cell[static_cast<std::size_t>(HeroPart::s)].x - 2;
  return std::ranges::any_of(view.words,
                             [&](const std::string& word) { return s.type.width(word, heavy_font) > room; });
}

class Pipeline {
 public:
  Pipeline(Screen& s, const explorer::Hero& hero, const HeroLayout& layout, const HeroFrame& frame, Rect view)
      : s_(s), hero_(hero), view_(hero.view()), at_(layout), f_(frame), visible_(view) {}

  void draw() {
    draw_ribbons(s_, f_, at_);
    for (const HeroPart part : parts) draw_matrix(part);
    draw_names();
    draw_notes();
    draw_words();
    take_input();
  }

 private:
  float strength(HeroPart part, std::size_t row) const {
    if (row == view_.followed) return 1;
    if (part != HeroPart::k && part != HeroPart::v) return other_rows;
    return other_rows + (1 - other_rows) * std::min(f_.weights[row] * 2, 1.0f);  // they are all read from
  }

  void draw_cell(const MatrixView& matrix, std::size_t row, std::size_t column, Rect where, float strength) {
    const explorer::CellView& cell = matrix.at(row, column);
    const Color full =
        cell_color(s_.theme, explorer::ColorSteps::linear, scale_of(matrix.tensor), cell.value, matrix.tensor.scale);
    s_.pen.fill(s_.pen.snapped(where), mixed(s_.theme.bg0, full, strength),
                where.height() >= 24 ? cell_radius : cell_radius_small);
  }

  // Decided for the whole row.
  Font number_font(const MatrixView& matrix, float room) {
    Font font{Face::regular, number_most};
    const auto fits = [&] {
      for (std::size_t column = 0; column < matrix.columns; ++column)
        if (s_.type.width(matrix.at(view_.followed, column).text, font) > room - 3) return false;
      return true;
    };
    while (font.size >= number_least && !fits()) font.size -= 0.5f;
    return font;
  }

  void draw_row_numbers(const MatrixView& matrix, HeroPart part) {
    const Font font = number_font(matrix, at_.cell[static_cast<std::size_t>(part)].x - 2);
    if (font.size < number_least) return;
    for (std::size_t column = 0; column < matrix.columns; ++column) {
      const explorer::CellView& cell = matrix.at(view_.followed, column);
      const Rect where = at_.at(part, view_.followed, column);
      const Color on =
          cell_color(s_.theme, explorer::ColorSteps::linear, scale_of(matrix.tensor), cell.value, matrix.tensor.scale);
      s_.pen.text_in({where.x0, where.y0, where.x1 - 2, where.y1 - 2}, cell.text, font, Theme::ink(on), Align::centre);
    }
  }

  void draw_matrix(HeroPart part) {
    const MatrixView& matrix = view_[part];
    const float gap = stacked(part) ? 1 : 2;
    for (std::size_t row = 0; row < matrix.rows; ++row)
      for (std::size_t column = 0; column < matrix.columns; ++column) {
        const Rect where = at_.at(part, row, column);
        draw_cell(matrix, row, column, {where.x0, where.y0, where.x1 - gap, where.y1 - gap}, strength(part, row));
      }
    if (part == HeroPart::k || part == HeroPart::v) return;
    Rect ring = at_.row(part, view_.followed);
    ring = grown({ring.x0, ring.y0, ring.x1 - gap, ring.y1 - gap}, 2);
    ring = s_.motion.move(motion_key("hero-ring", static_cast<std::uint64_t>(part)), ring, ring_time);
    if (!stacked(part)) draw_row_numbers(matrix, part);
    s_.pen.outline(s_.pen.snapped(ring), s_.theme.role(matrix.tensor.role), stacked(part) ? 1.5f : 2,
                   stacked(part) ? cell_radius_small + 2 : cell_radius + 2);
  }

  void draw_symbol(HeroPart part, Point at, bool with_shape) {
    const MatrixView& matrix = view_[part];
    const std::vector<TextRun>& symbol =
        s_.symbol(matrix.tensor.symbol, symbol_size, s_.theme.role(matrix.tensor.role));
    s_.type.draw(s_.pen.list(), at, symbol, s_.pen.alpha());
    if (!with_shape) return;
    const std::string_view shape = s_.written([&](std::string& out) { write_shape(out, matrix.tensor); });
    s_.pen.text({at.x + s_.type.width(symbol) + 8, at.y}, shape, shape_font, s_.theme.text3);
  }

  void draw_names() {
    for (const HeroPart part : {HeroPart::x, HeroPart::z})
      draw_symbol(part, {at_[part].x0 + 1, at_[part].y0 - 13}, true);
    for (const HeroPart part : {HeroPart::q, HeroPart::k, HeroPart::v})
      draw_symbol(part, {at_[part].x0 + 1, at_[part].y0 - 6}, true);
    const bool two = staggered(s_, view_, at_);
    for (const HeroPart part : {HeroPart::s, HeroPart::a}) {
      const Rect& map = at_[part];
      const float level = map.y0 - 14;
      const std::vector<TextRun>& symbol =
          s_.symbol(view_[part].tensor.symbol, symbol_size, s_.theme.role(view_[part].tensor.role));
      s_.type.draw(s_.pen.list(), {map.x0 - 12 - s_.type.width(symbol), level + 5}, symbol, s_.pen.alpha());
      for (std::size_t word = 0; word < at_.words; ++word) {
        const Rect column = at_.at(part, 0, word);
        const bool heavy = f_.weights[word] >= 0.2f;
        const float middle = two && word % 2 == 0 ? level - 16 : level;
        const float room = column.width() * (two ? 1.8f : 1.1f);
        const Font font = heavy ? heavy_font : column_font;
        s_.pen.text_in({column.middle_x() - 1 - room / 2, middle - 9, column.middle_x() - 1 + room / 2, middle + 9},
                       s_.type.fitted(view_.words[word], font, room), font, heavy ? s_.theme.text : s_.theme.text3,
                       Align::centre);
      }
    }
  }

  void lines(std::string_view words, Rect area, Align align) {
    float y = area.y0;
    for (const std::string& line : s_.type.lines(words, small_font, area.width())) {
      s_.pen.text_in({area.x0, y, area.x1, y + 16}, line, small_font, s_.theme.text3, align);
      y += 16;
    }
  }

  // Whose numbers these are, and what the last matrix is.
  void draw_notes() {
    lines(hero_note(s_, view_), {at_.names.x0, at_.names.y1 + 10, at_[HeroPart::x].x1, at_.area.y1}, Align::left);
    const Rect& z = at_[HeroPart::z];
    const float out = std::min(at_.area.x1 - z.x1, 60.0f);
    lines(s_.text("hero.result"), {z.x0 - out, z.y1 + 8, z.x1 + out, at_.area.y1}, Align::centre);
  }

  void draw_words() {
    const Rect plate = s_.motion.move(motion_key("hero-word"), at_.name(view_.followed), ring_time);
    s_.pen.fill(s_.pen.snapped(Rect{plate.x0, plate.y0, plate.x1, plate.y1 - 2}), s_.theme.band_row, control_radius);
    for (std::size_t word = 0; word < at_.words; ++word) {
      const Rect where = at_.name(word);
      const bool followed = word == view_.followed;
      const Font font = followed ? followed_font : word_font;
      s_.pen.text_in({where.x0 + 8, where.y0, where.x1 - 8, where.y1 - 2},
                     s_.type.fitted(view_.words[word], font, where.width() - 16), font,
                     followed ? s_.theme.text : s_.theme.text2, Align::right);
    }
    const Rect row = at_.row(HeroPart::z, view_.followed), beside = at_.result_name;
    s_.pen.text_in({beside.x0, row.y0, beside.x1, row.y1 - 2},
                   s_.type.fitted(view_.words[view_.followed], heavy_font, beside.width()), heavy_font, s_.theme.text);
  }

  void take_matrix(HeroPart part) {
    const auto place = static_cast<std::size_t>(part);
    const MatrixView& matrix = view_[part];
    const Rect where = at_[part];
    const Hit hit = s_.hit(s_.joined({"hero:", matrix.tensor.name}), where);
    const std::size_t column = roving_number(s_, hero_, place, matrix.columns, hit.focused);
    if (hit.focused && s_.focus.visible()) {
      s_.ring(at_.at(part, view_.followed, column), cell_radius);
      wanted_ = graph::CellRef{matrix.tensor.node, {view_.followed, column}};
      if (s_.focus.arrived()) bring_into_view(s_, at_.area, visible_);
    }
    if (!hit.hovered) return;
    const Point at = s_.pointer(), cell = at_.cell[place];
    const auto row = static_cast<std::size_t>(std::max((at.y - where.y0) / cell.y, 0.0f)),
               over = static_cast<std::size_t>(std::max((at.x - where.x0) / cell.x, 0.0f));
    if (row >= matrix.rows || over >= matrix.columns) return;
    wanted_ = graph::CellRef{matrix.tensor.node, {row, over}};
    if (row != view_.followed)
      s_.pen.outline(s_.pen.snapped(at_.at(part, row, over)), s_.theme.text2, 1.5f, cell_radius_small);
  }

  void take_input() {
    std::array<Rect, explorer::most_hero_words> names;
    for (std::size_t word = 0; word < at_.words; ++word) names[word] = at_.name(word);
    take_words(s_, f_, {at_.names, std::span(names).first(at_.words)}, visible_);
    s_.focus.group("pipeline");
    for (const HeroPart part : parts) take_matrix(part);
    explain_cell(s_, hero_, wanted_);
  }

  Screen& s_;
  const explorer::Hero& hero_;
  const HeroView& view_;
  const HeroLayout& at_;
  const HeroFrame& f_;
  Rect visible_;
  std::optional<graph::CellRef> wanted_;
};

}  // namespace

HeroSizes hero_sizes(Screen& s, const HeroView& view) {
  HeroSizes sizes;
  sizes.words = view.words.size();
  sizes.features = view[HeroPart::x].columns;
  sizes.width = view[HeroPart::z].columns;
  for (const std::string& word : view.words) sizes.name = std::max(sizes.name, s.type.width(word, followed_font));
  return sizes;
}

HeroFrame hero_frame(Screen& s, const HeroView& view) {
  Hash key;
  key.add(view.sentence);
  key.add(std::uint64_t{view.followed});
  if (s.memory.hero.key != key.state()) {
    s.memory.hero.key = key.state();
    s.memory.hero.since = s.motion.now();
  }
  std::vector<float>& weights = s.memory.numbers.next();
  for (std::size_t word = 0; word < view.words.size(); ++word)
    weights.push_back(view[HeroPart::a].at(view.followed, word).value);
  return {view, weights, s.motion.since(s.memory.hero.since, grow_time)};
}

void draw_pipeline(Screen& s, const explorer::Hero& hero, const HeroLayout& layout, Rect view) {
  const HeroFrame frame = hero_frame(s, hero.view());
  Pipeline(s, hero, layout, frame, view).draw();
}

std::string_view hero_note(Screen& s, const HeroView& view) {
  return s.written([&](std::string& out) {
    out = s.text("hero.hand_set");
    const std::string& random = view[HeroPart::x].tensor.random;
    if (view.fresh > 0) out.append(" ").append(s.text("hero.fresh", {random}));
    if (view.left_out > 0) out.append(" ").append(s.text("hero.left_out", {s.digits(explorer::most_hero_words)}));
  });
}

}  // namespace ui
