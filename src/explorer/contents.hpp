// The lessons side by side, as the first screen shows them: each is run for the small pictures on its card, with the
// numbers that its reader left it with. Plain data; knows the explorer, not how a card is drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explorer/explorer.hpp"

namespace explorer {

// A tensor small enough to be drawn as colours alone: the last two axes of the slice that is shown.
struct CardPicture {
  std::string name;  // the lesson's own
  graph::Symbol symbol;
  graph::Role role = graph::Role::none;
  std::size_t rows = 0, columns = 0;
  float scale = 1;              // ends of the colour scale
  std::vector<CellView> cells;  // row by row
};

struct Card {
  std::string id, title;
  std::string summary;  // plain text
  std::size_t steps = 0;
  std::size_t step = 0;  // place where the reader left off
  std::string step_title;
  bool begun = false;    // the reader has been in it
  std::string progress;  // where they left off, or how many steps there are
  std::string random;    // not empty: the pictures show random numbers, with this said of them
  std::vector<CardPicture> pictures;
};

struct Contents {
  std::vector<Card> cards;
};

inline constexpr std::size_t most_card_rows = 16;  // a taller or wider tensor shows its upper left corner

// Runs the lesson as the link left it; an empty link is a lesson not begun. Errors are those of Explorer::open.
Result<Card> make_card(std::string_view lesson_json, std::string_view link, const Catalogue& catalogue,
                       const std::string& language);

// For the reading view: [{"id", "title", "summary", "steps", "step", "stepTitle", "begun",
// "progress", "random", "pictures": ["S (3 × 3)", …]}]; step counts from 0.
std::string contents_json(const Contents& contents);

}  // namespace explorer
