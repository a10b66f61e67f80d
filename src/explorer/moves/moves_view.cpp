// What a stage and a table show during “What moves this?”: slopes instead of the numbers of the tensors that it depends
// on, how a slope is computed, and how a nudged cell changes the number.
#include <algorithm>
#include <cmath>

#include "explorer/moves/moves_view.hpp"
#include "explorer/state/cells.hpp"
#include "explorer/views/stage_parts.hpp"
#include "explorer/views/view_context.hpp"
#include "graph/core/without.hpp"

namespace explorer {
namespace {

constexpr int digits_compared = 3;

std::optional<graph::NodeId> slopes_of(const ViewContext& context, graph::NodeId node) {
  return context.slopes ? context.slopes->with_respect_to(node) : std::nullopt;
}

// Kept among the formats of the graph that is shown: both graphs have the same ids where both have a node.
const CellFormat& slope_format(const ViewContext& context, graph::NodeId slopes) {
  const auto found = context.formats.find(slopes);
  if (found != context.formats.end()) return found->second;
  return context.formats
      .emplace(slopes, cell_format(context.slopes->graph(), slopes, context.hidden, context.state.decimals))
      .first->second;
}

std::string signed_number(double value, int decimals) {
  const std::string text = graph::format_float(value, decimals);
  return value > 0 ? "+" + text : text;
}

// In the fewest digits: +0.3.
std::string step_text(double by) { return (by < 0 ? "−" : "+") + shortest(static_cast<float>(std::abs(by))); }

// With as many decimals as show three digits of the larger change.
int decimals_for(double real, double said) {
  const double size = std::max(std::abs(real), std::abs(said));
  if (size == 0 || !std::isfinite(size)) return digits_compared;
  return std::max(digits_compared - 1, digits_compared - 1 - static_cast<int>(std::floor(std::log10(size))));
}

std::string compared(const ViewContext& context, const Asked& asked) {
  const Nudged& nudged = *asked.nudged;
  const graph::NodeId of = asked.of.node;
  const double by = nudged.steps * nudge_step(context.graph, nudged.cell.node);
  const double slope = context.slopes->graph().at(*slopes_of(context, nudged.cell.node), nudged.cell.index);
  const auto moved = graph::evaluate_moved(context.graph, nudged.cell, static_cast<float>(by), of);
  if (!moved) return moved.error().message;
  std::size_t place = 0;
  for (std::size_t axis = 0; axis < asked.of.index.size(); ++axis)
    place = place * context.graph.node(of).shape[axis] + asked.of.index[axis];
  const double before = context.graph.at(of, asked.of.index), after = (*moved)[place];
  const double real = after - before, said = slope * by;
  const int decimals = decimals_for(real, said);
  const auto full = [&](double value) { return graph::format_float(value, decimals); };
  return context.say("moves.compared",
                     {cell_name(context, nudged.cell), step_text(by), cell_name(context, asked.of), full(before),
                      full(after), signed_number(real, decimals), full(slope), signed_number(said, decimals)});
}

// Where the slopes are, if this beat shows none of them.
std::string elsewhere(const ViewContext& context, const MovesView& view) {
  const std::vector<graph::NodeId> shown =
      beat_tensors(context.lesson, context.lesson.steps[context.step()], context.graph, context.state).shown;
  const auto is_shown = [&](graph::NodeId node) { return std::ranges::contains(shown, node); };
  if (shown.empty() || std::ranges::any_of(view.nodes, is_shown)) return {};
  std::string names;
  for (const graph::NodeId node : view.nodes) names += (names.empty() ? "" : ", ") + spoken_name(context, node);
  return " " + context.say("moves.elsewhere", {view.name, names});
}

}  // namespace

double nudge_step(const graph::Graph& graph, graph::NodeId node) {
  const double largest = graph.largest_magnitude(node);
  if (largest == 0) return first_nudge;
  return first_nudge * std::pow(10.0, std::floor(std::log10(largest)));
}

TensorView shown_tensor(const ViewContext& context, graph::NodeId id, bool transposed) {
  TensorView view = tensor_view(context, id, transposed);
  const std::optional<graph::NodeId> slopes = slopes_of(context, id);
  if (!slopes) return view;
  const CellFormat& format = slope_format(context, *slopes);
  view.slopes = view.by_sign = true;
  view.symbol.base = "∂/∂" + view.symbol.base;
  view.caption = context.say("moves.caption", {view.caption, cell_name(context, context.state.asked->of)});
  view.editable = view.locked = view.marked = view.toggle = false;
  view.decimals = format.decimals;
  view.power_of_ten = format.power_of_ten;
  view.scale = format.largest == 0 ? 1 : format.largest;
  view.one_sided = false;
  view.below_zero = true;
  view.no_number = !format.any && !view.all_hidden;
  return view;
}

CellView shown_cell(const ViewContext& context, const graph::CellRef& cell) {
  const std::optional<graph::NodeId> slopes = slopes_of(context, cell.node);
  CellView view = cell_view(context, cell, slopes ? Digits::without : Digits::with);
  if (!slopes || view.status == CellView::Status::hidden || !within(context.graph.node(cell.node).shape, cell.index))
    return view;
  view.value = context.slopes->graph().at(*slopes, cell.index);
  view.text = slope_format(context, *slopes).print(view.value);
  view.status = std::isfinite(view.value) ? CellView::Status::shown : CellView::Status::not_finite;
  view.edited = false;
  return view;
}

std::optional<ExplanationView> shown_explanation(const ViewContext& context, const View& view,
                                                 const graph::CellRef& cell) {
  const std::optional<graph::NodeId> slopes = slopes_of(context, cell.node);
  if (!slopes || context.hidden.covers(cell)) return explanation_view(context, view, cell);
  ViewContext chain{context.lesson,  context.slopes->graph(), context.state,  context.catalogue,
                    context.hidden,  context.edited,          context.lock,   context.runs,
                    context.run_now, context.kept_maps,       context.parsed, {}};
  chain.slopes = context.slopes;
  std::optional<ExplanationView> out = explanation_view(chain, view, {*slopes, cell.index});
  if (!out) return out;
  out->cell = cell;
  out->role = context.graph.node(cell.node).role;
  for (graph::Line& line : out->lines)
    for (graph::Piece& piece : line.pieces) {
      if (!piece.cell) continue;
      if (const auto of = context.slopes->moved_by(piece.cell->node)) piece.cell->node = *of;
      if (piece.cell->node >= context.graph.size()) piece.cell.reset();
    }
  return out;
}

std::optional<MovesView> moves_view(const ViewContext& context) {
  if (!context.slopes || !context.state.asked) return std::nullopt;
  const Asked& asked = *context.state.asked;
  MovesView view;
  view.of = asked.of;
  view.name = cell_name(context, asked.of);
  view.title = context.say("moves.title", {view.name});
  view.words = context.say("moves.words", {view.name, cell_view(context, asked.of).text});
  view.nodes = context.slopes->nodes();
  view.words += elsewhere(context, view);
  if (asked.nudged) view.compared = compared(context, asked);
  return view;
}

}  // namespace explorer
