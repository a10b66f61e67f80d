// The sentence in large letters: arcs to the words that one of them looks at, ribbons of what it takes, and its new vector
// as bars with the names of the features, beside the same word in another sentence.
#include <array>
#include <cmath>

#include "ui/hero/hero_parts.hpp"
#include "ui/screens/screens.hpp"
#include "ui/widgets/cell_color.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::HeroPart;
using explorer::HeroView;
using explorer::MatrixView;

constexpr float least_size = 11, phone_width = 560, wide_width = 900;
constexpr float weights_height = 24, cards_apart = 24, card_pad = 16, card_title = 26, bar_row = 25;

Font spoken_font(float size) { return {Face::display, size, -0.2f}; }

float card_height(const HeroView& view) {
  return 2 * card_pad + card_title + bar_row * static_cast<float>(view[HeroPart::z].columns);
}

// From t = 0 to `part` of a cubic, by de Casteljau.
std::array<Point, 4> begun(const std::array<Point, 4>& curve, float part) {
  const auto between = [&](Point a, Point b) { return Point{mix(a.x, b.x, part), mix(a.y, b.y, part)}; };
  const Point ab = between(curve[0], curve[1]), bc = between(curve[1], curve[2]), cd = between(curve[2], curve[3]);
  const Point left = between(ab, bc), right = between(bc, cd);
  return {curve[0], ab, left, between(left, right)};
}

class Sentence {
 public:
  Sentence(Screen& s, const explorer::Hero& hero, const explorer::Hero* beside, const SentenceLayout& layout,
           const HeroFrame& frame, Rect visible)
      : s_(s), hero_(hero), beside_(beside), at_(layout), f_(frame), view_(hero.view()), visible_(visible) {}

  void draw() {
    find_reach();
    draw_arcs();
    draw_ribbons();
    draw_words();
    draw_card(hero_, at_.card, s_.text("hero.after", {view_.words[view_.followed]}));
    take_words(s_, f_, {row_of_words(), std::span(at_.word).first(view_.words.size())}, visible_);
    s_.focus.group("pipeline");
    take_weights();
    take_result();
    if (beside_ != nullptr) draw_beside();
    explain_cell(s_, hero_, wanted_);
  }

 private:
  Rect row_of_words() const {
    return {at_.word.front().x0, at_.word.front().y0, at_.word[view_.words.size() - 1].x1, at_.word.front().y1};
  }
  float middle(std::size_t word) const { return at_.word[word].middle_x(); }

  // Widths that belong to a weight of 1.
  float most_arc() const { return std::clamp(at_.size * 0.6f, 9.0f, 24.0f); }
  float most_ribbon() const { return std::clamp(at_.size * 1.9f, 26.0f, 76.0f); }

  void draw_arc(std::size_t word, float farthest) {
    const float weight = f_.weights[word], x0 = middle(view_.followed), x1 = middle(word), foot = at_.arcs.y1;
    const float share = std::abs(x1 - x0) / std::max(farthest, 1.0f);
    const float width = 1.25f + weight * most_arc();
    const float high = (at_.arcs.height() - width) * (0.34f + 0.66f * share) * 4 / 3;
    const float lean = (x1 - x0) * 0.08f;
    const std::array<Point, 4> whole{Point{x0, foot}, {x0 + lean, foot - high}, {x1 - lean, foot - high}, {x1, foot}};
    const std::array<Point, 4> now = begun(whole, ease_out(std::min(f_.grown * 2, 1.0f)));
    const Color ink =
        mixed(s_.theme.bg0, s_.theme.role(graph::Role::weights), 0.3f + 0.7f * std::min(weight * 1.8f, 1.0f));
    s_.pen.curve(now[0], now[1], now[2], now[3], ink, width, 48);
    if (width < 4) return;
    s_.pen.disc(now[0], width / 2, ink);
    s_.pen.disc(now[3], width / 2, ink);
  }

  // The widest last, on top.
  void draw_arcs() {
    float farthest = 0;
    for (std::size_t word = 0; word < view_.words.size(); ++word)
      farthest = std::max(farthest, std::abs(middle(word) - middle(view_.followed)));
    std::array<std::size_t, explorer::most_hero_words> order{};
    const auto words = std::span(order).first(view_.words.size());
    for (std::size_t word = 0; word < words.size(); ++word) words[word] = word;
    std::ranges::sort(words, {}, [&](std::size_t word) { return f_.weights[word]; });
    for (const std::size_t word : words)
      if (word != view_.followed) draw_arc(word, farthest);
  }

