// The run of a lesson's training, as the reader sees it.
#pragma once

#include "explorer/training/run.hpp"
#include "explorer/views/view.hpp"
#include "figures/training/read.hpp"

namespace explorer {

std::string loss_text(double loss);  // as losses are printed everywhere
// The run of a lesson's training as far as it is known.
struct TrainingView : ShownFigure {
  static constexpr std::string_view key = "training";
  static constexpr std::size_t most_heights = lesson::TrainingFigure::most_heights;

  std::size_t step = 0;                // whose weights are shown
  std::size_t planned = 0, taken = 0;  // steps of the run; known ones
  bool running = false, can_run = false, can_reset = false;
  bool ahead = false;                 // what is known was computed before the run is played
  std::optional<std::size_t> target;  // requested, not reached yet
  std::optional<double> last;         // the loss, as a number
  std::string title, loss, held_out;  // "Step 120"; the last losses up to that step, empty without one
  std::size_t held_out_at = 0;        // the step at which that one was measured
  std::string stopped;                // what to do about a loss that is not finite; empty without one
  std::string note;                   // a sentence that sums up the losses
  std::vector<float> losses;
  std::vector<HeldOut> apart;               // the held-out losses
  std::vector<std::vector<float>> earlier;  // losses of runs with other settings
  std::vector<NumberView> lines;            // heights drawn across
  std::vector<float> right;                 // the share of right answers in each batch; empty where none are asked for
  std::vector<NumberView> right_lines;
  std::string right_text,
      right_note;  // "91.6 %": held out where it was measured at this step, else of the batch; and a sentence
  RunPart part = RunPart::loss;  // where not all pictures have room
  struct Head {
    std::string name, share;  // share may be empty
    bool chosen = false;      // the one whose slice the stage shows
    // It can be switched off: the cell that is 1 or 0, and which it is now.
    std::optional<graph::CellRef> kept = std::nullopt;
    bool on = true;
  };
  struct Maps {
    TensorView tensor;
    graph::Index leading;  // of the axes before the heads
    std::vector<Head> heads;
    std::string axis;  // of the heads
    std::optional<graph::NodeId> even;
    std::size_t rows = 0, columns = 0;
    std::vector<std::string> tokens;      // of the shown sequence, along both sides; empty where none is named
    bool hidden = false;                  // a question hides some of them
    std::optional<graph::NodeId> wanted;  // (T, T): where the weight should lie
    std::string off_names;                // "head 3": switched off; empty while all are on
    std::string off;                      // "loss without head 3: 0.819"
    std::vector<KeptMaps> earlier;
  };
  std::optional<Maps> maps;
  // One held-out sequence, and what the model says at each of its places.
  struct Answer {
    std::string input, wanted, said,
        sure;         // the letters; "98": per cent. Empty where there is no answer to give, or it is hidden
    float share = 0;  // the same, 0 to 1
    bool right = false;
  };
  struct Sequence {
    std::vector<Answer> places;
    std::size_t at = 0, count = 1;  // of the sequences of the batch
    std::string axis;               // as SetLeading takes it
    std::string title;              // names the heads that are switched off: the answers are without them
    std::string note;               // how many are right
  };
  std::optional<Sequence> sequence;
  // A weight over time.
  struct Weight {
    TensorView tensor;
    graph::CellRef cell;
    std::string name;  // "W_q[6, 20]"
    std::vector<WeightSample> samples;
    std::string value, slope, nudged, by;  // current; slope and nudged may be empty
    bool agree = false;
    std::string note;
  };
  std::optional<Weight> weight;
  std::vector<graph::NodeId> weights;     // the trained tensors
  std::vector<std::string> weight_names;  // the same
  std::vector<FigureView> matrices() const override;
};

}  // namespace explorer
