// Parts of a run's view beside the losses: shares of right answers, one held-out sequence with what the model says, and one
// weight over time.
#include "figures/training/view_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "explorer/training/earlier.hpp"
#include "graph/core/basic.hpp"
#include "lesson/run/held_out.hpp"

namespace explorer {
namespace {

std::string per_cent(double share, int decimals) { return print_number("%.*f", decimals, 100 * share); }

// The place of the sequence that the first answer belongs to: the answers may be to a slice of the places.
std::size_t first_place(const graph::Graph& graph, graph::NodeId logits) {
  std::size_t first = 0;
  for (const graph::Node* node = &graph.node(logits);
       node->operation && node->operation->layout() == graph::Layout::slice; node = &graph.node(node->inputs[0]))
    if (graph::number(node->options, "axis", 0) == 1)
      first += static_cast<std::size_t>(std::max(graph::number(node->options, "start", 0), 0.0));
  return first;
}

constexpr double least_slope = 2e-6;  // rounding alone can make a nudge give this much

}  // namespace

std::string slope_text(double slope) {
  if (slope == 0) return "0";
  const CellFormat format{2, true, 0, true};
  std::string text = format.print(static_cast<float>(slope));
  const std::size_t power = text.find('e');
  if (power == std::string::npos) return text;
  std::string raised = "·10";
  std::string_view exponent = std::string_view(text).substr(power + 1);
  if (exponent == "0") return text.substr(0, power);
  if (constexpr std::string_view minus = "−"; exponent.starts_with(minus)) {
    raised += "⁻";
    exponent.remove_prefix(minus.size());
  }
  constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  for (const char digit : exponent) raised += digits[static_cast<std::size_t>(digit - '0')];
  return text.substr(0, power) + raised;
}

std::string weight_text(double value) {
  const CellFormat format{4, false, 0, true};
  return format.print(static_cast<float>(value));
}

void add_right(const ViewContext& context, const Run& run, const lesson::TrainingFigure& figure, TrainingView& view) {
  view.right = run.right;
  for (const std::string& name : figure.right) view.right_lines.push_back(number_view(context, name));
  if (view.right.empty()) return;
  const std::size_t now = std::min(view.step, view.right.size() - 1);
  double share = static_cast<double>(view.right[now]);
  for (const HeldOut& one : run.held_out)
    if (one.step == view.step && one.right) share = *one.right;
  view.right_text = per_cent(share, 1) + " %";
  view.right_note = context.say("training.right.note", {per_cent(static_cast<double>(view.right.front()), 1),
                                                        per_cent(static_cast<double>(view.right[now]), 1)});
}

std::optional<TrainingView::Sequence> sequence_view(const ViewContext& context, const lesson::TrainingFigure& figure,
                                                    const std::string& off) {
  const graph::Graph& graph = context.graph;
  if (figure.sequence.empty()) return std::nullopt;
  const graph::NodeId letters = *graph.find(figure.sequence);
  const bool without = !off.empty() && !figure.without.empty();
  const auto judged = lesson::answers_of(graph, *graph.find(without ? figure.without : context.lesson.training->loss));
  if (!judged) return std::nullopt;
  const graph::NodeId logits = graph.node(*judged).inputs[0], targets = graph.node(*judged).inputs[1];
  const graph::Shape &shape = graph.node(letters).shape, &answers = graph.node(logits).shape;
  if (answers.size() != 3 || answers[0] != shape[0]) return std::nullopt;
  const std::size_t first = first_place(graph, logits), classes = answers[2];
  if (first + answers[1] > shape[1]) return std::nullopt;

  TrainingView::Sequence out;
  out.count = shape[0];
  out.title = without ? context.say("training.sequence.without", {off}) : context.say("training.sequence");
  out.axis = known_name(graph.node(letters), 0);
  out.at = leading_place(context, letters, 0);
  const bool input_hidden = context.hidden.touches(letters), wanted_hidden = context.hidden.touches(targets),
             said_hidden = context.hidden.touches(logits);
  const auto letter = [&](float id) {
    const auto place = static_cast<std::size_t>(id);
    return place < classes ? place_label(context, logits, 2, place) : print_number("%.*f", 0, static_cast<double>(id));
  };
  std::vector<float> row(classes);
  std::size_t right = 0;
  for (std::size_t t = 0; t < shape[1]; ++t) {
    TrainingView::Answer& one = out.places.emplace_back();
    one.input = input_hidden ? "?" : letter(graph.at(letters, graph::Index{out.at, t}));
    if (t < first || t >= first + answers[1]) continue;
    const std::size_t asked = t - first;
    graph.block(logits, graph::Index{out.at}, asked, 1, 0, classes, row);
    const float target = graph.at(targets, graph::Index{out.at, asked});
    const auto said = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    double sum = 0;
    for (const float logit : row) sum += std::exp(static_cast<double>(logit - row[said]));
    one.wanted = wanted_hidden ? "?" : letter(target);
    one.said = said_hidden ? "?" : place_label(context, logits, 2, said);
    one.share = said_hidden ? 0 : static_cast<float>(1 / sum);
    one.sure = said_hidden ? "" : per_cent(1 / sum, 0);
    one.right = static_cast<float>(said) == target;
    right += one.right;
  }
  if (!said_hidden && !wanted_hidden)
    out.note = context.say("training.sequence.note", {std::to_string(out.at + 1), std::to_string(out.count),
                                                      std::to_string(right), std::to_string(answers[1])});
  return out;
}

std::optional<TrainingView::Weight> weight_view(const ViewContext& context, const Run& run, std::size_t step) {
  const auto looked = looked_weight(context.graph, run, context.state.run);
  if (!looked) return std::nullopt;
  TrainingView::Weight out;
  out.cell = *looked;
  out.tensor = tensor_view(context, looked->node);
  out.name = cell_name(context, *looked);
  const bool hidden = context.hidden.touches(looked->node);
  if (hidden) return out;
  out.value = weight_text(static_cast<double>(context.graph.at(looked->node, looked->index)));
  const WeightRecord& known = run.weight;
  if (known.cell.tensor != context.graph.node(looked->node).name || known.cell.index != looked->index) return out;
  out.samples = known.samples;
  std::optional<double> slope;
  for (const WeightSample& one : known.samples)
    if (one.step == step) slope = one.slope;
  if (known.nudged && known.nudged->step == step) {
    slope = known.nudged->slope;
    const double nudged = known.nudged->nudged;
    out.nudged = slope_text(nudged);
    out.by = print_number("%.*f", 2, known.nudged->by);
    out.agree = std::abs(nudged - *slope) <= 0.03 * std::max(std::abs(*slope), std::abs(nudged)) + least_slope;
  }
  if (!slope) return out;
  out.slope = slope_text(*slope);
  out.note = context.say(*slope > 0 ? "training.slope.up" : *slope < 0 ? "training.slope.down" : "training.slope.none");
  return out;
}

}  // namespace explorer
