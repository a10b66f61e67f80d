// The menu for a long press on a cell of a matrix or a map, a head, or a query. Everything in it can also be reached by
// keys.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void open_press_menu(Screen& screen, Pressed what, Rect anchor);
// Adds the index to the list, or removes it if present; the last one stays.
std::vector<std::size_t> toggled(std::vector<std::size_t> places, std::size_t place);
std::vector<std::size_t> toggled_any(std::vector<std::size_t> places, std::size_t place);  // the last one too
float draw_press_menu(Screen& screen, float x0, float x1, float y);                        // returns the lower end

}  // namespace ui
