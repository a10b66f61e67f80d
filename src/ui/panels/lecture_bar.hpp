// What is seen of a lesson that plays by itself: its caption, and the buttons that pause, hasten and stop it.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// The caption in the largest size that fits. If none does, it turns its pages.
void draw_caption(Screen& screen, Rect area, float largest);
// In a slot of the map's strip: what it does now, the buttons, and the dots of the steps.
void draw_lecture_slot(Screen& screen, Rect slot);
// In one row with the way back, if there is room, and on: on phones and in embeds.
void draw_lecture_row(Screen& screen, Rect row);
void draw_lecture_dots(Screen& screen, float x, float y, float most);  // x: their left end, y: their middle

}  // namespace ui
