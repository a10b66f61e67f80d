// What a reader does with the run of a lesson's training, and what becomes of it when settings change: the learning rate
// may change at any step; anything else on which the loss depends begins another run, and the last few are kept.
#include <algorithm>
#include <cmath>
#include <limits>

#include "explorer/lesson/answers.hpp"
#include "explorer/lesson/screen.hpp"
#include "explorer/training/earlier.hpp"
#include "lesson/run/same_run.hpp"
#include "lesson/run/training_code.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_runs = 12;

auto by_id(std::vector<Run>& runs, unsigned id) { return std::ranges::find(runs, id, &Run::id); }

constexpr std::size_t most_courses = 64;  // of a run

// The first step of which two sets of rates differ.
std::size_t first_difference(const Rates& a, const Rates& b) {
  const auto [at, other] = std::ranges::mismatch(a, b);
  std::size_t first = std::numeric_limits<std::size_t>::max();
  if (at != a.end()) first = at->first;
  if (other != b.end()) first = std::min(first, other->first);
  return first;
}

// Of rates those that the first `step` steps had.
Rates before_step(Rates rates, std::size_t step) {
  std::erase_if(rates, [&](const auto& one) { return one.first >= step; });
  return rates;
}

void forget_after(Course& course, std::size_t step) {
  course.losses.resize(std::min(course.losses.size(), step));
  course.right.resize(std::min(course.right.size(), step));
  std::erase_if(course.kept, [&](const KeptWeights& one) { return one.step > step; });
  std::erase_if(course.held_out, [&](const HeldOut& one) { return one.step > step; });
  std::erase_if(course.written, [&](const Written& one) { return one.step > step; });
  if (course.stopped && *course.stopped > step) course.stopped.reset();
}

}  // namespace

std::size_t steps_ahead(const Run& run) {
  constexpr std::size_t whole = 300, of_a_long_run = 200;
  return std::min(run.planned <= whole ? whole : of_a_long_run, run.most());
}

void use_rates(Run& run, const Rates& rates) {
  if (run.rates == rates) return;
  run.others.push_back(run);
  const auto known = [&](const Course& one) { return std::min(first_difference(one.rates, rates), one.losses.size()); };
  Course best = *std::ranges::max_element(run.others, {}, known);
  forget_after(best, std::min(first_difference(best.rates, rates), run.planned + 1));
  best.rates = rates;
  static_cast<Course&>(run) = std::move(best);
  std::erase_if(run.others, [&](const Course& one) { return one.rates == rates; });
  if (run.others.size() > most_courses) run.others.erase(run.others.begin());
  ++run.changes;
  run.weight = {};
}

bool LessonScreen::shows_run() const {
  return lesson_.training && !state_.end && lesson_.steps[step_place()].shows_trained();
}

const Run* LessonScreen::run_of_now() const {
  const auto found = std::ranges::find(runs_, run_now_, &Run::id);
  return found == runs_.end() ? nullptr : &*found;
}

bool LessonScreen::is_trained(graph::NodeId node) const {
  const auto& trained = state_.document.trained;
  return trained && std::ranges::contains(*trained->weights, graph_.node(node).name,
                                          &std::pair<std::string, std::vector<float>>::first);
}

Run& LessonScreen::begin_run() {
  static unsigned given = 0;
  Run run;
  run.id = ++given;
  run.settings = run_settings(state_.document);
  run.step = state_.step;
  if (const auto settings = lesson::run_settings(lesson_, run.settings)) {
    run.planned = settings->steps;
    run.parameters = settings->parameters;
    run.rates = {{0, settings->rate}};
  }
  run_now_ = run.id;
  runs_.push_back(std::move(run));
  if (runs_.size() > most_runs) runs_.erase(runs_.begin());
  return runs_.back();
}

bool LessonScreen::take_rates(const std::vector<std::pair<std::size_t, double>>& rates) {
  const Run& now = *run_of_now();
  if (now.rates == rates) return true;
  if (now.rates.empty() || now.rates.back().second != rates.back().second) return false;
  Run& run = now.played ? begin_run() : *run_of_now();
  run.rates = rates;
  return true;
}

Result<void> LessonScreen::prepare_run(Document& next, Reason reason) {
  if (!lesson_.training || (!next.trained && next.aside.empty())) return {};
  std::vector<Trained> all = std::exchange(next.aside, {});
  const bool was_trained = next.trained.has_value();
  if (next.trained) all.push_back(*std::exchange(next.trained, std::nullopt));
  for (Trained& one : all) {
    const auto run = by_id(runs_, one.run);
    if (run == runs_.end()) continue;  // no longer known
    const auto change = compare_runs_(lesson_, run->settings, run_settings(next));
    if (!change) return std::unexpected(change.error());
    // After the last step another rate can only mean another run, unless undo returns to the rate of these weights.
    const auto settings = lesson::run_settings(lesson_, run_settings(next));
    const bool own_rate = settings && !one.rates.empty() && one.rates.back().second == settings->rate;
    const bool other_rate = *change == lesson::RunChange::rate && one.run == run_now_ && reason == Reason::settings &&
                            (one.step < run->planned || own_rate);
    const bool of_now = &one == &all.back() && was_trained;  // a run that was reset comes back by undo alone
    if ((*change != lesson::RunChange::equal && !other_rate) || (run->left && !of_now)) {
      next.aside.push_back(std::move(one));
      continue;
    }
    if (next.trained) next.aside.push_back(*std::move(next.trained));
    next.trained = std::move(one);
  }
  return {};
}

