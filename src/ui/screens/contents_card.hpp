// The cards of the contents page. They come ready to show.
#pragma once

#include <cstddef>
#include <string_view>

#include "explorer/views/contents.hpp"
#include "ui/shell/screen.hpp"

namespace ui {

inline constexpr float path_inset = 31;  // of the number's centre from the left and the upper edge of its card

// Heights of the parts of a card, for the longest texts of all cards, so that titles in a row are aligned.
struct CardSizes {
  float title = 0, text = 0, needs = 0, progress = 0;
  float words = 0;  // of everything but the picture
};

CardSizes card_sizes(Screen& screen, const explorer::Contents& contents, float width);

// number: the lesson's place on the path, from 1. Both return whether they were clicked.
bool draw_card(Screen& screen, const explorer::Card& card, std::size_t number, Rect where, const CardSizes& sizes,
               bool roved);
bool draw_large_card(Screen& screen, Rect where);
float large_card_height(Screen& screen, float width);

// A disc with the place on the path, filled once the lesson is begun.
void draw_path_number(Screen& screen, bool begun, std::size_t number, Point centre);

void say_card(Screen& screen, const explorer::Card& card, std::string_view place);  // to a screen reader

}  // namespace ui
