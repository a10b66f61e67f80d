// The steps are one stop in the Tab order: arrows go up and down, Enter opens.
#include "ui/panels/rail.hpp"

#include "imgui.h"
#include "ui/panels/controls.hpp"
#include "ui/panels/explain_text.hpp"
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

constexpr float beats_height = 18;

// Under the current step: a dot for each of its beats.
void draw_beats(Screen& s, Rect line) {
  const Beats& beats = s.memory.beats;
  const Color accent = s.theme.role(step_family(s.view));
  float x = line.x0;
  for (std::size_t beat = 0; beat < beats.firsts.size(); ++beat) {
    const bool now = beat == beats.now;
    const float width = now ? 14.0f : 8.0f;
    const Rect dot = box(x, line.middle_y() - 4, width, 8);
    const Hit hit = s.hit(s.joined({"beat-dot:", s.digits(beat + 1)}), grown(dot, 4, 6), false);
    if (now || beat < beats.now) s.pen.fill(dot, now ? accent : s.theme.text2, 4);
    else s.pen.outline(dot, s.theme.text3, 1, 4);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.clicked && !now) s.go_to_beat(beat);
    x += width + 8;
  }
  const Font font{Face::regular, px(12)};
  s.pen.text_in({x + 6, line.y0, line.x1, line.y1},
                s.type.fitted(s.text("step.beat", {s.digits(beats.now + 1), s.digits(beats.firsts.size())}), font,
                              line.x1 - x - 6),
                font, s.theme.text2);
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
  const float beats = s.memory.beats.several() ? beats_height : 0;
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
  float bottom = area.y0 + beats;
  for (const explorer::StepEntry& step : s.view.steps) bottom += height_of(step);
  bool opens = false;
  const int at = rove(s, part, s.focus.part(part, {area.x0, area.y0, area.x1, bottom}), opens);
  float y = area.y0;
  const float centre_x = area.x0 + 23.5f;
  for (std::size_t i = 0; i < s.view.steps.size(); ++i) {
    const explorer::StepEntry& step = s.view.steps[i];
    const std::vector<std::string>& title = lines_of(step);
    const Rect line = box(area.x0, y, area.width(), height_of(step));
    y += line.height() + (step.current ? beats : 0);
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
    if (step.current && beats > 0) draw_beats(s, {area.x0 + 44, line.y1 - 8, area.x1 - 6, y - 2});
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

void draw_rail(Screen& s, Rect area) {
  s.pen.fill(area, s.theme.bg1);
  s.pen.down(area.x1 - 1, area.y0, area.y1, s.theme.line);
  float y = s.begin_scroll("rail", {area.x0, area.y0, area.x1 - 1, area.y1});
  const float x0 = area.x0 + 24, x1 = area.x1 - 24;
  section_label(s, x0, x1, y + 30, s.text("rail.steps"),
                s.view.closing ? std::string()
                               : s.text("rail.count", {std::to_string(s.view.step + 1), std::to_string(s.view.count)}));
  y = draw_steps(s, {area.x0 + 12, y + 46, area.x1 - 12, y}, "steps", 34);
  y += 18;
  s.pen.across(x0, x1, y, s.theme.line);
  section_label(s, x0, x1, y + 26, s.text("rail.this_step"));
  s.focus.group("controls");
  s.end_scroll(draw_controls(s, x0, x1, y + 42) + 20, s.theme.bg1);
}

void draw_narrow_rail(Screen& s, Rect area) {
  s.pen.fill(area, s.theme.bg1);
  s.pen.down(area.x1 - 1, area.y0, area.y1, s.theme.line);
  const std::size_t count = s.view.steps.size();
  const float room = area.height() - 64;
  const float row = std::min(44.0f, room / static_cast<float>(std::max<std::size_t>(count, 1)));
  const Rect list{area.x0, area.y0 + 8, area.x1 - 1, area.y0 + 8 + row * static_cast<float>(count)};
  bool opens = false;
  const int at = rove(s, "steps", s.focus.part("steps", list), opens);
  for (std::size_t i = 0; i < count; ++i) {
    const explorer::StepEntry& step = s.view.steps[i];
    const Rect line = box(list.x0, list.y0 + static_cast<float>(i) * row, list.width(), row);
    const std::string_view id = s.joined({"step:", step.id});
    const Hit hit = s.hit(id, line, false);
    const Rect lit = s.pen.snapped(Rect{line.x0 + 8, line.y0 + 2, line.x1 - 8, line.y1 - 2});
    if (step.current || hit.hovered) s.pen.fill(lit, faded(s.theme.bg3, step.current ? 1 : 0.7f), control_radius);
    if (step.current) s.pen.fill({lit.x0, lit.y0 + 9, lit.x0 + 3, lit.y1 - 9}, s.theme.role(step_family(s.view)), 1.5f);
    if (i + 1 < count) {
      s.pen.down(line.middle_x() - 0.5f, line.middle_y() + disc_radius + 2, line.middle_y() + row - disc_radius - 2,
                 step.seen ? s.theme.line2 : s.theme.line);
    }
    draw_disc(s, line.middle(), step, i + 1);
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.hovered) s.item_tip(step.title);
    if (hit.clicked || (opens && at == static_cast<int>(i))) s.command(explorer::GoToStep{step.id});
    if (at == static_cast<int>(i)) s.ring(grown(lit, -2), control_radius);
  }
  const Rect where = box(area.x0 + 8, area.y1 - 52, area.width() - 17, 40);
  s.pen.across(area.x0 + 12, area.x1 - 12, where.y0 - 8, s.theme.line);
  const std::string_view name = s.text("rail.this_step");
  if (button(s, "controls", where, {.label = "", .before = Icon::sliders, .kind = ButtonKind::ghost, .tip = name}))
    s.toggle_popup(Popup::controls, where);
}

}  // namespace ui
