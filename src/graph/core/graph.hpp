// A recorded computation: named nodes whose cells can all be read. Readers request a cell or a block from a node, never
// its storage. Uses operations through their interface, and no xtensor, so that the ui may include it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/core/operation.hpp"
#include "graph/core/types.hpp"

namespace graph {

// A draw from a generator: rand, randn, randint (options low, high), uniform (from, to), normal or gaussian (mean,
// std), xavier_uniform, xavier_normal (gain), kaiming_uniform, kaiming_normal, linear_weight, linear_bias (option
// in_features), embedding, dropout. PyTorch's names and order of draws.
struct Draw {
  std::string draw;
  Shape shape;
  Options options;
};

// The origin of a random source: for the label "random, seed N, not trained", and so that exported PyTorch code draws
// the same numbers instead of listing them. The sources of one generator are drawn in the order of `order`.
struct RandomOrigin {
  std::string draw;  // "rand", "xavier_uniform" …
  std::int64_t seed = 0;
  std::string generator;     // its name in the lesson; sources with the same generator share one stream
  std::size_t order = 0;     // how many sources were drawn from this generator earlier
  std::vector<Draw> before;  // draws made and discarded right before this one
  Options options;           // of the draw
};

// Where the numbers of a source (heads, rows, columns) are in a file of the reader's, so that exported code loads them
// instead of listing them: a .npy, .npz or .safetensors file.
struct FileOrigin {
  std::string file, tensor;  // tensor: its name in it; of .npy not used
  std::size_t heads = 1;     // of the tensor; it is (…, heads, rows, columns)
  std::size_t part = 0;      // which place of the axes before, counted through
  std::size_t shared = 1;    // how many of the source's heads each of its heads stands for
  std::size_t first = 0;     // the source's heads begin with this one
  bool operator==(const FileOrigin&) const = default;
};

// Of which number, and with respect to which node, a node is the gradient.
struct Gradient {
  NodeId of = 0, to = 0;
  std::optional<Index> cell;  // of `of`; without: it has one only
};

struct Node {
  std::string name;
  Symbol symbol;
  Role role = Role::none;
  std::vector<Axis> axes;
  Shape shape;
  const Operation* operation = nullptr;  // nullptr for a source
  Options options;
  std::vector<NodeId> inputs;
  bool editable = false;                // a source whose cells a reader may change
  bool toggle = false;                  // its cells are 0 or 1
  std::optional<RandomOrigin> random;   // set on random sources and on everything computed from them: see untrained()
  std::optional<FileOrigin> file;       // of a source
  std::vector<std::string> cell_names;  // of ids: what 0, 1, 2, … stand for
  bool ours = false;                    // not from a tutorial: the page says "our numbers"
  bool never_negative = false;          // by the operation, or the draw, that makes it; filled in by Graph
  bool derived = false;                 // a step of the chain that computes a gradient, made by no line of the lesson
  std::optional<Gradient> gradient;     // of what it is the gradient, if the lesson asked for one; filled in by Graph
};

// A new number for one cell of a source.
struct CellEdit {
  CellRef cell;
  float value = 0;
};

class Graph {
 public:
  Graph();
  ~Graph();
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;

  // Adds a source. data has one value per cell, row-major. Errors: name, count, size.
  Result<NodeId> add_source(Node node, std::vector<float> data);
  // Adds node.operation applied to node.inputs (all earlier nodes) and computes it. node.shape is filled in; node.axes
  // default to the operation's. Errors: the operation's, with path "inputs/…" or "options/…". An operation that is
  // recorded by others, `gradient`, adds these too, and the node becomes the last of them.
  Result<NodeId> add_operation(Node node);

  // Until it is called with nullptr: add_operation takes the result of the node of the same name in `before` instead of
  // computing it, where operation, options and the numbers of all inputs are the same. `before` must not change meanwhile.
  void reuse(const Graph* before);

  // Removes the nodes from this size on, on which no other can depend.
  void shrink(std::size_t size);

  std::size_t size() const;
  const Node& node(NodeId id) const;
  std::optional<NodeId> find(std::string_view name) const;

  float at(NodeId id, std::span<const std::size_t> index) const;
  // Copies the 2-D block [row, row + rows) x [column, column + columns) of the last two axes, leading axes fixed by
  // `leading` (rank - 2 entries; rank 1 is one row; rank 0 one cell), row-major into out.
  void block(NodeId id, std::span<const std::size_t> leading, std::size_t row, std::size_t rows, std::size_t column,
             std::size_t columns, std::span<float> out) const;
  float largest_magnitude(NodeId id) const;  // of the finite cells; 0 when there is none
  bool all_whole(NodeId id) const;           // whether every cell is a whole number

  // Changes cells of sources and recomputes what depends on them; returns the cells whose value changed: those that were
  // edited and, of the nodes that are `listed` (one entry per node; empty: all), those that depend on them. Applies all
  // of the edits or, with an Error (edit, index, not-finite, or that of an operation), none. Of several edits of one cell
  // the last counts.
  Result<std::vector<CellRef>> set(std::span<const CellEdit> edits, const std::vector<bool>& listed = {});
  Result<std::vector<CellRef>> set(NodeId id, std::span<const std::size_t> index, float value);
  // Gives sources other numbers as a whole, such as trained weights. What depends on them is computed when it is next
  // asked for; where its operation refuses these numbers, its cells are not a number. They do not count as edits. Applies
  // all or, with an Error (edit: a computed tensor, or not a number for each cell), none.
  struct Cells {
    NodeId id = 0;
    std::span<const float> values;
  };
  Result<void> replace(std::span<const Cells> sources);

  Explanation explain(NodeId id, const Index& index, int decimals) const;
  // If the node depends on a random source, so that its numbers are not trained: the origin of the first such source.
  std::optional<RandomOrigin> untrained(NodeId id) const;
  double multiply_adds() const;  // of all operations so far
  // The cells of a source that set() has changed since it was added, with their current values.
  std::vector<std::pair<Index, float>> edits(NodeId id) const;

  const TensorBox& tensor(NodeId id) const;  // for operations and exporters only

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The whole graph as one runnable script that prints every tensor (pytorch, numpy), or as formulas (tex). In a script a
// tensor has the name of its node where Python allows it: see code_names(). Cells in `hidden` are replaced by "?" in
// formulas and by NaN in scripts.
using HiddenCells = std::function<bool(const CellRef&)>;
std::string export_code(const Graph& graph, Language language, std::string_view title, const HiddenCells& hidden = {});
std::vector<std::string> code_names(const Graph& graph);  // the Python name of each node

}  // namespace graph
