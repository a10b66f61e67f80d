// The screens of lessons and of the contents, a function each.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "explorer/views/contents.hpp"
#include "ui/figures/figure.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// The contents page, the first thing a visitor sees: a sentence, the lessons, and where the reader stopped. The
// cards of the contents come ready to show.
void draw_contents(Screen& screen, const explorer::Contents& contents);

// The lessons in their acts, each with a miniature of its own matrices, what it takes, and how far its reader has come:
// the acts side by side, or one below the other with their lessons in columns.
struct LessonsLayout {
  struct Group {
    lesson::Act act = lesson::Act::none;
    Rect area;                // from the top of the contents' lessons on
    float head = 0, row = 0;  // heights of the heading and of one lesson
    std::size_t columns = 1;
  };
  std::array<Group, 4> groups{};
  std::size_t count = 0;
  float height = 0;
};

LessonsLayout lay_lessons(Screen& screen, const explorer::Contents& contents, float x0, float x1);

// view: the visible part of the page, into which a lesson is scrolled that the keys have reached.
void draw_lessons(Screen& screen, const explorer::Contents& contents, const LessonsLayout& layout, float y, Rect view);

// Scrolls a part that the keys have reached into view.
void bring_into_view(Screen& screen, Rect where, Rect view);

// The lower end of the contents: the large map, a whole model and the reader's own numbers, and the site's other pages.
float instruments_height(Screen& screen, const std::vector<std::string>& pages, float width);
void draw_instruments(Screen& screen, const std::vector<std::string>& pages, Rect where, Rect view);

// As wide as the screen, its words from x0 to x1. pages: names of the site's other pages; none: only what is said of
// the page itself.
float foot_height(Screen& screen, const std::vector<std::string>& pages, float x0, float x1);
void draw_foot(Screen& screen, const std::vector<std::string>& pages, float x0, float x1, float y, Rect view);

// A lesson's step on screens of every size: where the panels and the figure are.
// Desktops and tablets: the map above, the transport below, and the text beside the figure or, on narrow ones, above it.
void draw_wide(Screen& screen, Figure& figure);
// Phones, and windows that are not much wider: everything but the figure is in the sheet.
void draw_phone(Screen& screen, Figure& figure);

// Whether the text is beside the figure, with what can be set on the step.
bool shows_column(const Screen& screen);

// The menu under a lesson's name: the other lessons with the reader's progress, and the way to the contents.
// Draws the rows from y down; returns their lower end. Until the page has made the cards, there is only the last row.
float draw_lesson_menu(Screen& screen, float x0, float x1, float y);

// The figure beside the reading view's text, alone on its canvas: the page has the step's words and its own buttons.
void draw_beside(Screen& screen, Figure& figure);

// The small frame inside another page: figure at the left; step, title, formula, provenance and Next at the right;
// stacked where it is narrow.
void draw_embed(Screen& screen, Figure& figure, Rect area);
// The buttons that do not fit beside Next, in a popup; returns the lower end.
float draw_embed_menu(Screen& screen, float x0, float x1, float y);

}  // namespace ui
