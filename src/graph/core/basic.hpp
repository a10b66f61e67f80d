// Shared by operations: reading options, checking shapes, walking indices, and a base class with default
// implementations, so that an operation's file contains only what is specific to it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/graph.hpp"
#include "graph/core/messages.hpp"
#include "graph/core/operation.hpp"
#include "graph/core/tensor_box.hpp"
#include "graph/explain/writer.hpp"
#include "graph/export/code.hpp"

namespace graph {

// ---- options: the value given, or the default -----------------------------------------------------------
bool flag(const Options& options, std::string_view name, bool fallback);
double number(const Options& options, std::string_view name, double fallback);
long long integer(const Options& options, std::string_view name, long long fallback);
std::string text(const Options& options, std::string_view name, std::string_view fallback);
std::vector<double> numbers(const Options& options, std::string_view name);
std::vector<std::string> texts(const Options& options, std::string_view name);

// ---- shapes and indices ---------------------------------------------------------------------------------
std::size_t count(const Shape& shape);
std::size_t flat_index(const Shape& shape, const Index& index);
Index index_at(const Shape& shape, std::size_t flat);
std::string describe(const Shape& shape);  // "3 × 4", "one number"
Result<std::size_t> axis_of(const Options& options, std::string_view name, long long fallback, std::size_t rank);
// A shape given as numbers, each at least 0. Error names the option.
Result<Shape> shape_option(const Options& options, std::string_view name);
std::size_t axis_known(const Options& options, std::string_view name, long long fallback, std::size_t rank);
Result<Shape> broadcast(const Shape& a, const Shape& b, std::string_view name_a, std::string_view name_b);
Index broadcast_index(const Index& of_result, const Shape& input);  // the cell of a broadcast input
Index with(Index index, std::size_t axis, std::size_t value);       // index with one entry replaced
Index without(const Index& index, std::size_t axis);
Index inserted(Index index, std::size_t axis, std::size_t value);

std::unexpected<Error> shape_error(std::size_t input, std::string message);

// ---- tensors --------------------------------------------------------------------------------------------
Result<Evaluated> boxed(Result<attention::Tensor> tensor);
// The same; but if the core rejects numbers that are not finite, a tensor of that shape filled with NaN.
Result<Evaluated> boxed_or_nan(Result<attention::Tensor> tensor, const Shape& shape);
using Inputs = std::span<const TensorBox* const>;
Shape shape_of(const Graph& graph, NodeId node);

// ---- default implementations ----------------------------------------------------------------------------
class Basic : public Operation {
 public:
  // The axes of input 0 where the shape still matches; otherwise axes without names.
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override;
  // No multiply-adds, no parameters, the bytes of the result.
  Cost cost(std::span<const Shape> inputs, const Options& options) const override;
  Layout layout() const override { return Layout::rows; }
  // The cells that the explanation's terms name.
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override;

 protected:
  virtual double multiply_adds(std::span<const Shape>, const Options&, const Shape&) const { return 0; }
  static CellRef input(const CellContext& cell, std::size_t i, Index index);
  static std::size_t input_count(const CellContext& cell);
  static Shape input_shape(const CellContext& cell, std::size_t i);
  static const Options& options_of(const CellContext& cell);
};

}  // namespace graph
