// A run of training: the lesson's own computation and its slopes, compiled; draws, optimiser, held-out losses; any
// earlier step again, from checkpoints. The step is PyTorch's: draw, forward, loss, zero_grad, backward, step.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attention/random/generator.hpp"
#include "graph/core/graph.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/run.hpp"
#include "training/optimiser.hpp"
#include "training/program.hpp"

namespace training {

// The most that a step may hold, in floats, and all checkpoints together, in bytes.
inline constexpr std::size_t most_floats = 48'000'000;
inline constexpr std::size_t most_samples = 600;  // of one weight
inline constexpr std::size_t most_checkpoint_bytes = 64'000'000, most_checkpoints = 256;

struct Weights {
  std::string name;
  Shape shape;
  std::vector<float> values;
  const float* slopes = nullptr;  // of the last step
  Moments moments;
};

struct HeldOutLoss {
  std::size_t step = 0;  // steps taken before
  double loss = 0;
  std::optional<double> right = std::nullopt;  // the share of right answers, where the loss judges answers
};

// One weight before a step: its value, and its slope for the batch of that step.
struct WeightSample {
  std::size_t step = 0;
  float value = 0, slope = 0;
};

// What the loss of a batch really does when one weight is moved by `by` both ways.
struct Nudged {
  double by = 0, up = 0, down = 0;
  double slope() const { return (up - down) / (2 * by); }
};

// What the model wrote with the weights of a step: of each of the lesson's "writes" the ids of its line.
struct WrittenLines {
  std::size_t step = 0;
  std::vector<std::vector<float>> lines;
};

// What to say when the loss of a step is not finite: what happened, and what to change.
std::string cure(std::size_t step);

class Trainer {
 public:
  // Errors: those of lesson::run, and with the pointer "/training…": a lesson without training, a parameter that the
  // loss does not depend on, an operation without slope on the way, a step that would hold too much.
  static graph::Result<std::unique_ptr<Trainer>> make(const lesson::Lesson& lesson, const lesson::Overrides& overrides);

  std::size_t planned() const { return planned_; }  // steps, by the lesson
  std::size_t taken() const { return taken_; }
  // Takes the next step. False if the loss is not finite: then the run is back at the last step whose loss was, and
  // stopped() says which step's was not, until the rate is changed.
  bool step();
  // Entry n: the loss of the batch of step n, from 0, with the weights that n steps have made.
  std::span<const float> losses() const { return losses_; }
  // The same entries: the share of right answers in the batch. Empty unless the loss depends on one cross-entropy,
  // whose largest logit is the answer.
  std::span<const float> right() const { return right_; }
  // Before the steps 0, every, 2 · every …; measure_held_out() adds the current one.
  std::span<const HeldOutLoss> held_out() const { return held_out_; }
  void measure_held_out();
  std::optional<std::size_t> stopped() const { return stopped_; }
  // After 0, every, 2 · every … steps; and the tensors that hold the lines.
  std::span<const WrittenLines> written() const { return written_; }
  std::span<const std::string> line_names() const { return line_names_; }
  // The lines that the current weights write.
  const std::vector<std::vector<float>>& write();

  // The state after n of the steps taken so far: the same numbers to the bit. Later steps are still known.
  void go_to(std::size_t n);
  // From the next step on. What was known of later steps is forgotten.
  void set_rate(double rate);
  // All rates of the run, each from a step on, the first from 0. Steps from the first difference on are forgotten.
  void set_rates(const std::map<std::size_t, double>& rates);

  std::span<const Weights> weights() const { return weights_; }

  // Keeps samples of one weight: of each step that is taken or gone through from now on and is a multiple of
  // sample_interval(), so that there are a few hundred of a run. What was kept of another weight is forgotten.
  void watch_weight(std::size_t parameter, std::size_t cell);
  std::size_t sample_interval() const { return std::max<std::size_t>((planned_ + most_samples - 1) / most_samples, 1); }
  std::span<const WeightSample> samples() const { return samples_; }  // in the order of steps
  // For the current weights and the batch of the next step, without taking it.
  WeightSample sample();
  // The same batch's loss with the watched weight moved. By a hundredth of its size or of 1, whichever is more.
  Nudged nudge();
  // The numbers of a tensor of "watch" as the last step computed them.
  std::span<const float> watched(std::size_t i) const;
  // Bytes that the checkpoints hold, and steps from one to the next.
  std::size_t checkpoint_bytes() const;
  std::size_t checkpoint_interval() const { return interval_; }

 private:
  // A tensor that is drawn anew at each step.
  struct Source {
    std::string name;
    graph::Draw draw;
    std::size_t generator = 0;  // of generators_
    attention::Tensor cells;
    std::vector<std::vector<float>> held_out;  // of each batch
  };
  // A line that the model writes, in a graph of its own.
  struct Writer {
    graph::Graph graph;
    std::optional<Program> program;
    graph::NodeId line = 0, picks = 0;
    std::vector<float> ids;
  };
  struct Checkpoint {
    std::size_t step = 0;
    std::vector<std::vector<float>> values;
    std::vector<Moments> moments;
    std::vector<attention::Generator> generators;
  };

  Trainer() = default;
  graph::Result<void> find(const lesson::Lesson& lesson, const lesson::Overrides& overrides);
  graph::Result<void> find_held_out(const lesson::Lesson& lesson, const lesson::Overrides& overrides);
  graph::Result<void> find_writings(const lesson::Lesson& lesson, const lesson::Overrides& overrides);
  graph::Result<void> compile(const std::string& pointer);
  // What a program of this graph finds there: the weights and draws by their names, the rest as the graph has it.
  std::vector<Given> given(const graph::Graph& graph,
                           std::span<const std::pair<graph::NodeId, const float*>> more = {}) const;
  void keep_checkpoint();
  void keep_lines();  // those of the current weights, if it is their turn
  void restore(const Checkpoint& from);
  bool take();
  bool draw_batch();
  const graph::Graph& held_out_graph() const { return held_out_otherwise_ ? held_out_graph_ : graph_; }
  static float right_share(const Program& program, const graph::Graph& graph, graph::NodeId answers);
  double exact_loss(const Program& program) const;
  void keep_sample();

  graph::Graph graph_, held_out_graph_;  // the second only where held-out losses are computed otherwise
  std::optional<Program> step_, loss_;   // forward and back; forward only, of the held-out sequences
  graph::NodeId held_out_id_ = 0;
  bool held_out_otherwise_ = false;
  std::vector<Writer> writers_;
  std::vector<std::string> line_names_;
  std::vector<std::vector<float>> lines_;  // the last that were written
  std::size_t lines_at_ = 0;               // with the weights of this step
  std::size_t writes_every_ = 0;
  std::vector<WrittenLines> written_;
  graph::NodeId loss_id_ = 0;
  // The cross-entropy that the loss depends on, if it is the only one.
  std::optional<graph::NodeId> answers_, held_out_answers_;
  std::optional<std::pair<std::size_t, std::size_t>> watched_weight_;
  std::vector<WeightSample> samples_;
  std::vector<Weights> weights_;
  std::vector<graph::NodeId> weight_ids_, watch_;
  std::vector<Source> sources_;
  std::vector<attention::Generator> generators_;
  OptimiserOptions optimiser_;
  std::map<std::size_t, double> rates_;  // from which step on
  std::size_t planned_ = 0, taken_ = 0, every_ = 0, batches_ = 0, interval_ = 1;
  std::optional<std::size_t> stopped_;
  std::vector<float> losses_, right_;
  std::vector<HeldOutLoss> held_out_;
  std::vector<Checkpoint> checkpoints_;
};

}  // namespace training
