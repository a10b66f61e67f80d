// The run of a lesson's training: buttons and the slider of steps, the losses with the heights they are compared with, and
// a map for each head as it forms. What is shown of the run is the view's; the buttons only send commands.
#include <algorithm>
#include <array>
#include <cmath>

#include "imgui.h"
#include "ui/figures/height_label.hpp"
#include "ui/figures/kinds.hpp"
#include "ui/figures/training_maps.hpp"
#include "ui/type/prose.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

using explorer::TrainingView;

constexpr float wide_toolbar = 620;              // from here on words and buttons share one row
constexpr float plot_side = 40, slider_end = 8;  // the room of the numbers; from a slider's edge to its ends
constexpr std::size_t most_points = 400;         // of a line

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
    const std::array<Button, 3> all{Button{.label = play,
                                           .before = going ? Icon::none : Icon::play,
                                           .kind = ButtonKind::primary,
                                           .enabled = going || run_.can_run,
                                           .tip = tip},
                                    Button{.label = s_.text("training.one"),
                                           .before = Icon::right,
                                           .enabled = !going && run_.can_run,
                                           .tip = s_.text("training.one.tip")},
                                    Button{.label = s_.text("training.reset"),
                                           .before = Icon::restore,
                                           .enabled = run_.can_reset,
                                           .tip = s_.text("training.reset.tip")}};
    constexpr std::array<std::string_view, 3> ids{"training:play", "training:one", "training:reset"};
    constexpr float gap = 8;
    std::array<float, 3> widths{};
    float needs = 2 * gap;
    for (std::size_t i = 0; i < all.size(); ++i) needs += widths[i] = button_width(s_, all[i]);
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
      else if (i == 1) s_.command(explorer::SeekTraining{run_.step + 1});
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
    if (!run_.loss.empty()) add(s_.text("training.loss", {run_.loss}), small, s_.theme.text2);
    if (!run_.held_out.empty()) add(s_.text("training.held_out", {run_.held_out}), small, s_.theme.text2);
    s_.mark("training:step", row);
  }

  // The slider of steps, or how far the step is that was asked for.
  void steps(Rect row) {
    if (run_.target) {
      const Rect bar = s_.pen.snapped(Rect{row.x0, row.middle_y() - 2, row.x1, row.middle_y() + 2});
      const float share = static_cast<float>(std::min(run_.taken, *run_.target)) / static_cast<float>(*run_.target);
      s_.pen.fill(bar, s_.theme.bg3, 2);
      s_.pen.fill({bar.x0, bar.y0, bar.x0 + bar.width() * share, bar.y1}, s_.theme.text, 2);
      s_.pen.text_in({row.x0, bar.y1 + 1, row.x1, bar.y1 + 17}, s_.text("training.to", {s_.digits(*run_.target)}),
                     {Face::regular, note_size}, s_.theme.text3);
      s_.mark("training:progress", row);
      return;
    }
    const Range range{0, static_cast<double>(run_.planned), 1};
    const Rect along{row.x0 + plot_side - slider_end, row.y0, row.x1, row.y1};  // its ends are those of the plot
    if (const auto slid =
            slider(s_, "training:slider", s_.text("training.slider"), along, range, static_cast<double>(run_.step)))
      s_.command(explorer::SeekTraining{static_cast<std::size_t>(std::lround(slid->value))});
  }

  Screen& s_;
  const TrainingView& run_;
};

// ---- the losses ------------------------------------------------------------------------------------------------------

class LossPlot {
 public:
  LossPlot(Screen& screen, Rect area, const TrainingView& run)
      : s_(screen), run_(run), in_{area.x0 + plot_side, area.y0 + 22, area.x1 - slider_end, area.y1 - 20} {
    // A loss that shoots up is cut off: the plot is for those that fall.
    float usual = 0;
    for (const auto& line : run.lines) usual = std::max(usual, line.value);
    if (!run.losses.empty() && std::isfinite(run.losses.front())) usual = std::max(usual, run.losses.front());
    float highest = usual;
    for (const float loss : run.losses)
      if (std::isfinite(loss)) highest = std::max(highest, loss);
    most_ = std::max(std::min(highest, 2 * usual) * 1.06f, 1e-6f);
  }

  void draw() {
    if (in_.height() < 36 || in_.width() < 80) return;
    const Hit hit = s_.hit("losses", in_);
    const std::optional<std::size_t> told = told_step(hit);
    grid();
    for (const std::vector<float>& losses : run_.earlier) line(losses, faded(s_.theme.text3, 0.45f), 1);
    for (const auto& height : run_.lines) across(height);
    line(run_.losses, run_.apart.empty() ? s_.theme.text : s_.theme.text3, run_.apart.empty() ? 2.0f : 1.0f);
    apart();
    now();
    head(told);
    if (told) s_.pen.down(s_.pen.snapped(x_at(static_cast<float>(*told))), in_.y0, in_.y1, s_.theme.text3);
    if (hit.hovered && told) s_.out.cursor = "pointer";
    const bool enter = hit.focused && (s_.pressed(ImGuiKey_Enter, false) || s_.pressed(ImGuiKey_Space, false));
    if (told && (hit.clicked || enter)) s_.command(explorer::SeekTraining{*told});
    if (hit.focused) s_.ring(in_, 2);
  }

