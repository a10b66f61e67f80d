// The languages that the page can be read in, each by its own name. Draws rows for a popover; a click asks for one.
#pragma once

#include "ui/screen.hpp"

namespace ui {

bool several_languages(const Screen& screen);
float draw_languages(Screen& screen, float x0, float x1, float y);  // returns where it ends

}  // namespace ui
