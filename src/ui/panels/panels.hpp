// The panels around a figure, a function each: bars, the text, the question, controls, the step's explanation and the summary.
#pragma once

#include <string_view>

#include "ui/shell/screen.hpp"
#include "ui/stage/motion/player.hpp"

namespace ui {

// Settings that few readers need, folded under one heading: a lesson's advanced parameters, colour steps, and for an
// attention figure the threshold of its curves, how focused a row is, and the rank of a cell in its row.
// Draws from y down between x0 and x1; returns the lower end.
float draw_advanced(Screen& screen, float x0, float x1, float y);

// The page after the last step: what a reader can now say, corrections to the tutorial, names, sources, licence, how to
// cite. Also the table of names by itself, for a popup. All of it comes with the view.
void draw_closing(Screen& screen, Rect area, float margin);
// A picture for a file: the matrices that the reader has built, the formula between them, the lesson. Nothing if there are none.
void draw_numbers(Screen& screen, Rect area);
// Draws the table from y down; returns the lower end. If four columns do not fit, each row becomes a block.
float draw_names(Screen& screen, float x0, float x1, float y);
// The same with a title, in a popup.
float draw_names_sheet(Screen& screen, float x0, float x1, float y);

// The current step's parameters as controls, and the settings that every step has: decimals, and the button that
// restores the lesson's numbers.
// Draws from y down between x0 and x1; returns the lower end.
float draw_control(Screen& screen, float x0, float x1, float y, const explorer::ControlView& control);
// A choice among words, as segments.
float draw_choice(Screen& screen, float x0, float x1, float y, float row, const explorer::ControlView& control);
bool has_step_controls(const Screen& screen);
float draw_step_controls(Screen& screen, float x0, float x1, float y);
float draw_settings(Screen& screen, float x0, float x1, float y);
float draw_controls(Screen& screen, float x0, float x1, float y);  // both

// The text of a step: number, title, prose, formula, what to try and to watch out for, the question, the code line.
// Shown as a head above the figure, in the sheet, or part by part in the column beside the figure (text_column.hpp).
graph::Family step_family(const explorer::View& view);  // of the step's result: its accent colour
// Title, the first lines of the prose, formula; a button opens the rest. low: without the step's number, which the bar has as
// well. Returns where it ends.
float draw_text_head(Screen& screen, Rect area, bool low, std::size_t most_lines);
// Where prose that was cut to some lines ends with an ellipsis, for tests.
void mark_cut(Screen& screen, const Prose& laid, Point at, float size);
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

// What is seen of a lesson that plays by itself: its caption, and the buttons that pause, hasten and stop it.
// The caption in the largest size that fits. If none does, it turns its pages.
void draw_caption(Screen& screen, Rect area, float largest);
// In a slot of the map's strip: what it does now, the buttons, and the dots of the steps.
void draw_lecture_slot(Screen& screen, Rect slot);
// In one row with the way back, if there is room, and on: on phones and in embeds.
void draw_lecture_row(Screen& screen, Rect row);
void draw_lecture_dots(Screen& screen, float x, float y, float most);  // x: their left end, y: their middle

// For “What moves this?”: the number's name, what the slopes on stage mean, the buttons that nudge a cell, the effect
// of the nudge, and the way back. It is above the line of the explained cell and part of its panel.
float moves_bar_height(Screen& screen, float width);  // with the gap below it; 0 if nothing is asked
void draw_moves_bar(Screen& screen, Rect where);
void moves_keys(Screen& screen);  // M: what moves this number? N, with Shift downwards: nudge the selected cell

// The whole computation as small pictures of its matrices, in the order of its columns. Each is a button.
void draw_map(Screen& screen, Rect area);

// The line that shows how the explained cell is computed: its name and index, the terms in the colours of their
// sources, the sum, the result on a chip of the cell's own colour. It grows upwards when it needs more lines; it is
// measured first, so that its neighbours know its height, and drawn later.
class Provenance {
 public:
  // downwards: it grows below its place instead of above. brief: only its first line, with as many terms as fit one
  // row (two on small screens), so that it does not grow.
  Provenance(Screen& screen, Rect place, bool downwards = false, bool brief = false);
  Provenance(const Provenance&) = delete;
  Provenance& operator=(const Provenance&) = delete;

  Rect panel() const { return panel_; }
  void draw(Screen& screen) const;

 private:
  void draw_hint(Screen& screen) const;
  void draw_terms(Screen& screen) const;

  const explorer::ExplanationView* explanation_;  // of this frame; nullptr: a hint is shown instead
  const TermLines* measured_ = nullptr;
  Rect place_, panel_;
  bool brief_;
  float bar_ = 0;  // height of the moves bar above the line; 0 without one
};

// The question of a step: the prompt, fields and choices for the answer, and the feedback.
// Draws from y down within x0 … x1, below heading and prompt; returns the lower end. one_part: of several parts only the
// first that has not been answered rightly.
float draw_question(Screen& screen, float x0, float x1, float y, bool one_part = false);

// The bar of a screen that is no lesson: the way back to the contents, the screen's name, undo, and what the page offers.
void draw_screen_bar(Screen& screen, Rect area, std::string_view name);

// Undo, redo and Escape on such a screen; false where a lesson is shown. popup_was: Escape only closes a popup.
bool screen_keys(Screen& screen, bool popup_was);
void undo_keys(Screen& screen);
void give_back_focus(Screen& screen);  // of an embed, to the page around: one press of Escape is enough

// The steps of a lesson with their ticks, for a popup.
float draw_steps(Screen& screen, Rect area, std::string_view part, float row);  // returns the lower end

// The column beside the figure: title, text and formula, and below them a card with the question, what to try, what to
// watch out for and the code as tabs. All of it is in view: where text and card do not both fit, one of the two is folded.
void draw_text_column(Screen& screen, Rect area);

// The bar at the top: the logo, the lesson, and actions for the whole page, with words if there is room.
void draw_top_bar(Screen& screen, Rect area);
void draw_phone_bar(Screen& screen, Rect area);  // with the progress segments under it
// The same actions as a list; returns the lower end.
float draw_menu(Screen& screen, float x0, float x1, float y);

// The bar of a lesson's time, in one place on every step: Play with its speed, a segment for each part of the step, in
// which the motion is scrubbed, Back and Next. Knows the beats on stage and what plays their motion.
// Of the button that leads from the summary to the next lesson, with that lesson's name; 0 elsewhere.
float next_lesson_width(Screen& screen);

// player: of the matrices on stage; nullptr where nothing moves.
void draw_transport(Screen& screen, Rect bar, MotionPlayer* player);
// Play alone, as a round button, on small screens.
void draw_play(Screen& screen, Rect where, MotionPlayer& player);
// The segments alone, without names; a finger scrubs in the current one.
void draw_track(Screen& screen, Rect where, MotionPlayer* player);
// short_words: “Back” and “Next” instead of where they lead.
void draw_back_next(Screen& screen, Rect back, Rect next, bool short_words);

}  // namespace ui
