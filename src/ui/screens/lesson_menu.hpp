// The menu under a lesson's name: the other lessons with the reader's progress, and the way to the contents.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws the rows from y down; returns their lower end. Until the page has made the cards, there is only the last row.
float draw_lesson_menu(Screen& screen, float x0, float x1, float y);

}  // namespace ui
