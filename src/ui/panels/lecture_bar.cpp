// See panels.hpp.
#include "ui/panels/panels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr std::array caption_sizes{px(17), px(15.5f), px(14), px(13), px(12)};
constexpr float caption_line = 1.42f, apart = 6;

ProseStyle caption_style(const Theme& theme, float size) {
  return {.size = size, .line = size * caption_line, .gap = 0, .plain = theme.text, .strong = theme.text};
}

// Lines of a prose from one on, as far as there is room.
void draw_lines(Screen& s, const Prose& prose, Rect area, const ProseStyle& style, std::size_t first, std::size_t end) {
  float up = 0;
  bool found = false;
  for (const Prose::Piece& piece : prose.pieces) {
    if (piece.line < first || piece.line >= end) continue;
    if (!found) up = piece.y - (style.line / 2 + 0.36f * style.size);
    found = true;
    const Point base{area.x0 + piece.x, area.y0 + piece.y - up};
    if (piece.formula) draw(s.pen, s.type, s.theme, *piece.formula, base, piece.formula_size, style.plain);
    else s.pen.text(base, piece.run.text, piece.run.font, piece.run.color);
  }
}

std::string_view speed_label(double speed) { return speed < 1 ? "½×" : speed > 1 ? "2×" : "1×"; }

void draw_speed(Screen& s, Rect where) {
  const double now = s.explorer.state().lecture.speed;
  const auto& all = explorer::lecture_speeds;
  const auto* const at = std::ranges::find(all, now);
  const double next = at == std::end(all) || at + 1 == std::end(all) ? all[0] : at[1];
  const std::string_view label = speed_label(now);
  const std::string_view name = s.text("lecture.speed.now", {label});
  if (button(s, "lecture-speed", where, {.label = label, .kind = ButtonKind::ghost, .tip = name, .name = name}))
    s.command(explorer::PlayLesson{.on = {}, .paused = {}, .speed = next});
}

void draw_pause(Screen& s, Rect where) {
  const bool paused = s.explorer.state().lecture.paused;
  const std::string_view name = s.text(paused ? "lecture.continue" : "lecture.pause");
  if (button(s, "lecture-pause", where, {.before = paused ? Icon::play : Icon::pause, .tip = name}))
    s.command(explorer::PlayLesson{.on = {}, .paused = !paused, .speed = {}});
}

void draw_stop(Screen& s, Rect where) {
  const std::string_view name = s.text("lecture.stop");
  if (button(s, "lecture-stop", where, {.before = Icon::stop, .kind = ButtonKind::ghost, .tip = name}))
    play_lesson(s, false);
}

std::string_view status(Screen& s) {
  const bool waits = s.memory.lecture.waits();
  return s.text(waits ? "lecture.asks" : s.explorer.state().lecture.paused ? "lecture.paused" : "lecture.playing");
}

}  // namespace

void draw_caption(Screen& s, Rect area, float largest) {
  const explorer::Caption* caption = s.memory.lecture.caption(s.view);
  if (caption == nullptr || area.height() < caption_sizes.back() * caption_line) return;
  ProseStyle style;
  const Prose* laid = nullptr;
  for (const float size : caption_sizes) {
    if (size > largest + 0.1f) continue;
    style = caption_style(s.theme, size);
    laid = s.lay(caption->words, area.width(), style);
    if (laid->height <= area.height()) break;
  }
  std::size_t first = 0, end = laid->lines();
  if (laid->height > area.height()) {
    const auto fits = std::max<std::size_t>(static_cast<std::size_t>(area.height() / style.line), 1);
    const std::size_t pages = (laid->lines() + fits - 1) / fits;
    const Lecture& clock = s.memory.lecture;
    const auto turned = static_cast<std::size_t>(clock.share(s.motion.now()) * static_cast<double>(pages) + 1e-6);
    const std::size_t page = std::min(turned, pages - 1);
    first = page * fits;
    end = std::min(first + fits, laid->lines());
    if (page + 1 < pages)
      s.motion.sleep_until(clock.time_of(static_cast<double>(page + 1) / static_cast<double>(pages)));
  }
  const float high = end - first == laid->lines() ? laid->height : static_cast<float>(end - first) * style.line;
  s.mark("caption", {area.x0, area.y0, area.x1, area.y0 + high});
  const float alpha = s.pen.alpha();
  s.pen.set_alpha(alpha * s.read_in(s.memory.turn.at));
  draw_lines(s, *laid, area, style, first, end);
  s.pen.set_alpha(alpha);
}

void draw_lecture_dots(Screen& s, float x, float y, float most) {
  const auto count = static_cast<float>(s.view.steps.size());
  const float pitch = std::min(12.0f, (most - 6) / std::max(count, 1.0f));
  const float radius = std::min(3.0f, pitch * 0.32f);
  for (std::size_t i = 0; i < s.view.steps.size(); ++i) {
    const Point at{x + radius + pitch * static_cast<float>(i) + (i > s.view.step ? 6.0f : 0.0f), y};
    if (i == s.view.step)
      s.pen.fill({at.x - radius, y - radius, at.x + 6 + radius, y + radius}, s.theme.role(step_family(s.view)), radius);
    else s.pen.disc(at, radius, i < s.view.step ? s.theme.text3 : s.theme.line2);
  }
}

void draw_lecture_slot(Screen& s, Rect slot) {
  const float y = slot.middle_y() - 22, pause = 56, speed = 56, stop = 44;
  const Font small{Face::medium, px(12)};
  s.pen.text_in({slot.x0, y - 22, slot.x1 + 16, y - 4}, s.type.fitted(status(s), small, slot.width() + 16), small,
                s.theme.text2);
  float x = slot.x0;
  const auto place = [&](float width) {
    const Rect where = box(x, y, width, 44);
    x += width + apart - 2;
    return where;
  };
  draw_pause(s, place(pause));
  draw_speed(s, place(speed));
  draw_stop(s, place(stop));
  s.mark("lecture", {slot.x0, y - 22, slot.x1, y + 44});
  draw_lecture_dots(s, slot.x0, y + 44 + 11, slot.width());
}

void draw_lecture_row(Screen& s, Rect row) {
  const float each = std::max(row.height(), s.touch() ? touch_target : 0.0f);
  constexpr float least_next = 96;
  const bool asks = s.memory.lecture.waits() && s.shell == Shell::embed && s.around.controls == Controls::all;
  const std::string_view before = s.focus.current_drawn();
  s.focus.group("lecture");
  float x = row.x0;
  const auto place = [&](float width) {
    const Rect where{x, row.y1 - each, x + width, row.y1};
    x += width + apart;
    return where;
  };
  draw_pause(s, place(each));
  draw_speed(s, place(each + 4));
  draw_stop(s, place(each));
  if (asks) {
    const Rect where = place(each);
    const std::string_view tip = s.text("step.question");
    if (button(s, "question", where, {.before = Icon::question, .tip = tip})) s.toggle_popup(Popup::question, where);
  }
  s.mark("lecture", {row.x0, row.y1 - each, x - apart, row.y1});
  s.focus.group(before);
  const bool both = row.x1 - x - each - apart >= least_next;
  const Rect back = both ? place(each) : Rect{};
  const float right = row.x1 - x > 170 ? x + 170 : row.x1;
  draw_back_next(s, back, {x, row.y1 - each, s.shell == Shell::embed ? right : row.x1, row.y1}, true);
}

}  // namespace ui
