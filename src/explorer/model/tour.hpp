// "Why Mary?": a lesson on the page's own model, told on the model screen. Each step has a text and something to find; the page
// sees by itself when it is found. Knows the screen's state and numbers.
#pragma once

#include <span>
#include <string_view>

#include "explorer/model/data.hpp"
#include "explorer/model/state.hpp"

namespace explorer {

struct ModelTourStep {
  std::string_view id, words;  // words: what its sentences' ids begin with
  std::string_view text;       // the sentence that the model reads at the beginning of the step
  ModelHead head;              // and the head that is shown then,
  bool why = false;            // or why the word follows
  // Of the run that is shown; only called once its numbers are there.
  bool (*found)(const ModelState& state, const WholeModel& model);
};
std::span<const ModelTourStep> model_tour();
inline constexpr std::string_view model_tour_source = "small";

}  // namespace explorer
