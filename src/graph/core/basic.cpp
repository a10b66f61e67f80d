// Code shared by operations; see basic.hpp.
#include "graph/core/basic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "attention/tensor/map.hpp"

namespace graph {
namespace {

template <class T>
const T* held(const Options& options, std::string_view name) {
  const auto found = options.find(name);
  return found == options.end() ? nullptr : std::get_if<T>(&found->second);
}

}  // namespace

bool flag(const Options& options, std::string_view name, bool fallback) {
  const bool* value = held<bool>(options, name);
  return value ? *value : fallback;
}

double number(const Options& options, std::string_view name, double fallback) {
  const double* value = held<double>(options, name);
  return value ? *value : fallback;
}

long long integer(const Options& options, std::string_view name, long long fallback) {
  const double* value = held<double>(options, name);
  return value ? std::llround(*value) : fallback;
}

std::string text(const Options& options, std::string_view name, std::string_view fallback) {
  const std::string* value = held<std::string>(options, name);
  return value ? *value : std::string(fallback);
}

std::vector<double> numbers(const Options& options, std::string_view name) {
  const auto* value = held<std::vector<double>>(options, name);
  return value ? *value : std::vector<double>{};
}

std::vector<std::string> texts(const Options& options, std::string_view name) {
  const auto* value = held<std::vector<std::string>>(options, name);
  return value ? *value : std::vector<std::string>{};
}

Result<Shape> shape_option(const Options& options, std::string_view name) {
  Shape shape;
  for (const double length : numbers(options, name)) {
    const bool whole = length >= 0 && length <= 1e9 && length == std::floor(length);
    if (!whole)
      return fail("option", joined({"options/", name}),
                  {"A length of ", format_number(length, 3), " is not possible. Lengths are whole numbers from 0."});
    shape.push_back(static_cast<std::size_t>(length));
  }
  return shape;
}

std::size_t count(const Shape& shape) {
  std::size_t n = 1;
  for (const std::size_t length : shape) n *= length;
  return n;
}

std::size_t flat_index(const Shape& shape, const Index& index) {
  std::size_t flat = 0;
  for (std::size_t a = 0; a < shape.size(); ++a) flat = flat * shape[a] + index[a];
  return flat;
}

Index index_at(const Shape& shape, std::size_t flat) {
  Index index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0;) {
    index[a] = shape[a] ? flat % shape[a] : 0;
    flat /= std::max<std::size_t>(shape[a], 1);
  }
  return index;
}

std::string describe(const Shape& shape) {
  if (shape.empty()) return "one number";
  std::string out;
  for (std::size_t a = 0; a < shape.size(); ++a) out += joined({(a ? " × " : ""), shape[a]});
  return shape.size() == 1 ? out + " numbers" : out;
}

Result<std::size_t> axis_of(const Options& options, std::string_view name, long long fallback, std::size_t rank) {
  const long long axis = integer(options, name, fallback);
  const auto size = static_cast<long long>(rank);
  if (axis < -size || axis >= size)
    return fail("axis", joined({"options/", name}),
                rank == 0 ? "The input is one number and has no axis. Take an input with at least one axis."
                          : joined({"Axis ", axis, " does not exist: the input has ", rank, " axes, 0 to ", rank - 1,
                                    " (-1 is the last one)."}));
  return static_cast<std::size_t>(axis < 0 ? axis + size : axis);
}

std::size_t axis_known(const Options& options, std::string_view name, long long fallback, std::size_t rank) {
  return axis_of(options, name, fallback, rank).value_or(0);
}

Result<Shape> broadcast(const Shape& a, const Shape& b, std::string_view name_a, std::string_view name_b) {
  Shape out(std::max(a.size(), b.size()));
  for (std::size_t k = 1; k <= out.size(); ++k) {
    const std::size_t x = k <= a.size() ? a[a.size() - k] : 1;
    const std::size_t y = k <= b.size() ? b[b.size() - k] : 1;
    if (x != y && x != 1 && y != 1)
      return shape_error(1, joined({name_a, " is ", describe(a), " and ", name_b, " is ", describe(b),
                                    ": counted from the last axis, axis ", k, " has lengths ", x, " and ", y,
                                    ". They must be equal, or one of them 1."}));
    out[out.size() - k] = x == 1 ? y : x;
  }
  return out;
}

