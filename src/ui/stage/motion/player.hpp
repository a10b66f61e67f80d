// Plays the motion of what is on stage: once when a step first leads to a beat, by a button or the space bar, to and fro by a
// scrubber. Its state is where in the motion the stage is; at the end it has no effect on anything that is drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ui/stage/motion/motion.hpp"
#include "ui/stage/stage_marks.hpp"

namespace ui {

class MotionPlayer {
 public:
  // What has changed of the content. begin: it is the first of all, which stands at once.
  enum class Change : std::uint8_t { space, numbers, begin, step };
  void changed(Screen& screen, const StageScene& scene, Change change);
  // How the cells are drawn in this frame; nullptr: at rest.
  const MotionFrame* show(Screen& screen, const StageScene& scene, const Marks& marks);
  bool moves() const { return moves_; }
  bool playing() const { return running_; }
  float at() const { return at_; }  // 0 to 1: at rest
  void toggle(Screen& screen);      // plays, from the beginning if it is at rest, or pauses
  void seek(float t);
  std::string_view speed() const { return speed_words[speed_]; }
  void next_speed(Screen& screen);
  float seconds() const;  // the length of the motion that is playing, at the chosen speed

 private:
  static constexpr std::size_t speeds = 3;
  static constexpr float factors[speeds] = {0.5f, 1, 2};
  static constexpr std::string_view speed_words[speeds] = {"½×", "1×", "2×"};

  void finish();
  float now_at(Screen& screen) const;
  const MotionFrame* show_hovered(Screen& screen, const StageScene& scene, const Marks& marks);
  bool interrupted(const Screen& screen, const StageScene& scene) const;

  bool moves_ = false, running_ = false, stale_ = true;
  bool first_time_ = false;  // plays by itself: within the time that a first sight may take
  float at_ = 1, from_ = 0;
  double began_ = 0;
  std::size_t speed_ = 1;
  Acts acts_;
  MotionFrame frame_;
  std::set<std::uint64_t> seen_;  // beats
  // Now, and before the last change of step or beat: what was there is not made once more at first sight.
  std::vector<graph::NodeId> on_stage_, standing_;
  std::string lesson_;
  // The hovered cell, and how it is made; without, if it is not shown in motion.
  std::optional<graph::CellRef> hovered_;
  std::optional<Act> hovered_act_;
  double hovered_at_ = -10;
};

}  // namespace ui
