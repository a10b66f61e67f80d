// From left to right: X's rows into Q, K and V; Q's row and K's rows into the row of S; through softmax into A; V's rows,
// as wide as their weights, past the maps into the row of Z.
#include <cmath>

#include "ui/hero/hero_parts.hpp"

namespace ui {
namespace {

using explorer::HeroPart;

constexpr Font ribbon_font{Face::regular, px(12.5f)}, ribbon_strong{Face::semibold, px(12.5f)};
constexpr float labelled = 16;

struct Edge {
  float middle = 0, width = 0;
};

class Ribbons {
 public:
  Ribbons(Screen& s, const HeroFrame& frame, const HeroLayout& layout)
      : s_(s), f_(frame), at_(layout), row_(frame.view.followed), out_(0.45f * (at_.pitch - 2)) {
    const Rect scores = at_.row(HeroPart::s, row_);
    query_ = {scores.y0 + 1 + 0.17f * (at_.pitch - 2), 0.3f * (at_.pitch - 2)};
    stack_ribbons(f_.weights, at_.into_scores, scores.y1 - 1 - 0.34f * (at_.pitch - 2), keys_);
    stack_ribbons(f_.weights, at_.band, at_[HeroPart::a].y1 + 18 + at_.band / 2, band_);
    stack_ribbons(f_.weights, at_.into_result, at_.row(HeroPart::z, row_).middle_y() - 1, result_);
  }

  void draw() {
    into_projections();
    into_scores();
    through_softmax();
    into_result();
    drop_weights();
    name_values();
  }

 private:
  static Edge edge(const std::vector<float>& of, std::size_t word) { return {of[2 * word], of[2 * word + 1]}; }
  Color ink(graph::Role role, float strength) const { return mixed(s_.theme.bg0, s_.theme.role(role), strength); }
  float width_out(std::size_t word) const { return std::max(f_.weights[word] * out_, 1.0f); }
  float strength(std::size_t word) const { return 0.3f + 0.35f * std::min(f_.weights[word] * 2, 1.0f); }
  static float row_middle(Rect row) { return row.middle_y() - 0.5f; }
  void ribbon(Point from, float width_from, Point to, float width_to, Color color, float grown) {
    s_.pen.ribbon(from, width_from, to, width_to, color, grown);
  }

  void into_projections() {
    const std::size_t words = at_.words;
    const float x0 = at_[HeroPart::x].x1 + 2, x1 = at_[HeroPart::q].x0 - 3;
    // Faint lines for what is not followed, under the ribbons.
    for (std::size_t word = 0; word < words; ++word) {
      const float y = at_.row(HeroPart::x, word).y0 + 0.2f * at_.pitch;
      if (word != row_)
        ribbon({x0, y}, 1, {x1, row_middle(at_.row(HeroPart::q, word))}, 1, ink(graph::Role::input, 0.2f), f_.part(0));
    }
    for (std::size_t word = 0; word < words; ++word) {
      const Rect row = at_.row(HeroPart::x, word);
      const float wide = width_out(word);
      const Color color = ink(graph::Role::input, strength(word));
      ribbon({x0, row.y0 + 0.52f * at_.pitch}, wide, {x1, row_middle(at_.row(HeroPart::k, word))},
             std::min(wide, at_.cell[static_cast<std::size_t>(HeroPart::k)].y - 1), color, f_.part(0));
      ribbon({x0, row.y0 + 0.78f * at_.pitch}, wide, {x1, row_middle(at_.row(HeroPart::v, word))},
             std::min(wide, at_.cell[static_cast<std::size_t>(HeroPart::v)].y - 1), color, f_.part(2));
    }
    const float cell = at_.cell[static_cast<std::size_t>(HeroPart::q)].y - 1;
    ribbon({x0, at_.row(HeroPart::x, row_).y0 + 0.24f * at_.pitch}, 0.4f * at_.pitch,
           {x1, row_middle(at_.row(HeroPart::q, row_))}, cell, ink(graph::Role::input, 0.65f), f_.part(0));
  }

  void into_scores() {
    const float x0 = at_[HeroPart::q].x1 + 2, x1 = at_[HeroPart::s].x0 - 3;
    for (std::size_t word = 0; word < at_.words; ++word) {
      const Edge to = edge(keys_, word);
      ribbon({x0, row_middle(at_.row(HeroPart::k, word))}, std::min(width_out(word), cell_height()), {x1, to.middle},
             to.width, ink(graph::Role::key, 0.3f + 0.4f * std::min(f_.weights[word] * 2, 1.0f)), f_.part(1));
    }
    ribbon({x0, row_middle(at_.row(HeroPart::q, row_))}, cell_height(), {x1, query_.middle}, query_.width,
           ink(graph::Role::query, 0.8f), f_.part(1));
  }
  float cell_height() const { return at_.cell[static_cast<std::size_t>(HeroPart::q)].y - 1; }

