// Layout: on a wide stage keys, bars and values side by side, else one plane with the bars as a row below it.
#include "figures/plane/draw.hpp"

#include <array>

#include "figures/drawings.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float heading = 24, note_line = 17, gap = 24, remark_height = 42,
                room_beside = 500;  // of the remark beside the switch

void draw_heading(Screen& s, float x0, float x1, float y, std::string_view words, std::string_view note) {
  const Font bold{Face::semibold, px(14)}, small{Face::regular, px(12)};
  const float end = s.pen.text_in({x0, y, x1, y + heading - 4}, words, bold, s.theme.text);
  const Rect rest{end + 12, y, x1, y + heading - 4};
  if (s.type.width(note, small) <= rest.width()) s.pen.text_in(rest, note, small, s.theme.text2);
}

// Whole sentences, in as many lines as they need; returns where they end.
float draw_notes(Screen& s, Rect where, std::initializer_list<std::string_view> notes) {
  const Font font{Face::regular, px(12)};
  float y = where.y0;
  for (const std::string_view note : notes) {
    if (note.empty()) continue;
    const std::vector<std::string>& lines = s.type.lines(note, font, where.width());
    if (y + note_line * static_cast<float>(lines.size()) > where.y1 + 2) continue;
    for (const std::string& line : lines) {
      s.pen.text_in({where.x0, y, where.x1, y + note_line}, line, font, s.theme.text2);
      y += note_line;
    }
  }
  return y;
}

}  // namespace

Rect PlaneFigure::draw_switch(Screen& s, Rect area) {
  const bool small = narrow(area);
  const bool matrices = view(s).has_matrices, tabs = small && view(s).has_values && view(s).is_shown;
  beside_ = {};
  if (!matrices && !tabs) return area;
  Few<std::string_view, 3> words;
  if (matrices) words.add(s.text("attention.matrices"));
  if (tabs) {
    words.add(s.text("plane.tab.keys"));
    words.add(s.text("plane.tab.values"));
  } else {
    words.add(s.text("plane.view"));
  }
  const std::size_t first = matrices ? 1 : 0;  // of the planes
  const std::size_t now = !view(s).is_shown ? 0 : first + static_cast<std::size_t>(tabs && values_tab_);
  const float row = s.touch() ? touch_target : 32;
  const Rect where = box(area.x0, area.y0, std::min(area.width(), tabs ? 320.0f : 224.0f), row);
  if (const auto chosen = segmented(s, "figure", s.text("attention.view"), where, {words.begin(), words.end()}, now)) {
    if ((*chosen < first) == view(s).is_shown)
      s.command(explorer::ShowAttention{.matrices = *chosen < first, .scores = {}, .shared = {}, .threshold = {}});
    if (*chosen >= first) values_tab_ = *chosen > first;
    s.out.animating = true;
  }
  if (matrices) s.mark("figure:matrices", segment_rect(where, row, words.size(), 0));
  s.mark("figure:plane", segment_rect(where, row, words.size(), first));
  if (tabs) s.mark("figure:values", segment_rect(where, row, words.size(), first + 1));
  beside_ = {where.x1 + 16, where.y0, area.x1, where.y1};
  area.y0 = where.y1 + 8;
  return area;
}

// Every key's lesson value and current one stay in view; while a tip is held nothing moves below it.
PlaneGrid PlaneFigure::grid_of(Screen& s, bool of_values, Rect where) {
  const PlaneGrid& last = of_values ? values_ : keys_;
  if (drag_ && drag_->held && last.where == where) return last;
  PlaneRange range;
  const auto add = [&](const explorer::PlanePoint& point) {
    if (!point.shown) return;
    range.add(point.x, point.y);
    range.add(point.home_x, point.home_y);
  };
  if (!of_values) add(view(s).query);
  for (const explorer::PlaneKey& key : view(s).keys) {
    if (!of_values) add(key.arrow);
    else if (key.value) add(*key.value);
  }
  const PlaneGrid goal = fitted(where, range);
  const bool jump = last.where != where || step_ != s.view.step_id || lesson_ != s.view.lesson_id;
  const Rect moving =
      s.motion.move(motion_key(of_values ? "plane-values" : "plane-keys"),
                    {goal.origin.x, goal.origin.y, goal.origin.x + goal.unit, goal.origin.y}, panel_time, jump);
  return {where, {moving.x0, moving.y0}, moving.width()};
}