  void draw_ribbons() {
    std::vector<float>& ends = s_.memory.numbers.next();
    const float aim = std::clamp(middle(view_.followed), at_.card.x0 + most_ribbon(), at_.card.x1 - most_ribbon());
    stack_ribbons(f_.weights, most_ribbon(), aim, ends);
    const float grown = ease_out(std::clamp(f_.grown * 2 - 1, 0.0f, 1.0f));
    for (const bool wide : {false, true})
      for (std::size_t word = 0; word < view_.words.size(); ++word) {
        if ((f_.weights[word] >= worth_a_label) != wide) continue;
        const float width = ends[2 * word + 1];
        const Color ink =
            mixed(s_.theme.bg0, s_.theme.role(graph::Role::value), 0.3f + 0.35f * std::min(f_.weights[word] * 2, 1.0f));
        s_.pen.ribbon_down({middle(word), at_.ribbons.y0}, width, {ends[2 * word], at_.ribbons.y1}, width, ink, grown);
      }
  }

  void draw_words() {
    const Font font = spoken_font(at_.size);
    for (std::size_t word = 0; word < view_.words.size(); ++word) {
      const Rect& where = at_.word[word];
      const bool followed = word == view_.followed;
      const Color ink = followed ? s_.theme.role(graph::Role::query)
                                 : mixed(s_.theme.text2, s_.theme.text, std::min(f_.weights[word] * 2.5f, 1.0f));
      s_.pen.text_in(where, s_.type.fitted(view_.words[word], font, where.width()), font, ink, Align::centre);
    }
    draw_weights();
  }

  // Where not all of them have room, only those that matter, and no two over each other.
  void draw_weights() {
    const Font font{Face::semibold, std::clamp(at_.size * 0.4f, 11.0f, 15.0f)};
    const auto place = [&](std::size_t word) {
      const float half = s_.type.width(text_of(word), font) / 2 + 2;
      return Rect{middle(word) - half, at_.weights.y0, middle(word) + half, at_.weights.y1};
    };
    bool all = true;
    for (std::size_t word = 1; word < view_.words.size(); ++word) all &= place(word).x0 >= place(word - 1).x1;
    float end = -1;
    for (std::size_t word = 0; word < view_.words.size(); ++word) {
      const bool matters = f_.weights[word] >= worth_a_label;
      const Rect where = place(word);
      if (!all && (!matters || where.x0 < end)) continue;
      end = where.x1;
      s_.pen.text_in(where, text_of(word), font, matters ? s_.theme.role(graph::Role::weights) : s_.theme.text3,
                     Align::centre);
    }
  }
  const std::string& text_of(std::size_t word) const { return view_[HeroPart::a].at(view_.followed, word).text; }
  Rect weight_of(std::size_t word) const {
    constexpr float least = 40;
    const float half = std::max(at_.word[word].width(), least) / 2;
    return {middle(word) - half, at_.weights.y0, middle(word) + half, at_.weights.y1};
  }

  // One scale for both cards, and room at the left of 0 where there are negative numbers.
  void find_reach() {
    for (const explorer::Hero* hero : {&hero_, beside_}) {
      if (hero == nullptr) continue;
      const HeroView& view = hero->view();
      for (std::size_t column = 0; column < view[HeroPart::z].columns; ++column)
        for (const HeroPart part : {HeroPart::x, HeroPart::z}) {
          const float value = view[part].at(view.followed, column).value;
          most_ = std::max(most_, value);
          least_ = std::min(least_, value);
        }
    }
  }

  Rect bar_rows(Rect card) const {
    return {card.x0 + card_pad, card.y0 + card_pad + card_title, card.x1 - card_pad, card.y1 - card_pad};
  }
  Rect bar_row_of(Rect card, std::size_t column) const {
    const Rect rows = bar_rows(card);
    return box(rows.x0, rows.y0 + bar_row * static_cast<float>(column), rows.width(), bar_row);
  }

