// Runs a plan: draws the random tensors, then adds one node after the other to the graph, and applies the reader's
// edits.
#include "lesson/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "lesson/read/nearest.hpp"
#include "lesson/run/drawing.hpp"
#include "lesson/run/plan.hpp"

namespace lesson {
namespace {

using graph::fail;
using graph::Result;

// The content of every source, indexed as in the plan.
struct Source {
  std::vector<float> values;
  std::optional<graph::RandomOrigin> origin;
};

// Row-major, without the cells outside the part that is taken.
std::vector<float> leading_part(const ValuesSource& written, const graph::Shape& shape) {
  std::vector<float> values;
  values.reserve(written.data.size());
  for (std::size_t flat = 0; flat < written.data.size(); ++flat) {
    bool inside = true;
    std::size_t rest = flat;
    for (std::size_t axis = written.shape.size(); axis-- > 0;) {
      inside = inside && rest % written.shape[axis] < shape[axis];
      rest /= written.shape[axis];
    }
    if (inside) values.push_back(written.data[flat]);
  }
  return values;
}

// Random sources are drawn in the order of the file, not in that of computation.
Result<std::vector<Source>> make_sources(const Lesson& lesson, const Plan& plan) {
  std::vector<Source> sources(plan.tensors.size());
  std::vector<attention::Generator> generators;
  std::vector<std::size_t> drawn_so_far(plan.generators.size());
  for (std::size_t g = 0; g < plan.generators.size(); ++g) {
    generators.emplace_back(static_cast<std::uint64_t>(plan.generators[g].seed));
    for (const graph::Draw& discarded : plan.generators[g].discard)
      if (auto drawn = draw(discarded, generators[g], lesson.generators[g].pointer); !drawn)
        return std::unexpected(drawn.error());
  }
  std::vector<std::size_t> order(plan.tensors.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[lesson.tensors[i].place] = i;
  for (std::size_t i : order) {
    const PlannedTensor& planned = plan.tensors[i];
    if (const auto* written = std::get_if<ValuesSource>(&planned.making->source)) {
      sources[i].values = leading_part(*written, planned.shape);
    } else if (std::holds_alternative<PictureSource>(planned.making->source)) {
      sources[i].values = planned.picture;
    } else if (const auto* random = std::get_if<RandomSource>(&planned.making->source)) {
      const std::size_t g = planned.generator;
      const PlannedGenerator& generator = plan.generators[g];
      auto drawn =
          draw({random->draw, planned.shape, planned.options}, generators[g], planned.making->pointer + "/random");
      if (!drawn) return std::unexpected(drawn.error());
      sources[i].values = std::move(*drawn);
      const bool first = drawn_so_far[g] == 0;
      sources[i].origin = graph::RandomOrigin{random->draw,
                                              generator.seed,
                                              random->generator,
                                              drawn_so_far[g]++,
                                              first ? generator.discard : std::vector<graph::Draw>(),
                                              planned.options};
    }
  }
  return sources;
}

// The index in the plan of the edited tensor.
Result<std::size_t> edited_tensor(const Edit& edit, const std::string& pointer, const Plan& plan) {
  const auto named = [&](const PlannedTensor& planned) { return planned.tensor->name == edit.tensor; };
  const auto found = std::find_if(plan.tensors.begin(), plan.tensors.end(), named);
  if (found == plan.tensors.end()) {
    std::vector<std::string_view> names;
    for (const PlannedTensor& planned : plan.tensors) names.push_back(planned.tensor->name);
    return fail("edit", pointer, {"There is no tensor “", edit.tensor, "” to edit.", suggestion(edit.tensor, names)});
  }
  if (found->operation || !found->tensor->editable)
    return fail("edit", pointer,
                {"The cells of “", edit.tensor, "” can't be edited. Edit an input or a projection matrix."});
  if (!std::isfinite(edit.value)) return fail("edit", pointer, "A cell takes a finite number.");
  if (edit.index.size() != found->shape.size())
    return fail("edit", pointer,
                {"“", edit.tensor, "” has ", found->shape.size(), " axes, the cell names ", edit.index.size(), "."});
  for (std::size_t axis = 0; axis < edit.index.size(); ++axis) {
    if (edit.index[axis] < found->shape[axis]) continue;
    return fail("edit", pointer,
                {"“", edit.tensor, "” has ", found->shape[axis], " places on axis ", axis,
                 ", counted from 0; there is no place ", edit.index[axis], "."});
  }
  return static_cast<std::size_t>(found - plan.tensors.begin());
}

std::vector<graph::Axis> axes_in(const std::vector<AxisSpec>& specs, std::string_view language) {
  std::vector<graph::Axis> axes;
  for (const AxisSpec& spec : specs) {
    std::vector<std::string> labels;
    for (const Text& label : spec.labels) labels.push_back(in_language(label, language));
    axes.push_back({spec.name, std::move(labels)});
  }
  return axes;
}

// Names and labels from the lesson, where they fit the shape, which a parameter may have changed.
std::vector<graph::Axis> fitting(std::vector<graph::Axis> axes, const graph::Shape& shape) {
  if (axes.size() != shape.size()) return {};
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (axes[i].labels.size() > shape[i])
      axes[i].labels =
          std::vector(axes[i].labels.begin(), axes[i].labels.begin() + static_cast<std::ptrdiff_t>(shape[i]));
    else if (axes[i].labels.size() < shape[i]) axes[i].labels.clear();
  return axes;
}

graph::Node make_node(const Lesson& lesson, const PlannedTensor& planned, std::string_view language) {
  const Tensor& tensor = *planned.tensor;
  graph::Node node;
  node.name = tensor.name;
  node.symbol = planned.symbol.empty() ? graph::Symbol{tensor.name, "", ""} : graph::parse_symbol(planned.symbol);
  node.role = tensor.role;
  node.axes = fitting(axes_in(tensor.axes, language), planned.shape);
  node.shape = planned.shape;
  node.operation = planned.operation;
  node.options = planned.options;
  node.editable = tensor.editable && !planned.operation;
  node.toggle = tensor.toggle;
  node.ours = tensor.ours || planned.making->ours;
  const auto named = std::ranges::find(lesson.tensors, tensor.cell_names, &Tensor::name);
  if (named != lesson.tensors.end())
    for (const Text& label : named->axes.front().labels) node.cell_names.push_back(in_language(label, language));
  return node;
}

// The tensor of an attention figure has a row per query and a column per key, none for an empty text; its scores have
// the same shape.
graph::Result<void> check_attention(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps)
    for (const Figure& figure : step.stage) {
      if (figure.kind != Figure::Kind::attention) continue;
      const std::optional<graph::NodeId> weights = graph.find(figure.tensors.front());
      if (!weights) continue;
      const graph::Shape& shape = graph.node(*weights).shape;
      if (shape.size() < 2)
        return fail("figure", figure.pointer + "/attention",
                    {"“", figure.tensors.front(),
                     "” has no row for each query and column for each key, which an attention figure needs. Name "
                     "weights with two axes or more, the last two queries and keys."});
      const std::optional<graph::NodeId> scores = graph.find(figure.scores);
      if (scores && graph.node(*scores).shape != shape)
        return fail("figure", figure.pointer + "/scores",
                    {"“", figure.scores, "” has another shape than “", figure.tensors.front(),
                     "”. Name the scores that these weights were made of, or leave “scores” out."});
    }
  return {};
}

// The outline is drawn around cells of the figure's last tensor, so both have the same shape.
graph::Result<void> check_outlines(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps)
    for (const Figure& figure : step.stage) {
      if (figure.outline.empty()) continue;
      const auto outline = graph.find(figure.outline), inside = graph.find(figure.tensors.back());
      if (!outline || !inside || graph.node(*outline).shape == graph.node(*inside).shape) continue;
      return fail("figure", figure.pointer + "/outline",
                  {"“", figure.outline, "” has another shape than “", figure.tensors.back(),
                   "”, whose cells it surrounds. Name a tensor of the same shape."});
    }
  return {};
}

// Figures whose kinds have checks of their own.
graph::Result<void> check_figures(const Lesson& lesson, const graph::Graph& graph) {
  for (const Step& step : lesson.steps) {
    for (const auto& figure : step.figures)
      if (auto fits = figure->check(lesson, graph); !fits) return fits;
    for (const Figure& figure : step.stage) {
      if (!figure.own) continue;
      if (auto fits = figure.own->check(lesson, graph); !fits) return fits;
    }
  }
  return {};
}

}  // namespace

