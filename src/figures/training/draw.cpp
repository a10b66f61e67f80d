// The run of a lesson's training: buttons and the slider of steps, the losses with the heights they are compared with, and
// a map for each head as it forms. What is shown of the run is the view's; the buttons only send commands.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "figures/drawings.hpp"
#include "figures/training/draw.hpp"
#include "figures/training/view.hpp"
#include "imgui.h"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::TrainingView;

constexpr float wide_toolbar = 620;  // from here on words and buttons share one row

// ---- the toolbar -----------------------------------------------------------------------------------------------------

class RunBar {
 public:
  RunBar(Screen& screen, const TrainingView& run) : s_(screen), run_(run) {}

  // Draws from the top of the area on; returns what is left below. Narrow ones beside matrices have no buttons.
  Rect draw(Rect area) {
    const float row = s_.touch() ? touch_target : 36;
    float y = area.y0;
    const bool one_row = area.width() >= wide_toolbar;
    const float from = one_row ? buttons({area.x0, y, area.x1, y + row}, false) : area.x1 + 16;
    const float switched = draw_switch({area.x0, y, from - 16, y + row});
    words({switched, y, from - 16, y + row}, one_row);
    y += row + 4;
    if (!one_row && !run_.is_shown) return {area.x0, y, area.x1, area.y1};
    if (!one_row) {
      buttons({area.x0, y, area.x1, y + row}, true);
      y += row;
    }
    const float height = s_.touch() ? touch_target : 26;
    steps({area.x0, y, area.x1, y + height});
    y += height + 2;
    if (run_.is_shown && !run_.stopped.empty()) {
      const ProseStyle style{label_size, 19, 0, s_.theme.text, s_.theme.text};
      const Prose& laid = *s_.lay(std::string_view(run_.stopped), area.width() - 14, style);
      s_.pen.fill({area.x0, y, area.x0 + 3, y + laid.height}, s_.theme.error);
      draw_prose(s_.pen, s_.type, s_.theme, laid, {area.x0 + 12, y}, style);
      s_.mark("training:stopped", {area.x0, y, area.x1, y + laid.height});
      y += laid.height + 6;
    }
    return {area.x0, y, area.x1, area.y1};
  }

 private:
  // Between the run and the step's matrices. Returns where it ends.
  float draw_switch(Rect row) {
    if (!run_.has_matrices) return row.x0;
    const std::array<std::string_view, 2> labels{s_.text("attention.matrices"), s_.text("training.run")};
    float widest = 0;
    for (const std::string_view label : labels)
      widest = std::max(widest, s_.type.width(label, {Face::medium, control_size}));
    const Rect where{row.x0, row.y0, row.x0 + 2 * widest + 48, row.y1};
    if (const auto chosen = segmented(s_, "figure", s_.text("attention.view"), where, labels, run_.is_shown ? 1 : 0))
      s_.command(explorer::ShowAttention{.matrices = *chosen == 0, .scores = {}, .shared = {}, .threshold = {}});
    s_.mark("figure:matrices", segment_rect(where, row.height(), 2, 0));
    s_.mark("figure:run", segment_rect(where, row.height(), 2, 1));
    return where.x1 + 16;
  }

