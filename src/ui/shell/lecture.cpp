// See lecture.hpp. A beat that the reader chooses meanwhile begins with the first caption that is about it.
#include "ui/shell/lecture.hpp"

#include <algorithm>

#include "imgui.h"
#include "ui/shell/screen.hpp"

namespace ui {
namespace {

using explorer::Caption;

std::size_t beat_of(const Screen& s, const Caption& caption) {
  const std::vector<std::size_t>& firsts = s.memory.beats.firsts;
  const auto after = std::ranges::upper_bound(firsts, caption.part);
  return after == firsts.begin() ? 0 : static_cast<std::size_t>(after - firsts.begin()) - 1;
}

}  // namespace

double reading_time(std::size_t words) { return std::max(least_reading, static_cast<double>(words) / words_a_second); }

bool plays(const Screen& s) {
  const explorer::State& state = s.explorer.state();
  return state.lecture.on && s.around.picture == nullptr && state.shows_lesson() && !state.reading;
}

void play_lesson(Screen& s, bool on) { s.command(explorer::PlayLesson{.on = on, .paused = {}, .speed = {}}); }

void lecture_keys(Screen& s) {
  if (!s.pressed(ImGuiKey_L, false) || s.explorer.state().reading) return;
  if (!plays(s)) play_lesson(s, true);
  else if (s.memory.lecture.waits()) s.go(false);
  else s.command(explorer::PlayLesson{.on = {}, .paused = !s.explorer.state().lecture.paused, .speed = {}});
}

double Lecture::share(double now) const {
  const double left = left_ - (running_ ? (now - counted_) * speed_ : 0);
  return std::clamp(1 - left / whole_, 0.0, 1.0);
}

double Lecture::time_of(double share) const {
  return running_ ? counted_ + (left_ - (1 - share) * whole_) / speed_ : 0;
}

const Caption* Lecture::caption(const explorer::View& view) const {
  const bool here = step_ == view.step_id && lesson_ == view.lesson_id && at_ < view.captions.size();
  return here ? &view.captions[at_] : nullptr;
}

// A caption is read when the beat has come and its motion is over.
void Lecture::enter(Screen& s, std::size_t beat, double motion) {
  const std::vector<Caption>& all = s.view.captions;
  beat_ = beat;
  waits_ = false;
  at_ = 0;
  while (at_ + 1 < all.size() && beat_of(s, all[at_]) < beat && beat_of(s, all[at_ + 1]) <= beat) ++at_;
  const bool fresh = !all.empty() && beat_of(s, all[at_]) == beat;
  const double comes = s.motion.reduced() ? 0 : step_time;
  const double speed = s.explorer.state().lecture.speed;
  left_ = whole_ = (comes + motion) * speed + (fresh ? reading_time(all[at_].count) : least_reading);
}

// After the text of a step, its run of training is started and watched to its end, before the question or the next step.
// True while it runs.
bool Lecture::trains(Screen& s) {
  const std::optional<explorer::TrainingOrder> order = s.explorer.training_order();
  if (!order) return false;
  if (s.explorer.state().training.running) return true;
  if (order->from > 0 || trained_step_ == step_) return false;
  trained_step_ = step_;
  s.command(explorer::RunTraining{true});
  return true;
}

void Lecture::go_on(Screen& s) {
  const std::vector<Caption>& all = s.view.captions;
  const Beats& beats = s.memory.beats;
  const bool asks = at_ < all.size() && all[at_].of == Caption::Of::question;
  const bool asks_on = at_ + 1 < all.size() && all[at_ + 1].of == Caption::Of::question;
  const bool told = asks_on || (!asks && at_ + 1 >= all.size() && beats.now + 1 >= beats.firsts.size());
  left_ = least_reading;  // until what follows is there
  if (told && trains(s)) return;
  if (asks && !asks_on && !s.view.question->revealed && s.around.controls != Controls::none) {
    left_ = 0;
    waits_ = true;
  } else if (at_ + 1 < all.size() && beat_of(s, all[at_ + 1]) <= beat_) {
    ++at_;
    left_ = whole_ = reading_time(all[at_].count);
    s.out.animating = true;
  } else if (beats.now + 1 < beats.firsts.size()) {
    s.go_to_beat(beats.now + 1);
  } else if (s.view.step + 1 < s.view.steps.size()) {
    s.command(explorer::NextStep{});
  } else {
    play_lesson(s, false);
  }
}

// The reader is busy with something that the next step would take away.
bool Lecture::held(const Screen& s) const {
  return s.explorer.state().lecture.paused || waits_ || s.typing() || s.popup_open() ||
         ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

void Lecture::tick(Screen& s, double motion) {
  if (!plays(s)) {
    step_.clear();
    trained_step_.clear();
    running_ = waits_ = false;
    waits_for_ = 0;
    return;
  }
  const double now = s.motion.now();
  if (step_ != s.view.step_id || lesson_ != s.view.lesson_id) {
    lesson_ = s.view.lesson_id;
    step_ = s.view.step_id;
    enter(s, s.memory.beats.now, motion);
    s.out.animating = true;  // the caption is drawn in the next frame
  } else if (beat_ != s.memory.beats.now) {
    enter(s, s.memory.beats.now, motion);
    s.out.animating = true;
  } else if (running_) {
    left_ -= std::max(now - counted_ - s.around.unseen, 0.0) * speed_;
  }
  if (waits_ && s.view.question && s.view.question->revealed) waits_ = false;
  counted_ = now;
  speed_ = s.explorer.state().lecture.speed;
  constexpr double rounding = 1e-6;  // of the times that were added
  const bool due = left_ <= rounding && !held(s);
  if (due && s.out.commands.empty()) go_on(s);
  waits_for_ = waits_ ? waits_for_ + 1 : 0;
  if (waits_for_ == 1) s.out.animating = true;
  running_ = !held(s);
  if (running_ && left_ > rounding) s.motion.sleep_until(now + left_ / speed_);
}

}  // namespace ui
