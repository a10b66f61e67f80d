// Words, cells and names; what is pointed at; keys.
#include "ui/hero/hero.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "ui/hero/hero_parts.hpp"
#include "ui/screens/contents_path.hpp"
#include "ui/type/symbol.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::HeroMatrix;
using explorer::HeroPart;
using explorer::HeroView;

constexpr Font word_font{Face::regular, px(15.5f)}, followed_font{Face::semibold, px(15.5f)};
constexpr Font column_font{Face::regular, px(12.5f)}, heavy_font{Face::semibold, px(12.5f)};
constexpr Font shape_font{Face::regular, label_size}, small_font{Face::regular, note_size};
constexpr float symbol_size = 20, number_most = 12.5f, number_least = 11, grow_time = 0.48f;
constexpr std::array parts = {HeroPart::x, HeroPart::q, HeroPart::k, HeroPart::v,
                              HeroPart::s, HeroPart::a, HeroPart::z};

// The step of a lesson in which a matrix is made.
constexpr std::array<std::string_view, explorer::hero_parts> steps = {
    "inputs", "keys-values-queries", "keys-values-queries", "keys-values-queries", "scores", "softmax", "output"};
constexpr std::string_view made_in = "worked-example";

bool stacked(HeroPart part) { return part == HeroPart::q || part == HeroPart::k || part == HeroPart::v; }

// Column words stand on two levels where one has no room.
bool staggered(Screen& s, const HeroView& view, const HeroLayout& at) {
  const float room = at.cell[static_cast<std::size_t>(HeroPart::s)].x - 2;
  return std::ranges::any_of(view.words,
                             [&](const std::string& word) { return s.type.width(word, heavy_font) > room; });
}

class Hero {
 public:
  Hero(Screen& s, const explorer::Hero& hero, const HeroLayout& layout, const HeroFrame& frame, Rect view)
      : s_(s), hero_(hero), view_(hero.view()), at_(layout), f_(frame), visible_(view) {}

  void draw() {
    if (at_.fan) {
      draw_fan(s_, f_);
    } else {
      draw_ribbons(s_, f_);
      for (const HeroPart part : parts) draw_matrix(part);
      draw_names();
      draw_notes();
    }
    draw_words();
    if (at_.fan) draw_fan_result();
    take_input();
  }

 private:
  float strength(HeroPart part, std::size_t row) const {
    if (row == view_.followed) return 1;
    if (part != HeroPart::k && part != HeroPart::v) return other_rows;
    return other_rows + (1 - other_rows) * std::min(f_.weights[row] * 2, 1.0f);  // they are all read from
  }

  void draw_cell(const HeroMatrix& matrix, std::size_t row, std::size_t column, Rect where, float strength) {
    const explorer::CellView& cell = matrix.at(row, column);
    const Color full =
        cell_color(s_.theme, explorer::ColorSteps::linear, scale_of(matrix.tensor), cell.value, matrix.tensor.scale);
    s_.pen.fill(s_.pen.snapped(where), mixed(s_.theme.bg0, full, strength),
                where.height() >= 24 ? cell_radius : cell_radius_small);
  }

  // Decided for the whole row.
  Font number_font(const HeroMatrix& matrix, float room) {
    Font font{Face::regular, number_most};
    const auto fits = [&] {
      for (std::size_t column = 0; column < matrix.columns; ++column)
        if (s_.type.width(matrix.at(view_.followed, column).text, font) > room - 3) return false;
      return true;
    };
    while (font.size >= number_least && !fits()) font.size -= 0.5f;
    return font;
  }

  void draw_row_numbers(const HeroMatrix& matrix, HeroPart part) {
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
    const HeroMatrix& matrix = view_[part];
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
    const HeroMatrix& matrix = view_[part];
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
    lines(hero_note(), {at_.names.x0, at_.names.y1 + 10, at_[HeroPart::x].x1, at_.area.y1}, Align::left);
    const Rect& z = at_[HeroPart::z];
    const float out = std::min(at_.area.x1 - z.x1, 60.0f);
    lines(s_.text("hero.result"), {z.x0 - out, z.y1 + 8, z.x1 + out, at_.area.y1}, Align::centre);
  }

