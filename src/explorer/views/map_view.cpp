// Layout of the pipeline map: which nodes depend on which, the column of each (by its depth) and its row (near its
// inputs, with a lane kept free for curves that pass a column). Derived from the graph only.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "explorer/views/view_context.hpp"

namespace explorer {
namespace {

// A node of the map, or a point where a long curve passes a column.
struct Spot {
  int column = 0;
  int row = 0;
  std::vector<std::size_t> before, after;  // neighbours in the adjacent columns
};

// For every node of the graph: the nearest nodes on the map that it depends on, through nodes that are not on the map.
std::vector<std::set<std::size_t>> origins(const graph::Graph& graph,
                                           const std::map<graph::NodeId, std::size_t>& on_map) {
  std::vector<std::set<std::size_t>> out(graph.size());
  for (graph::NodeId node = 0; node < graph.size(); ++node) {
    for (std::size_t i = 0; i < graph.node(node).inputs.size(); ++i) {
      if (graph.node(node).operation && graph.node(node).operation->only_shape_counts(i)) continue;
      const graph::NodeId input = graph.node(node).inputs[i];
      if (const auto place = on_map.find(input); place != on_map.end()) out[node].insert(place->second);
      else out[node].insert(out[input].begin(), out[input].end());
    }
  }
  return out;
}

// Gives the spots of one column distinct rows, each as near as possible to the mean row of `neighbours`.
void place_column(std::vector<Spot>& spots, const std::vector<std::size_t>& column, int rows,
                  std::vector<std::size_t> Spot::* neighbours) {
  const auto wish = [&](std::size_t spot) {
    const std::vector<std::size_t>& near = spots[spot].*neighbours;
    if (near.empty()) return static_cast<double>(spots[spot].row);
    double sum = 0;
    for (const std::size_t other : near) sum += spots[other].row;
    return sum / static_cast<double>(near.size());
  };
  std::vector<std::pair<double, std::size_t>> order;
  order.reserve(column.size());
  for (const std::size_t spot : column) order.emplace_back(wish(spot), spot);
  std::ranges::stable_sort(order, {}, &std::pair<double, std::size_t>::first);
  int next = 0;
  for (const auto& [row, spot] : order) {
    spots[spot].row = std::max(next, static_cast<int>(std::floor(row + 0.5)));
    next = spots[spot].row + 1;
  }
  int limit = rows - 1;
  for (std::size_t i = order.size(); i-- > 0; --limit) {
    int& row = spots[order[i].second].row;
    row = limit = std::min(row, limit);
  }
}

// Spots for the nodes, followed by those where curves pass a column.
std::vector<Spot> spots_of(const std::vector<MapNode>& nodes) {
  std::vector<Spot> spots(nodes.size());
  for (std::size_t node = 0; node < nodes.size(); ++node) spots[node].column = nodes[node].column;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    for (const std::size_t from : nodes[node].from) {
      std::size_t last = from;
      for (int column = nodes[from].column + 1; column < nodes[node].column; ++column) {
        spots.push_back({column, 0, {last}, {}});
        spots[last].after.push_back(spots.size() - 1);
        last = spots.size() - 1;
      }
      spots[last].after.push_back(node);
      spots[node].before.push_back(last);
    }
  }
  return spots;
}

void place_rows(std::vector<MapNode>& nodes) {
  std::vector<Spot> spots = spots_of(nodes);
  std::vector<std::vector<std::size_t>> columns;
  for (std::size_t spot = 0; spot < spots.size(); ++spot) {
    const auto column = static_cast<std::size_t>(spots[spot].column);
    if (columns.size() <= column) columns.resize(column + 1);
    columns[column].push_back(spot);
  }
  const auto widest = std::ranges::max_element(columns, {}, &std::vector<std::size_t>::size) - columns.begin();
  const int rows = static_cast<int>(columns[static_cast<std::size_t>(widest)].size());
  int row = 0;
  for (const std::size_t spot : columns[static_cast<std::size_t>(widest)]) spots[spot].row = row++;
  for (auto column = widest + 1; column < std::ssize(columns); ++column)
    place_column(spots, columns[static_cast<std::size_t>(column)], rows, &Spot::before);
  for (auto column = widest - 1; column >= 0; --column)
    place_column(spots, columns[static_cast<std::size_t>(column)], rows, &Spot::after);
  for (std::size_t node = 0; node < nodes.size(); ++node) nodes[node].row = spots[node].row;
}

// The first step whose stage shows the node (as a result, or among tensors side by side); none if no step does.
std::optional<std::size_t> step_of(const ViewContext& context, const std::string& name) {
  for (std::size_t step = 0; step < context.lesson.steps.size(); ++step)
    for (const lesson::Figure& figure : context.lesson.steps[step].stage)
      if (std::ranges::contains(figure.tensors, name)) return step;
  return std::nullopt;
}

// Whether the node is on stage: as one of its figures' tensors, or as an input of one.
bool on_stage(const std::vector<FigureView>& stage, graph::NodeId node, bool as_input) {
  for (const FigureView& figure : stage)
    for (std::size_t i = 0; i < figure.tensors.size(); ++i) {
      const bool is_input = figure.has_result && i + 1 < figure.tensors.size();
      if (figure.tensors[i].node == node && is_input == as_input) return true;
    }
  return false;
}

}  // namespace