// When a step is entered the keys drop their shadows one after the other, the bars grow from them, and the mixture moves to
// its place. Each part of it from 0 to 1.
float PlaneFigure::shadow_dropped(Screen& s, std::size_t key) const {
  const double each = drop_time(s);
  return ease_out(s.motion.since(entered_ + each * static_cast<double>(key), each));
}

float PlaneFigure::bars_grown(Screen& s) const {
  const double after = drop_time(s) * static_cast<double>(view(s).keys.size());
  return ease_out(s.motion.since(entered_ + after, 0.3));
}

float PlaneFigure::mixture_moved(Screen& s) const {
  const double after = drop_time(s) * static_cast<double>(view(s).keys.size()) + 0.3;
  return ease_in_out(s.motion.since(entered_ + after, 0.36));
}

double PlaneFigure::drop_time(const Screen& s) const {
  constexpr double one = 0.24, all = 1;
  return std::min(one, all / static_cast<double>(view(s).keys.size()));
}

// What is pointed at stands out, then what is dragged or reached by the keyboard.
void PlaneFigure::find_lit(Screen& s) {
  lit_.reset();
  if (drag_ && drag_->held) {
    if (drag_->which != Which::query) lit_ = drag_->key;
    return;
  }
  const auto& hovered = s.explorer.state().hovered;
  if (!hovered) return;
  for (std::size_t key = 0; key < view(s).keys.size(); ++key)
    if (hovered == view(s).keys[key].score_cell || hovered == view(s).keys[key].weight_cell) lit_ = key;
}

void PlaneFigure::draw_remark(Screen& s, Rect where) const {
  if (view(s).remark.empty()) return;
  const std::string_view title = s.text("plane.long.title");
  s.pen.panel(where, s.theme.bg1, s.theme.line, panel_radius);
  const Rect in = grown(where, -12, -3);
  constexpr float line = note_line;
  const std::string_view words = s.joined({title, " ", view(s).remark});
  const auto fits = [&](float size) {
    return static_cast<float>(s.type.lines(words, {Face::regular, size}, in.width()).size()) * line <= in.height() + 2;
  };
  const float size = fits(label_size) ? label_size : note_size;
  const Font bold{Face::semibold, size}, font{Face::regular, size};
  const std::vector<std::string>& lines = s.type.lines(words, font, in.width());
  float y = in.middle_y() - line * static_cast<float>(lines.size()) / 2;
  for (std::size_t i = 0; i < lines.size(); ++i, y += line) {
    const Rect row{in.x0, y, in.x1, y + line};
    std::string_view rest = lines[i];
    float x = in.x0;
    if (i == 0 && rest.starts_with(title)) {
      x = s.pen.text_in(row, title, bold, s.theme.text);
      rest.remove_prefix(title.size());
    }
    s.pen.text_in({x, row.y0, row.x1, row.y1}, rest, font, s.theme.text2);
  }
  s.mark("plane-remark", where);
}

// "z: f2 1.64, f3 1.04"
void PlaneFigure::draw_output(Screen& s, Rect where) const {
  const Color ink = s.theme.role(graph::Family::output);
  const Font font{Face::semibold, label_size};
  float base = where.y0 + note_line - 4;
  float x = s.type.draw(s.pen.list(), {where.x0, base}, s.symbol(view(s).output_symbol, px(15), ink)) + 1;
  for (const std::string& line : s.type.lines(view(s).output_text, font, where.x1 - x)) {
    s.pen.text({x, base}, line, font, ink);
    x = where.x0;
    base += note_line;
  }
}

