// A picture cut into patches. Selecting a patch, by pointer, finger or arrow keys, shows its attention as light on the
// picture and as numbers; beside it is the picture mixed with these weights.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

void draw_picture_figure(Screen& screen, Rect area, const explorer::PictureView& view);
// The upper part of a figure's area where the step has a picture, otherwise empty. The stage gets the rest.
Rect picture_room(const Screen& screen, Rect room);

}  // namespace ui