 private:
  float x_at(float step) const {
    return in_.x0 + in_.width() * step / static_cast<float>(std::max<std::size_t>(run_.planned, 1));
  }
  float y_at(float loss) const { return in_.y1 - in_.height() * std::min(loss, most_ * 1.2f) / most_; }

  // A known step, at the pointer or where the arrow keys have gone.
  std::optional<std::size_t> told_step(const Hit& hit) {
    if (run_.losses.empty()) {
      s_.says(hit.focused, s_.text("training.losses"), "role.losses", run_.note);
      return std::nullopt;
    }
    const int last = static_cast<int>(std::min(run_.losses.size(), run_.planned));
    int& at = s_.memory.roving[motion_key("losses")];
    at = std::clamp(at, 0, last);
    if (hit.focused) {
      if (s_.focus.arrived()) at = static_cast<int>(run_.step);
      if (s_.takes(ImGuiKey_LeftArrow, at > 0)) --at;
      if (s_.takes(ImGuiKey_RightArrow, at < last)) ++at;
      if (s_.takes(ImGuiKey_Home, at > 0)) at = 0;
      if (s_.takes(ImGuiKey_End, at < last)) at = last;
      s_.says(true, s_.text("training.losses"), "role.losses", told_words(static_cast<std::size_t>(at)));
      if (s_.focus.visible()) return static_cast<std::size_t>(at);
    }
    if (!hit.hovered) return std::nullopt;
    const float share = (s_.pointer().x - in_.x0) / in_.width();
    const auto step = std::lround(share * static_cast<float>(run_.planned));
    return static_cast<std::size_t>(std::clamp<long>(step, 0, last));
  }

  std::string_view told_words(std::size_t step) const {
    const std::string_view title = s_.text("training.step", {s_.digits(step)});
    if (step >= run_.losses.size()) return title;
    std::string& number = s_.memory.words.next();
    number = explorer::loss_text(static_cast<double>(run_.losses[step]));
    return s_.joined({title, ": ", s_.text("training.loss", {number})});
  }

  static float round_step(float rough) {
    const float power = std::pow(10.0f, std::floor(std::log10(std::max(rough, 1e-6f))));
    const float share = rough / power;
    return power * (share <= 1 ? 1.0f : share <= 2 ? 2.0f : share <= 5 ? 5.0f : 10.0f);
  }

