// The steps are one stop in the Tab order: arrows go up and down, Enter opens.
#include "ui/panels/panels.hpp"

#include "imgui.h"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float disc_radius = 10;

void draw_disc(Screen& s, Point centre, const explorer::StepEntry& step, std::size_t number) {
  const Theme& theme = s.theme;
  if (step.current) {
    const Color fill = theme.role(step_family(s.view));
    s.pen.disc(centre, disc_radius, fill);
    if (number > s.view.count) return s.pen.disc(centre, 3, Theme::ink(fill));
    s.pen.text_in(grown(box(centre.x, centre.y, 0, 0), disc_radius), std::to_string(number), {Face::semibold, px(12)},
                  Theme::ink(fill), Align::centre);
    return;
  }
  s.pen.disc(centre, disc_radius, step.seen ? theme.bg3 : theme.bg1);
  s.pen.circle(centre, disc_radius - 0.5f, theme.line2, 1);
  if (step.seen) draw_icon(s.pen, Icon::check, centre, theme.text2, 14);
  else if (number > s.view.count) s.pen.disc(centre, 3, theme.text3);  // the page after the last step has no number
  else
    s.pen.text_in(grown(box(centre.x, centre.y, 0, 0), disc_radius), std::to_string(number), {Face::medium, px(12)},
                  theme.text3, Align::centre);
}

// The step that the arrow keys have reached; Enter opens it.
int rove(Screen& s, std::string_view part, bool focused, bool& opens) {
  int& at = s.memory.roving[motion_key(part)];
  const auto count = static_cast<int>(s.view.steps.size());
  if (!focused) return at = static_cast<int>(s.view.step), -1;
  at = std::clamp(at, 0, count - 1);
  if (s.takes(ImGuiKey_DownArrow, at + 1 < count)) ++at;
  if (s.takes(ImGuiKey_UpArrow, at > 0)) --at;
  if (s.takes(ImGuiKey_Home, at > 0)) at = 0;
  if (s.takes(ImGuiKey_End, at + 1 < count)) at = count - 1;
  const explorer::StepEntry& step = s.view.steps[static_cast<std::size_t>(at)];
  const std::string_view place = s.place_of(static_cast<std::size_t>(at), s.view.steps.size());
  s.says(true, step.title, "role.step", step.current ? s.joined({place, ", ", s.text("focus.current")}) : place);
  opens = s.pressed(ImGuiKey_Enter, false) || s.pressed(ImGuiKey_Space, false);
  return at;
}

}  // namespace

float draw_steps(Screen& s, Rect area, std::string_view part, float row) {
  const Theme& theme = s.theme;
  constexpr float title_line = 17;
  const auto font_of = [](const explorer::StepEntry& step) {
    return Font{step.current ? Face::semibold : Face::medium, control_size};
  };
  // A long title takes several lines.
  const auto lines_of = [&](const explorer::StepEntry& step) -> const std::vector<std::string>& {
    return s.type.lines(step.title, font_of(step), area.width() - 50);
  };
  const auto height_of = [&](const explorer::StepEntry& step) {
    return row + static_cast<float>(lines_of(step).size() - 1) * title_line;
  };
  float bottom = area.y0;
  for (const explorer::StepEntry& step : s.view.steps) bottom += height_of(step);
  bool opens = false;
  const int at = rove(s, part, s.focus.part(part, {area.x0, area.y0, area.x1, bottom}), opens);
  float y = area.y0;
  const float centre_x = area.x0 + 23.5f;
  for (std::size_t i = 0; i < s.view.steps.size(); ++i) {
    const explorer::StepEntry& step = s.view.steps[i];
    const std::vector<std::string>& title = lines_of(step);
    const Rect line = box(area.x0, y, area.width(), height_of(step));
    y += line.height();
    const Rect lit = s.pen.snapped(Rect{line.x0, line.y0 + 1, line.x1, y - 1});
    const std::string_view id = s.joined({"step:", step.id});
    const Hit hit = s.hit(id, line, false);
    const float over = s.motion.fade(motion_key(id), hit.hovered && !step.current, control_time);
    if (step.current) {
      s.pen.fill(lit, theme.bg3, control_radius);
      s.pen.fill({lit.x0, lit.y0 + 8, lit.x0 + 3, lit.y1 - 8}, theme.role(step_family(s.view)), 1.5f);
    } else if (over > 0) {
      s.pen.fill(lit, faded(theme.bg3, over * 0.7f), control_radius);
    }
    const Point centre{centre_x, line.y0 + row / 2};
    if (i + 1 < s.view.steps.size()) {
      s.pen.down(centre_x - 0.5f, centre.y + disc_radius + 2, y + row / 2 - disc_radius - 2,
                 step.seen ? theme.line2 : theme.line);
    }
    draw_disc(s, centre, step, i + 1);
    const Color ink = step.current ? theme.text : step.seen ? theme.text2 : theme.text3;
    for (std::size_t l = 0; l < title.size(); ++l)
      s.pen.text_in(box(area.x0 + 44, line.y0 + static_cast<float>(l) * title_line, area.width() - 50, row), title[l],
                    font_of(step), mixed(ink, theme.text, over));
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked || (opens && at == static_cast<int>(i))) {
      s.command(explorer::GoToStep{step.id});
      ImGui::CloseCurrentPopup();  // if they are in one
    }
    if (at == static_cast<int>(i)) s.ring(grown(lit, -4), segment_radius);
  }
  return bottom;
}

}  // namespace ui
