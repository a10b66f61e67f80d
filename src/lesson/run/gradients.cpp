// Looks the tensors up, checks the limits on what would be recorded, and records it.
#include "lesson/run/gradients.hpp"

#include "graph/gradient/derivative.hpp"
#include "lesson/lesson.hpp"
#include "lesson/read/cursor.hpp"
#include "lesson/read/nearest.hpp"

namespace lesson {
namespace {

std::string place_in_wrt(std::size_t i) { return joined({"wrt[", i, "]"}); }

Result<graph::NodeId> find(const graph::Graph& graph, const std::string& name, const std::string& path) {
  if (const auto id = graph.find(name)) return *id;
  std::vector<std::string_view> names;
  for (graph::NodeId id = 0; id < graph.size(); ++id)
    if (!graph.node(id).derived) names.push_back(graph.node(id).name);
  return fail("node", path, {"This lesson has no tensor named “", name, "”.", suggestion(name, names)});
}

// The paths of the operation `gradient`, as those of the query.
std::unexpected<Error> renamed(Error error) {
  const std::string_view inputs = "inputs/";
  if (error.path == "options/cell") error.path = "cell";
  else if (error.path == "inputs/0" || !error.path.starts_with(inputs)) error.path = "of";
  else error.path = place_in_wrt(std::stoul(error.path.substr(inputs.size())) - 1);
  return std::unexpected(std::move(error));
}

Result<void> check_limits(const graph::Graph& graph, graph::NodeId of, const std::optional<graph::Index>& cell,
                          const std::vector<graph::NodeId>& to) {
  graph::Recording record = graph::recorded(graph);
  const auto made = graph::record_gradients(record, of, cell, to);
  if (!made) return renamed(made.error());
  const std::vector<bool> needed = record.needed(made->results);
  double values = 0, work = 0;
  for (graph::NodeId id = graph.size(); id < record.size(); ++id) {
    if (!needed[id]) continue;
    std::vector<graph::Shape> shapes;
    for (const graph::NodeId input : record[id].inputs) shapes.push_back(record.shape(input));
    const graph::Cost cost = record[id].operation->cost(shapes, record[id].options);
    values += cost.bytes / sizeof(float);
    work += cost.multiply_adds;
  }
  if (values <= static_cast<double>(max_values) && work <= max_multiply_adds) return {};
  return fail("too_large", "of",
              {"These gradients would need more than ", max_values, " values or ", number_text(max_multiply_adds),
               " multiply-adds. Ask for fewer of them, or make the tensors smaller."});
}

}  // namespace

Result<std::vector<graph::NodeId>> add_gradients(graph::Graph& graph, const GradientQuery& query) {
  const Result<graph::NodeId> of = find(graph, query.of, "of");
  if (!of) return std::unexpected(of.error());
  std::vector<graph::NodeId> to;
  for (std::size_t i = 0; i < query.wrt.size(); ++i) {
    const Result<graph::NodeId> one = find(graph, query.wrt[i], place_in_wrt(i));
    if (!one) return std::unexpected(one.error());
    to.push_back(*one);
  }
  graph::Options options;
  if (query.cell) options.emplace("cell", std::vector<double>(query.cell->begin(), query.cell->end()));
  const auto cell = graph::gradient_cell(graph.node(*of).shape, options);
  if (!cell) return renamed(cell.error());
  if (auto fits = check_limits(graph, *of, *cell, to); !fits) return std::unexpected(fits.error());
  auto added = graph::add_gradients(graph, *of, *cell, to);
  if (!added) return renamed(added.error());
  return added;
}

}  // namespace lesson
