// The operation itself supplies the terms, so the axis of the sum does not matter.
#include "explorer/views/sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace explorer {
namespace {

bool is_sum(const graph::Node& node) {
  return node.operation != nullptr && node.operation->meaning() == graph::Meaning::sum && !node.inputs.empty();
}

bool on_stage(const ViewContext& context, graph::NodeId wanted) {
  for (const lesson::Figure& figure : context.lesson.steps[context.step()].stage) {
    for (const std::string& name : figure.tensors) {
      const std::optional<graph::NodeId> id = context.graph.find(name);
      if (!id) continue;
      if (*id == wanted) return true;
      const bool drawn = figure.kind == lesson::Figure::Kind::operation;
      if (drawn && std::ranges::contains(context.graph.node(*id).inputs, wanted)) return true;
    }
  }
  return false;
}

}  // namespace

bool sum_is_about(const graph::Graph& graph, const graph::CellRef& sum, const ShownNumber& shown) {
  const graph::Node& node = graph.node(sum.node);
  if (!is_sum(node)) return false;
  const std::optional<double> total = shown(sum);
  if (!total) return false;
  double added = 0;
  for (const graph::Index& term : node.operation->sources(0, {graph, sum.node, sum.index, 2})) {
    const std::optional<double> one = shown({node.inputs[0], term});
    if (!one) return false;
    added += *one;
  }
  return std::abs(added - *total) > 1e-9 * std::abs(*total);
}

bool sum_is_about(const ViewContext& context, const graph::CellRef& sum) {
  const graph::Node& node = context.graph.node(sum.node);
  if (!is_sum(node) || context.lesson.steps.empty() || !on_stage(context, node.inputs[0])) return false;
  return sum_is_about(context.graph, sum, [&](const graph::CellRef& cell) -> std::optional<double> {
    const CellView view = cell_view(context, cell);
    if (view.status != CellView::Status::shown) return std::nullopt;
    return shown_number(view.text);
  });
}

double shown_number(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with("−")) {
      plain += '-';
      at += std::string_view("−").size();
    } else if (text.substr(at).starts_with("≈")) {
      at += std::string_view("≈").size();
    } else {
      plain += text[at++];
    }
  }
  return std::strtod(plain.c_str(), nullptr);
}

}  // namespace explorer