  std::string_view hero_note() const {
    return s_.written([&](std::string& out) {
      out = s_.text("hero.hand_set");
      const std::string& random = view_[HeroPart::x].tensor.random;
      if (view_.fresh > 0) out.append(" ").append(s_.text("hero.fresh", {random}));
      if (view_.left_out > 0) out.append(" ").append(s_.text("hero.left_out", {s_.digits(explorer::most_hero_words)}));
    });
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
    if (at_.fan) return;
    const Rect row = at_.row(HeroPart::z, view_.followed), beside = at_.result_name;
    s_.pen.text_in({beside.x0, row.y0, beside.x1, row.y1 - 2},
                   s_.type.fitted(view_.words[view_.followed], heavy_font, beside.width()), heavy_font, s_.theme.text);
  }

  void draw_fan_result() {
    const HeroMatrix& z = view_[HeroPart::z];
    for (std::size_t column = 0; column < z.columns; ++column) {
      const Rect where = at_.at(HeroPart::z, view_.followed, column);
      draw_cell(z, view_.followed, column, {where.x0, where.y0, where.x1 - 2, where.y1}, 1);
      const Color on = cell_color(s_.theme, explorer::ColorSteps::linear, scale_of(z.tensor),
                                  z.at(view_.followed, column).value, z.tensor.scale);
      s_.pen.text_in({where.x0, where.y0, where.x1 - 2, where.y1}, z.at(view_.followed, column).text,
                     {Face::regular, px(13.5f)}, Theme::ink(on), Align::centre);
    }
    draw_symbol(HeroPart::z, {at_.result_name.x0, at_.result_name.y1 - 4}, false);
    s_.pen.text_in({at_.result_name.x0 + 22, at_.result_name.y0, at_.result_name.x1, at_.result_name.y1},
                   s_.type.fitted(view_.words[view_.followed], heavy_font, at_.result_name.width() - 22), heavy_font,
                   s_.theme.text);
  }

  // ---- what is pointed at and pressed

  void follow(std::size_t word) {
    if (word != view_.followed) s_.command(explorer::FollowWord{word});
  }

  void take_words() {
    s_.focus.group("sentence");
    const bool focused = s_.focus.part("hero-words", at_.names);
    if (focused) {
      std::size_t to = view_.followed;
      if (s_.takes(ImGuiKey_DownArrow, to + 1 < at_.words)) ++to;
      if (s_.takes(ImGuiKey_UpArrow, to > 0)) --to;
      if (s_.takes(ImGuiKey_Home, to > 0)) to = 0;
      if (s_.takes(ImGuiKey_End, to + 1 < at_.words)) to = at_.words - 1;
      follow(to);
      if (s_.focus.visible()) s_.ring(at_.name(view_.followed), control_radius);
      if (s_.focus.arrived()) bring_into_view(s_, at_.area, visible_);
      s_.says(true, view_.words[view_.followed], "role.word", said_weights());
    }
    for (std::size_t word = 0; word < at_.words; ++word) {
      const Hit hit = s_.hit(s_.joined({"hero-word:", s_.digits(word)}), at_.name(word), false);
      if (hit.hovered) s_.out.cursor = "pointer";
      if (hit.clicked || (hit.hovered && !s_.touch())) follow(word);
    }
  }

  // "river 0.57, muddy 0.18": the largest weights of the followed word.
  std::string_view said_weights() const {
    return s_.written([&](std::string& out) {
      const HeroMatrix& a = view_[HeroPart::a];
      for (std::size_t word = 0; word < at_.words; ++word) {
        if (f_.weights[word] < 0.1f) continue;
        if (!out.empty()) out += ", ";
        out.append(view_.words[word]).append(" ").append(a.at(view_.followed, word).text);
      }
    });
  }

