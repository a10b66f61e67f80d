// The lessons in their acts, each with a miniature of its own matrices, what it takes, and how far its reader has come.
// The cards of the contents come ready to show.
#pragma once

#include <array>
#include <cstddef>

#include "explorer/views/contents.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// The acts side by side, or one below the other with their lessons in columns.
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

}  // namespace ui
