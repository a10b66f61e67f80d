// See draw.hpp. Pointing at a plot, or going along it with arrow keys, tells one step; a click or Enter shows it.
#include "figures/training/draw.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <span>

#include "imgui.h"
#include "ui/figures/height_label.hpp"

namespace ui {
namespace {

using explorer::TrainingView;

constexpr std::size_t most_points = 400;  // of a line
constexpr float plot_side = 40;           // left of the plot, for the numbers
constexpr float label_height = 16;
constexpr float plot_end = 8, label_gap = 10;  // right of the plot without labels; between a line's end and its label
constexpr float most_gutter = 0.4f;            // of the width, for the labels

std::string per_cent(float share) {
  std::array<char, 24> words{};
  std::snprintf(words.data(), words.size(), "%.1f %%", static_cast<double>(100 * share));
  return words.data();
}

// What is drawn over the steps of a run.
struct Course {
  std::string_view id, title, note;
  const std::vector<float>& values;
  const std::vector<std::vector<float>>& earlier;
  const std::vector<explorer::NumberView>& lines;
  bool share = false;  // 0 to 1, told in per cent; else losses
};

class RunPlot {
 public:
  RunPlot(Screen& screen, Rect area, const TrainingView& run, const Course& course)
      : s_(screen),
        run_(run),
        c_(course),
        in_{area.x0 + plot_side, area.y0 + 22, area.x1, area.y1 - 20},
        end_(area.x1) {
    in_.x1 -= std::min(room_of_heights(), most_gutter * area.width());
    if (c_.share) {
      most_ = 1.04f;
      return;
    }
    // A loss that shoots up is cut off: the plot is for those that fall.
    float usual = 0;
    for (const auto& line : c_.lines) usual = std::max(usual, line.value);
    if (!c_.values.empty() && std::isfinite(c_.values.front())) usual = std::max(usual, c_.values.front());
    float highest = usual;
    for (const float loss : c_.values)
      if (std::isfinite(loss)) highest = std::max(highest, loss);
    most_ = std::max(std::min(highest, 2 * usual) * 1.06f, 1e-6f);
  }

  void draw() {
    if (in_.height() < 36 || in_.width() < 80) return;
    const Hit hit = s_.hit(c_.id, in_);
    const std::optional<std::size_t> told = told_step(hit);
    grid();
    for (const std::vector<float>& losses : c_.earlier) line(losses, faded(s_.theme.text3, 0.45f), 1);
    heights();
    // What is known of the run beyond the shown step is grey.
    const Color later = faded(s_.theme.text3, 0.7f);
    const bool alone = run_.apart.empty();
    line(c_.values, later, alone ? 2.0f : 1.0f);
    if (run_.step > 0) line(c_.values, alone ? s_.theme.text : s_.theme.text3, alone ? 2.0f : 1.0f, run_.step);
    apart(later, run_.planned);
    if (run_.step > 0) apart(s_.theme.text, run_.step);
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
    if (c_.values.empty()) {
      s_.says(hit.focused, c_.title, "role.losses", c_.note);
      return std::nullopt;
    }
    const int last = static_cast<int>(std::min(c_.values.size(), run_.planned));
    int& at = s_.memory.roving[motion_key(c_.id)];
    at = std::clamp(at, 0, last);
    if (hit.focused) {
      if (s_.focus.arrived()) at = static_cast<int>(run_.step);
      if (s_.takes(ImGuiKey_LeftArrow, at > 0)) --at;
      if (s_.takes(ImGuiKey_RightArrow, at < last)) ++at;
      if (s_.takes(ImGuiKey_Home, at > 0)) at = 0;
      if (s_.takes(ImGuiKey_End, at < last)) at = last;
      s_.says(true, c_.title, "role.losses", told_words(static_cast<std::size_t>(at)));
      if (s_.focus.visible()) return static_cast<std::size_t>(at);
    }
    if (!hit.hovered) return std::nullopt;
    const float share = (s_.pointer().x - in_.x0) / in_.width();
    const auto step = std::lround(share * static_cast<float>(run_.planned));
    return static_cast<std::size_t>(std::clamp<long>(step, 0, last));
  }

  std::string_view told_words(std::size_t step) const {
    const std::string_view title = s_.text("training.step", {s_.digits(step)});
    if (step >= c_.values.size()) return title;
    std::string& words = s_.memory.words.next();
    words = number(c_.values[step]);
    return s_.joined({title, ": ", s_.text(c_.share ? "training.right" : "training.loss", {words})});
  }

  static float round_step(float rough) {
    const float power = std::pow(10.0f, std::floor(std::log10(std::max(rough, 1e-6f))));
    const float share = rough / power;
    return power * (share <= 1 ? 1.0f : share <= 2 ? 2.0f : share <= 5 ? 5.0f : 10.0f);
  }