  void take_matrix(HeroPart part) {
    const auto place = static_cast<std::size_t>(part);
    const HeroMatrix& matrix = view_[part];
    const std::string_view id = s_.joined({"hero:", matrix.tensor.name});
    const Rect where = at_.fan ? at_.row(part, view_.followed) : at_[part];
    const Hit hit = s_.hit(id, where);
    s_.item_tip(s_.text("hero.opens", {graph::plain(matrix.tensor.symbol)}), false);
    int& column = s_.memory.roving[motion_key("hero-column", place)];
    column = std::clamp(column, 0, static_cast<int>(matrix.columns) - 1);
    if (hit.focused) {
      const auto last = static_cast<int>(matrix.columns) - 1;
      if (s_.takes(ImGuiKey_RightArrow, column < last)) ++column;
      if (s_.takes(ImGuiKey_LeftArrow, column > 0)) --column;
      if (s_.takes(ImGuiKey_DownArrow, view_.followed + 1 < at_.words)) follow(view_.followed + 1);
      if (s_.takes(ImGuiKey_UpArrow, view_.followed > 0)) follow(view_.followed - 1);
      const Rect cell = at_.at(part, view_.followed, static_cast<std::size_t>(column));
      if (s_.focus.visible()) {
        s_.ring(cell, cell_radius);
        look(matrix, view_.followed, static_cast<std::size_t>(column));
        if (s_.focus.arrived()) bring_into_view(s_, at_.area, visible_);
        const explorer::ExplanationView* told = hero_.explorer().explanation();
        s_.says(true, told != nullptr ? std::string_view(told->spoken) : std::string_view(matrix.tensor.caption),
                "role.hero");
      }
    }
    if (hit.hovered) {
      s_.out.cursor = "pointer";
      const Point at = s_.pointer();
      const Point cell = at_.cell[place];
      const auto row = at_.fan ? view_.followed : static_cast<std::size_t>(std::max((at.y - where.y0) / cell.y, 0.0f));
      const auto over = static_cast<std::size_t>(std::max((at.x - where.x0) / cell.x, 0.0f));
      if (row < matrix.rows && over < matrix.columns) {
        look(matrix, row, over);
        if (!at_.fan && row != view_.followed)
          s_.pen.outline(s_.pen.snapped(at_.at(part, row, over)), s_.theme.text2, 1.5f, cell_radius_small);
      }
    }
    if (hit.clicked) {
      s_.out.open_lesson = made_in;
      s_.out.open_step = steps[place];
    }
  }

  void look(const HeroMatrix& matrix, std::size_t row, std::size_t column) {
    wanted_ = {matrix.tensor.node, row, column, true};
  }

  void take_input() {
    take_words();
    s_.focus.group("pipeline");
    for (const HeroPart part : parts)
      if (!at_.fan || part == HeroPart::z) take_matrix(part);
    const auto& hovered = hero_.explorer().state().hovered;
    const bool same = hovered ? wanted_.there && hovered->node == wanted_.node && hovered->index[0] == wanted_.row &&
                                    hovered->index[1] == wanted_.column
                              : !wanted_.there;
    if (same || (!wanted_.there && s_.memory.hero.holds)) return;
    s_.memory.hero.holds = false;
    explorer::LookHero command;
    if (wanted_.there) {
      command.tensor = hero_.explorer().graph().node(wanted_.node).name;
      command.index = {wanted_.row, wanted_.column};
    }
    s_.command(std::move(command));
  }

  struct Wanted {
    graph::NodeId node = 0;
    std::size_t row = 0, column = 0;
    bool there = false;
  };

  Screen& s_;
  const explorer::Hero& hero_;
  const HeroView& view_;
  const HeroLayout& at_;
  const HeroFrame& f_;
  Rect visible_;
  Wanted wanted_;
};

}  // namespace

HeroSizes hero_sizes(Screen& s, const HeroView& view) {
  HeroSizes sizes;
  sizes.words = view.words.size();
  sizes.features = view[HeroPart::x].columns;
  sizes.width = view[HeroPart::z].columns;
  for (const std::string& word : view.words) sizes.name = std::max(sizes.name, s.type.width(word, followed_font));
  sizes.touch = s.touch();
  return sizes;
}

void draw_hero(Screen& s, const explorer::Hero& hero, const HeroLayout& layout, Rect view) {
  const HeroView& shown = hero.view();
  // It plays on arrival, and when another word is followed or another sentence is shown.
  Hash key;
  key.add(shown.sentence);
  key.add(std::uint64_t{shown.followed});
  if (s.memory.hero.key != key.state()) {
    s.memory.hero.key = key.state();
    s.memory.hero.since = s.motion.now();
  }
  std::vector<float>& weights = s.memory.numbers.next();
  for (std::size_t word = 0; word < shown.words.size(); ++word)
    weights.push_back(shown[HeroPart::a].at(shown.followed, word).value);
  const HeroFrame frame{shown, layout, weights, s.motion.since(s.memory.hero.since, grow_time)};
  Hero(s, hero, layout, frame, view).draw();
}

}  // namespace ui
