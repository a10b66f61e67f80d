// Animation clocks: what moves, from where, since when. Every value is a function of (state, now); nothing else in the
// interface stores time. With reduced motion, moves are instant and fades last at most 80 ms.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "ui/geometry.hpp"

namespace ui {

inline float ease_out(float t) { return 1 - (1 - t) * (1 - t) * (1 - t); }
inline float ease_in_out(float t) { return t < 0.5f ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t); }

// Seconds, from the guide.
inline constexpr double hover_time = 0.09, leave_wait = 0.12, control_time = 0.12, ring_time = 0.14, panel_time = 0.22,
                        step_time = 0.45, fill_time = 0.26, fill_stagger = 0.03, fill_most = 0.7, flash_time = 0.4,
                        play_time = 0.9, reduced_fade = 0.08;

constexpr std::uint64_t motion_key(std::string_view name, std::uint64_t salt = 0) {
  std::uint64_t h = 1469598103934665603ull ^ salt * 0x9E3779B97F4A7C15ull;
  for (const char c : name) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return h;
}

class Motion {
 public:
  void begin(double now, bool reduced);
  bool moving() const { return moving_; }        // an animation is running: another frame is needed
  void wake_at(double time);                     // draws until that time, and then once more
  void sleep_until(double time);                 // schedules a frame at that time, and none before
  double wakes_at() const { return wakes_at_; }  // 0: no frame is scheduled
  double now() const { return now_; }
  bool reduced() const { return reduced_; }

  // 0 to 1, eased, following `on`. A key that is new is at its end value at once.
  float fade(std::uint64_t key, bool on, double seconds = hover_time);
  // 0 to 1 from the first use of the key: for things that appear.
  float appear(std::uint64_t key, double seconds = hover_time);
  // The rectangle moving towards `target`; a new target starts from the current position. jump: at once.
  Rect move(std::uint64_t key, Rect target, double seconds, bool jump = false);
  float move(std::uint64_t key, float target, double seconds, bool jump = false);
  // Linear progress 0 to 1 since `start`.
  float since(double start, double seconds, bool is_move = true);

 private:
  struct Fade {
    float from = 0, to = 0;
    double start = 0;
    unsigned seen = 0;
  };
  struct Moving {
    Rect from, to;
    double start = 0, seconds = 0;
    unsigned seen = 0;
  };
  float progress(double start, double seconds, bool is_move);

  std::unordered_map<std::uint64_t, Fade> fades_;
  std::unordered_map<std::uint64_t, Moving> moves_;
  double now_ = 0, wakes_at_ = 0;
  unsigned frame_ = 0;
  bool reduced_ = false, moving_ = false;
};

}  // namespace ui
