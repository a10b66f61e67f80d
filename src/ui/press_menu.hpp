// The menu of what a finger rested on: a cell of a matrix or a map, a head, a query. All of it can be reached by keys, too.
#pragma once

#include "ui/screen.hpp"

namespace ui {

void open_press_menu(Screen& screen, Pressed what, Rect anchor);
// The places with this one, or without it where it is among them; the last one stays.
std::vector<std::size_t> toggled(std::vector<std::size_t> places, std::size_t place);
float draw_press_menu(Screen& screen, float x0, float x1, float y);  // returns where it ends

}  // namespace ui
