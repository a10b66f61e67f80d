// The page after the last step: what a reader can now say, corrections to the tutorial, names, sources, licence, how to
// cite. Also the table of names by itself, for a popup. All of it comes with the view.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_closing(Screen& screen, Rect area, float margin);
// A picture for a file: the matrices that the reader has built, the formula between them, the lesson. Nothing if there are none.
void draw_numbers(Screen& screen, Rect area);
// Draws the table from y down; returns the lower end. If four columns do not fit, each row becomes a block.
float draw_names(Screen& screen, float x0, float x1, float y);
// The same with a title, in a popup.
float draw_names_sheet(Screen& screen, float x0, float x1, float y);

}  // namespace ui