void LessonScreen::follow_document() {
  if (!lesson_.training) return;
  const lesson::Overrides now = run_settings(state_.document);
  const auto change = [&](const Run& run) {
    return compare_runs_(lesson_, run.settings, now).value_or(lesson::RunChange::other);
  };
  const unsigned before = run_now_;
  if (const auto& trained = state_.document.trained) {
    const auto run = by_id(runs_, trained->run);
    if (run == runs_.end()) return;
    run_now_ = run->id;
    const bool other_rate = change(*run) == lesson::RunChange::rate;
    run->settings = now;
    Rates rates = before_step(trained->rates, trained->step);
    if (!other_rate && before_step(run->rates, trained->step) == rates) return;
    // A rate applies from the next step on.
    const auto settings = lesson::run_settings(lesson_, now);
    if (settings && (rates.empty() || rates.back().second != settings->rate))
      rates.emplace_back(rates.empty() ? 0 : trained->step, settings->rate);
    use_rates(*run, rates);
    return;
  }
  std::erase_if(runs_, [&](const Run& run) { return !run.played && change(run) != lesson::RunChange::equal; });
  const auto same = std::ranges::find_if(runs_, [&](const Run& run) {
    return !run.left && run.rates.size() == 1 && change(run) == lesson::RunChange::equal;
  });
  if (same != runs_.end()) run_now_ = same->id;
  else begin_run();
  if (run_now_ != before) state_.training = {};
}

Result<void> LessonScreen::show_weights(graph::Graph& in) {
  using Numbers = std::shared_ptr<const TrainedWeights>;
  const auto exchange = [&](Numbers wanted, Numbers& own, Numbers& shown) -> Result<void> {
    if (wanted == shown) return {};
    if (wanted && !own) {
      auto kept = std::make_shared<TrainedWeights>();
      for (const auto& [name, values] : *wanted) {
        const auto id = in.find(name);
        if (!id) continue;
        std::vector<float>& cells = kept->emplace_back(name, std::vector<float>()).second;
        for_each_row(in, *id, [&](const graph::Index&, std::span<const float> row) {
          cells.insert(cells.end(), row.begin(), row.end());
        });
      }
      own = std::move(kept);
    }
    if (auto done = put_numbers(in, wanted ? *wanted : *own); !done) return done;
    shown = std::move(wanted);
    return {};
  };
  auto batch = batch_to_show();
  if (!batch) return std::unexpected(batch.error());
  if (auto done = exchange(std::move(*batch), own_batch_, batch_in_graph_); !done) return done;
  const auto& trained = state_.document.trained;
  return exchange(trained && shows_run() ? trained->weights : nullptr, own_weights_, weights_in_graph_);
}

// ---- commands -------------------------------------------------------------------------------------------------------

Result<Touched> LessonScreen::carry_out(const RunTraining& command) {
  if (!shows_run()) return graph::fail("training", "", say("refuse.no_run"));
  const TrainingState before = state_.training;
  state_.training = {};
  if (command.on) {
    const Run& run = *run_of_now();
    const std::size_t step = trained_steps();
    if (run.stopped && step >= run.most())
      return graph::fail("training", "", say("training.stopped", {std::to_string(*run.stopped)}));
    state_.training.running = step < run.most();
  }
  return state_.training == before ? Touched::nothing : Touched::view;
}

Result<Touched> LessonScreen::carry_out(const SeekTraining& command) {
  if (!shows_run()) return graph::fail("training", "", say("refuse.no_run"));
  const std::size_t step = std::min(command.step, run_of_now()->most());
  const TrainingState before = state_.training;
  state_.training = {};
  if (step == trained_steps()) return state_.training == before ? Touched::nothing : Touched::view;
  if (step > 0) {
    state_.training.target = step;
    return state_.training == before ? Touched::nothing : Touched::view;
  }
  const Document left = state_.document;
  state_.document.trained.reset();
  if (auto done = show_weights(graph_); !done) return std::unexpected(done.error());
  history_.record(left, state_.document, "run." + std::to_string(run_now_), true);
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const ResetTraining&) {
  if (!shows_run()) return graph::fail("training", "", say("refuse.no_run"));
  Run& run = *run_of_now();
  if (!run.played && !state_.document.trained) return Touched::nothing;
  state_.training = {};
  const Document left = state_.document;
  state_.document.trained.reset();
  if (auto done = show_weights(graph_); !done) return std::unexpected(done.error());
  run.left = true;
  begin_run();
  history_.record(left, state_.document, "reset", false);
  return Touched::view;
}

