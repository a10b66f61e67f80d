// See stage_parts.hpp.
#include "explorer/views/stage_parts.hpp"

#include <algorithm>

#include "explorer/views/view_context.hpp"

namespace explorer {
namespace {

// The tensors of a figure as figure_view lists them: the operands and the result of an operation, or those named.
std::vector<graph::NodeId> tensors_of(const lesson::Figure& figure, const graph::Graph& graph) {
  std::vector<graph::NodeId> tensors;
  for (const std::string& name : figure.tensors) {
    const std::optional<graph::NodeId> id = graph.find(name);
    if (!id) continue;
    const graph::Node& node = graph.node(*id);
    if (figure.kind == lesson::Figure::Kind::operation && node.operation != nullptr)
      for (std::size_t input = 0; input < node.inputs.size(); ++input)
        if (!node.operation->only_shape_counts(input)) tensors.push_back(node.inputs[input]);
    tensors.push_back(*id);
  }
  return tensors;
}

// The figures that are on the stage now: matrices, or the attention figure or plane.
template <class Visit>
void each_figure(const lesson::Lesson& lesson, const lesson::Step& step, const graph::Graph& graph, const State& state,
                 const Visit& visit) {
  const bool matrices = shows_matrices(step, graph, state.attention);
  for (const lesson::Figure& figure : step.stage) {
    if (matrices == lesson::is_matrices(figure) && holds(figure.when, lesson, state)) visit(figure);
  }
}

}  // namespace

std::vector<StagePart> stage_parts(const lesson::Lesson& lesson, const lesson::Step& step, const graph::Graph& graph,
                                   const State& state) {
  std::vector<StagePart> parts;
  std::size_t place = 0;
  each_figure(lesson, step, graph, state, [&](const lesson::Figure& figure) {
    const std::size_t count = tensors_of(figure, graph).size();
    const std::size_t at_a_time = figure.kind == lesson::Figure::Kind::tensors ? 1 : std::max<std::size_t>(count, 1);
    for (std::size_t first = 0; first < count; first += at_a_time)
      parts.push_back({place, first, at_a_time, figure.new_beat && first == 0});
    ++place;
  });
  return parts;
}

std::vector<graph::NodeId> stage_tensors(const lesson::Lesson& lesson, const lesson::Step& step,
                                         const graph::Graph& graph, const State& state) {
  std::vector<graph::NodeId> out;
  each_figure(lesson, step, graph, state, [&](const lesson::Figure& figure) {
    for (const graph::NodeId node : tensors_of(figure, graph))
      if (!std::ranges::contains(out, node)) out.push_back(node);
  });
  return out;
}

BeatTensors beat_tensors(const lesson::Lesson& lesson, const lesson::Step& step, const graph::Graph& graph,
                         const State& state) {
  BeatTensors beat;
  const std::vector<StagePart> parts = stage_parts(lesson, step, graph, state);
  std::vector<const lesson::Figure*> figures;
  each_figure(lesson, step, graph, state, [&](const lesson::Figure& figure) { figures.push_back(&figure); });
  const StageShare share = state.on_stage();
  const std::size_t first = parts.empty() ? 0 : std::min(share.first, parts.size() - 1);
  const std::size_t end = share.parts == 0 ? parts.size() : std::min(first + share.parts, parts.size());
  for (std::size_t at = first; at < end; ++at) {
    const lesson::Figure& figure = *figures[parts[at].figure];
    const std::vector<graph::NodeId> tensors = tensors_of(figure, graph);
    for (std::size_t t = parts[at].tensor; t < parts[at].tensor + parts[at].count; ++t)
      beat.shown.push_back(tensors[t]);
    if (figure.kind == lesson::Figure::Kind::operation) beat.result = tensors.back();
  }
  if (beat.shown.empty()) return beat;
  for (const auto& figure : step.figures)  // above every beat
    for (const std::string& name : figure->cells()) beat.shown.push_back(*graph.find(name));
  return beat;
}

std::optional<std::size_t> first_part_of(const lesson::Lesson& lesson, const lesson::Step& step,
                                         const graph::Graph& graph, const State& state, graph::NodeId node) {
  std::optional<std::size_t> found;
  std::size_t part = 0;
  each_figure(lesson, step, graph, state, [&](const lesson::Figure& figure) {
    const std::vector<graph::NodeId> tensors = tensors_of(figure, graph);
    const auto at = std::ranges::find(tensors, node);
    const bool whole = figure.kind != lesson::Figure::Kind::tensors;
    if (!found && at != tensors.end()) found = part + (whole ? 0 : static_cast<std::size_t>(at - tensors.begin()));
    part += whole ? (tensors.empty() ? 0 : 1) : tensors.size();
  });
  return found;
}

}  // namespace explorer