  void draw_card(const explorer::Hero& hero, Rect card, std::string_view title, float lit = 0) {
    const HeroView& view = hero.view();
    const MatrixView& z = view[HeroPart::z];
    const Theme& theme = s_.theme;
    s_.pen.panel(s_.pen.snapped(card), mixed(theme.bg1, theme.bg2, lit), mixed(theme.line, theme.text3, lit),
                 panel_radius);
    const Font feature{Face::medium, control_size}, number{Face::semibold, control_size},
        small{Face::regular, label_size};
    const Rect head{card.x0 + card_pad, card.y0 + card_pad - 4, card.x1 - card_pad,
                    card.y0 + card_pad + card_title - 8};
    const float title_room = head.width() - (&hero == &hero_ ? 0 : 22);
    Font title_font{Face::semibold, px(15)};
    while (title_font.size > px(12) && s_.type.width(title, title_font) > title_room) title_font.size -= 1;
    const std::string_view before = s_.text("hero.before");
    const float before_width = s_.type.width(before, small);
    const bool explains =
        lit == 0 && &hero == &hero_ && s_.type.width(title, title_font) + before_width + 36 < head.width();
    s_.pen.text_in(head, s_.type.fitted(title, title_font, title_room), title_font, theme.text);
    if (explains) {
      s_.pen.text_in(head, before, small, theme.text3, Align::right);
      s_.pen.fill(box(head.x1 - before_width - 12, head.middle_y() - 7, 2, 14), theme.text);
    }
    float names = 0;
    for (std::size_t column = 0; column < z.columns; ++column)
      names = std::max(names, s_.type.width(view.features[column], feature));
    constexpr float values = 56;
    const Rect rows = bar_rows(card);
    const float x0 = rows.x0 + std::min(names, rows.width() * 0.36f) + 16, x1 = rows.x1 - values;
    const float unit = (x1 - x0) / std::max(most_ - least_, 1e-6f), zero = x0 - least_ * unit;
    std::size_t largest = 0;
    for (std::size_t column = 1; column < z.columns; ++column)
      if (std::abs(z.at(view.followed, column).value) > std::abs(z.at(view.followed, largest).value)) largest = column;
    const float grown = &hero == &hero_ ? f_.part(3) : 1;
    for (std::size_t column = 0; column < z.columns; ++column) {
      const explorer::CellView& cell = z.at(view.followed, column);
      const Rect row = bar_row_of(card, column);
      const bool strong = column == largest;
      s_.pen.text_in({row.x0, row.y0, x0 - 8, row.y1}, s_.type.fitted(view.features[column], feature, x0 - 8 - row.x0),
                     feature, strong ? theme.text : theme.text2);
      const Color fill =
          cell_color(theme, explorer::ColorSteps::linear, scale_of(z.tensor), cell.value, z.tensor.scale);
      const float end = zero + cell.value * unit * grown;
      const Rect bar{std::min(zero, end), row.middle_y() - 7, std::max(std::max(zero, end), std::min(zero, end) + 2),
                     row.middle_y() + 7};
      s_.pen.fill(s_.pen.snapped(bar), fill, segment_radius / 2);
      const float was = zero + view[HeroPart::x].at(view.followed, column).value * unit;
      s_.pen.fill(s_.pen.snapped(box(was - 1, row.middle_y() - 10, 2, 20)), theme.text);
      s_.pen.text_in({row.x1 - values + 8, row.y0, row.x1, row.y1}, cell.text, number,
                     strong ? theme.text : theme.text2, Align::right);
    }
  }

  void take_weights() {
    const Rect all{at_.word.front().x0, at_.weights.y0, at_.word[view_.words.size() - 1].x1, at_.weights.y1};
    const Hit hit = s_.hit("hero:a", all);
    const std::size_t reached =
        roving_number(s_, hero_, static_cast<std::size_t>(HeroPart::a), view_.words.size(), hit.focused);
    if (hit.focused && s_.focus.visible()) look(HeroPart::a, reached, weight_of(reached));
    if (!hit.hovered) return;
    for (std::size_t word = 0; word < view_.words.size(); ++word)
      if (weight_of(word).contains(s_.pointer())) wanted_ = cell_of(HeroPart::a, word);
  }

  void take_result() {
    const Hit hit = s_.hit("hero:z", bar_rows(at_.card));
    const std::size_t columns = view_[HeroPart::z].columns;
    const std::size_t reached = roving_number(s_, hero_, static_cast<std::size_t>(HeroPart::z), columns, hit.focused);
    if (hit.focused && s_.focus.visible()) look(HeroPart::z, reached, bar_row_of(at_.card, reached));
    if (!hit.hovered) return;
    for (std::size_t column = 0; column < columns; ++column) {
      const Rect row = bar_row_of(at_.card, column);
      if (!row.contains(s_.pointer())) continue;
      wanted_ = cell_of(HeroPart::z, column);
      s_.pen.outline(s_.pen.snapped(grown(row, 6, 0)), s_.theme.line2, 1, control_radius);
    }
  }

  graph::CellRef cell_of(HeroPart part, std::size_t column) const {
    return {view_[part].tensor.node, {view_.followed, column}};
  }
  void look(HeroPart part, std::size_t column, Rect where) {
    wanted_ = cell_of(part, column);
    s_.ring(where, control_radius);
    if (s_.focus.arrived()) bring_into_view(s_, at_.area, visible_);
  }

