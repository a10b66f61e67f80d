// The contents page, the first screen: each lesson is run for the small pictures on its card, with the numbers that the
// reader last had in it. Plain data; knows the explorer, not how a card is drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explorer/json/shape.hpp"
#include "explorer/state/explorer.hpp"

namespace explorer {

// A tensor small enough to be drawn as colours alone: the last two axes of the slice that is shown.
struct CardPicture {
  std::string name;  // the tensor's name in the lesson
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
  std::size_t step = 0;  // index of the step where the reader stopped
  std::string step_title;
  bool begun = false;    // whether the reader has opened it
  std::string progress;  // where they stopped, or how many steps there are
  std::string random;    // if not empty: the pictures show random numbers, and this says so
  std::vector<CardPicture> pictures;
};

struct Contents {
  std::vector<Card> cards;
};

inline constexpr std::size_t most_card_rows = 16;  // of a taller or wider tensor the upper left corner is shown

// Runs the lesson in the state of the link; an empty link means a lesson not yet begun. Errors are those of
// Explorer::open.
Result<Card> make_card(std::string_view lesson_json, std::string_view link, const Catalogue& catalogue,
                       const std::string& language);

std::string contents_json(const Contents& contents);       // for the reading view
std::vector<std::string> picture_words(const Card& card);  // "S (3 × 3)"

namespace json {

// A lesson in the contents; step counts from 0.
template <>
struct Described<Card>
    : Object<"Card", Member<"id", &Card::id>, Member<"title", &Card::title>, Member<"summary", &Card::summary>,
             Member<"steps", &Card::steps>, Member<"step", &Card::step>, Member<"stepTitle", &Card::step_title>,
             Member<"begun", &Card::begun>, Member<"progress", &Card::progress>, Member<"random", &Card::random>,
             Member<"pictures", &picture_words>> {};

}  // namespace json

}  // namespace explorer
