// The explaining line of the hero's own lesson, where to begin, and the choice of the sentence.
#include "ui/hero/hero.hpp"

#include <algorithm>

#include "ui/panels/panels.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float between = 8, start_height = begin_height, most_start = 432;

struct Choice {
  std::string_view id, words;
  Icon icon;
};
Few<Choice, 4> choices_of(const Screen& s, const explorer::HeroView& view, bool has_matrices) {
  Few<Choice, 4> all;
  all.add({"hero-own", s.text("hero.own"), Icon::pencil});
  all.add({"hero-another", s.text("hero.another"), Icon::none});
  if (has_matrices)
    all.add({"hero-matrices", s.text(s.memory.hero.matrices ? "hero.sentence" : "hero.matrices"), Icon::none});
  if (view.trained) all.add({"hero-trained", s.text("hero.trained"), Icon::none});
  return all;
}

Button button_of(const Choice& choice) {
  return {.label = choice.words, .before = choice.icon, .kind = ButtonKind::ghost};
}
float row_height(const Screen& s) { return s.touch() ? touch_target : control_height; }

// Calls place(choice, where) for each, in as many rows as they need; returns the end of the last row.
template <class Place>
float lay_choices(Screen& s, const explorer::HeroView& view, Rect where, bool has_matrices, Place&& place) {
  Point at{where.x0, where.y0};
  for (const Choice& choice : choices_of(s, view, has_matrices)) {
    const float width = std::min(button_width(s, button_of(choice)), where.width());
    if (at.x > where.x0 && at.x + width > where.x1 + 0.5f) at = {where.x0, at.y + row_height(s) + between / 2};
    place(choice, box(at.x, at.y, width, row_height(s)));
    at.x += width + between;
  }
  return at.y + row_height(s);
}

// The lesson to begin with or to go on with, its minutes at the right.
void draw_start(Screen& s, const explorer::Card& card, Rect where) {
  const Theme& theme = s.theme;
  const std::string_view verb = s.text(card.mark == explorer::PathMark::start ? "contents.start" : "contents.go_on");
  const Hit hit = s.hit("begin", where);
  const float lit = s.motion.fade(motion_key("begin"), hit.hovered || hit.held, control_time);
  s.pen.fill(s.pen.snapped(where), mixed(theme.primary, theme.on_primary, 0.1f * lit), control_radius);
  const Font strong{Face::semibold, px(17)}, small{Face::regular, control_size};
  const std::string_view words = s.joined({verb, ": ", card.title});
  const Rect inside{where.x0 + 20, where.y0, where.x1 - 44, where.y1};
  const float room = inside.width() - s.type.width(words, strong) - 16;
  s.pen.text_in(inside, s.type.fitted(words, strong, inside.width()), strong, theme.on_primary);
  // Where the whole extent has no room, its first part, the minutes.
  std::string_view extent = card.extent;
  if (s.type.width(extent, small) > room) extent = extent.substr(0, extent.find(" · "));
  if (s.type.width(extent, small) <= room) s.pen.text_in(inside, extent, small, theme.on_primary, Align::right);
  draw_icon(s.pen, Icon::right, {where.x1 - 24, where.middle_y()}, theme.on_primary, 18);
  if (hit.focused) s.ring(where, control_radius);
  s.says(hit.focused, s.joined({words, ", ", card.extent}), "role.button");
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.clicked) s.out.open_lesson = card.id;
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

void draw_begin(Screen& s, const explorer::Contents& contents, Rect where) {
  const auto marked = std::ranges::find_if(
      contents.cards, [](const explorer::Card& card) { return card.mark != explorer::PathMark::none; });
  if (marked == contents.cards.end()) return;
  s.focus.group("sentence");
  draw_start(s, *marked, box(where.x0, where.y0, std::min(where.width(), most_start), where.height()));
}

float hero_choices_height(Screen& s, const explorer::HeroView& view, float width, bool has_matrices) {
  return start_height + 12 + lay_choices(s, view, {0, 0, width, 0}, has_matrices, [](const Choice&, Rect) {});
}

void draw_hero_choices(Screen& s, const explorer::Hero& hero, const explorer::Contents& contents, Rect where,
                       bool has_matrices) {
  const explorer::HeroView& view = hero.view();
  draw_begin(s, contents, box(where.x0, where.y0, where.width(), start_height));
  s.focus.group("sentence");
  const Rect below{where.x0, where.y0 + start_height + 12, where.x1, where.y1};
  const explorer::EditTarget& own = s.target(explorer::Typed::sentence);
  if (s.typing(own)) {
    const Rect field = box(below.x0, below.y0, std::min(below.width(), most_start), row_height(s));
    const std::string_view label = s.text("hero.own.label");
    typed_box(s, "hero-own", label, field, view.sentence, "", own);
    return lay_field(s, field, label, own);
  }
  lay_choices(s, view, below, has_matrices, [&](const Choice& choice, Rect at) {
    if (!button(s, choice.id, at, button_of(choice))) return;
    if (choice.id == "hero-matrices") s.memory.hero.matrices = !s.memory.hero.matrices;
    if (choice.id == "hero-another") {
      const auto now = static_cast<std::size_t>(std::ranges::find(view.given, view.sentence) - view.given.begin());
      s.command(explorer::SetSentence{view.given[now < view.given.size() ? (now + 1) % view.given.size() : 0]});
    }
    if (choice.id == "hero-trained") {
      s.command(explorer::ShowModel{.on = true, .source = "small"});
      s.command(explorer::SetModelText{.text = view.sentence});
    }
    if (choice.id == "hero-own") s.command(explorer::BeginEdit{own});
  });
}

}  // namespace ui
