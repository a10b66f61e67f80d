// The card of the tour: what its step tells, what to find, and what is said once it is found.
#include <array>

#include "explorer/model/tour.hpp"
#include "ui/model/model.hpp"
#include "ui/type/icons.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float card_pad = 14, title_line = 24, card_gap = 10, mark_size = 18;
constexpr Font step_title{Face::semibold, px(17)}, small{Face::medium, label_size};

ProseStyle told_style(Color plain, Color strong) {
  return {.size = px(14), .line = 20, .gap = 6, .plain = plain, .strong = strong};
}

}  // namespace

std::string_view ModelFigure::tour_words(const Screen& s, std::string_view what) const {
  return s.text(s.joined({s.explorer.model().tour()->steps[*state(s).step].words, what}));
}

// Where no step is open, the button that begins the tour.
float ModelFigure::tour_begin(Screen& s, float x0, float x1, float y) {
  const float high = s.touch() ? touch_height : control_height;
  const Button begin{.label = s.text(explorer::model_tour(state(s).source)->begin),
                     .after = Icon::right,
                     .kind = ButtonKind::secondary};
  const Rect where{x0, y, std::min(x0 + button_width(s, begin, high > 44), x1), y + high};
  if (button(s, "model-tour", where, begin)) s.command(explorer::StepModel{0});
  return y + high;
}

float ModelFigure::tour(Screen& s, float x0, float x1, float y) {
  const explorer::ModelTour& tour = *s.explorer.model().tour();
  const std::size_t step = *state(s).step, steps = tour.steps.size();
  const bool found = s.explorer.model().found();
  if (found && not_found_ == step) s.memory.tells = s.joined({s.text("model.tour.found"), ". ", tour_words(s, "done")});
  not_found_ = found ? std::nullopt : std::optional(step);
  const float left = x0 + card_pad, right = x1 - card_pad, room = right - left;
  const ProseStyle plain = told_style(s.theme.text2, s.theme.text), strong = told_style(s.theme.text, s.theme.text);
  const std::string_view title = tour_words(s, "title");
  const std::vector<std::string>& title_lines = s.type.lines(title, step_title, room);
  const Prose& text = *s.lay(tour_words(s, "text"), room, plain);
  const Prose& task = *s.lay(tour_words(s, "task"), room, strong);
  const bool hinted = hint_of_ == step && !found;
  const Prose* const more = found || hinted ? s.lay(tour_words(s, found ? "done" : "hint"), room, plain) : nullptr;
  const float row = s.touch() ? touch_height : control_height;
  const float head = 18 + title_line * static_cast<float>(title_lines.size());
  const float height = card_pad + head + 6 + text.height + card_gap + 1 + card_gap + task.height + card_gap +
                       (found ? mark_size + 6 : 0) + (more != nullptr ? more->height + card_gap : 0) + row + card_pad;
  const Rect card{x0, y, x1, y + height};
  s.pen.panel(s.pen.snapped(card), s.theme.bg2, s.theme.line2, panel_radius);
  s.mark(s.joined({"model-tour:", title}), card);

  y += card_pad;
  const std::string_view place = s.text(tour.place, {s.digits(step + 1), s.digits(steps)});
  s.pen.text_in({left, y - 2, right - 30, y + 14}, s.type.fitted(place, small, room - 30), small, s.theme.text3);
  const Button leave{.before = Icon::close, .kind = ButtonKind::ghost, .tip = s.text("model.tour.leave")};
  const float side = s.touch() ? touch_target : 28;
  if (button(s, "model-tour-leave", box(x1 - side - 4, y - card_pad + 4, side, side), leave))
    s.command(explorer::StepModel{});
  y += 18;
  for (const std::string& line : title_lines) {
    s.pen.text_in({left, y, right, y + title_line}, line, step_title, s.theme.text);
    y += title_line;
  }
  y += 6;
  draw_prose(s.pen, s.type, s.theme, text, {left, y}, plain);
  y += text.height + card_gap;
  s.pen.across(left, right, y, s.theme.line2);
  y += 1 + card_gap;
  draw_prose(s.pen, s.type, s.theme, task, {left, y}, strong);
  s.mark("model-tour-task", {left, y, right, y + task.height});
  y += task.height + card_gap;
  if (found) {
    draw_icon(s.pen, Icon::check, {left + mark_size / 2, y + mark_size / 2}, s.theme.text);
    s.pen.text_in({left + mark_size + 6, y, right, y + mark_size}, s.text("model.tour.found"), small, s.theme.text);
    s.mark("model-tour-found", {left, y, right, y + mark_size});
    y += mark_size + 6;
  }
  if (more != nullptr) {
    draw_prose(s.pen, s.type, s.theme, *more, {left, y}, plain);
    y += more->height + card_gap;
  }
  tour_buttons(s, {left, y, right, y + row}, found);
  return card.y1;
}

void ModelFigure::tour_buttons(Screen& s, Rect row, bool found) {
  const std::size_t step = *state(s).step, steps = s.explorer.model().tour()->steps.size();
  const bool tall = row.height() > 44;
  const Button back{.before = Icon::left, .kind = ButtonKind::ghost, .enabled = step > 0, .tip = s.text("step.back")};
  const Button hint{.label = s.text("model.tour.hint"), .kind = ButtonKind::ghost};
  const bool last = step + 1 == steps;
  const Button next{.label = s.text(last ? "model.tour.end" : "step.next"),
                    .after = last ? Icon::none : Icon::right,
                    .kind = found ? ButtonKind::primary : ButtonKind::secondary};
  const float next_width = button_width(s, next, tall), back_width = button_width(s, back, tall);
  if (button(s, "model-tour-back", box(row.x0 - 8, row.y0, back_width, row.height()), back))
    s.command(explorer::StepModel{step - 1});
  const float hint_width = button_width(s, hint, tall), from = row.x0 - 8 + back_width + 4;
  if (!found && hint_of_ != step && from + hint_width + 4 < row.x1 - next_width &&
      button(s, "model-tour-hint", box(from, row.y0, hint_width, row.height()), hint)) {
    hint_of_ = step;
    s.out.animating = true;
  }
  if (button(s, "model-tour-next", box(row.x1 - next_width, row.y0, next_width, row.height()), next))
    s.command(last ? explorer::StepModel{} : explorer::StepModel{step + 1});
}

}  // namespace ui
