// A picture cut into patches: a patch that is chosen, by pointer, finger or arrow keys, shows what it attends to, as light
// on the picture and as numbers; beside it the picture that these weights mix.
#pragma once

#include "ui/screen.hpp"

namespace ui {

void draw_picture_figure(Screen& screen, Rect area, const explorer::PictureView& view);
// The upper part of a figure's room where the step has a picture; nothing otherwise. The stage gets the rest.
Rect picture_room(const Screen& screen, Rect room);

}  // namespace ui
