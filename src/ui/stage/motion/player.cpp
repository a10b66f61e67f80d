// See player.hpp: the clock.
#include "ui/stage/motion/player.hpp"

#include <algorithm>

#include "imgui.h"

namespace ui {
namespace {

constexpr float first_shortest = 0.5f, first_longest = 1.2f;  // seconds, when a beat is first seen
constexpr float shortest = 3, longest = 4, slower = 3;        // when it is played to be followed

}  // namespace

void MotionPlayer::changed(Screen& s, const StageScene& scene, Change change) {
  stale_ = true;
  hovered_act_.reset();  // its places may have changed
  // Slopes that answer “What moves this?” are not made from what is around them.
  moves_ = !s.view.moves && has_acts(s.explorer.graph(), scene);
  if (!moves_) finish();
  if (change == Change::space) return;
  finish();
  if (change == Change::numbers) return;
  standing_ = std::move(on_stage_);
  on_stage_.clear();
  for (std::size_t b = 0; b < scene.layout.blocks.size(); ++b) on_stage_.push_back(scene.tensor(b).node);
  if (lesson_ != s.view.lesson_id) standing_.clear();
  lesson_ = s.view.lesson_id;
  if (change == Change::begin) return;
  const std::uint64_t beat = motion_key(s.view.step_id, motion_key(s.view.lesson_id, s.view.beat));
  const bool seen = !seen_.insert(beat).second;
  const bool quiet =
      s.motion.reduced() || s.around.picture != nullptr || s.explorer.state().reading || s.explorer.state().pinned;
  if (moves_ && !seen && !quiet && has_acts(s.explorer.graph(), scene, standing_)) {
    running_ = first_time_ = true;
    at_ = from_ = 0;
    began_ = s.motion.now() + step_time;
  }
}

float MotionPlayer::now_at(Screen& s) const {
  return mix(from_, 1, s.motion.since(began_, static_cast<double>((1 - from_) * seconds())));
}

float MotionPlayer::seconds() const {
  const float own = first_time_ ? std::clamp(acts_.seconds, first_shortest, first_longest)
                                : std::clamp(slower * acts_.seconds, shortest, longest);
  return own / factors[speed_];
}

void MotionPlayer::toggle(Screen& s) {
  s.out.animating = true;
  if (running_) {
    running_ = false;
    return;
  }
  if (at_ >= 1) {
    at_ = 0;
    first_time_ = false;
    stale_ = true;  // another cell may be explained by now
  }
  from_ = at_;
  began_ = s.motion.now();
  running_ = true;
}

void MotionPlayer::next_speed(Screen& s) {
  from_ = at_;
  began_ = std::max(began_, s.motion.now());
  speed_ = (speed_ + 1) % speeds;
}

void MotionPlayer::seek(float t) {
  running_ = false;
  at_ = t;
}

void MotionPlayer::finish() {
  running_ = false;
  at_ = 1;
}

// By any key, or a press into the figure.
bool MotionPlayer::interrupted(const Screen& s, const StageScene& scene) const {
  const Point at = s.pointer();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && scene.area.contains(at)) return true;
  const std::string& focused = s.focus.current();
  if (!s.around.focused || focused == "play" || focused == "scrub" || focused == "speed") return false;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart; ++key)
    if (ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false)) return true;
  return false;
}

// Once the pointer rests on a cell; its marks are there at once.
const MotionFrame* MotionPlayer::show_hovered(Screen& s, const StageScene& scene, const Marks& marks) {
  constexpr double rests = 0.15, takes = 0.48;
  const auto& hovered = s.explorer.state().hovered;
  if (!hovered || !marks.target || !marks.explanation || s.around.touch || s.motion.reduced()) {
    hovered_.reset();
    return nullptr;
  }
  if (hovered_ != hovered) {
    hovered_ = hovered;
    hovered_at_ = s.motion.now();
    hovered_act_ = find_act(s.explorer.graph(), scene, *marks.target, marks.cell);
    if (hovered_act_ && !shows_one(*hovered_act_)) hovered_act_.reset();
  }
  if (!hovered_act_) return nullptr;
  const float t = s.motion.since(hovered_at_ + rests, takes);
  if (t <= 0 || t >= 1) return nullptr;
  show_one(scene, *hovered_act_, marks.cell, t, frame_);
  return &frame_;
}

const MotionFrame* MotionPlayer::show(Screen& s, const StageScene& scene, const Marks& marks) {
  if (!moves_) return nullptr;
  const bool space = s.focus.current().empty() && s.pressed(ImGuiKey_Space, false);
  if (space || s.pressed(ImGuiKey_P, false)) {
    toggle(s);
  } else if (running_ && interrupted(s, scene)) {
    finish();
  }
  if (at_ >= 1 && !running_) return show_hovered(s, scene, marks);
  if (stale_) {
    acts_ = find_acts(s.explorer.graph(), scene, marks.target, marks.cell,
                      first_time_ ? standing_ : std::span<const graph::NodeId>());
    stale_ = false;
  }
  if (running_) at_ = now_at(s);
  if (at_ >= 1) finish();
  if (at_ >= 1) return nullptr;
  show_acts(scene, acts_, at_, frame_);
  return &frame_;
}

}  // namespace ui