  void draw_beside() {
    const HeroView& other = beside_->view();
    s_.focus.group("sentence");
    const Hit hit = s_.hit("hero-beside", at_.beside);
    const std::string_view title = s_.text("hero.beside", {other.sentence});
    draw_card(*beside_, at_.beside, title, s_.motion.fade(motion_key("hero-beside"), hit.hovered, control_time));
    draw_icon(s_.pen, Icon::right, {at_.beside.x1 - card_pad - 8, at_.beside.y0 + card_pad + card_title / 2 - 6},
              hit.hovered ? s_.theme.text : s_.theme.text3, 16);
    if (hit.focused) s_.ring(at_.beside, panel_radius);
    if (hit.focused && s_.focus.arrived()) bring_into_view(s_, at_.beside, visible_);
    s_.says(hit.focused, s_.text("hero.beside.said", {other.words[other.followed], other.sentence}), "role.button");
    if (hit.hovered) s_.out.cursor = "pointer";
    if (!hit.clicked) return;
    s_.command(explorer::SetSentence{other.sentence});
    s_.command(explorer::FollowWord{other.followed});
  }

  Screen& s_;
  const explorer::Hero& hero_;
  const explorer::Hero* beside_;
  const SentenceLayout& at_;
  const HeroFrame& f_;
  const HeroView& view_;
  Rect visible_;
  float least_ = 0, most_ = 0;  // of the bars
  std::optional<graph::CellRef> wanted_;
};

}  // namespace

SentenceLayout lay_sentence(Screen& s, const HeroView& view, bool has_beside, Rect where, float choices) {
  SentenceLayout out;
  const float inner = where.width();
  const bool phone = inner < phone_width, wide = inner >= wide_width;
  const std::size_t count = view.words.size();
  const auto width_at = [&](float size) {
    float sum = 0;
    for (const std::string& word : view.words) sum += s.type.width(word, spoken_font(size));
    return sum;
  };
  const float gaps = static_cast<float>(count - 1);
  out.size = wide ? 42 : phone ? 26 : 34;
  while (out.size > least_size && width_at(out.size) + gaps * out.size * 0.36f > inner) out.size -= 0.5f;
  const float sum = width_at(out.size), gap = count > 1 ? std::min((inner - sum) / gaps, out.size * 1.7f) : 0;
  // Words without room at the smallest size are shortened.
  const float fits = gap >= 2 ? 1 : (inner - 4 * gaps) / sum, apart = gap >= 2 ? gap : 4;
  const float high = out.size * 1.35f, ribbons = phone ? 36 : 48;
  const float cards = card_height(view);
  const bool stacked = phone && has_beside;
  const float below = weights_height + 4 + ribbons + cards + (stacked ? cards + 12 : 0);
  const float arcs = std::clamp(where.height() - high - below, phone ? 90.0f : 104.0f, phone ? 110.0f : 168.0f);
  out.arcs = {where.x0, where.y0, where.x1, where.y0 + arcs};
  float x = where.x0 + (inner - sum * fits - apart * gaps) / 2;
  for (std::size_t word = 0; word < count; ++word) {
    const float width = s.type.width(view.words[word], spoken_font(out.size)) * fits;
    out.word[word] = grown(box(x, out.arcs.y1 + 6, width, high), fits < 1 ? 0.0f : 1.0f, 0);
    x += width + apart;
  }
  out.weights = box(where.x0, out.arcs.y1 + 6 + high, inner, weights_height);
  out.ribbons = box(where.x0, out.weights.y1 + 2, inner, ribbons);
  const float top = out.ribbons.y1;
  if (phone) {
    out.card = box(where.x0, top, inner, cards);
    if (has_beside) out.beside = moved(out.card, 0, cards + 12);
  } else {
    const float room = choices > 0 ? inner - choices - cards_apart : inner;
    const float each = has_beside ? (room - cards_apart) / 2 : std::min(room, 560.0f);
    // What is to be chosen stands at the end of the line: at the left where one reads from the right.
    out.card = box(s.type.mirror().reflects() ? where.x1 - room : where.x0, top, each, cards);
    if (has_beside) out.beside = moved(out.card, each + cards_apart, 0);
  }
  out.area = {where.x0, where.y0, where.x1, std::max(out.card.y1, out.beside.y1)};
  return out;
}

void draw_sentence(Screen& s, const explorer::Hero& hero, const explorer::Hero* beside, const SentenceLayout& layout,
                   Rect view) {
  const HeroFrame frame = hero_frame(s, hero.view());
  Sentence(s, hero, beside, layout, frame, view).draw();
}

}  // namespace ui
