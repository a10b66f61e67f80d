// The page after the last step: what a reader can now say, what the tutorial got wrong, names, sources, licence, how to
// cite. Also the table of names by itself, for a popover. Knows no lesson: all of it comes with the view.
#pragma once

#include "ui/screen.hpp"

namespace ui {

void draw_closing(Screen& screen, Rect area, float margin);
// The table from y down; returns where it ends. Too narrow for four columns, each row becomes a block.
float draw_names(Screen& screen, float x0, float x1, float y);
// The same under its title, in a popover.
float draw_names_sheet(Screen& screen, float x0, float x1, float y);

}  // namespace ui
