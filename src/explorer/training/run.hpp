// Runs of the lesson's training as the explorer keeps them. The explorer computes none: a trainer, of the page or of a test,
// takes the order, carries it out and reports.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/json/shape.hpp"
#include "graph/core/types.hpp"
#include "lesson/run/run.hpp"

namespace explorer {

// The numbers of the trained tensors, by name.
using TrainedWeights = std::vector<std::pair<std::string, std::vector<float>>>;

// The learning rates of a run: from which step on; the first from 0.
using Rates = std::vector<std::pair<std::size_t, double>>;

// The weights after this many steps of a run, and the rates by which they were reached. Part of the document, so that undo
// restores them.
struct Trained {
  unsigned run = 0;
  std::size_t step = 0;  // never 0: then there is none
  std::shared_ptr<const TrainedWeights> weights;
  Rates rates;
  bool operator==(const Trained&) const = default;
};

struct HeldOut {
  std::size_t step = 0;  // steps taken before
  double loss = 0;
  std::optional<double> right = std::nullopt;  // the share of right answers
};

// The weights of an earlier step, kept to show how a head has formed.
struct KeptWeights {
  std::size_t step = 0;
  std::shared_ptr<const TrainedWeights> weights;
};
// The maps of all heads with those weights, (H, T, T) row by row.
struct KeptMaps {
  std::size_t step = 0;
  std::vector<float> values;
};

// One weight of the trained tensors, by the tensor's name, and what is known about it.
struct WeightCell {
  std::string tensor;
  graph::Index index;
  bool operator==(const WeightCell&) const = default;
};
struct WeightSample {
  std::size_t step = 0;
  double value = 0, slope = 0;  // the slope is of the batch of that step
};
// How the loss of that batch actually changes when the weight is moved both ways, and the slope from that.
struct NudgedWeight {
  std::size_t step = 0;
  double by = 0, slope = 0, nudged = 0;
};
struct WeightRecord {
  WeightCell cell;
  std::vector<WeightSample> samples;  // in the order of steps
  std::optional<NudgedWeight> nudged;
};

// What the model wrote after a number of steps: the ids of each line, by the name of the tensor that holds it.
struct Written {
  std::size_t step = 0;
  std::vector<std::pair<std::string, std::vector<float>>> lines;
};

// What is known of a run under its rates.
struct Course {
  Rates rates;
  std::vector<float> losses;      // entry n: with the weights that n steps have made
  std::vector<float> right;       // the same entries: shares of right answers; or empty
  std::vector<KeptWeights> kept;  // in the order of steps
  std::vector<HeldOut> held_out;
  std::vector<Written> written;
  std::optional<std::size_t> stopped;  // the step whose loss was no finite number
};

// One run under one set of settings, as far as it is known.
struct Run : Course {
  unsigned id = 0;
  lesson::Overrides settings;
  std::string step;                     // of the lesson, on which it was begun
  unsigned changes = 0;                 // of the rates, so that earlier reports are recognised
  std::size_t planned = 0;              // steps
  std::vector<std::string> parameters;  // the tensors that are trained
  WeightRecord weight;                  // of the weight that is looked at
  std::vector<Course> others;           // under rates that it had before: undo and redo return to them
  bool left = false;                    // by a reset: only undo returns to it
  bool played = false;                  // by the reader; until then all that is known of it was computed ahead
  // The last step whose weights are available.
  std::size_t most() const { return stopped ? std::max<std::size_t>(*stopped, 1) - 1 : planned; }
};

// What the reader does with the current run.
struct TrainingState {
  bool running = false;
  std::optional<std::size_t> target;  // a requested step that is not reached yet
  bool operator==(const TrainingState&) const = default;
};

// Gives the run these rates. What is known under rates that begin alike stays, up to where they differ.
void use_rates(Run& run, const Rates& rates);

// Steps from one set of kept weights to the next: a round number, such that only a few are kept.
std::size_t kept_interval(std::size_t planned);

// How many steps of a run are computed before it is played, so that its curve can be seen: a second or a few of one core.
std::size_t steps_ahead(const Run& run);

// Which of the run's pictures is shown where there is no room for all, and of which weight. Not part of the document.
enum class RunPart : std::uint8_t { loss, answers, head, weight };
struct RunLook {
  RunPart part = RunPart::loss;
  std::optional<WeightCell> weight;
  bool operator==(const RunLook&) const = default;
};

// What is to be done: go to step `from` of this run, under these settings, then continue to `until`. Nothing if the two
// are equal. `paced`: slow enough to watch.
struct TrainingOrder {
  unsigned run = 0, changes = 0;
  lesson::Overrides settings;
  std::vector<std::pair<std::size_t, double>> rates;
  std::size_t from = 0, until = 0;
  std::size_t losses = 0, held_out = 0;  // how many of the run are known: reports begin there at the latest
  bool paced = false;
  std::size_t keep = 1;  // report the weights once in so many steps
  // Report how this weight changes.
  std::optional<WeightCell> weight = std::nullopt;
  std::size_t weight_cell = 0;  // its place, row by row
  bool ahead = false;           // only to show the curve: the reader stays where they are
};

// What was done: losses from entry `first` on, the held-out losses and the lines since, and the weights of `step`, if
// they are included. A report about another run than the current one, or under other rates, is ignored.
struct TrainingReport {
  unsigned run = 0, changes = 0;
  bool ahead = false;  // as the order
  std::size_t first = 0;
  std::vector<float> losses;
  std::vector<HeldOut> held_out;
  std::size_t step = 0;
  std::shared_ptr<const TrainedWeights> weights;
  std::optional<std::size_t> stopped;
  std::vector<float> right;  // as losses; or empty
  std::vector<KeptWeights> kept;
  std::optional<WeightRecord> weight;  // everything that is known about it
  std::vector<Written> written;
};

}  // namespace explorer

template <>
struct text::Words<explorer::RunPart> {
  static constexpr std::string_view all[] = {"loss", "answers", "head", "weight"};
};
