// The text of a step: number, title, prose, formula, what to try and to watch out for, the question, the code line.
// Shown as a scrolling column beside the figure, as a head above it, or in the sheet.
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

graph::Family step_family(const explorer::View& view);  // of the step's result: its accent colour
void draw_text_column(Screen& screen, Rect area);       // all of it
void draw_text_head(Screen& screen, Rect area);         // title, two lines of prose, formula; a button opens the rest
// Everything but the title; the question may have a place of its own elsewhere.
enum class Asks : std::uint8_t { here, elsewhere };
void draw_text_rest(Screen& screen, Rect area, std::string_view id, Color behind, Asks asks = Asks::here);
// The title alone, on one or two lines; returns the lower end.
float draw_title(Screen& screen, Rect area, float size, float line);
float title_width(const Screen& screen, float size);  // on one line
// The step's formula, in the given size or smaller to fit the width, centred on y; returns its width. right:
// right-aligned at area.x1.
float draw_formula(Screen& screen, Rect area, float size, bool right);

// Only the question of the step, for a popup; returns the lower end.
float draw_question_alone(Screen& screen, float x0, float x1, float y);

}  // namespace ui
