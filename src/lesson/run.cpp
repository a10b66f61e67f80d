// Runs a plan: draws, edits, then one node after the other into the graph.
#include "lesson/run.hpp"

#include <algorithm>
#include <cmath>

#include "lesson/drawing.hpp"
#include "lesson/nearest.hpp"
#include "lesson/plan.hpp"

namespace lesson {
namespace {

using graph::fail;
using graph::Result;

// The values of all sources, at the places of the plan. Random ones are drawn in the order of the file, whatever the
// order in which tensors are computed.
Result<std::vector<std::vector<float>>> source_values(const Lesson& lesson, const Plan& plan) {
  std::vector<std::vector<float>> values(plan.tensors.size());
  std::vector<attention::Generator> generators;
  for (const PlannedGenerator& planned : plan.generators) {
    generators.emplace_back(static_cast<std::uint64_t>(planned.seed));
    for (const Draw& discarded : planned.discard)
      if (auto drawn = draw(discarded, generators.back()); !drawn) return std::unexpected(drawn.error());
  }
  std::vector<std::size_t> order(plan.tensors.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[lesson.tensors[i].place] = i;
  for (std::size_t i : order) {
    const PlannedTensor& planned = plan.tensors[i];
    if (const auto* random = std::get_if<RandomSource>(&planned.making->source)) {
      const Draw what{random->draw, planned.shape, planned.options, planned.making->pointer + "/random"};
      auto drawn = draw(what, generators[planned.generator]);
      if (!drawn) return std::unexpected(drawn.error());
      values[i] = std::move(*drawn);
    } else if (const auto* written = std::get_if<ValuesSource>(&planned.making->source)) {
      values[i].reserve(written->data.size());
      // Row-major, leaving out the cells beyond the shape that is taken.
      for (std::size_t flat = 0; flat < written->data.size(); ++flat) {
        bool inside = true;
        std::size_t rest = flat;
        for (std::size_t axis = written->shape.size(); axis-- > 0;) {
          inside = inside && rest % written->shape[axis] < planned.shape[axis];
          rest /= written->shape[axis];
        }
        if (inside) values[i].push_back(written->data[flat]);
      }
    }
  }
  return values;
}

Result<void> apply(const Edit& edit, const std::string& pointer, const Plan& plan, std::vector<std::vector<float>>& values) {
  const auto named = [&](const PlannedTensor& planned) { return planned.tensor->name == edit.tensor; };
  const auto found = std::find_if(plan.tensors.begin(), plan.tensors.end(), named);
  if (found == plan.tensors.end()) {
    std::vector<std::string_view> names;
    for (const PlannedTensor& planned : plan.tensors) names.push_back(planned.tensor->name);
    return fail("edit", pointer, "There is no tensor “" + edit.tensor + "” to edit." + suggestion(edit.tensor, names));
  }
  if (found->operation || !found->tensor->editable)
    return fail("edit", pointer, "The cells of “" + edit.tensor + "” can't be edited. Edit an input or a projection matrix.");
  if (!std::isfinite(edit.value)) return fail("edit", pointer, "A cell takes a finite number.");
  if (edit.index.size() != found->shape.size())
    return fail("edit", pointer, "“" + edit.tensor + "” has " + std::to_string(found->shape.size()) +
                                     " axes, the cell names " + std::to_string(edit.index.size()) + ".");
  std::size_t flat = 0;
  for (std::size_t axis = 0; axis < edit.index.size(); ++axis) {
    if (edit.index[axis] >= found->shape[axis])
      return fail("edit", pointer, "“" + edit.tensor + "” has " + std::to_string(found->shape[axis]) + " places on axis " +
                                       std::to_string(axis) + ", counted from 0; there is no place " +
                                       std::to_string(edit.index[axis]) + ".");
    flat = flat * found->shape[axis] + edit.index[axis];
  }
  values[static_cast<std::size_t>(found - plan.tensors.begin())][flat] = edit.value;
  return {};
}

std::vector<graph::Axis> axes_in(const std::vector<AxisSpec>& specs, std::string_view language) {
  std::vector<graph::Axis> axes;
  for (const AxisSpec& spec : specs) {
    graph::Axis axis{spec.name, {}};
    for (const Text& label : spec.labels) axis.labels.push_back(in_language(label, language));
    axes.push_back(std::move(axis));
  }
  return axes;
}

// Names and labels of the lesson, as far as they fit the shape: a parameter may have changed it.
std::vector<graph::Axis> fitting(std::vector<graph::Axis> axes, const graph::Shape& shape) {
  if (axes.size() != shape.size()) return {};
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].labels.size() > shape[i]) axes[i].labels.resize(shape[i]);
    else if (axes[i].labels.size() < shape[i]) axes[i].labels.clear();
  return axes;
}

graph::Node make_node(const PlannedTensor& planned, const Plan& plan, std::string_view language) {
  const Tensor& tensor = *planned.tensor;
  graph::Node node;
  node.name = tensor.name;
  node.symbol = tensor.symbol.empty() ? graph::Symbol{tensor.name, "", ""} : graph::parse_symbol(tensor.symbol);
  node.role = tensor.role;
  node.axes = fitting(axes_in(tensor.axes, language), planned.shape);
  node.shape = planned.shape;
  node.operation = planned.operation;
  node.options = planned.options;
  node.editable = tensor.editable && !planned.operation;
  node.ours = tensor.ours || planned.making->ours;
  if (const auto* random = std::get_if<RandomSource>(&planned.making->source))
    node.random = graph::RandomOrigin{random->draw, plan.generators[planned.generator].seed};
  return node;
}

}  // namespace

graph::Result<graph::Graph> run(const Lesson& lesson, const Overrides& overrides) {
  const auto plan = make_plan(lesson, overrides);
  if (!plan) return std::unexpected(plan.error());
  auto values = source_values(lesson, *plan);
  if (!values) return std::unexpected(values.error());
  for (std::size_t i = 0; i < overrides.edits.size(); ++i)
    if (auto applied = apply(overrides.edits[i], "/edits/" + std::to_string(i), *plan, *values); !applied)
      return std::unexpected(applied.error());

  graph::Graph graph;
  std::vector<graph::NodeId> ids;
  for (std::size_t i = 0; i < plan->tensors.size(); ++i) {
    const PlannedTensor& planned = plan->tensors[i];
    graph::Node node = make_node(planned, *plan, overrides.language);
    for (std::size_t input : planned.inputs) node.inputs.push_back(ids[input]);
    auto id = planned.operation ? graph.add_operation(std::move(node))
                                : graph.add_source(std::move(node), std::move((*values)[i]));
    if (!id) {
      graph::Error error = id.error();
      error.path = error.path.empty() ? planned.making->pointer : planned.making->pointer + "/" + error.path;
      return std::unexpected(std::move(error));
    }
    ids.push_back(*id);
  }
  return graph;
}

}  // namespace lesson