  // From the right, or side by side over the whole width. Returns where they begin.
  float buttons(Rect row, bool spread) {
    const bool going = run_.running || run_.target;
    const std::string_view play = s_.text(going ? (run_.target ? "training.stop" : "training.pause") : "training.play");
    const std::string_view tip =
        s_.text(going ? (run_.target ? "training.stop.tip" : "training.pause.tip") : "training.play.tip");
    std::array<Button, 3> all{Button{.label = play,
                                     .before = going ? Icon::none : Icon::play,
                                     .kind = ButtonKind::primary,
                                     .enabled = going || run_.can_run,
                                     .tip = tip},
                              Button{.label = s_.text("training.one"),
                                     .before = Icon::right,
                                     .enabled = !run_.running && run_.can_run,
                                     .tip = s_.text("training.one.tip")},
                              Button{.label = s_.text("training.reset"),
                                     .before = Icon::restore,
                                     .enabled = run_.can_reset,
                                     .tip = s_.text("training.reset.tip")}};
    constexpr std::array<std::string_view, 3> ids{"training:play", "training:one", "training:reset"};
    constexpr float gap = 8;
    std::array<float, 3> widths{};
    const auto measure = [&] {
      float sum = 2 * gap;
      for (std::size_t i = 0; i < all.size(); ++i) sum += widths[i] = button_width(s_, all[i]);
      return sum;
    };
    float needs = measure();
    if (spread && needs > row.width()) {
      for (Button& one : all) one.before = Icon::none;
      needs = measure();
    }
    // The first keeps its width when its word changes, so that the others stay in place.
    const Button other{.label = s_.text(going ? "training.play" : "training.pause"), .before = Icon::play};
    const float widest = std::max(widths[0], button_width(s_, other));
    needs += widest - widths[0];
    widths[0] = widest;
    const float more = spread ? std::max((row.width() - needs) / 3, 0.0f) : 0;
    float x = spread ? row.x0 : row.x1 - needs;
    const float from = x;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Rect where{x, row.y0, x + widths[i] + more, row.y1};
      x = where.x1 + gap;
      if (!button(s_, ids[i], where, all[i])) continue;
      if (i == 0) s_.command(explorer::RunTraining{!going});
      else if (i == 1) s_.command(explorer::SeekTraining{run_.target.value_or(run_.step) + 1});
      else s_.command(explorer::ResetTraining{});
    }
    return from;
  }

  // "Step 120 of 300  loss 0.405  held out 0.398"
  void words(Rect row, bool large) const {
    const Font title{Face::display, large ? 22.0f : 16.0f}, small{Face::regular, label_size};
    const float base = row.middle_y();
    float x = row.x0;
    const auto add = [&](std::string_view words, Font font, Color color) {
      const float width = s_.type.width(words, font);
      if (x + width > row.x1) return;
      s_.pen.text_in({x, base - 14, x + width + 2, base + 14}, words, font, color);
      x += width + (font.size > label_size ? 8.0f : 18.0f);
    };
    add(run_.title, title, s_.theme.text);
    add(s_.text("training.of", {s_.digits(run_.planned)}), small, s_.theme.text3);
    if (run_.ahead) return add(s_.text("training.ahead"), small, s_.theme.text3);
    if (!run_.loss.empty()) add(s_.text("training.loss", {run_.loss}), small, s_.theme.text2);
    if (!run_.held_out.empty() && run_.held_out_at == run_.step)
      add(s_.text("training.held_out", {run_.held_out}), small, s_.theme.text2);
    s_.mark("training:step", row);
  }

  // The slider of steps, or the progress towards the requested step.
  void steps(Rect row) {
    if (run_.target) {
      const float line = row.y1 - 20;  // the words below it fit into the row
      const Rect bar = s_.pen.snapped(Rect{row.x0, line - 2, row.x1, line + 2});
      const float share = static_cast<float>(std::min(run_.taken, *run_.target)) / static_cast<float>(*run_.target);
      s_.pen.fill(bar, s_.theme.bg3, 2);
      s_.pen.fill({bar.x0, bar.y0, bar.x0 + bar.width() * share, bar.y1}, s_.theme.text, 2);
      s_.pen.text_in({row.x0, bar.y1 + 1, row.x1, bar.y1 + 17}, s_.text("training.to", {s_.digits(*run_.target)}),
                     {Face::regular, note_size}, s_.theme.text3);
      s_.mark("training:progress", row);
      return;
    }
    const Range range{0, static_cast<double>(run_.planned), 1};
    if (const auto slid =
            slider(s_, "training:slider", s_.text("training.slider"), row, range, static_cast<double>(run_.step)))
      s_.command(explorer::SeekTraining{static_cast<std::size_t>(std::lround(slid->value))});
  }

  Screen& s_;
  const TrainingView& run_;
};

// The whole area, or only the bar above the step's matrices. Without a switch, its full height, and the whole area where
// too little would be left for the figures below.
Rect training_room(const Screen& s, Rect area) {
  constexpr float bar = 76, losses = 210, least_stage = 220;
  const auto& run = *s.view.figure<explorer::TrainingView>();
  if (run.has_matrices) {
    const float row = s.touch() ? touch_target : 36, steps = s.touch() ? touch_target : 26;
    const float above = area.width() < wide_toolbar ? row + 8 : row + steps + 14;
    return {area.x0, area.y0, area.x1, run.is_shown ? area.y1 : area.y0 + above};
  }
  const auto& maps = run.maps;
  const float wanted = bar + losses + (maps ? training_maps_height(*maps, area.width()) + 8 : 0);
  const bool shares = area.height() - wanted >= least_stage;
  return {area.x0, area.y0, area.x1, shares ? area.y0 + std::round(wanted) : area.y1};
}

// Said once when a run comes to its end, or breaks off.
void tell_end(Screen& s, const TrainingView& run) {
  const bool going = run.running || run.target;
  if (!std::exchange(s.memory.run_goes_on, going) || going) return;
  if (!run.stopped.empty()) s.memory.tells = run.stopped;
  else if (!run.can_run) s.memory.tells = s.text("training.over", {s.digits(run.step), run.loss});
}

void draw_training_figure(Screen& s, Rect area) {
  const TrainingView& run = *s.view.figure<explorer::TrainingView>();
  tell_end(s, run);
  const Rect rest = RunBar(s, run).draw({area.x0, area.y0, area.x1, area.y1 - 8});
  if (run.is_shown) draw_run_parts(s, rest, run);
}

}  // namespace

const FigureDrawing training_drawing{.room = training_room, .draw = draw_training_figure};

}  // namespace ui