graph::Result<graph::Graph> run(const Lesson& lesson, const Overrides& overrides, const graph::Graph* before) {
  const auto plan = make_plan(lesson, overrides);
  if (!plan) return std::unexpected(plan.error());
  auto sources = make_sources(lesson, *plan);
  if (!sources) return std::unexpected(sources.error());
  std::vector<std::vector<const Edit*>> edits(plan->tensors.size());
  for (std::size_t i = 0; i < overrides.edits.size(); ++i) {
    const auto place = edited_tensor(overrides.edits[i], joined({"/edits/", i}), *plan);
    if (!place) return std::unexpected(place.error());
    edits[*place].push_back(&overrides.edits[i]);
  }

  graph::Graph graph;
  graph.reuse(before);
  std::vector<graph::NodeId> ids;
  for (std::size_t i = 0; i < plan->tensors.size(); ++i) {
    const PlannedTensor& planned = plan->tensors[i];
    graph::Node node = make_node(lesson, planned, overrides.language);
    node.random = std::move((*sources)[i].origin);
    if (const auto* written = std::get_if<ValuesSource>(&planned.making->source); written && written->take.empty())
      node.file = written->file;
    for (std::size_t input : planned.inputs) node.inputs.push_back(ids[input]);
    auto id = planned.operation ? graph.add_operation(std::move(node))
                                : graph.add_source(std::move(node), std::move((*sources)[i].values));
    if (!id) return moved(id.error(), planned.making->pointer);
    ids.push_back(*id);
    // Nothing depends on the source yet, so this recomputes nothing; and the graph records which cells were edited.
    for (const Edit* edit : edits[i])
      if (auto done = graph.set(*id, edit->index, edit->value); !done)
        return moved(done.error(), planned.making->pointer);
  }
  graph.reuse(nullptr);
  if (auto fits = check_attention(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_outlines(lesson, graph); !fits) return std::unexpected(fits.error());
  if (auto fits = check_figures(lesson, graph); !fits) return std::unexpected(fits.error());
  return graph;
}

}  // namespace lesson
