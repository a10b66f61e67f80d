// Tensors, their cells and numbers as they are shown: what the views of figures are made of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/operation.hpp"
#include "graph/core/types.hpp"

namespace explorer {

// One cell as shown.
struct CellView {
  enum class Status : std::uint8_t { shown, hidden, masked, not_finite };
  Status status = Status::shown;
  float value = 0;
  std::string text;  // formatted for its matrix: "4", "0.47", "−∞"; "?" when hidden
  bool edited = false;
  bool free = true;  // no goal locks it
};

// A tensor on stage or map.
struct TensorView {
  graph::NodeId node = 0;
  std::string name;  // the lesson's own, for links and JavaScript
  graph::Symbol symbol;
  graph::Role role = graph::Role::none;
  graph::Shape shape;
  std::vector<std::string> axis_names;                 // translated: "token", "feature"
  std::vector<std::string> axis_words;                 // as spelt in the lesson: the argument of SetLeading
  std::size_t row_axis = 0;                            // the axis drawn as rows; the last axis is the columns
  std::vector<std::size_t> leading;                    // index shown of each other axis, in order
  std::vector<std::vector<std::string>> labels;        // per axis, one per index: "Input 1", "f2"
  std::vector<std::vector<std::string>> labels_short;  // "t1", "f2"
  bool editable = false;
  bool locked = false;        // numbers of the lesson that a goal locks
  bool marked = false;        // a goal leaves at least some of its cells free
  bool toggle = false;        // its cells are 0 or 1, and a click changes one
  bool transposed = false;    // drawn transposed; cells keep their own index
  int decimals = 0;           // decided for the matrix as a whole
  bool power_of_ten = false;  // too large or too small for decimals: all cells as "6.0e−6"
  float largest = 1;          // magnitude shown; 1 if that is 0
  // The ends of the signed colour scale: the largest magnitude of those that share it; infinite for ids, which are names and
  // have no colour.
  float scale = 1;
  bool one_sided = false;  // no cell can be negative
  bool below_zero = true;  // a cell is negative, or is hidden and could be
  bool slopes = false;     // its cells are slopes
  bool by_sign = false;    // coloured by sign, whatever its role: slopes, and weights of which one is negative
  bool no_number = false;  // no cell has a finite number that may be shown
  bool all_hidden = false;
  bool ours = false;
  std::string caption;  // "Q (3 × 3), token × feature"
  std::string random;   // "random, seed 7, not trained: no meaning"; empty when not
};

// A matrix with its cells, for pictures of lessons that are not open.
struct MatrixView {
  TensorView tensor;
  std::size_t rows = 0, columns = 0;
  std::vector<CellView> cells;  // row by row
  const CellView& at(std::size_t row, std::size_t column) const { return cells[row * columns + column]; }
};

struct FigureView {
  graph::Layout layout = graph::Layout::source;
  // kind operation: inputs in order, the result last; kind tensors: as listed.
  std::vector<TensorView> tensors;
  bool has_result = false;
  // Its nonzero cells are outlined in the last tensor.
  std::optional<TensorView> outline = {};
};

// The number of a tensor with one cell.
struct NumberView {
  graph::CellRef cell;
  graph::Symbol symbol;
  graph::Role role = graph::Role::none;
  float value = 0;
  std::string text;
  bool shown = true;  // false if a question hides it; then the value is 0
};

}  // namespace explorer
