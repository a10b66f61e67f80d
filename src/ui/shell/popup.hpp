// The popups: menus, and what has no room beside the figure. They are ImGui's, one open at a time; a click outside
// closes them.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_popup(Screen& screen);  // the open one; call after everything else

}  // namespace ui
