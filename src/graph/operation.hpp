// An operation with all its faces: what it computes, how one cell came from input cells, how it is written in PyTorch,
// NumPy and TeX, what axes its result has, and how a stage lays it out. One operation is one file in graph/ops.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "graph/explanation.hpp"
#include "graph/options.hpp"
#include "graph/types.hpp"

namespace graph {

class Graph;
struct TensorBox;  // wraps attention::Tensor (graph/tensor_box.hpp), so that this header needs no xtensor

struct InputSpec {
  std::string_view name;  // "scores"
  bool optional = false;
  bool repeats = false;  // takes all remaining inputs
};

// ---- what a stage needs to know -------------------------------------------------------------------------
// How a figure of the operation is arranged. The ui draws a layout; it never asks for an operation's name.
enum class Layout : std::uint8_t {
  source,        // no inputs: the matrix alone
  product,       // corner geometry: first input left, second above, result at the corner
  rows,          // inputs and result side by side, rows aligned (softmax, scale, round, mask as an overlay, sums)
  weighted_sum,  // a fan of scaled vectors that add up: one row of weights times the rows of values
  slice,         // the input with the part taken marked
  gather,        // rows drawn from a table
  reshape,       // the same cells at other places
  words,         // text to ids
  window,        // a window that slides over tokens
};

// How input i lies in a product: as it stands, or transposed for the drawing (Q Kᵀ draws K transposed).
struct Cost {
  double multiply_adds = 0;
  double parameters = 0;
  double bytes = 0;
};

enum class Language : std::uint8_t { pytorch, numpy, tex };

// What an operation gets when it writes code: the names of its inputs and result in that language.
struct CodeContext {
  Language language;
  std::string result;
  std::vector<std::string> inputs;
  std::vector<Shape> input_shapes;
  const Options& options;
};

// What an operation gets when it explains a cell of its result.
struct CellContext {
  const Graph& graph;
  NodeId node;
  const Index& index;
  int decimals;
};

struct Evaluated;  // tensor and, where the operation names places itself (words), axes; graph/tensor_box.hpp

class Operation {
 public:
  virtual ~Operation() = default;

  virtual std::string_view name() const = 0;  // as lesson files spell it, PyTorch's word where it has one
  virtual std::string_view doc() const = 0;   // one line for the schema
  virtual std::span<const InputSpec> inputs() const = 0;
  virtual std::span<const OptionSpec> options() const { return {}; }

  // Shape of the result, or an Error whose path is "inputs/0", "options/axis" …
  virtual Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const = 0;
  virtual std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                                 const Shape& result) const = 0;
  virtual Cost cost(std::span<const Shape> inputs, const Options& options) const = 0;
  virtual Result<Evaluated> evaluate(std::span<const TensorBox* const> inputs, const Options& options) const = 0;
  virtual Explanation explain(const CellContext& cell) const = 0;
  virtual std::string code(const CodeContext& context) const = 0;
  virtual Layout layout() const = 0;
  // Whether the stage draws input `i` transposed (second operand of a product that transposes it).
  virtual bool drawn_transposed(std::size_t, const Options&) const { return false; }
  // The axis that lies as rows where two axes of the result are shown; the last one lies as columns, and of every other
  // one place is shown at a time.
  virtual std::size_t row_axis(const Shape& result) const { return result.size() < 2 ? 0 : result.size() - 2; }
  // Whether of input `i` the shape alone counts: then stages and maps leave it out.
  virtual bool only_shape_counts(std::size_t) const { return false; }
  // Which cells of input `i` the cell of the result is made of: the bands and rings of the stage.
  virtual std::vector<Index> sources(std::size_t i, const CellContext& cell) const = 0;
};

const Operation* find_operation(std::string_view name);  // nullptr when there is none
std::vector<const Operation*> all_operations();          // in the order of their names

}  // namespace graph
