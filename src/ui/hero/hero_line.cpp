// The explaining line of the hero's own lesson, and the choice of the sentence.
#include "ui/hero/hero.hpp"

#include <algorithm>
#include <tuple>

#include "ui/panels/provenance.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float between = 8;

Button another_button(const Screen& s) { return {.label = s.text("hero.another"), .kind = ButtonKind::ghost}; }
Button own_button(Screen& s, float room) {
  Button own{.label = s.text("hero.own"), .before = Icon::pencil};
  if (button_width(s, own) + between + button_width(s, another_button(s)) > room) own.label = s.text("hero.own.short");
  return own;
}

}  // namespace

void draw_hero_line(Screen& s, const explorer::Hero& hero, Rect where) {
  const explorer::Explorer& of = hero.explorer();
  Frame told;
  Screen own{of,      of.view(), s.contents, s.around, s.theme, s.type, s.formulae,
             s.focus, s.motion,  s.memory,   told,     s.items, s.pen,  s.shell};
  s.focus.group("line");
  const Provenance line(own, where, true, true);
  line.draw(own);
  if (told.cursor != "default") s.out.cursor = told.cursor;
  s.out.animating |= told.animating;
  // A click on a term explains the cell that it is.
  for (const explorer::Command& command : told.commands) {
    const auto* focus = std::get_if<explorer::Focus>(&command);
    if (focus == nullptr || !focus->cell) continue;
    s.memory.hero.holds = true;
    s.command(explorer::LookHero{of.graph().node(focus->cell->node).name, focus->cell->index});
  }
}

float hero_line_height(const Screen& s) { return s.shell == Shell::phone ? px(96) : provenance_height; }

float sentence_buttons_width(Screen& s, float room) {
  return button_width(s, another_button(s)) + between + button_width(s, own_button(s, room));
}

void draw_sentence_buttons(Screen& s, const explorer::Hero& hero, float x0, float x1, float y, bool from_left) {
  const explorer::HeroView& view = hero.view();
  const float height = s.touch() ? touch_target : control_height;
  s.focus.group("sentence");
  const bool typing = s.memory.editing && s.memory.editing->field.sentence;
  if (typing) {
    const float wide = std::min(x1 - x0, 460.0f);
    const Rect where = box(from_left ? x0 : x1 - wide, y, wide, height);
    std::ignore = typed_box(s, "hero-own", s.text("hero.own.label"), where, view.sentence, "");
    lay_field(s, where);
    return;
  }
  const Button another = another_button(s), own = own_button(s, x1 - x0);
  const float own_wide = button_width(s, own), another_wide = button_width(s, another);
  const float left = from_left ? x0 : x1 - own_wide - between - another_wide;
  const bool two_rows = from_left && own_wide + between + another_wide > x1 - x0;
  const Rect second = two_rows    ? box(left, y + height + between, another_wide, height)
                      : from_left ? box(left + own_wide + between, y, another_wide, height)
                                  : box(left, y, another_wide, height);
  if (button(s, "hero-another", second, another)) {
    const auto at = static_cast<std::size_t>(std::ranges::find(view.given, view.sentence) - view.given.begin());
    s.command(explorer::SetSentence{view.given[at < view.given.size() ? (at + 1) % view.given.size() : 0]});
  }
  if (button(s, "hero-own", box(from_left ? left : x1 - own_wide, y, own_wide, height), own)) {
    Editing editing;
    editing.field.sentence = true;
    editing.field.words = true;
    editing.field.text = view.sentence;
    editing.field.label = s.text("hero.own.label");
    s.memory.editing = std::move(editing);
  }
}

}  // namespace ui
