// The bar of a lesson's time, in one place on every step: Play with its speed, a segment for each part of the step, in
// which the motion is scrubbed, Back and Next. Knows the beats on stage and what plays their motion.
#pragma once

#include "ui/shell/screen.hpp"
#include "ui/stage/motion/player.hpp"

namespace ui {

// Of the button that leads from the summary to the next lesson, with that lesson's name; 0 elsewhere.
float next_lesson_width(Screen& screen);

// player: of the matrices on stage; nullptr where nothing moves.
void draw_transport(Screen& screen, Rect bar, MotionPlayer* player);
// Play alone, as a round button, on small screens.
void draw_play(Screen& screen, Rect where, MotionPlayer& player);
// The segments alone, without names; a finger scrubs in the current one.
void draw_track(Screen& screen, Rect where, MotionPlayer* player);
// short_words: “Back” and “Next” instead of where they lead.
void draw_back_next(Screen& screen, Rect back, Rect next, bool short_words);

}  // namespace ui
