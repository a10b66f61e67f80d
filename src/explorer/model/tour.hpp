// Lessons on the page's own models, told on the model screen: "Why Mary?" on sentences, "Where does it look?" on pictures. Each step
// has a text and something to find; the page sees by itself when it is found. Knows the screen's state and numbers.
#pragma once

#include <span>
#include <string_view>

#include "explorer/model/data.hpp"
#include "explorer/model/state.hpp"

namespace explorer {

struct ModelTourStep {
  std::string_view id, words;  // words: what its sentences' ids begin with
  std::string_view text;       // the sentence or picture that the model reads at the beginning of the step
  ModelHead head;              // and the head that is shown then,
  bool why = false;            // or why the word follows
  // Of the run that is shown; only called once its numbers are there.
  bool (*found)(const ModelState& state, const WholeModel& model);
};
struct ModelTour {
  std::string_view source;        // of the model
  std::string_view title;         // id of words: of the screen of this model
  std::string_view begin, place;  // likewise: to begin the tour; which step it is
  std::span<const ModelTourStep> steps;
  std::size_t first = 0;  // number of its first step among those of all tours
};
std::span<const ModelTour> model_tours();
const ModelTour* model_tour(std::string_view source);  // nullptr: this model has none

}  // namespace explorer
