// The bar of a screen that is no lesson: the way back to the contents, the screen's name, undo, and what the page offers.
#pragma once

#include <string_view>

#include "ui/shell/screen.hpp"

namespace ui {

void draw_screen_bar(Screen& screen, Rect area, std::string_view name, bool can_undo, bool can_redo);

// Undo, redo and Escape on such a screen; false where a lesson is shown. popup_was: Escape only closes a popup.
bool screen_keys(Screen& screen, bool popup_was);
void undo_keys(Screen& screen, bool can_undo, bool can_redo);
void give_back_focus(Screen& screen);  // of an embed, to the page around: one press of Escape is enough

}  // namespace ui
