// The clock of a lesson that plays by itself: which caption stands at which beat, and when the next one is due. It asks
// for a frame at that time, so that nothing is drawn in between. Knows the screen, not where captions are drawn.
#pragma once

#include <cstddef>
#include <string>

#include "explorer/views/view.hpp"

namespace ui {

struct Screen;

// Seconds to read a caption at speed 1.
inline constexpr double words_a_second = 200.0 / 60, least_reading = 3;
double reading_time(std::size_t words);

class Lecture {
 public:
  // After a frame is drawn: counts the time, goes on when it is up, and asks for the frame in which it will be. motion: how
  // many seconds the motion takes that plays on stage, 0 if none does; it has a speed of its own.
  void tick(Screen& screen, double motion);
  // What is told now; nothing before the first frame of a step, and where a step has no text.
  const explorer::Caption* caption(const explorer::View& view) const;
  // At the end of a question, until it is answered or the reader goes on.
  bool waits() const { return waits_; }
  bool began_to_wait() const { return waits_for_ == 1; }  // with the last frame
  // How much of the caption's time is over, 0 to 1; and when another share of it will be.
  double share(double now) const;
  double time_of(double share) const;

 private:
  void enter(Screen& screen, std::size_t beat, double motion);
  void go_on(Screen& screen);
  bool trains(Screen& screen);
  bool held(const Screen& screen) const;

  std::string lesson_, step_;
  std::string trained_step_;       // whose run was started last
  std::size_t beat_ = 0, at_ = 0;  // at_: the caption
  bool running_ = false, waits_ = false;
  unsigned waits_for_ = 0;       // frames
  double left_ = 0, whole_ = 1;  // of this caption's time, in seconds at speed 1
  double counted_ = 0;           // when that was true
  double speed_ = 1;             // since then
};

bool plays(const Screen& screen);  // a lesson does, and is on screen
void play_lesson(Screen& screen, bool on);
void lecture_keys(Screen& screen);  // L: plays, pauses, goes on

}  // namespace ui
