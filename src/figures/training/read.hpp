// "training": the run of the lesson's training, above the stage: its losses, and the weights of all heads as they form.
#pragma once

#include "lesson/step_figure.hpp"

namespace lesson {

struct TrainingFigure : StepFigure {
  static constexpr std::string_view key = "training";
  static constexpr std::size_t most_heights = 8;  // in each of the two curves

  std::vector<std::string> lines;  // one cell each: heights drawn across the losses, such as that of guessing
  std::string maps;                // (…, H, T, T): a map for each head; may be empty
  std::string even;                // (T, T): drawn before them, what an even spread gives; may be empty
  std::string shares;              // (H): a number for each map; may be empty
  std::string wanted;              // (T, T): outlined where it is not 0, where the weight should lie; may be empty
  std::string heads;               // (H), a source of ones and zeros that switches heads off; may be empty
  std::string without;             // one cell, the loss without those heads; may be empty
  std::vector<std::string> right;  // one cell each: heights drawn across the share of right answers
  std::string sequence;            // (B, T) of ids: shown with what the model says at each place; may be empty
  graph::Result<void> check(const Lesson& lesson, const graph::Graph& graph) const override;
  bool shows_trained() const override { return true; }
};

}  // namespace lesson