Index broadcast_index(const Index& of_result, const Shape& input) {
  Index index(input.size());
  for (std::size_t k = 1; k <= input.size(); ++k) {
    const std::size_t axis = input.size() - k;
    index[axis] = input[axis] == 1 ? 0 : of_result[of_result.size() - k];
  }
  return index;
}

Index with(Index index, std::size_t axis, std::size_t value) {
  index[axis] = value;
  return index;
}

Index without(const Index& index, std::size_t axis) {
  Index out = index;
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
  return out;
}

Index inserted(Index index, std::size_t axis, std::size_t value) {
  index.insert(index.begin() + static_cast<std::ptrdiff_t>(axis), value);
  return index;
}

std::unexpected<Error> shape_error(std::size_t input, std::string message) {
  return fail("shape", joined({"inputs/", input}), std::move(message));
}

Result<Evaluated> boxed(Result<attention::Tensor> tensor) {
  if (!tensor) return std::unexpected(tensor.error());
  return Evaluated{std::move(*tensor), std::nullopt};
}

Result<Evaluated> boxed_or_nan(Result<attention::Tensor> tensor, const Shape& shape) {
  if (tensor || (tensor.error().code != "not-finite" && tensor.error().code != "overflow"))
    return boxed(std::move(tensor));
  return Evaluated{attention::filled(shape, std::numeric_limits<float>::quiet_NaN()), std::nullopt};
}

Shape shape_of(const Graph& graph, NodeId node) { return graph.node(node).shape; }

std::vector<Axis> Basic::axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape& result) const {
  if (!inputs.empty() && inputs[0].size() == result.size()) {
    std::vector<Axis> axes = inputs[0];
    for (std::size_t a = 0; a < axes.size(); ++a)
      if (axes[a].labels.size() != result[a]) axes[a].labels.clear();
    return axes;
  }
  return std::vector<Axis>(result.size());
}

Cost Basic::cost(std::span<const Shape> inputs, const Options& options) const {
  Cost cost;
  const Result<Shape> result = shape(inputs, options);
  if (!result) return cost;
  cost.multiply_adds = multiply_adds(inputs, options, *result);
  cost.bytes = 4.0 * static_cast<double>(count(*result));
  return cost;
}

std::vector<Index> Basic::sources(std::size_t i, const CellContext& cell) const {
  const std::vector<NodeId>& inputs = cell.graph.node(cell.node).inputs;
  if (i >= inputs.size()) return {};
  const NodeId node = inputs[i];
  const auto same = static_cast<std::size_t>(std::ranges::count(inputs, node));
  const auto place = static_cast<std::size_t>(std::count(inputs.begin(), inputs.begin() + static_cast<long>(i), node));
  std::vector<Index> out;
  std::set<Index> known;  // those in `out`
  for (const Term& term : explain(cell).terms) {
    std::vector<Index> found;
    for (const CellRef& factor : term.factors)
      if (factor.node == node) found.push_back(factor.index);
    if (same > 1 && found.size() == same) found = {found[place]};  // X Xᵀ: factor k is from input k
    for (Index& index : found)
      if (known.insert(index).second) out.push_back(std::move(index));
  }
  return out;
}

CellRef Basic::input(const CellContext& cell, std::size_t i, Index index) {
  return {cell.graph.node(cell.node).inputs[i], std::move(index)};
}

std::size_t Basic::input_count(const CellContext& cell) { return cell.graph.node(cell.node).inputs.size(); }

Shape Basic::input_shape(const CellContext& cell, std::size_t i) {
  return cell.graph.node(cell.graph.node(cell.node).inputs[i]).shape;
}

const Options& Basic::options_of(const CellContext& cell) { return cell.graph.node(cell.node).options; }

}  // namespace graph
