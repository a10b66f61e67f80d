// The run of a lesson's training, as the reader sees it.
#pragma once

#include "explorer/views/view.hpp"

namespace explorer {

std::string loss_text(double loss);  // as losses are printed everywhere
// The run of a lesson's training as far as it is known.
struct TrainingView : ShownFigure {
  static constexpr std::string_view key = "training";
  std::size_t step = 0;                // whose weights are shown
  std::size_t planned = 0, taken = 0;  // steps of the run; known ones
  bool running = false, can_run = false, can_reset = false;
  std::optional<std::size_t> target;  // asked for, not reached yet
  std::optional<double> last;         // the loss, as a number
  std::string title, loss, held_out;  // "Step 120"; the last losses up to that step, empty without one
  std::string stopped;                // what to do about a loss that is no finite number; empty without one
  std::string note;                   // a sentence that sums up the losses
  std::vector<float> losses;
  std::vector<HeldOut> apart;               // the held-out losses
  std::vector<std::vector<float>> earlier;  // losses of runs with other settings
  std::vector<NumberView> lines;            // heights drawn across
  struct Head {
    std::string name, share;  // share may be empty
    bool chosen = false;      // the one whose slice the stage shows
  };
  struct Maps {
    TensorView tensor;
    graph::Index leading;  // of the axes before the heads
    std::vector<Head> heads;
    std::string axis;  // of the heads
    std::optional<graph::NodeId> even;
    std::size_t rows = 0, columns = 0;
    bool hidden = false;  // a question hides some of them
  };
  std::optional<Maps> maps;
  std::vector<FigureView> matrices() const override;
};

}  // namespace explorer
