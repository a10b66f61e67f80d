// Decides whether a frame is to be drawn: a few after anything that happened, more while something moves, none when
// nothing does or nobody sees it. Pure data, so that tests need no browser.
#pragma once

#include <algorithm>

namespace platform {

class FrameGate {
 public:
  // ImGui settles over up to three frames: the event, what it opens, and the layout that follows.
  void wake(int frames = 3) { wanted_ = std::max(wanted_, frames); }
  void set_seen(bool seen) {
    if (seen && !seen_) wake();
    seen_ = seen;
  }
  bool seen() const { return seen_; }
  bool open() const { return seen_ && wanted_ > 0; }

  // Before a frame at `now` (seconds): the time step for animations and key repeats. Browsers hand out equal times
  // twice, and after a pause one that spans hours.
  float step(double now) {
    const float passed = last_ < 0 ? 0.016f : static_cast<float>(now - last_);
    last_ = now;
    return std::clamp(passed, 0.001f, 0.1f);
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
  double last_ = -1;
  unsigned frames_ = 0;
};

}  // namespace platform
