// ImGui's style from the theme: the only place that sets its colours, sizes and delays.
#pragma once

#include "ui/type/theme.hpp"

namespace ui {

// Call between ImGui::NewFrame and the first window. ratio: device pixels per CSS px.
void apply_theme(const Theme& theme, float ratio);

}  // namespace ui
