// The words of a step: number, title, prose, formula, what to try and to watch out for, the question, the code line. As
// a scrolling column beside the figure, as a head above it, or in the sheet.
#pragma once

#include "ui/screen.hpp"

namespace ui {

graph::Family step_family(const explorer::View& view);  // of what the step makes: its accent
void draw_text_column(Screen& screen, Rect area);       // all of it
void draw_text_head(Screen& screen, Rect area);         // title, two lines of prose, formula; a button opens the rest
void draw_text_rest(Screen& screen, Rect area, std::string_view id, Color behind);  // all but the title
// The title alone, on one line or two; returns where it ends.
float draw_title(Screen& screen, Rect area, float size, float line);
// The step's formula, as large as asked or as fits the width, centred on y; returns its width. right: ends at area.x1.
float draw_formula(Screen& screen, Rect area, float size, bool right);

// The question of the step and nothing else, for a popover; returns where it ends.
float draw_question_alone(Screen& screen, float x0, float x1, float y);

}  // namespace ui