void PlaneFigure::draw_wide(Screen& s, Rect area) {
  const explorer::PlaneView& v = view(s);
  if (beside_.width() >= room_beside) {
    draw_remark(s, {beside_.x0, beside_.middle_y() - remark_height / 2 + 1, beside_.x1,
                    beside_.middle_y() + remark_height / 2 - 1});
  } else {  // there is no switch, or no room beside it; place is kept so that a drag moves nothing
    const float high = remark_height + (area.width() < 700 ? note_line : 0);
    draw_remark(s, {area.x0, area.y1 - high, area.x1, area.y1});
    area.y1 -= high + 10;
  }
  const float bars = area.width() > 1000 ? 250 : 212;
  const float planes = area.width() - bars - (v.has_values ? 2 : 1) * gap;
  const float wide = v.has_values ? std::round(planes * 0.54f) : planes;
  const float notes = area.height() > 300 ? 2 * note_line + 4 : note_line + 4;
  const Rect keys{area.x0, area.y0 + heading, area.x0 + wide, area.y1 - notes};
  const Rect middle = box(keys.x1 + gap, area.y0, bars, area.height());
  if (keys.height() < 40) return;
  keys_ = grid_of(s, false, keys);
  if (v.has_values) values_ = grid_of(s, true, {middle.x1 + gap, keys.y0, area.x1, keys.y1});
  keys_drawn_ = true;
  values_drawn_ = v.has_values;

  draw_heading(s, keys.x0, keys.x1, area.y0, s.text("plane.keys"), s.text("plane.shadows"));
  point_at(s, false);
  if (v.has_values) point_at(s, true);
  find_lit(s);
  draw_keys(s);
  draw_notes(s, {keys.x0, keys.y1 + 4, keys.x1, area.y1},
             {v.left_out, s.view.random.empty() ? s.text("plane.help") : std::string_view(s.view.random)});

  draw_heading(s, middle.x0, middle.x1, area.y0, s.text("plane.scores"), "");
  const float sum = area.y1 - notes + 4;
  draw_bars(s, {middle.x0, area.y0 + heading, middle.x1, sum - 6});
  draw_notes(s, {middle.x0, sum, middle.x1, area.y1}, {v.undivided, s.text("plane.sum", {s.digits(v.keys.size())})});

  if (!v.has_values) return;
  const Rect values = values_.where;
  draw_heading(s, values.x0, values.x1, area.y0, s.text("plane.values"), "");
  draw_values(s);
  const Rect below{values.x0, values.y1 + 4, values.x1, area.y1};
  draw_output(s, below);
  draw_notes(s, {below.x0, below.y0 + note_line, below.x1, below.y1}, {s.text("plane.inside")});
}

void PlaneFigure::draw_narrow(Screen& s, Rect area) {
  const explorer::PlaneView& v = view(s);
  const bool of_values = v.has_values && values_tab_;
  const float bars = area.height() < 220 ? 0.0f : 62.0f;
  const bool roomy = area.height() - bars >= 250;
  const float notes = roomy ? 3 * note_line : area.height() - bars >= 150 ? note_line : 0;
  const Rect plane{area.x0, area.y0, area.x1, area.y1 - bars - notes - (notes > 0 ? 4 : 0)};
  if (plane.height() < 40) return;
  (of_values ? values_ : keys_) = grid_of(s, of_values, plane);
  keys_drawn_ = !of_values;
  values_drawn_ = of_values;
  point_at(s, of_values);
  find_lit(s);
  if (of_values) draw_values(s);
  else draw_keys(s);
  const Rect below{area.x0, plane.y1 + 4, area.x1, area.y1 - bars};
  if (of_values) {
    draw_output(s, below);
    draw_notes(s, {below.x0, below.y0 + note_line, below.x1, below.y1}, {s.text("plane.inside")});
  } else draw_notes(s, below, {s.view.random, v.remark, v.left_out, v.undivided});
  if (!of_values && !v.remark.empty()) s.mark("plane-remark", below);
  if (bars > 0) draw_bar_row(s, {area.x0, area.y1 - bars + 4, area.x1, area.y1});
}

void PlaneFigure::draw(Screen& s, Rect area) {
  pointed_ = false;
  near_.reset();
  const bool here = step_ == s.view.step_id && lesson_ == s.view.lesson_id;
  if (!here) {
    drag_.reset();
    entered_ = step_.empty() ? -10 : s.motion.now();
  }
  if (drag_ && drag_->key >= view(s).keys.size()) drag_.reset();
  if (narrow(area)) draw_narrow(s, area);
  else draw_wide(s, area);
  keys(s);
  step_ = s.view.step_id;
  lesson_ = s.view.lesson_id;
  if (!pointed_ && !(drag_ && drag_->held)) s.hover(std::nullopt);
}

const FigureDrawing plane_drawing{
    .make = [] -> std::unique_ptr<StageFigure> { return std::make_unique<PlaneFigure>(); }};

}  // namespace ui
