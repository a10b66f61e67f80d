// From top to bottom: a question and a sentence that answers it, where to begin, the lessons, the other tools, and the
// site's other pages.
#include "ui/screens/screens.hpp"

#include <algorithm>
#include <array>

#include "explorer/hero/screen.hpp"
#include "imgui.h"
#include "ui/hero/hero.hpp"
#include "ui/panels/actions.hpp"
#include "ui/panels/panels.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float widest_row = 1344, least_hero = 270;

// The bar over the page: the name of the page, and actions that do not concern one lesson.
void draw_bar(Screen& s, Rect area) {
  const Theme& theme = s.theme;
  s.pen.fill(area, theme.bg1);
  s.pen.across(area.x0, area.x1, area.y1, theme.line);
  draw_mark(s.pen, theme, {area.x0 + 30, area.middle_y() + 0.5f});
  const float name_end = area.x0 + 52 + s.type.width(s.text("app.name"), {Face::semibold, px(15)}) + 12;
  BarButtons buttons(s, area, true);
  buttons.keep_behind(s, name_end);
  if (name_end <= buttons.left())  // else the mark stands for it
    s.pen.text({area.x0 + 52, centred(area.middle_y(), px(15))}, s.text("app.name"), {Face::semibold, px(15)},
               theme.text);
  buttons.draw(s);
}

// The question that the figure answers, and what to do.
struct Head {
  bool large = false;
  Font title;
  ProseStyle style;
  std::string_view question;
  const Prose* intro = nullptr;
  float height = 0;
};

Head lay_head(Screen& s, const explorer::Hero* hero, float inner) {
  Head head;
  head.large = s.around.width >= 800 && s.around.height >= 560;
  head.title = {Face::display, head.large ? px(40) : px(28), -0.3f};
  head.question =
      hero == nullptr ? s.text("contents.title") : s.text("hero.question", {hero->view().words[hero->view().followed]});
  while (head.title.size > 17 && s.type.width(head.question, head.title) > inner) head.title.size -= 1;
  head.style = {.size = head.large ? px(17) : px(15),
                .line = head.large ? 26.0f : 22.0f,
                .gap = 8,
                .plain = s.theme.text2,
                .strong = s.theme.text};
  head.intro = s.lay(s.hint("contents.intro"), inner, head.style);
  head.height = (head.large ? 66.0f : 50.0f) + head.intro->height;
  return head;
}

void draw_head(Screen& s, const Head& head, Rect where) {
  s.pen.text({where.x0, where.y0 + (head.large ? 52.0f : 38.0f)},
             s.type.fitted(head.question, head.title, where.width()), head.title, s.theme.text);
  draw_prose(s.pen, s.type, s.theme, *head.intro, {where.x0, where.y0 + (head.large ? 64.0f : 48.0f)}, head.style);
}

// The sentence or all its matrices, the line under it, and what to choose; returns where it ends. The figure takes the
// height that the lessons leave, within limits.
float draw_figure(Screen& s, const explorer::Hero& hero, const explorer::Contents& contents, Rect top, Rect view,
                  float lessons) {
  const float inner = top.width(), line = hero_line_height(s);
  const bool has_matrices = inner >= least_pipeline, matrices = has_matrices && s.memory.hero.matrices;
  const float choices = has_matrices ? std::min(inner * 0.3f, 432.0f) : inner;
  const float choices_high =
      hero_choices_height(s, hero.view(), inner, has_matrices);  // where they are below the figure
  const float above = top.y0 - view.y0 + ImGui::GetScrollY();    // the head and its gap
  const float room = view.height() - above - line - lessons - 44;
  float y = top.y0;
  if (matrices) {
    const HeroSizes sizes = hero_sizes(s, hero.view());
    const HeroLayout layout = lay_hero(sizes, top.x0, top.x1, y, std::max(room, least_hero));
    const Mirror::Block figure(s.type.mirror(), top);
    draw_pipeline(s, hero, layout, s.type.mirror().to_layout(view));
    y = layout.area.y1 + 12;
  } else {
    const explorer::Hero* beside = s.explorer.contents().beside();
    const SentenceLayout layout = lay_sentence(
        s, hero.view(), beside != nullptr, {top.x0, y, top.x1, y + std::max(room, 0.0f)}, has_matrices ? choices : 0);
    {
      const Mirror::Block figure(s.type.mirror(), top);
      draw_sentence(s, hero, beside, layout, s.type.mirror().to_layout(view));
    }
    y = layout.area.y1 + 12;
    if (has_matrices) {
      draw_hero_choices(s, hero, contents, {top.x1 - choices, layout.card.y0, top.x1, layout.card.y1}, true);
    }
  }
  const auto choose = [&] {
    draw_hero_choices(s, hero, contents, {top.x0, y, top.x1, y + choices_high}, has_matrices);
    y += choices_high + 12;
  };
  if (!has_matrices) choose();
  draw_hero_line(s, hero, {top.x0, y, top.x1, y + line});
  y += line;
  if (matrices) {
    y += 12;
    choose();
    return y;
  }
  const Font small{Face::regular, label_size};
  y += 6;
  for (const std::string& words : s.type.lines(hero_note(s, hero.view()), small, inner)) {
    s.pen.text_in({top.x0, y, top.x1, y + 18}, words, small, s.theme.text3);
    y += 18;
  }
  return y;
}

}  // namespace

void draw_contents(Screen& s, const explorer::Contents& contents) {
  const float width = s.around.width, height = s.around.height;
  const float bar = s.shell == Shell::phone ? top_bar_phone : top_bar_height;
  const float margin = width >= 1200 ? stage_margin : width >= 600 ? stage_margin_narrow : stage_margin_phone;
  const Rect view{0, bar, width, height};
  const float inner = std::min(width - 2 * margin, widest_row), x0 = (width - inner) / 2, x1 = x0 + inner;
  const explorer::Hero* hero = s.explorer.contents().hero();
  if (s.around.focused && !s.typing()) undo_keys(s);

  const Head head = lay_head(s, hero, inner);
  const LessonsLayout lessons = lay_lessons(s, contents, x0, x1);
  const float others = instruments_height(s, contents.pages, inner), foot = foot_height(s, contents.pages, x0, x1);
  const float gap = head.large ? 14.0f : 20.0f, wide_gap = 24;

  s.focus.group("sentence");  // the keys scroll the page where it has nothing else
  float y = s.begin_scroll("contents", view);
  draw_head(s, head, {x0, y, x1, y + head.height});
  y += head.height;
  if (hero != nullptr) y = draw_figure(s, *hero, contents, {x0, y + gap, x1, y + gap}, view, lessons.height) + gap;
  if (hero == nullptr) draw_begin(s, contents, {x0, y + gap, x1, y + gap + begin_height});
  if (hero == nullptr) y += gap + begin_height + gap;
  y += gap;
  draw_lessons(s, contents, lessons, y, view);
  y += lessons.height + wide_gap;
  draw_instruments(s, contents.pages, {x0, y, x1, y + others}, view);
  y = std::max(y + others + wide_gap, view.y1 - foot);
  draw_foot(s, contents.pages, x0, x1, y, view);
  s.end_scroll(y + foot, s.theme.bg0);
  s.focus.group("bar");
  draw_bar(s, {0, 0, width, bar});
}

}  // namespace ui
