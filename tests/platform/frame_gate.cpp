// The redraw gate: a few frames after an event, more during animations, none otherwise or while the canvas is not visible.
#include "platform/frame_gate.hpp"

#include <doctest/doctest.h>

using platform::FrameGate;
using platform::ProgressPace;

namespace {

// Draws while the gate is open; gives up where it never closes.
int frames_until_idle(FrameGate& gate, int animated = 0) {
  int frames = 0;
  for (; gate.open() && frames < 1000; ++frames) gate.drew(frames < animated);
  return frames;
}

}  // namespace

TEST_CASE("an event gives three frames, then none") {
  FrameGate gate;
  frames_until_idle(gate);
  CHECK_FALSE(gate.open());
  gate.wake();
  gate.wake();  // a second event before the first frame adds nothing
  CHECK(frames_until_idle(gate) == 3);
  CHECK_FALSE(gate.open());
}

TEST_CASE("frames continue as long as an animation runs") {
  FrameGate gate;
  frames_until_idle(gate);
  gate.wake(1);
  const int frames = frames_until_idle(gate, 50);
  CHECK(frames >= 50);
  CHECK(frames <= 52);
}

TEST_CASE("nothing is drawn while the canvas is not visible, and everything when it is again") {
  FrameGate gate;
  gate.set_seen(false, 10);
  gate.wake(10);
  CHECK_FALSE(gate.open());
  gate.set_seen(true, 20);
  CHECK(gate.open());
}

TEST_CASE("time in which the canvas is not visible is told once") {
  FrameGate gate;
  CHECK(gate.take_unseen() == 0);
  gate.set_seen(true, 5);  // it was
  gate.set_seen(false, 10);
  gate.set_seen(false, 12);  // still
  CHECK(gate.take_unseen() == 0);
  gate.set_seen(true, 20);
  gate.set_seen(false, 21);
  gate.set_seen(true, 24);
  CHECK(gate.take_unseen() == 13);
  CHECK(gate.take_unseen() == 0);
}

TEST_CASE("time steps are never zero, and pauses count in full") {
  FrameGate gate;
  gate.step(100);
  CHECK(gate.step(100.016) == doctest::Approx(0.016).epsilon(0.01));
  CHECK(gate.step(100.016) > 0);                    // the same time again
  CHECK(gate.step(90) > 0);                         // a clock set back
  CHECK(gate.step(5000) == doctest::Approx(4910));  // clicks before and after a pause are no double-click
}

// 1 ms per step: frames are drawn when due and block other work for that time.
TEST_CASE("progress is drawn every tenth of a second, and seldom enough to leave three quarters of the time") {
  for (const double held_up : {0.0, 2.0, 24.0, 60.0, 300.0}) {
    ProgressPace pace;
    double now = 1000, drawing = 0;
    int frames = 0;
    pace.drew(now);
    for (pace.goes_on(now += held_up); now < 21000; now += 1) {
      if (!pace.due(now)) continue;
      ++frames;
      pace.drew(now);
      drawing += held_up;
      pace.goes_on(now += held_up);
    }
    INFO("held up for " << held_up << " ms a frame: " << frames);
    CHECK(drawing <= 20000 / 4);
    CHECK(frames >= (held_up > ProgressPace::every / 4 ? 20000 / (4 * held_up) - 2 : 20000 / ProgressPace::every - 4));
    CHECK(frames <= 20000 / ProgressPace::every);
  }
}
