// What a step shows of the run: its losses in numbers and as a sentence, the heights they are compared with, the heads.
#include "figures/training/view.hpp"

#include <algorithm>
#include <cmath>

#include "explorer/state/cells.hpp"
#include "explorer/views/view_context.hpp"
#include "figures/training/read.hpp"
#include "figures/training/view_parts.hpp"

namespace explorer {
namespace {

constexpr int loss_decimals = 3;

TrainingView::Maps maps_view(const ViewContext& context, const lesson::TrainingFigure& figure) {
  const graph::NodeId id = *context.graph.find(figure.maps);
  const graph::Node& node = context.graph.node(id);
  const std::size_t axis = node.shape.size() - 3;
  TrainingView::Maps maps;
  maps.tensor = tensor_view(context, id);
  maps.axis = known_name(node, axis);
  for (std::size_t i = 0; i < axis; ++i) maps.leading.push_back(leading_place(context, id, i));
  maps.rows = node.shape[axis + 1];
  maps.columns = node.shape[axis + 2];
  if (!figure.even.empty()) maps.even = context.graph.find(figure.even);
  maps.hidden = context.hidden.touches(id);
  if (!figure.wanted.empty()) maps.wanted = context.graph.find(figure.wanted);
  const std::size_t step = context.state.document.trained ? context.state.document.trained->step : 0;
  for (const KeptMaps& one : context.kept_maps)
    if (one.step < step) maps.earlier.push_back(one);
  const std::size_t chosen = leading_place(context, id, axis);
  for (std::size_t head = 0; head < node.shape[axis]; ++head) {
    TrainingView::Head& one = maps.heads.emplace_back();
    one.name = place_label(context, id, axis, head);
    one.chosen = head == chosen;
    if (!figure.heads.empty()) {
      one.kept = graph::CellRef{*context.graph.find(figure.heads), {head}};
      one.on = context.graph.at(one.kept->node, one.kept->index) != 0;
      if (!one.on) maps.off_names += (maps.off_names.empty() ? "" : ", ") + one.name;
    }
    if (!figure.shares.empty()) one.share = cell_view(context, {*context.graph.find(figure.shares), {head}}).text;
  }
  if (!maps.off_names.empty() && !figure.without.empty()) {
    const NumberView loss = number_view(context, figure.without);
    maps.off = context.say("training.without",
                           {maps.off_names, loss.shown ? loss_text(static_cast<double>(loss.value)) : "?"});
  }
  return maps;
}

// The tokens of the shown sequence, if the maps are those of that sequence.
void name_tokens(TrainingView::Maps& maps, const TrainingView::Sequence& sequence) {
  const std::size_t count = sequence.places.size();
  if (count != maps.rows || count != maps.columns || maps.leading != graph::Index{sequence.at}) return;
  for (const TrainingView::Answer& one : sequence.places) maps.tokens.push_back(one.input);
}

// "Step 120 of 300: the loss went from 2.388 to 0.405. Held out, it is 0.398."
std::string note_on(const ViewContext& context, const TrainingView& view) {
  if (view.ahead) return context.say("training.note.ahead", {std::to_string(view.losses.size())});
  if (view.losses.empty() || view.loss.empty()) return context.say("training.note.none");
  const std::string first = loss_text(view.losses.front());
  const std::string step = std::to_string(view.step), planned = std::to_string(view.planned);
  const bool known = view.step < view.losses.size();  // else the loss shown is that of the step before
  std::string note = context.say(known ? "training.note" : "training.note.before", {step, planned, first, view.loss});
  if (view.held_out.empty()) return note;
  const bool now = view.held_out_at == view.step;
  return note + " " +
         context.say(now ? "training.note.apart" : "training.note.apart.earlier",
                     {view.held_out, std::to_string(view.held_out_at)});
}

}  // namespace

bool switches_run(const lesson::Step& step) {
  return step.shows_trained() && std::ranges::all_of(step.stage, lesson::is_matrices);
}

bool run_gives_way(const lesson::Step& step, const AttentionLook& look) {
  return switches_run(step) && look.matrices.value_or(false);
}

bool matrices_on_stage(const lesson::Step& step, const graph::Graph& graph, const AttentionLook& look) {
  return shows_matrices(step, graph, look) && (!switches_run(step) || run_gives_way(step, look));
}

std::string loss_text(double loss) {
  if (std::isnan(loss)) return "NaN";
  if (std::isinf(loss)) return "∞";
  if (constexpr double longest = 1e6; loss >= longest) return slope_text(loss);
  return print_number("%.*f", loss_decimals, loss);
}

namespace {

// Losses of other runs, to compare with. Steps that set other values are about other runs; those that set none show what
// this step is compared with. A loss on another text says nothing about this one.
void add_earlier(const ViewContext& context, const Run& run, TrainingView& view) {
  const auto sets = [&](std::string_view id) -> const auto& {
    return std::ranges::find(context.lesson.steps, id, &lesson::Step::id)->sets;
  };
  const auto value = [](const Run& of, const lesson::Parameter& parameter) -> const lesson::ParameterValue& {
    const auto own = of.settings.parameters.find(parameter.name);
    return own == of.settings.parameters.end() ? parameter.start : own->second;
  };
  const auto same_texts = [&](const Run& other) {
    return std::ranges::all_of(context.lesson.parameters, [&](const lesson::Parameter& parameter) {
      return parameter.control != lesson::Parameter::Control::text || value(other, parameter) == value(run, parameter);
    });
  };
  for (const Run& other : context.runs)
    if (other.id != run.id && !other.left && other.played && same_texts(other) &&
        (sets(other.step).empty() || sets(other.step) == sets(context.state.step)))
      view.earlier.push_back(other.losses);
}

}  // namespace

std::shared_ptr<ShownFigure> view_training_figure(const ViewContext& context, const lesson::StepFigure& given) {
  const auto& figure = static_cast<const lesson::TrainingFigure&>(given);
  const auto run = std::ranges::find(context.runs, context.run_now, &Run::id);
  if (context.state.end || run == context.runs.end()) return nullptr;
  const auto shown = std::make_shared<TrainingView>();
  TrainingView& view = *shown;
  const lesson::Step& step = context.lesson.steps[context.step()];
  view.has_matrices = switches_run(step);
  view.is_shown = !run_gives_way(step, context.state.attention);
  view.step = context.state.document.trained ? context.state.document.trained->step : 0;
  view.planned = run->planned;
  view.taken = run->losses.size();
  view.running = context.state.training.running;
  view.target = context.state.training.target;
  view.can_run = view.step < run->most();
  view.ahead = !run->played && !run->losses.empty();
  view.can_reset = run->played || view.step > 0;
  view.title = context.say("training.step", {std::to_string(view.step)});
  view.losses = run->losses;
  view.apart = run->held_out;
  // The loss of the weights that are shown is known when the next step is taken; until then, the one before.
  if (!run->losses.empty()) {
    view.last = static_cast<double>(run->losses[std::min(view.step, run->losses.size() - 1)]);
    view.loss = loss_text(*view.last);
  }
  for (const HeldOut& one : run->held_out)
    if (one.step <= view.step) {
      view.held_out = loss_text(one.loss);
      view.held_out_at = one.step;
    }
  if (run->stopped && run->played) view.stopped = context.say("training.stopped", {std::to_string(*run->stopped)});
  add_earlier(context, *run, view);
  for (const std::string& name : figure.lines) view.lines.push_back(number_view(context, name));
  if (!figure.maps.empty()) view.maps = maps_view(context, figure);
  view.note = note_on(context, view);
  view.part = context.state.run.part;
  add_right(context, *run, figure, view);
  view.sequence = sequence_view(context, figure, view.maps ? view.maps->off_names : "");
  if (view.maps && view.sequence) name_tokens(*view.maps, *view.sequence);
  for (const std::string& name : run->parameters)
    if (const auto id = context.graph.find(name)) {
      view.weights.push_back(*id);
      view.weight_names.push_back(spoken_name(context, *id));
    }
  view.weight = weight_view(context, *run, view.step);
  return shown;
}

std::vector<FigureView> TrainingView::matrices() const {
  if (!maps) return {};
  return {{.tensors = {maps->tensor}}};
}

}  // namespace explorer
