// The interface of an operation: what it computes, which input cells a cell depends on, how it is written in PyTorch,
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

#include "graph/core/options.hpp"
#include "graph/core/types.hpp"
#include "graph/explain/explanation.hpp"

namespace graph {

class Graph;
class Derivative;
struct TensorBox;  // wraps attention::Tensor (graph/core/tensor_box.hpp), so that this header needs no xtensor

struct InputSpec {
  std::string_view name;  // "scores"
  bool optional = false;
  bool repeats = false;  // takes all remaining inputs
};

// ---- what a stage needs to know ------------------------------------------------------------------------- How a
// figure of the operation is arranged. The ui draws by layout, never by an operation's name.
enum class Layout : std::uint8_t {
  source,        // no inputs: only the matrix
  product,       // corner geometry: first input left, second above, result at the corner
  rows,          // inputs and result side by side, rows aligned (softmax, scale, round, mask as an overlay, sums)
  weighted_sum,  // a fan of scaled vectors and their sum: one row of weights times the rows of values
  slice,         // the input with the selected part marked
  gather,        // rows taken from a table
  reshape,       // the same cells at other places
  words,         // text to ids
  window,        // a window sliding over tokens
};

// How the stage shows a result being made, where the layout and the sources of the cells do not say it.
enum class Making : std::uint8_t {
  from_sources,  // the sources move to their cell
  softmax,       // powers of e, made smaller until those of a line add up to 1
  mask,          // the cells of the first input, some of them emptied
  layer_norm,    // rows shifted to mean 0, then stretched
  rms_norm,      // rows stretched
};

// What a result is, where others ask: they never ask for an operation's name.
enum class Meaning : std::uint8_t {
  other,
  moved,       // cells of the first input at other places, all or some of them
  sum,         // of cells of the first input
  loss,        // cross-entropy of the first input, logits
  constant,    // one number in every cell
  difference,  // of the first two inputs: rounding alone where it is far smaller than they are
};

// The cost of one evaluation, from the shapes only.
struct Cost {
  double multiply_adds = 0;
  double parameters = 0;
  double bytes = 0;
};

enum class Language : std::uint8_t { pytorch, numpy, tex };

// The input for writing code: the names of inputs and result in that language.
struct CodeContext {
  Language language;
  std::string result;
  std::vector<std::string> inputs;
  std::vector<Shape> input_shapes;
  const Options& options;
};

// The input for explaining a cell of the result.
struct CellContext {
  const Graph& graph;
  NodeId node;
  const Index& index;
  int decimals;
};

// The tensor, and its axes if the operation names the indices itself (words): graph/core/tensor_box.hpp.
struct Evaluated;

class Operation {
 public:
  virtual ~Operation() = default;

  virtual std::string_view name() const = 0;  // as spelt in lesson files; PyTorch's name if it has one
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
  virtual Making making() const { return Making::from_sources; }
  virtual Meaning meaning() const { return Meaning::other; }
  // Whether the stage draws input `i` transposed (second operand of a product that transposes it).
  virtual bool drawn_transposed(std::size_t, const Options&) const { return false; }
  // The axis drawn as rows where two axes of the result are shown; the last one is drawn as columns, and of every other
  // axis one index is shown at a time.
  virtual std::size_t row_axis(const Shape& result) const { return result.size() < 2 ? 0 : result.size() - 2; }
  // What is known of the signs of a result's cells: that of exp or of a count is never negative, that of a sum is not if
  // no input is.
  enum class Sign : std::uint8_t { either, never_negative, of_inputs };
  virtual Sign sign() const { return Sign::either; }
  // Whether only the shape of input `i` matters: then stages and maps omit it.
  virtual bool only_shape_counts(std::size_t) const { return false; }
  // The cells of input `i` that the cell of the result depends on: the bands and rings of the stage.
  virtual std::vector<Index> sources(std::size_t i, const CellContext& cell) const = 0;
  // The derivative, recorded as nodes: graph/gradient/derivative.hpp. Where it does not exist (max at a tie, relu at 0)
  // it is PyTorch's. An operation whose result has no slope keeps this: an Error that names it.
  virtual Result<void> derivative(Derivative& d) const;
  // Whether the graph records other nodes for a node of it, as for `gradient`.
  virtual bool recorded_by_others() const { return false; }
};

const Operation* find_operation(std::string_view name);  // nullptr when there is none
std::vector<const Operation*> all_operations();          // in the order of their names

}  // namespace graph
