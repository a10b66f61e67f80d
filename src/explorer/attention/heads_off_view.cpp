// The output when heads are switched off: the graph after the heads is evaluated again with their output set to 0.
// Which later tensor combines the heads is found from what its cells are computed from.
#include <algorithm>
#include <cmath>

#include "explorer/attention/attention_cells.hpp"
#include "explorer/state/cells.hpp"
#include "graph/core/without.hpp"

namespace explorer {
namespace {

constexpr std::size_t most_slices = 64;  // of a combination, searched for the one that a head belongs to

struct Combination {
  graph::NodeId heads = 0, combined = 0;  // (…, head, query, feature), and the first later tensor that mixes heads
};

// Weights times values: of the weights' shape up to the queries.
bool is_output_of(const graph::Graph& graph, const graph::Node& node, graph::NodeId weights) {
  const graph::Shape &shape = node.shape, &of = graph.node(weights).shape;
  return std::ranges::contains(node.inputs, weights) && graph::family(node.role) == graph::Family::output &&
         shape.size() == of.size() && std::equal(of.begin(), of.end() - 1, shape.begin());
}

bool mixes(const graph::Graph& graph, const graph::CellRef& cell, graph::NodeId heads) {
  const std::size_t axis = graph.node(heads).shape.size() - 3;
  std::optional<std::size_t> first;
  for (const graph::Index& index : graph::cells_behind(graph, cell, heads)) {
    if (first && *first != index[axis]) return true;
    first = index[axis];
  }
  return false;
}

std::optional<Combination> combination(const ViewContext& context, const AttentionView& attention) {
  const graph::Graph& graph = context.graph;
  const std::size_t rank = attention.weights.shape.size();
  if (rank < 3 || attention.heads.size() < 2 || known_name(graph.node(attention.weights.node), rank - 3) != "head")
    return std::nullopt;
  std::optional<graph::NodeId> heads;
  std::vector<bool> later(graph.size());
  for (graph::NodeId id = attention.weights.node + 1; id < graph.size(); ++id) {
    const graph::Node& node = graph.node(id);
    if (!heads) {
      if (is_output_of(graph, node, attention.weights.node)) later[*(heads = id)] = true;
      continue;
    }
    later[id] = std::ranges::any_of(node.inputs, [&](graph::NodeId input) { return later[input]; });
    const std::size_t axes = node.shape.size();
    if (!later[id] || axes < 2 || node.shape[axes - 2] != attention.queries || node.shape.back() == 0) continue;
    if (mixes(graph, {id, graph::Index(axes)}, *heads)) return Combination{*heads, id};
  }
  return std::nullopt;
}

// The slices of (…, head, query, feature) that belong to these heads, whatever the axes before are.
std::vector<graph::Index> slices_of(const graph::Shape& shape, const std::vector<std::size_t>& heads) {
  const graph::Shape leading(shape.begin(), shape.end() - 2);
  std::vector<graph::Index> out;
  graph::Index index(leading.size());
  do
    if (std::ranges::contains(heads, index.back())) out.push_back(index);
  while (next_index(leading, index));
  return out;
}

// The first slice of the combination that the head takes part in: heads of several sequences may share one axis.
graph::Index slice_with(const graph::Graph& graph, const Combination& at, graph::Index head) {
  const graph::Shape& shape = graph.node(at.combined).shape;
  const graph::Shape leading(shape.begin(), shape.end() - 2);
  graph::Index index(leading.size());
  std::size_t left = most_slices;
  do {
    graph::CellRef cell{at.combined, index};
    cell.index.resize(shape.size());
    for (const graph::Index& behind : graph::cells_behind(graph, cell, at.heads))
      if (std::equal(head.begin(), head.end(), behind.begin())) return index;
  } while (--left > 0 && next_index(leading, index));
  return graph::Index(leading.size());
}

}  // namespace

bool combines_heads(const ViewContext& context, const AttentionView& attention) {
  return combination(context, attention).has_value();
}

std::optional<HeadsOff> heads_off_view(const ViewContext& context, const AttentionView& attention) {
  if (attention.off.empty()) return std::nullopt;
  const graph::Graph& graph = context.graph;
  const std::optional<Combination> at = combination(context, attention);
  if (!at) return std::nullopt;
  const auto values =
      graph::evaluate_without(graph, at->heads, slices_of(graph.node(at->heads).shape, attention.off), at->combined);
  if (!values) return std::nullopt;

  const graph::Node& node = graph.node(at->combined);
  graph::Index head = attention.weights.leading;
  head.back() = attention.off.front();
  graph::CellRef cell{at->combined, slice_with(graph, *at, std::move(head))};
  cell.index.push_back(attention.followed.front());
  cell.index.push_back(0);
  HeadsOff out;
  out.symbol = node.symbol;
  out.role = node.role;
  for (std::size_t axis = 0; axis + 2 < node.shape.size(); ++axis)
    out.place += place_label(context, at->combined, axis, cell.index[axis]) + ", ";
  out.place += attention.weights.labels[attention.weights.shape.size() - 2][attention.followed.front()];
  const std::string names = listed_names(attention.heads, attention.off);
  out.rows[0].name = context.say("attention.off.all");
  out.rows[1].name = context.say("attention.off.without", {names});
  out.rows[2].name = context.say("attention.off.change");
  const std::size_t columns = node.shape.back();
  std::size_t first = 0;
  for (std::size_t axis = 0; axis < node.shape.size(); ++axis) first = first * node.shape[axis] + cell.index[axis];
  for (std::size_t column = 0; column < columns; ++column) {
    cell.index.back() = column;
    out.features.push_back(place_label(context, at->combined, node.shape.size() - 1, column));
    out.hidden |= context.hidden.covers(cell);
    const float with = graph.at(at->combined, cell.index), without = (*values)[first + column];
    const std::array<float, 3> numbers{with, without, without - with};
    for (std::size_t row = 0; row < numbers.size(); ++row) out.rows[row].values.push_back(numbers[row]);
  }
  const CellFormat& format = context.format(at->combined);
  std::size_t most = 0;
  float largest = 0;
  for (HeadsOff::Row& row : out.rows)
    for (float& value : row.values) {
      if (out.hidden) value = 0;
      else if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
      row.texts.push_back(out.hidden ? "?" : format.print(value));
    }
  if (largest > 0) out.scale = largest;
  const std::vector<float>& change = out.rows[2].values;
  for (std::size_t column = 0; column < columns; ++column)
    if (std::abs(change[column]) > std::abs(change[most])) most = column;
  if (out.hidden) out.words = context.say("stage.hidden");
  else if (change[most] == 0) out.words = context.say("attention.off.same", {names});
  else
    out.words = context.say("attention.off.most",
                            {names, out.features[most], out.rows[0].texts[most], out.rows[1].texts[most]});
  return out;
}

}  // namespace explorer
