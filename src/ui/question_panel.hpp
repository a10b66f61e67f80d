// The question of a step: what is asked, fields and choices to answer with, and what is said about the answer.
#pragma once

#include "ui/screen.hpp"

namespace ui {

// Draws from y down within x0 … x1, behind the heading and the prompt; returns where it ends.
float draw_question(Screen& screen, float x0, float x1, float y);

}  // namespace ui
