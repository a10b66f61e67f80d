// Runs of the lesson's training as the explorer knows them. It computes none: whoever has a trainer (the page, a test) asks
// for the order, carries it out and hands in reports.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lesson/run/run.hpp"

namespace explorer {

// The numbers of the trained tensors, by name.
using TrainedWeights = std::vector<std::pair<std::string, std::vector<float>>>;

// The weights that so many steps of a run have made. Part of the document, so that undo brings back others.
struct Trained {
  unsigned run = 0;
  std::size_t step = 0;  // never 0: then there is none
  std::shared_ptr<const TrainedWeights> weights;
  bool operator==(const Trained&) const = default;
};

struct HeldOut {
  std::size_t step = 0;  // steps taken before
  double loss = 0;
};

// What the model wrote after so many steps: the ids of each line, by the name of the tensor that holds it.
struct Written {
  std::size_t step = 0;
  std::vector<std::pair<std::string, std::vector<float>>> lines;
};

// One run under one set of settings, as far as it is known.
struct Run {
  unsigned id = 0;
  lesson::Overrides settings;
  std::string step;                                   // of the lesson, on which it was begun
  std::vector<std::pair<std::size_t, double>> rates;  // from which step on; the first from 0
  unsigned changes = 0;                               // of the rates, so that reports from before are known
  std::size_t planned = 0;                            // steps
  std::vector<float> losses;                          // entry n: with the weights that n steps have made
  std::vector<HeldOut> held_out;
  std::vector<Written> written;
  std::optional<std::size_t> stopped;  // the step whose loss was no finite number
  bool left = false;                   // by a reset: only undo comes back to it
  // The last step whose weights can be had.
  std::size_t most() const { return stopped ? std::max<std::size_t>(*stopped, 1) - 1 : planned; }
};

// What the reader does with the run of now.
struct TrainingState {
  bool running = false;
  std::optional<std::size_t> target;  // a step that was asked for and is not reached yet
  bool operator==(const TrainingState&) const = default;
};

// What is to be done: be at step `from` of this run, under these settings, then go on up to `until`. Nothing is to be done
// where the two are equal. `paced`: slow enough to watch.
struct TrainingOrder {
  unsigned run = 0, changes = 0;
  lesson::Overrides settings;
  std::vector<std::pair<std::size_t, double>> rates;
  std::size_t from = 0, until = 0;
  bool paced = false;
};

// What was done: losses from entry `first` on, the held-out losses and the lines since, and the weights of `step`, where they
// are handed over. A report about another run than the current one, or under other rates, is passed over.
struct TrainingReport {
  unsigned run = 0, changes = 0;
  std::size_t first = 0;
  std::vector<float> losses;
  std::vector<HeldOut> held_out;
  std::size_t step = 0;
  std::shared_ptr<const TrainedWeights> weights;
  std::optional<std::size_t> stopped;
  // NOLINTNEXTLINE(readability-redundant-member-init): so that it may be omitted
  std::vector<Written> written = {};
};

}  // namespace explorer
