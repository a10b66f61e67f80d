// The contents, playing by itself, and the lessons in the order of the path, numbered.
#include "ui/screens/screens.hpp"

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float number_radius = 11;
constexpr Font number_font{Face::semibold, label_size};

// A disc with the place on the path, filled once the lesson is begun.
void draw_path_number(Screen& s, bool begun, std::size_t number, Point centre) {
  if (begun) s.pen.disc(centre, number_radius, s.theme.text2);
  else s.pen.circle(centre, number_radius - 0.75f, s.theme.text3, 1.5f);
  s.pen.text_in(grown({centre.x, centre.y, centre.x, centre.y}, number_radius), s.digits(number), number_font,
                begun ? s.theme.bg1 : s.theme.text2, Align::centre);
}

bool lesson_row(Screen& s, const explorer::Card& card, std::size_t number, Rect where) {
  const Hit hit = s.hit(s.joined({"lesson:", card.id}), where);
  if (hit.hovered) s.pen.fill(where, s.theme.bg3, segment_radius);
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.focused) s.ring(grown(where, -4), segment_radius);
  const bool current = card.id == s.view.lesson_id;
  const float middle = where.middle_y(), left = where.x0 + 42;
  draw_path_number(s, card.begun, number, {where.x0 + 20, middle});
  const Font title{current ? Face::semibold : Face::medium, px(14.5f)}, small{Face::regular, label_size};
  const float room = where.x1 - 12 - left;
  s.pen.text({left, centred(middle - 9, title.size)}, s.type.fitted(card.title, title, room), title, s.theme.text);
  s.pen.text({left, centred(middle + 10, small.size)}, s.type.fitted(card.extent, small, room), small, s.theme.text2);
  s.says(hit.focused, s.joined({card.title, ", ", card.extent}), "role.button",
         current ? s.text("focus.chosen") : std::string_view());
  return hit.clicked;
}

}  // namespace

float draw_lesson_menu(Screen& s, float x0, float x1, float y) {
  const float row = s.touch() ? 56 : 48, first = s.touch() ? touch_height : 36;
  if (menu_row(s, "all-lessons", {x0, y, x1, y + first}, Icon::menu, s.text("top.lessons"), true)) {
    s.command(explorer::ShowContents{true});
    ImGui::CloseCurrentPopup();
  }
  y += first;
  const bool on = s.explorer.state().lecture.on;
  if (menu_row(s, "play-lesson", {x0, y, x1, y + first}, on ? Icon::stop : Icon::lecture,
               s.text(on ? "lecture.stop" : "lecture.play"))) {
    play_lesson(s, !on);
    ImGui::CloseCurrentPopup();
  }
  y += first;
  s.pen.across(x0 + 8, x1 - 8, y + 4, s.theme.line);
  y += 8;
  for (std::size_t i = 0; i < s.contents.cards.size(); ++i) {
    const explorer::Card& card = s.contents.cards[i];
    if (lesson_row(s, card, i + 1, {x0, y, x1, y + row})) {
      s.out.open_lesson = card.id;
      ImGui::CloseCurrentPopup();
    }
    y += row;
  }
  return y;
}

}  // namespace ui