std::vector<MapNode> make_map(const ViewContext& context, const std::vector<FigureView>& stage) {
  const std::size_t current = context.step();
  const lesson::Step& step = context.lesson.steps[current];
  std::vector<MapNode> nodes;
  std::map<graph::NodeId, std::size_t> on_map;
  for (const std::string& name : step.map.empty() || context.state.end ? context.lesson.map : step.map) {
    const std::optional<graph::NodeId> id = context.graph.find(name);
    if (!id || on_map.contains(*id)) continue;
    on_map.emplace(*id, nodes.size());
    MapNode& node = nodes.emplace_back();
    node.tensor = tensor_view(context, *id, false, Labels::without);
    const std::optional<std::size_t> shown = step_of(context, name);
    node.step = context.lesson.steps[shown.value_or(current)].id;
    if (on_stage(stage, *id, false)) node.state = MapNode::State::current;
    else if (on_stage(stage, *id, true)) node.state = MapNode::State::current_input;
    else node.state = context.state.end || (shown && *shown < current) ? MapNode::State::done : MapNode::State::later;
  }
  if (nodes.empty()) return nodes;

  const std::vector<std::set<std::size_t>> from = origins(context.graph, on_map);
  for (MapNode& node : nodes) node.from.assign(from[node.tensor.node].begin(), from[node.tensor.node].end());
  // A matrix counts as made once another has been made from it, even if no earlier step shows it.
  for (auto node = on_map.rbegin(); node != on_map.rend(); ++node) {
    if (nodes[node->second].state == MapNode::State::later) continue;
    for (const std::size_t before : nodes[node->second].from)
      if (nodes[before].state == MapNode::State::later) nodes[before].state = MapNode::State::done;
  }
  // In the graph inputs come before their results, so one pass in that order determines all columns.
  for (const auto& [id, place] : on_map)
    for (const std::size_t before : nodes[place].from)
      nodes[place].column = std::max(nodes[place].column, nodes[before].column + 1);
  // Inputs that are typed rather than computed are placed in the column just before their first use.
  for (std::size_t source = 0; source < nodes.size(); ++source) {
    if (!nodes[source].from.empty()) continue;
    int column = std::numeric_limits<int>::max();
    for (const MapNode& node : nodes)
      if (std::ranges::find(node.from, source) != node.from.end()) column = std::min(column, node.column - 1);
    if (column != std::numeric_limits<int>::max()) nodes[source].column = std::max(column, 0);
  }
  place_rows(nodes);
  return nodes;
}

}  // namespace explorer
