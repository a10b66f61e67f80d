// Lessons without an interface: runs a lesson file and keeps its graph until the next one, so that its nodes, any
// cell's explanation and its code are available without running it again. web/modules/lessons.mjs is the other side.
#include <optional>
#include <string>
#include <utility>

#include "graph/core/graph.hpp"
#include "graph/core/messages.hpp"
#include "graph/core/tensor_box.hpp"
#include "graph/explain/writer.hpp"
#include "lesson/lesson.hpp"
#include "lesson/run/class_code.hpp"
#include "lesson/run/gradients.hpp"
#include "lesson/run/run.hpp"
#include "lesson/run/training_code.hpp"
#include "modules/call.hpp"
#include "modules/overrides.hpp"

namespace modules {
namespace {

struct Opened {
  lesson::Lesson lesson;
  lesson::Overrides changes;
  graph::Graph graph;
  std::string title;
  int decimals = 2;
};
std::optional<Opened> opened;

Result<void> open(Arguments& in, Answer&) {
  opened.reset();
  auto lesson = lesson::parse(in.text());
  if (!lesson) return std::unexpected(std::move(lesson).error());
  lesson::Overrides changes = overrides(in);
  auto graph = lesson::run(*lesson, changes);
  if (!graph) return std::unexpected(std::move(graph).error());
  std::string title = lesson::in_language(lesson->title, changes.language);
  const int decimals = lesson->decimals;
  opened.emplace(*std::move(lesson), std::move(changes), *std::move(graph), std::move(title), decimals);
  return {};
}

void add_node(Answer& out, const graph::Graph& graph, graph::NodeId id) {
  const graph::Node& node = graph.node(id);
  out.add(std::string_view(node.name));
  out.add(node.operation ? node.operation->name() : std::string_view());
  out.add(graph::plain(node.symbol));
  out.add(graph::role_name(node.role));
  for (std::size_t axis = 0; axis < node.shape.size(); ++axis) {
    const graph::Axis named = axis < node.axes.size() ? node.axes[axis] : graph::Axis{};
    out.add(std::string_view(named.name));
    for (std::size_t place = 0; place < node.shape[axis]; ++place)
      out.add(graph::english(graph::place_note(named, place)));
  }
  out.add(node.ours ? 1.0 : 0.0);
  const std::optional<graph::RandomOrigin> random = graph.untrained(id);
  out.add(random ? 1.0 : 0.0);
  if (random) {
    out.add(std::string_view(random->draw));
    out.add(static_cast<double>(random->seed));
  }
  out.add(node.derived ? 1.0 : 0.0);
}

// The tensor comes first, so that the reader knows how many axes and labels follow.
Result<void> nodes(Arguments&, Answer& out) {
  const graph::Graph& graph = opened->graph;
  out.add(static_cast<double>(graph.size()));
  for (graph::NodeId id = 0; id < graph.size(); ++id) {
    out.add(graph.tensor(id).tensor);
    add_node(out, graph, id);
  }
  return {};
}

constexpr std::string_view combine_names[] = {"copy", "sum", "product", "quotient", "maximum", "mean"};

Result<void> explain(Arguments& in, Answer& out) {
  const graph::Graph& graph = opened->graph;
  const std::string name(in.text());
  const graph::Index index = in.sizes();
  const std::optional<std::size_t> decimals = in.maybe_size();
  const std::optional<graph::NodeId> id = graph.find(name);
  if (!id) return attention::fail("node", "node", {"This lesson has no tensor named “", name, "”."});
  const graph::Shape& shape = graph.node(*id).shape;
  bool inside = index.size() == shape.size();
  for (std::size_t axis = 0; inside && axis < shape.size(); ++axis) inside = index[axis] < shape[axis];
  if (!inside)
    return attention::fail(
        "index", "index",
        {"“", name, "” has the shape ", attention::describe(shape), ": the index needs ", shape.size(),
         (shape.size() == 1 ? " entry" : " entries"), ", each from 0 and below its length."});

  const int shown = decimals ? static_cast<int>(*decimals) : opened->decimals;
  const graph::Explanation explanation = graph.explain(*id, index, shown);
  out.add(graph::spoken(explanation));
  out.add(graph::english(explanation.rule));
  out.add(combine_names[static_cast<std::size_t>(explanation.combine)]);
  out.add(explanation.value);
  out.add(explanation.rounded ? 1.0 : 0.0);
  out.add(static_cast<double>(explanation.terms.size()));
  for (const graph::Term& term : explanation.terms) {
    out.add(term.value);
    out.add(static_cast<double>(term.factors.size()));
    for (const graph::CellRef& factor : term.factors) {
      out.add(std::string_view(graph.node(factor.node).name));
      out.add(static_cast<double>(factor.index.size()));
      for (const std::size_t place : factor.index) out.add(static_cast<double>(place));
    }
  }
  return {};
}

// The lesson's graph stays as it is: the next call may ask for something else.
Result<void> gradient(Arguments& in, Answer& out) {
  lesson::GradientQuery query;
  query.of = in.text();
  if (in.flag()) query.cell = in.sizes();
  for (std::size_t left = in.size(); left > 0; --left) query.wrt.emplace_back(in.text());
  graph::Graph& graph = opened->graph;
  const std::size_t size = graph.size();
  const auto made = lesson::add_gradients(graph, query);
  if (made)
    for (const graph::NodeId id : *made) out.add(graph.tensor(id).tensor);
  graph.shrink(size);
  if (!made) return std::unexpected(made.error());
  return {};
}

Result<void> code(Arguments& in, Answer& out) {
  constexpr std::size_t languages = 3;  // of the tensors; beyond them, the training and the layer in PyTorch
  const std::size_t which = in.size();
  if (which < languages) {
    out.add(graph::export_code(opened->graph, static_cast<graph::Language>(which), opened->title));
    return {};
  }
  if (which > languages) {
    if (!opened->lesson.layer)
      return attention::fail("class", "", {"This lesson has no class. Give it “class” with its code."});
    out.add(std::string_view(lesson::class_code(opened->lesson, opened->graph, opened->changes)));
    return {};
  }
  const auto script = lesson::training_code(opened->lesson, opened->changes);
  if (!script) return std::unexpected(script.error());
  out.add(std::string_view(*script));
  return {};
}

}  // namespace

MODULE_EXPORT("open") const double* call_open(const double* words) { return answer(words, open); }
MODULE_EXPORT("nodes") const double* call_nodes(const double* words) { return answer(words, nodes); }
MODULE_EXPORT("explain") const double* call_explain(const double* words) { return answer(words, explain); }
MODULE_EXPORT("gradient") const double* call_gradient(const double* words) { return answer(words, gradient); }
MODULE_EXPORT("code") const double* call_code(const double* words) { return answer(words, code); }

}  // namespace modules