  void through_softmax() {
    const Rect scores = at_.row(HeroPart::s, row_), weights = at_.row(HeroPart::a, row_);
    const float x0 = scores.x1 + 2, x1 = weights.x0 - 4;
    const float reach = mix(x0, x1, f_.part(2));
    s_.pen.fill({x0, scores.y0, reach, scores.y1 - 2}, ink(graph::Role::weights, 0.3f));
    const std::string_view words = s_.text("hero.softmax");
    if (s_.type.width(words, ribbon_font) > x1 - x0) return;
    s_.pen.text_in({x0, scores.y0 - 24, x1, scores.y0 - 4}, words, ribbon_font, s_.theme.text2, Align::centre);
  }

  void into_result() {
    const float x0 = at_[HeroPart::v].x1 + 2, x1 = at_[HeroPart::s].x0 - 8, x2 = at_[HeroPart::a].x1 + 6,
                x3 = at_[HeroPart::z].x0 - 4;
    // The rest first, so that the widest lie on top where they cross.
    for (const bool wide : {false, true}) {
      for (std::size_t word = 0; word < at_.words; ++word) {
        if ((f_.weights[word] >= worth_a_label) != wide) continue;
        const Edge along = edge(band_, word), to = edge(result_, word);
        const Color color = ink(graph::Role::value, wide ? 0.4f + 0.25f * std::min(f_.weights[word] * 2, 1.0f) : 0.35f);
        const float reach = f_.part(2), rise = f_.part(3);
        ribbon({x0, row_middle(at_.row(HeroPart::v, word))}, std::min(width_out(word), cell_height()),
               {x1, along.middle}, along.width, color, reach);
        if (reach >= 1) ribbon({x1, along.middle}, along.width, {x2, along.middle}, along.width, color, 1);
        if (rise > 0) ribbon({x2, along.middle}, along.width, {x3, to.middle}, to.width, color, rise);
      }
    }
  }

  // A line falls from each weight onto its ribbon.
  void drop_weights() {
    const float fallen = f_.part(3);
    if (fallen <= 0) return;
    for (std::size_t word = 0; word < at_.words; ++word) {
      const Rect cell = at_.at(HeroPart::a, at_.words - 1, word);
      const Edge to = edge(band_, word);
      const bool wide = f_.weights[word] >= worth_a_label;
      const Color color = ink(graph::Role::weights, wide ? 1 : 0.45f);
      const float x = s_.pen.snapped(cell.middle_x() - 2), y = mix(cell.y1 + 2, to.middle, fallen);
      s_.pen.fill({x, cell.y1 + 2, x + 2, y}, color);
      s_.pen.disc({x + 1, y}, wide ? 3.0f : 2.0f, color);
    }
  }

  // In ribbons that are wide enough, else above or below them.
  void name_values() {
    if (f_.part(3) < 1) return;
    const float left = at_[HeroPart::s].x0 + 16, right = at_[HeroPart::a].x0 - 8;
    const float top = edge(band_, 0).middle - edge(band_, 0).width / 2,
                end = edge(band_, at_.words - 1).middle + edge(band_, at_.words - 1).width / 2;
    std::size_t widest = 0;
    for (std::size_t word = 1; word < at_.words; ++word)
      if (f_.weights[word] > f_.weights[widest]) widest = word;
    float above = left, below = left;
    for (std::size_t word = 0; word < at_.words; ++word) {
      if (f_.weights[word] < worth_a_label) continue;
      const Edge along = edge(band_, word);
      const std::string_view value = f_.view[HeroPart::a].at(row_, word).text;
      if (along.width >= labelled) {
        label(word, value, left, along.middle, right);
        continue;
      }
      float& x = word < widest ? above : below;
      x = label(word, value, x, word < widest ? top - 9 : end + 9, right) + 24;
    }
  }
  float label(std::size_t word, std::string_view value, float x, float middle, float right) {
    const std::string_view of = s_.text("hero.value_of");
    const float width = s_.type.width(of, ribbon_font) + 4 + s_.type.width(f_.view.words[word], ribbon_strong) + 8 +
                        s_.type.width(value, ribbon_strong);
    if (x + width > right) return right;
    const float y = centred(middle, ribbon_font.size);
    x = s_.pen.text({x, y}, of, ribbon_font, s_.theme.text2) + 4;
    x = s_.pen.text({x, y}, f_.view.words[word], ribbon_strong, s_.theme.text) + 8;
    return s_.pen.text({x, y}, value, ribbon_strong, s_.theme.role(graph::Role::weights));
  }

  Screen& s_;
  const HeroFrame& f_;
  const HeroLayout& at_;
  std::size_t row_;
  float out_;  // width of a ribbon out of X, K or V for a weight of 1
  Edge query_;
  // Of all words, in memory that the next frame uses again.
  std::vector<float>&keys_ = s_.memory.numbers.next(), &band_ = s_.memory.numbers.next(),
  &result_ = s_.memory.numbers.next();
};

}  // namespace

void draw_ribbons(Screen& s, const HeroFrame& f, const HeroLayout& layout) { Ribbons(s, f, layout).draw(); }

}  // namespace ui
