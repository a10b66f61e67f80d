// See panels.hpp. A segment is full once its part has been shown; what is played fills the current one.
#include "ui/panels/panels.hpp"

#include <algorithm>

#include "imgui.h"
#include "ui/type/symbol.hpp"
#include "ui/widgets/widgets.hpp"

namespace ui {
namespace {

constexpr float track_height = 6, segments_apart = 8, knob_radius = 8, round_button = 48;
constexpr Font part_font{Face::medium, px(12.5f)}, part_now_font{Face::semibold, px(12.5f)};
constexpr float part_symbol = 16;

// What a part of the step makes: its last matrix.
const explorer::TensorView* result_of(const Screen& s, std::size_t beat) {
  const std::vector<std::size_t>& firsts = s.memory.beats.firsts;
  const std::size_t end = beat + 1 < firsts.size() ? firsts[beat + 1] : s.view.parts.size();
  if (end == 0 || end > s.view.parts.size()) return nullptr;
  const explorer::StagePart& last = s.view.parts[end - 1];
  return &s.view.stage[last.figure].tensors[last.tensor + last.count - 1];
}

Rect segment(Rect track, std::size_t count, std::size_t at) {
  const auto n = static_cast<float>(count);
  const float width = (track.width() - (n - 1) * segments_apart) / n;
  return box(track.x0 + static_cast<float>(at) * (width + segments_apart), track.y0, width, track.height());
}

// The current segment is a slider over the time of its motion.
void scrub(Screen& s, Rect where, MotionPlayer& player, Color ink) {
  const float reach = s.touch() ? touch_target / 2 : 16;
  const Hit hit = s.hit("scrub", grown(where, 9, reach - where.height() / 2));
  const float before = player.at();
  float to = before;
  if (hit.held) to = std::clamp((s.pointer().x - where.x0) / std::max(where.width(), 1.0f), 0.0f, 1.0f);
  if (hit.focused) {
    constexpr float step = 0.05f;
    if (s.takes(ImGuiKey_LeftArrow)) to -= step;
    if (s.takes(ImGuiKey_RightArrow)) to += step;
    if (s.takes(ImGuiKey_Home)) to = 0;
    if (s.takes(ImGuiKey_End)) to = 1;
    to = std::clamp(to, 0.0f, 1.0f);
    constexpr float percent = 100;
    s.says(true, s.text("stage.scrub"), "role.slider", s.digits(static_cast<std::size_t>(to * percent)));
  }
  if (to != before) {
    player.seek(to);
    s.out.animating = true;
  }
  const float x = mix(where.x0, where.x1, player.at());
  s.pen.fill({where.x0, where.y0, x, where.y1}, ink, track_height / 2);
  const float lit = s.motion.fade(motion_key("scrub"), hit.hovered || hit.held || hit.focused, control_time);
  if (player.at() < 1 || lit > 0) {
    s.pen.disc({x, where.middle_y()}, knob_radius + 1.5f, s.theme.bg1);
    s.pen.disc({x, where.middle_y()}, knob_radius - 1 + lit, s.theme.text);
  }
  if (hit.focused) s.ring(grown(where, 4, 6), knob_radius);
  if (hit.hovered) s.out.cursor = "pointer";
}

// The name of a part: the matrix that it makes.
void name(Screen& s, Rect above, const explorer::TensorView& t, bool now) {
  const std::vector<TextRun>& symbol = s.symbol(t.symbol, part_symbol, now ? s.theme.role(t.role) : s.theme.text2);
  const float base = centred(above.middle_y(), part_symbol);
  s.pen.clip({above.x0, above.y0 - 2, above.x1, above.y1 + 4});
  s.type.draw(s.pen.list(), {s.pen.snapped(above.x0), base}, symbol, s.pen.alpha());
  s.pen.unclip();
}

void track(Screen& s, Rect where, MotionPlayer* player, float names) {
  const Beats& beats = s.memory.beats;
  const std::size_t count = std::max<std::size_t>(beats.firsts.size(), 1);
  for (std::size_t b = 0; b < count; ++b) {
    const Rect line = segment(where, count, b);
    const bool now = b == beats.now || beats.firsts.empty();
    const explorer::TensorView* made = result_of(s, b);
    const Color ink = now && made != nullptr ? s.theme.role(made->role) : s.theme.text3;
    s.pen.fill(line, s.theme.line2, track_height / 2);
    const Rect above{line.x0, line.y0 - names, line.x1, line.y0 - 2};
    if (names > 0 && made != nullptr && count > 1) name(s, above, *made, now);
    if (now && player != nullptr) {
      scrub(s, line, *player, ink);
    } else if (now || b < beats.now) {
      s.pen.fill(line, ink, track_height / 2);
    }
    const std::string_view id = s.joined({"beat:", s.digits(b + 1)});
    const float reach = s.touch() ? (touch_target - track_height) / 2 : 10;
    const Rect target = now ? above : Rect{line.x0, line.y0 - std::max(names, reach), line.x1, line.y1 + reach};
    if (count < 2) continue;
    if (now) {
      s.mark(id, grown(line, 0, reach));
      continue;
    }
    const Hit hit = s.hit(id, target);
    const std::string_view place = s.text("step.beat", {s.digits(b + 1), s.digits(count)});
    const std::string_view told = made != nullptr ? s.joined({place, ", ", made->caption}) : place;
    s.says(hit.focused, told, "role.button");
    if (hit.hovered || hit.focused) {
      s.pen.outline(grown(line, 2), s.theme.text3, 1, track_height);
      s.item_tip(told, hit.focused);
    }
    if (hit.hovered) s.out.cursor = "pointer";
    if (hit.focused) s.ring(grown(line, 3, 5), track_height);
    if (hit.clicked) s.go_to_beat(b);
  }
}

}  // namespace

float next_lesson_width(Screen& s) {
  return s.leads_on() ? button_width(s, {.label = s.view.closing->next_button, .after = Icon::right}) : 0;
}

void draw_play(Screen& s, Rect where, MotionPlayer& player) {
  const bool playing = player.playing();
  const std::string_view tip = s.text(playing ? "stage.pause.tip" : "stage.play.tip");
  const std::string_view word = s.text(playing ? "stage.pause" : "stage.play");
  const Hit hit = s.hit("play", where);
  const float lit = s.motion.fade(motion_key("play"), hit.hovered || hit.held, control_time);
  const Point middle{where.middle_x(), where.middle_y()};
  const float radius = std::min(where.width(), where.height()) / 2;
  s.pen.disc(middle, radius, mixed(s.theme.bg3, s.theme.line2, lit));
  s.pen.circle(middle, radius - 0.5f, s.theme.line2, 1);
  draw_icon(s.pen, playing ? Icon::pause : Icon::play, {middle.x + (playing ? 0.0f : 1.0f), middle.y}, s.theme.text,
            19);
  if (hit.focused) s.ring(where, radius);
  s.says(hit.focused, word, "role.button");
  if (hit.hovered) s.out.cursor = "pointer";
  if (hit.hovered || hit.focused) s.item_tip(tip, hit.focused);
  if (hit.clicked) player.toggle(s);
}

void draw_track(Screen& s, Rect where, MotionPlayer* player) { track(s, where, player, 0); }

void draw_transport(Screen& s, Rect bar, MotionPlayer* player) {
  s.pen.fill(bar, s.theme.bg1);
  s.pen.across(bar.x0, bar.x1, bar.y0, s.theme.line);
  const bool wide = s.shell == Shell::desktop, low = bar.height() < 70;
  const float margin = wide ? stage_margin : stage_margin_narrow, y = bar.middle_y();
  // After the last step there is nothing else in the bar.
  const float usual = std::min(wide ? 280.0f : 216.0f, bar.width() * 0.28f);
  const float width = s.view.closing ? std::clamp(next_lesson_width(s), usual, bar.width() * 0.6f) : usual;
  const Rect next = box(bar.x1 - margin - width, y - 22, width, 44), back = box(next.x0 - 54, y - 22, 44, 44);
  if (plays(s)) {
    s.focus.group("lecture");
    draw_lecture_slot(s, {bar.x0 + margin, bar.y0, bar.x0 + margin + 216, bar.y1});
  } else {
    s.focus.group("time");
    const Rect play = box(bar.x0 + margin, y - round_button / 2, round_button, round_button);
    const Rect speed = box(play.x1 + 6, y - 17, 44, 34);
    if (player != nullptr) {
      draw_play(s, play, *player);
      const std::string_view faster = s.text("stage.speed");
      if (button(s, "speed", speed, {.label = player->speed(), .kind = ButtonKind::ghost, .tip = faster}))
        player->next_speed(s);
    }
    if (!s.view.closing) {
      const float names = low ? 20 : 24, at = low ? y + 5 : y - 2;
      const Rect line{speed.x1 + 14, at, back.x0 - (wide ? 40.0f : 20.0f), at + track_height};
      track(s, line, player, names);
      const Font keys{Face::regular, px(12)};
      const std::string_view words = s.text(s.memory.beats.several() ? "transport.keys" : "transport.keys.one");
      if (!low && !s.touch() && player != nullptr)
        s.pen.text_in({line.x0, line.y1 + 8, line.x1, line.y1 + 26}, s.type.fitted(words, keys, line.width()), keys,
                      s.theme.text3);
    }
  }
  draw_back_next(s, back, next, !wide);
}

void draw_back_next(Screen& s, Rect back, Rect next, bool short_words) {
  const auto& steps = s.view.steps;
  const std::size_t at = s.view.step;
  const Beats& beats = s.memory.beats;
  const bool first_beat = beats.now == 0, last_beat = beats.now + 1 >= beats.firsts.size();
  // The title of the step that the button opens, if it does, has the room and fits.
  const auto words = [&](bool named, std::size_t step, float room, std::string_view otherwise) {
    if (!named || step >= steps.size()) return s.text(otherwise);
    const std::string_view title = steps[step].title;
    return button_width(s, {.label = title, .after = Icon::right}, back.height() > 44) <= room ? title
                                                                                               : s.text(otherwise);
  };
  const bool names_steps = !short_words || s.shell != Shell::embed;
  const std::string_view before = words(first_beat && at > 0, at - 1, 1e6f, "step.back");
  const bool waits = plays(s) && s.memory.lecture.waits();
  const auto to_next_lesson = [&] {
    const std::string& full = s.view.closing->next_button;
    const auto fits = [&](std::string_view label) {
      return button_width(s, {.label = label, .after = Icon::right}, back.height() > 44) <= next.width();
    };
    return fits(full) ? std::string_view(full) : s.text(fits(s.text("end.next")) ? "end.next" : "step.next");
  };
  // Within a step the next part's matrix, where the button has the room.
  const explorer::TensorView* made = last_beat || waits || !names_steps ? nullptr : result_of(s, beats.now + 1);
  Button to_next{.after = Icon::right, .kind = ButtonKind::primary, .enabled = s.can_go(false)};
  if (made != nullptr) {
    to_next.label = s.text("step.next.to", {""});
    to_next.name = s.text("step.next.to", {made->caption});
    to_next.symbol = &made->symbol;
    if (button_width(s, to_next, back.height() > 44) > next.width()) to_next.name = {}, to_next.symbol = nullptr;
  }
  const std::string_view after = waits          ? s.text("lecture.go_on")
                                 : s.leads_on() ? to_next_lesson()
                                                : words(last_beat && names_steps, at + 1, next.width(), "step.next");
  s.focus.group("next");
  if (button(s, "back", back,
             {.label = back.width() < 60 ? std::string_view() : s.text("step.back"),
              .before = Icon::left,
              .enabled = s.can_go(true),
              .tip = back.width() < 60 ? before : std::string_view()})) {
    s.go(true);
  }
  if (to_next.symbol == nullptr) to_next.label = after;
  if (button(s, "next", next, to_next)) s.go(false);
}

}  // namespace ui