  void grid() const {
    const Font note{Face::regular, note_size};
    const float high =
        c_.share ? (in_.height() < 90 ? 1.0f : 0.5f) : round_step(most_ / std::max(in_.height() / 40, 1.0f));
    const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(high) - 1e-4f)), 0, 4);
    for (float y = 0; y <= most_; y += high) {
      s_.pen.across(in_.x0, in_.x1, s_.pen.snapped(y_at(y)), y == 0 ? s_.theme.line2 : s_.theme.line);
      std::array<char, 24> words{};
      if (c_.share) std::snprintf(words.data(), words.size(), "%.0f %%", static_cast<double>(100 * y));
      else std::snprintf(words.data(), words.size(), "%.*f", digits, static_cast<double>(y));
      s_.pen.text_in({in_.x0 - plot_side, y_at(y) - 9, in_.x0 - 8, y_at(y) + 9}, words.data(), note, s_.theme.text3,
                     Align::right);
    }
    const auto planned = static_cast<float>(run_.planned);
    const float wide = std::max(round_step(planned / std::max(in_.width() / 64, 1.0f)), 1.0f);
    for (float x = 0; x <= planned; x += wide)
      s_.pen.text_in({x_at(x) - 30, in_.y1 + 2, x_at(x) + 30, in_.y1 + 20}, s_.digits(static_cast<std::size_t>(x)),
                     note, s_.theme.text3, Align::centre);
  }

  // Up to the step `last`.
  void line(const std::vector<float>& losses, Color color, float width,
            std::size_t last = std::numeric_limits<std::size_t>::max()) const {
    std::array<Point, most_points> points;
    int count = 0;
    s_.pen.clip(grown(in_, 1));
    const auto flush = [&] {
      if (count > 1) s_.pen.path(points.data(), count, color, width);
      count = 0;
    };
    const std::size_t end = std::min(losses.size(), run_.planned + 1);
    const std::size_t apart = (end + most_points - 2) / (most_points - 1);
    for (std::size_t step = 0; step < end && step <= last; step += std::max<std::size_t>(apart, 1)) {
      if (!std::isfinite(losses[step])) {
        flush();
        continue;
      }
      points[static_cast<std::size_t>(count++)] = {x_at(static_cast<float>(step)), y_at(losses[step])};
    }
    flush();
    s_.pen.unclip();
  }

  // The held-out losses, measured every few steps, up to the step `last`.
  void apart(Color color, std::size_t last) const {
    std::array<Point, most_points> points;
    const std::size_t every = run_.apart.size() / most_points + 1;
    int count = 0;
    for (std::size_t i = 0; i < run_.apart.size() && run_.apart[i].step <= last; i += every) {
      const double height = c_.share ? run_.apart[i].right.value_or(NAN) : run_.apart[i].loss;
      const Point at{x_at(static_cast<float>(run_.apart[i].step)), y_at(static_cast<float>(height))};
      if (std::isfinite(height)) points[static_cast<std::size_t>(count++)] = at;
    }
    s_.pen.clip(grown(in_, 1));
    if (count > 1) s_.pen.path(points.data(), count, color, 2);
    s_.pen.unclip();
  }

  std::string height_number(const explorer::NumberView& height) const {
    return c_.share ? per_cent(height.value) : height.text;
  }

  // Right of the plot, for the widest label.
  float room_of_heights() const {
    float widest = plot_end;
    for (const auto& height : c_.lines)
      if (height.shown)
        widest = std::max(widest, height_label_width(s_, height.symbol, height_number(height)) + label_gap);
    return widest;
  }

  // Their labels stand at their right ends, where no curve goes, from the highest to the lowest. Those that would cover
  // each other move apart, and a short stroke leads to each.
  void heights() const {
    std::array<const explorer::NumberView*, TrainingView::most_heights> shown{};
    std::size_t count = 0;
    for (const auto& height : c_.lines)
      if (height.shown) shown[count++] = &height;
    std::ranges::sort(std::span(shown.data(), count), std::greater{}, [](const auto* height) { return height->value; });
    // In a low plot they are closer, so that the highest stays below the names of the lines.
    constexpr float least = 13;
    const float each =
        std::clamp((in_.height() + 8) / static_cast<float>(std::max<std::size_t>(count, 1)), least, label_height);
    std::array<float, TrainingView::most_heights> tops{};
    for (std::size_t i = 0; i < count; ++i) {
      tops[i] = y_at(shown[i]->value) - each / 2;
      if (i > 0) tops[i] = std::max(tops[i], tops[i - 1] + each);
    }
    float lowest = in_.y1 + 4 - each;  // the steps are written below
    for (std::size_t i = count; i-- > 0; lowest = tops[i] - each) tops[i] = std::min(tops[i], lowest);
    for (std::size_t i = 0; i < count; ++i) {
      const float y = s_.pen.snapped(y_at(shown[i]->value));
      for (float x = in_.x0; x < in_.x1; x += 9) s_.pen.across(x, std::min(x + 5, in_.x1), y, s_.theme.text3);
      const float left =
          draw_height_label(s_, {in_.x1, tops[i], end_, tops[i] + each}, shown[i]->symbol, height_number(*shown[i]));
      s_.mark(s_.joined({c_.id, ":height:", s_.digits(i)}), {left, tops[i], end_, tops[i] + each});
      s_.pen.line({in_.x1, y}, {std::max(left - 4, in_.x1), tops[i] + each / 2}, s_.theme.text3, 1);
    }
  }

  // At the shown step: the held-out number if it was measured there.
  std::optional<float> held_out_now() const {
    for (const explorer::HeldOut& one : run_.apart) {
      const double height = c_.share ? one.right.value_or(NAN) : one.loss;
      if (one.step == run_.step && std::isfinite(height)) return static_cast<float>(height);
    }
    return std::nullopt;
  }
  // Else that of the batch.
  float height_now() const { return held_out_now().value_or(c_.values[std::min(run_.step, c_.values.size() - 1)]); }

  std::string number(float height) const {
    return c_.share ? per_cent(height) : explorer::loss_text(static_cast<double>(height));
  }

  void now() const {
    if (c_.values.empty()) return;
    const float loss = height_now();
    const float x = s_.pen.snapped(x_at(static_cast<float>(run_.step)));
    for (float y = in_.y0; y < in_.y1; y += 6) s_.pen.down(x, y, std::min(y + 2, in_.y1), s_.theme.text3);
    if (!std::isfinite(loss)) return;
    const Point at{x, std::max(y_at(loss), in_.y0)};
    s_.pen.disc(at, 6.5f, s_.theme.bg0);
    s_.pen.disc(at, 4.5f, s_.theme.text);
    s_.mark(s_.joined({c_.id, ":now"}), box(at.x - 5, at.y - 5, 10, 10));
  }

  // The name of the plot with the number of now and the names of the lines, or the number at the step pointed at.
  void head(std::optional<std::size_t> told) const {
    const Font strong{Face::medium, label_size}, small{Face::regular, note_size};
    const Rect row{in_.x0 - plot_side, in_.y0 - 22, end_, in_.y0 - 4};
    s_.pen.text_in(row, told ? told_words(*told) : c_.title, strong, s_.theme.text);
    float end = row.x0 + s_.type.width(c_.title, strong);
    if (!told && !c_.values.empty()) {
      std::string& words = s_.memory.words.next();
      words = number(height_now());
      if (!run_.apart.empty() && row.width() >= 260)
        words.append(" ").append(s_.text(held_out_now() ? "training.line.apart" : "training.line.batch"));
      s_.pen.text_in({end + 10, row.y0, row.x1, row.y1}, words, small, s_.theme.text2);
      end += 10 + s_.type.width(words, small);
    }
    float x = row.x1;
    const auto add = [&](std::string_view words, Color color, float width) {
      constexpr float stroke = 22;
      if (x - s_.type.width(words, small) - stroke < end + 8) return;
      x -= s_.type.width(words, small);
      s_.pen.text_in({x, row.y0, row.x1, row.y1}, words, small, s_.theme.text2);
      s_.pen.line({x - 22, row.middle_y()}, {x - 6, row.middle_y()}, color, width);
      x -= 36;
    };
    if (told || row.width() < 260) return;
    if (!c_.earlier.empty()) add(s_.text("training.line.earlier"), faded(s_.theme.text3, 0.45f), 1);
    if (run_.apart.empty()) return;
    add(s_.text("training.line.batch"), s_.theme.text3, 1);
    add(s_.text("training.line.apart"), s_.theme.text, 2);
  }

  Screen& s_;
  const TrainingView& run_;
  const Course& c_;
  Rect in_;
  float end_;  // the right edge of the labels
  float most_ = 1;
};

}  // namespace

void draw_losses(Screen& s, Rect area, const TrainingView& run) {
  const Course course{"losses", s.text("training.losses"), run.note, run.losses, run.earlier, run.lines};
  RunPlot(s, area, run, course).draw();
}

void draw_right(Screen& s, Rect area, const TrainingView& run) {
  static const std::vector<std::vector<float>> none;
  const Course course{"right", s.text("training.accuracy"), run.right_note, run.right, none, run.right_lines, true};
  RunPlot(s, area, run, course).draw();
}

}  // namespace ui
