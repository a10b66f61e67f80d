// Decides whether to draw a frame: a few after any event, more while something moves, some to show the progress of long
// work, none when nothing moves or the canvas is not visible. Pure data, so that tests need no browser.
#pragma once

#include <algorithm>
#include <utility>

namespace platform {

class FrameGate {
 public:
  // ImGui settles over up to three frames: the event, what it opens, and the layout that follows.
  void wake(int frames = 3) { wanted_ = std::max(wanted_, frames); }
  // now: seconds, as of frames.
  void set_seen(bool seen, double now) {
    if (seen && !seen_) {
      wake();
      unseen_ += std::max(now - left_at_, 0.0);
    }
    if (!seen && seen_) left_at_ = now;
    seen_ = seen;
  }
  // How long it was not visible since this was last asked: what waits for a time does not count it.
  double take_unseen() { return std::exchange(unseen_, 0); }
  bool seen() const { return seen_; }
  bool open() const { return seen_ && wanted_ > 0; }

  // Before a frame at `now` (seconds): the step of ImGui's clock, by which it tells double-clicks, so pauses count in
  // full. Browsers may report the same time twice.
  float step(double now) {
    const float passed = last_ < 0 ? 0.016f : static_cast<float>(now - last_);
    last_ = now;
    return std::max(passed, 0.001f);
  }
  // After it.
  void drew(bool animating) {
    if (wanted_ > 0) --wanted_;
    if (animating) wake(2);
    ++frames_;
  }
  unsigned frames() const { return frames_; }

 private:
  int wanted_ = 3;
  bool seen_ = true;
  double last_ = -1, left_at_ = 0, unseen_ = 0;
  unsigned frames_ = 0;
};

// When to draw the progress of work between frames: from time to time, and so seldom that frames take no more than a
// quarter of the time. Where pictures are slow to draw, a browser blocks after a frame until it is on screen.
class ProgressPace {
 public:
  // Milliseconds on one clock.
  void drew(double now) {
    drawn_at_ = now;
    went_on_ = false;
  }
  void goes_on(double now) {
    if (!went_on_) held_up_ = now - drawn_at_;
    went_on_ = true;
  }
  bool due(double now) const { return now - drawn_at_ > std::max(every, 4 * held_up_); }
  static constexpr double every = 100;

 private:
  double drawn_at_ = 0, held_up_ = 0;
  bool went_on_ = true;
};

}  // namespace platform