Result<Touched> LessonScreen::carry_out(const LookTraining& command) {
  if (!shows_run()) return graph::fail("training", "", say("refuse.no_run"));
  const RunLook before = state_.run;
  if (command.part) state_.run.part = *command.part;
  if (command.weight) {
    if (!exists(*command.weight)) return graph::fail("cell", "", say("refuse.no_cell"));
    const std::string& name = graph_.node(command.weight->node).name;
    if (!std::ranges::contains(run_of_now()->parameters, name))
      return graph::fail("training", "", say("refuse.not_trained", {spoken_name(*context_, command.weight->node)}));
    state_.run.weight = WeightCell{name, command.weight->index};
  }
  return state_.run == before ? Touched::nothing : Touched::view;
}

// ---- orders and reports ---------------------------------------------------------------------------------------------

std::optional<TrainingOrder> LessonScreen::training_order(bool ahead) const {
  if (!shows_run()) return std::nullopt;
  const Run& run = *run_of_now();
  const std::size_t from = trained_steps();
  const bool idle = !state_.training.running && !state_.training.target && from == 0;
  const std::optional<lesson::Question>& question = lesson_.steps[step_place()].question;
  const bool foretold = question && question->hides_run && !is_open(*question, state_);
  TrainingOrder order{run.id,
                      run.changes,
                      run.settings,
                      run.rates,
                      from,
                      state_.training.running ? run.most() : state_.training.target.value_or(from),
                      run.losses.size(),
                      run.held_out.size(),
                      state_.training.running};
  if (ahead && idle && !foretold && run.losses.size() < steps_ahead(run)) {
    order.until = steps_ahead(run);
    order.ahead = true;
  }
  order.keep = kept_interval(run.planned);
  if (const auto weight = looked_weight(graph_, run, state_.run)) {
    order.weight = WeightCell{graph_.node(weight->node).name, weight->index};
    for (std::size_t axis = 0; axis < weight->index.size(); ++axis)
      order.weight_cell = order.weight_cell * graph_.node(weight->node).shape[axis] + weight->index[axis];
  }
  return order;
}

Result<Touched> LessonScreen::take(const TrainingReport& report) {
  const auto run = by_id(runs_, report.run);
  if (run == runs_.end() || report.run != run_now_ || report.changes != run->changes || !shows_run() ||
      report.first > run->losses.size())
    return Touched::nothing;
  // Known losses stay: a step that is taken again has the same loss.
  const std::size_t known = run->losses.size() - report.first;
  if (report.losses.size() > known)
    run->losses.insert(run->losses.end(), report.losses.begin() + static_cast<std::ptrdiff_t>(known),
                       report.losses.end());
  if (report.right.size() == report.losses.size() && run->right.size() >= report.first) {
    run->right.resize(report.first);
    run->right.insert(run->right.end(), report.right.begin(), report.right.end());
  }
  for (const KeptWeights& one : report.kept) {
    if (one.step % kept_interval(run->planned) != 0) continue;
    const auto at = std::ranges::lower_bound(run->kept, one.step, {}, &KeptWeights::step);
    if (at == run->kept.end() || at->step != one.step) run->kept.insert(at, one);
  }
  if (report.weight) run->weight = *report.weight;
  for (const HeldOut& one : report.held_out)
    if (run->held_out.empty() || run->held_out.back().step < one.step) run->held_out.push_back(one);
  for (const Written& one : report.written)
    if (run->written.empty() || run->written.back().step < one.step) run->written.push_back(one);
  if (report.stopped) {
    run->stopped = report.stopped;
    if (!report.ahead) state_.training = {};
  }
  // A report that was on its way when the reader paused, or asked for another step, does not move what they see.
  TrainingState& now = state_.training;
  const bool wanted = !report.ahead && (now.running || now.target || report.stopped);
  if (!report.weights || !wanted) return Touched::view;
  run->played = true;
  const Document left = state_.document;
  state_.document.trained =
      report.step == 0 ? std::nullopt : std::optional(Trained{report.run, report.step, report.weights, run->rates});
  if (auto done = show_weights(graph_); !done) {
    state_.document = left;
    now = {};
    return std::unexpected(done.error());
  }
  ++changes_;
  changed_.clear();
  history_.record(left, state_.document, "run." + std::to_string(report.run), true);
  if (now.target == report.step) now.target.reset();
  if (report.step >= run->most()) now = {};
  return Touched::view;
}

std::string LessonScreen::training_code() const {
  if (!shows_run()) return {};
  const Run& run = *run_of_now();
  return lesson::training_code(lesson_, run_settings(state_.document), run.rates).value_or("");
}

}  // namespace explorer
