// A recorded computation: named nodes, every cell to be had. Readers ask a node for a cell or a block, never for its
// storage. Knows operations through their interface; no xtensor here, so the ui may include it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/operation.hpp"
#include "graph/types.hpp"

namespace graph {

// A draw from a generator: rand, randn, randint (options low, high), uniform (from, to), normal or gaussian (mean,
// std), xavier_uniform, xavier_normal (gain), kaiming_uniform, kaiming_normal, linear_weight, linear_bias (option
// in_features), embedding, dropout. PyTorch's names and order of draws.
struct Draw {
  std::string draw;
  Shape shape;
  Options options;
};

// How a random source was drawn: for the label "random, seed N, not trained", and so that exported PyTorch code draws
// the same numbers instead of listing them. The sources of one generator are drawn in the order of `order`.
struct RandomOrigin {
  std::string draw;  // "rand", "xavier_uniform" …
  std::int64_t seed = 0;
  std::string generator;     // its name in the lesson; sources with the same name share one stream
  std::size_t order = 0;     // how many sources were drawn from this generator before
  std::vector<Draw> before;  // draws made and thrown away right before this one
  Options options;           // of the draw
};

struct Node {
  std::string name;
  Symbol symbol;
  Role role = Role::none;
  std::vector<Axis> axes;
  Shape shape;
  const Operation* operation = nullptr;  // nullptr: a source
  Options options;
  std::vector<NodeId> inputs;
  bool editable = false;               // a source whose cells a reader may change
  std::optional<RandomOrigin> random;  // set on random sources and on all that hangs on them: see untrained()
  bool ours = false;                   // numbers that no tutorial gives: the page says "our numbers"
};

class Graph {
 public:
  Graph();
  ~Graph();
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;

  // Adds a source. data has as many values as the shape holds, row-major. Errors: name, count, size.
  Result<NodeId> add_source(Node node, std::vector<float> data);
  // Adds node.operation applied to node.inputs (all earlier nodes) and computes it. node.shape is filled in; node.axes
  // are the operation's own unless given. Errors: the operation's, with path "inputs/…" or "options/…".
  Result<NodeId> add_operation(Node node);

  std::size_t size() const;
  const Node& node(NodeId id) const;
  std::optional<NodeId> find(std::string_view name) const;

  float at(NodeId id, std::span<const std::size_t> index) const;
  // Copies the 2-D block [row, row + rows) x [column, column + columns) of the last two axes, leading axes fixed by
  // `leading` (rank - 2 entries; rank 1 is one row; rank 0 one cell), row-major into out.
  void block(NodeId id, std::span<const std::size_t> leading, std::size_t row, std::size_t rows, std::size_t column,
             std::size_t columns, std::span<float> out) const;
  float largest_magnitude(NodeId id) const;  // of the finite cells; 0 when there is none
  bool all_whole(NodeId id) const;           // every cell a whole number

  // Changes one cell of a source and recomputes what hangs on it; returns the cells whose value changed.
  Result<std::vector<CellRef>> set(NodeId id, std::span<const std::size_t> index, float value);

  Explanation explain(NodeId id, const Index& index, int decimals) const;
  // Whether the node hangs on a random source: its numbers are not trained. The first such source's origin.
  std::optional<RandomOrigin> untrained(NodeId id) const;
  double multiply_adds() const;  // of all operations so far
  // The cells of a source that set() has changed since it was added, with their values now.
  std::vector<std::pair<Index, float>> edits(NodeId id) const;

  const TensorBox& tensor(NodeId id) const;  // for operations and exporters only

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The whole graph as one runnable script that prints every tensor (pytorch, numpy), or as formulas (tex). In a script
// a tensor has the name of its node where Python allows it: see code_names().
// Cells that `hidden` names are not told: they stand as "?" in formulas and as NaN in scripts.
using HiddenCells = std::function<bool(const CellRef&)>;
std::string export_code(const Graph& graph, Language language, std::string_view title, const HiddenCells& hidden = {});
std::vector<std::string> code_names(const Graph& graph);  // the Python name of each node

}  // namespace graph
