// The text of a step: number, title, prose, formula, what to try and to watch out for, the question, the code line.
// Shown as a head above the figure, in the sheet, or part by part in the column beside the figure (text_column.hpp).
#pragma once

#include "ui/shell/screen.hpp"

namespace ui {

graph::Family step_family(const explorer::View& view);  // of the step's result: its accent colour
void draw_text_head(Screen& screen, Rect area);         // title, two lines of prose, formula; a button opens the rest
// Everything but the title; the question may have a place of its own elsewhere.
enum class Asks : std::uint8_t { here, elsewhere };
void draw_text_rest(Screen& screen, Rect area, std::string_view id, Color behind, Asks asks = Asks::here);
// The title alone, on one or two lines; returns the lower end.
float draw_title(Screen& screen, Rect area, float size, float line);
float title_width(const Screen& screen, float size);  // on one line
std::size_t title_lines(const Screen& screen, float size, float width);
// The step's formula, in the given size or smaller to fit the width, centred on y; returns its width. right:
// right-aligned at area.x1.
float draw_formula(Screen& screen, Rect area, float size, bool right);

// Parts of the text alone, from y down between x0 and x1; each returns its lower end.
float draw_question_alone(Screen& screen, float x0, float x1, float y, bool headed = true, bool one_part = false);
float draw_told(Screen& screen, float x0, float x1, float y, float size, float line);  // the prose
// The formulae of the step; brief: only that of whole matrices. Their height is 0 without any.
float draw_formulae(Screen& screen, float x0, float x1, float y, bool brief = false);
float formulae_height(const Screen& screen, float width, bool brief = false);
float draw_code(Screen& screen, float x0, float x1, float y);
void draw_place(Screen& screen, Point at);  // “Step 6, part 2”

}  // namespace ui