  void grid() const {
    const Font note{Face::regular, note_size};
    const float high = round_step(most_ / std::max(in_.height() / 40, 1.0f));
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(high) - 1e-4f)), 0, 4);
    for (float y = 0; y <= most_; y += high) {
      s_.pen.across(in_.x0, in_.x1, s_.pen.snapped(y_at(y)), y == 0 ? s_.theme.line2 : s_.theme.line);
      std::array<char, 24> words{};
      std::snprintf(words.data(), words.size(), "%.*f", digits, static_cast<double>(y));
      s_.pen.text_in({in_.x0 - plot_side, y_at(y) - 9, in_.x0 - 8, y_at(y) + 9}, words.data(), note, s_.theme.text3,
                     Align::right);
    }
    const auto planned = static_cast<float>(run_.planned);
    const float wide = std::max(round_step(planned / std::max(in_.width() / 90, 1.0f)), 1.0f);
    for (float x = 0; x <= planned; x += wide)
      s_.pen.text_in({x_at(x) - 30, in_.y1 + 2, x_at(x) + 30, in_.y1 + 20}, s_.digits(static_cast<std::size_t>(x)),
                     note, s_.theme.text3, Align::centre);
  }

  void line(const std::vector<float>& losses, Color color, float width) const {
    std::array<Point, most_points> points;
    int count = 0;
    s_.pen.clip(grown(in_, 1));
    const auto flush = [&] {
      if (count > 1) s_.pen.path(points.data(), count, color, width);
      count = 0;
    };
    const std::size_t end = std::min(losses.size(), run_.planned + 1);
    const std::size_t apart = (end + most_points - 2) / (most_points - 1);
    for (std::size_t step = 0; step < end; step += std::max<std::size_t>(apart, 1)) {
      if (!std::isfinite(losses[step])) {
        flush();
        continue;
      }
      points[static_cast<std::size_t>(count++)] = {x_at(static_cast<float>(step)), y_at(losses[step])};
    }
    flush();
    s_.pen.unclip();
  }

  // The held-out losses, measured every few steps.
  void apart() const {
    std::array<Point, most_points> points;
    const std::size_t every = run_.apart.size() / most_points + 1;
    int count = 0;
    for (std::size_t i = 0; i < run_.apart.size(); i += every) {
      const Point at{x_at(static_cast<float>(run_.apart[i].step)), y_at(static_cast<float>(run_.apart[i].loss))};
      if (std::isfinite(run_.apart[i].loss)) points[static_cast<std::size_t>(count++)] = at;
    }
    s_.pen.clip(grown(in_, 1));
    if (count > 1) s_.pen.path(points.data(), count, s_.theme.text, 2);
    s_.pen.unclip();
  }

  void across(const explorer::CurveView::Number& height) const {
    if (!height.shown) return;
    const float y = s_.pen.snapped(y_at(height.value));
    for (float x = in_.x0; x < in_.x1; x += 9) s_.pen.across(x, std::min(x + 5, in_.x1), y, s_.theme.text3);
    const float top = y + 18 > in_.y1 ? y - 18 : y + 1;  // below it, but above where the axis has its numbers
    draw_height_label(s_, {in_.x0 + 6, top, in_.x1, top + 16}, height.symbol, height.text);
  }

  void now() const {
    if (run_.losses.empty()) return;
    const float loss = run_.losses[std::min(run_.step, run_.losses.size() - 1)];
    const float x = s_.pen.snapped(x_at(static_cast<float>(run_.step)));
    for (float y = in_.y0; y < in_.y1; y += 6) s_.pen.down(x, y, std::min(y + 2, in_.y1), s_.theme.text3);
    if (!std::isfinite(loss)) return;
    const Point at{x, std::max(y_at(loss), in_.y0)};
    s_.pen.disc(at, 6.5f, s_.theme.bg0);
    s_.pen.disc(at, 4.5f, s_.theme.text);
    s_.mark("losses:now", box(at.x - 5, at.y - 5, 10, 10));
  }

  // The names of the lines, or the number at a step.
  void head(std::optional<std::size_t> told) const {
    const Font strong{Face::medium, label_size}, small{Face::regular, note_size};
    const Rect row{in_.x0 - plot_side, in_.y0 - 22, in_.x1, in_.y0 - 4};
    s_.pen.text_in(row, told ? told_words(*told) : s_.text("training.losses"), strong, s_.theme.text);
    float x = row.x1;
    const auto add = [&](std::string_view words, Color color, float width) {
      x -= s_.type.width(words, small);
      s_.pen.text_in({x, row.y0, row.x1, row.y1}, words, small, s_.theme.text2);
      s_.pen.line({x - 22, row.middle_y()}, {x - 6, row.middle_y()}, color, width);
      x -= 36;
    };
    if (told || row.width() < 260) return;
    if (!run_.earlier.empty()) add(s_.text("training.line.earlier"), faded(s_.theme.text3, 0.45f), 1);
    if (run_.apart.empty()) return;
    add(s_.text("training.line.batch"), s_.theme.text3, 1);
    add(s_.text("training.line.apart"), s_.theme.text, 2);
  }

  Screen& s_;
  const TrainingView& run_;
  Rect in_;
  float most_ = 1;
};

// The whole area, or only the bar above the step's matrices. Without a switch, as much as it wants, and the whole area where
// too little would be left for the figures below.
Rect training_room(const Screen& s, Rect area) {
  constexpr float bar = 76, losses = 210, least_stage = 220;
  if (s.view.training->has_matrices) {
    const float row = s.touch() ? touch_target : 36, steps = s.touch() ? touch_target : 26;
    const float above = area.width() < wide_toolbar ? row + 8 : row + steps + 14;
    return {area.x0, area.y0, area.x1, s.view.training->is_shown ? area.y1 : area.y0 + above};
  }
  const auto& maps = s.view.training->maps;
  const float wanted = bar + losses + (maps ? training_maps_height(*maps, area.width()) + 8 : 0);
  const bool shares = area.height() - wanted >= least_stage;
  return {area.x0, area.y0, area.x1, shares ? area.y0 + std::round(wanted) : area.y1};
}

void draw_training_figure(Screen& s, Rect area) {
  const TrainingView& run = *s.view.training;
  Rect rest = RunBar(s, run).draw({area.x0, area.y0, area.x1, area.y1 - 8});
  if (!run.is_shown) return;
  if (run.maps) {
    const float height = std::min(training_maps_height(*run.maps, rest.width()), rest.height() * 0.55f);
    draw_training_maps(s, *run.maps, {rest.x0 + 6, rest.y1 - height, rest.x1 - 6, rest.y1});
    rest.y1 -= height + 8;
  }
  LossPlot(s, rest, run).draw();
}

void add_exported_maps(std::vector<explorer::FigureView>& figures, const explorer::View& view) {
  if (view.training && view.training->maps) figures.push_back({.tensors = {view.training->maps->tensor}});
}

}  // namespace

const FigureKind training_figure{[](const explorer::View& view) { return view.training.has_value(); }, training_room,
                                 draw_training_figure, add_exported_maps};

}  // namespace ui
