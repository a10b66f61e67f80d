// The path of lessons as a line with a station for each: where it begins, what the lessons take, how far the reader has
// come. Lessons beside the path have a siding of their own. The cards of the contents come ready to show.
#pragma once

#include <array>
#include <cstddef>

#include "explorer/views/contents.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

// Lessons lie on as few lines as have room for their names, or one below the other on a narrow screen.
struct PathLayout {
  bool upright = false;
  std::size_t on_path = 0;  // so many lessons; those beside it are listed after them
  std::size_t per_line = 1, lines = 1;
  float x0 = 0, x1 = 0, pitch = 0;  // of the stations
  float siding = 0;                 // height of what lies above the first line
  float row = 0;                    // one lesson's, where they lie one below the other
  struct Line {
    float top = 0, words = 0;  // words: height of the longest title with its minutes and steps
  };
  static constexpr std::size_t most_lines = 32;
  std::array<Line, most_lines> line{};
  float height = 0;
};

PathLayout lay_path(Screen& screen, const explorer::Contents& contents, float x0, float x1);

// view: the visible part of the page, into which a station is scrolled that the keys have reached.
void draw_path(Screen& screen, const explorer::Contents& contents, const PathLayout& path, float y, Rect view);

// Scrolls a part that the keys have reached into view.
void bring_into_view(Screen& screen, Rect where, Rect view);

}  // namespace ui
