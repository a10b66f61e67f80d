// The question of a step: the prompt, fields and choices for the answer, and the feedback.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down within x0 … x1, below heading and prompt; returns the lower end. one_part: of several parts only the
// first that has not been answered rightly.
float draw_question(Screen& screen, float x0, float x1, float y, bool one_part = false);

}  // namespace ui
