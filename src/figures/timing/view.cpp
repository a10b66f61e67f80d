// The timing of a step: the request that the page carries out, and its outcome.
#include "figures/timing/view.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/views/view_context.hpp"
#include "figures/timing/read.hpp"

namespace explorer {
namespace {

// With three significant digits, but no less than whole milliseconds.
std::string milliseconds(const ViewContext& context, double time) {
  const int digits = time < 10 ? 2 : time < 100 ? 1 : 0;
  return context.say("timing.ms", {print_number("%.*f", digits, time)});
}

// Megabytes of a matrix (tokens, tokens) of float32.
std::string megabytes(std::size_t tokens) {
  const auto side = static_cast<double>(tokens);
  return print_number("%.*f", 0, 4 * side * side / (1024 * 1024));
}

std::string outcome_of(const ViewContext& context, std::size_t tokens, const Timing* timed) {
  const std::string count = std::to_string(tokens);
  if (tokens > most_timed) return context.say("timing.long", {std::to_string(most_timed), count, megabytes(tokens)});
  if (timed == nullptr) return context.say("timing.none", {count});
  if (timed->state == Timing::State::running) return context.say("timing.running", {count});
  if (timed->state == Timing::State::failed) return context.say("timing.failed", {timed->why});
  const double ratio = timed->plain / timed->tiles;
  return context.say(ratio >= 1 ? "timing.faster" : "timing.slower",
                     {count, print_number("%.*f", 1, ratio >= 1 ? ratio : 1 / ratio)});
}

}  // namespace

std::shared_ptr<ShownFigure> view_timing_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto& asked = static_cast<const lesson::TimingFigure&>(given);
  const auto shown = std::make_shared<TimingView>();
  TimingView& view = *shown;
  const NumberView tokens = number_view(context, asked.tokens);
  view.tokens = static_cast<std::size_t>(std::clamp(std::round(tokens.value), 0.0f, 1e9f));
  view.features = asked.features;
  const auto& all = context.state.timings;
  const auto found = std::ranges::find(all, view.tokens, &Timing::tokens);
  const Timing* const timed = found == all.end() ? nullptr : &*found;
  const bool running = timed != nullptr && timed->state == Timing::State::running;
  const bool done = timed != nullptr && timed->state == Timing::State::done;
  view.may_measure = view.tokens > 0 && view.tokens <= most_timed && !running;
  view.title = context.say("timing.title");
  view.button = context.say("timing.measure");
  view.outcome = outcome_of(context, view.tokens, timed);
  view.how = context.say("timing.how", {std::to_string(view.features)});
  const auto add = [&](std::string_view name, double time) {
    const double longest = done ? std::max(timed->plain, timed->tiles) : 1;
    view.ways.push_back({context.say(name), done ? milliseconds(context, time) : std::string(),
                         done ? static_cast<float>(time / longest) : 0});
  };
  add("timing.plain", done ? timed->plain : 0);
  add("timing.tiles", done ? timed->tiles : 0);
  return shown;
}

FigureText TimingView::text(const ViewContext&) const {
  FigureText text;
  text.title = title;
  text.status = outcome;
  text.action = FigureText::Action{"measure", button, {tokens, features}, may_measure};
  for (const Way& way : ways)
    if (!way.text.empty()) text.paragraphs.push_back(way.name + ": " + way.text);
  text.paragraphs.push_back(how);
  return text;
}

}  // namespace explorer
