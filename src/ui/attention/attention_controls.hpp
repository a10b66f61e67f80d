// Display settings of an attention figure, as controls among those of the step: which values, on which scale.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

// Draws from y down; returns the lower end, which is y if the step shows no such figure.
float draw_attention_controls(Screen& screen, float x0, float x1, float y);

// "Compare" and "Switch head 1 off". On a phone they are among the controls, because the figure needs the height.
bool head_tools_in_controls(const Screen& screen);
float head_tools_width(Screen& screen);  // 0: none are offered
void draw_head_tools(Screen& screen, Rect room);

}  // namespace ui
