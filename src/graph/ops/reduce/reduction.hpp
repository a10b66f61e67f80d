// Operations that reduce each line along an axis to one number: the base of sum, mean, max, min, norm and std.
#pragma once

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {

class Reduction : public Basic {
 public:
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis whose numbers become one: -1 row sums, -2 column sums"),
        boolean_option("keepdim", "whether the axis stays, with length 1", false),
        boolean_option("all", "take all numbers of the tensor instead of one axis", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    if (flag(options, "all", false)) return Shape{};
    const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    if (inputs[0][*axis] == 0 && !empty_allowed())
      return shape_error(0, joined({"Axis ", *axis, " is empty, so there is nothing to take the ", name(), " of."}));
    return flag(options, "keepdim", false) ? with(inputs[0], *axis, 1) : without(inputs[0], *axis);
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    if (flag(options, "all", false)) return {};
    std::vector<Axis> out = inputs[0];
    const std::size_t axis = axis_known(options, "axis", -1, out.size());
    if (flag(options, "keepdim", false)) out[axis].labels = std::vector{kept_label()};
    else out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& x = inputs[0]->tensor;
    if (flag(options, "all", false)) return boxed(reduce(*attention::reshape(x, {-1}), 0, false));
    return boxed(reduce(x, static_cast<int>(integer(options, "axis", -1)), flag(options, "keepdim", false)));
  }
  std::string code(const CodeContext& context) const override {
    const bool torch = context.language == Language::pytorch;
    if (context.language == Language::tex) return assign(context, tex(context));
    std::string how;
    if (!flag(context.options, "all", false)) {
      how = joined({(torch ? "dim=" : "axis="), integer(context.options, "axis", -1)});
      if (flag(context.options, "keepdim", false)) how += torch ? ", keepdim=True" : ", keepdims=True";
    }
    return assign(context, python(torch, how));
  }

 protected:
  // The core's function that reduces each line along the axis to one number.
  virtual Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const = 0;
  virtual bool empty_allowed() const { return false; }
  // The label of the single index of a kept axis.
  virtual std::string kept_label() const { return std::string(name()); }
  virtual std::string python(bool torch, const std::string& how) const = 0;  // how: "dim=-1, keepdim=True"
  virtual std::string tex(const CodeContext&) const { return joined({"\\operatorname{", name(), "}({0})"}); }

  // A tensor of the result's shape, with the reduced axis as length 1, so that it broadcasts to the input.
  static NodeId unreduced(Derivative& d, NodeId x) {
    if (flag(d.options(), "all", false)) return x;
    const Shape& from = d.shape(d.input(0));
    return d.reshaped(x, with(from, axis_known(d.options(), "axis", -1, from.size()), 1));
  }
  // The same kind of reduction of another tensor of the input's shape, as unreduced() has it.
  static NodeId reduced_alike(Derivative& d, std::string_view operation, NodeId x) {
    if (flag(d.options(), "all", false)) return d.apply(operation, {x}, {{"all", true}});
    const Shape& from = d.shape(d.input(0));
    return d.apply(
        operation, {x},
        {{"axis", static_cast<double>(axis_known(d.options(), "axis", -1, from.size()))}, {"keepdim", true}});
  }
  static double reduced_length(const Derivative& d) {
    const Shape& from = d.shape(d.input(0));
    return static_cast<double>(
        flag(d.options(), "all", false) ? count(from) : from[axis_known(d.options(), "axis", -1, from.size())]);
  }

  // The input cells that a cell is computed from.
  static std::vector<CellRef> line(const CellContext& cell) {
    const Shape from = input_shape(cell, 0);
    std::vector<CellRef> out;
    for (const std::size_t flat : line_of(from, cell.graph.node(cell.node).shape, options_of(cell), cell.index))
      out.push_back(input(cell, 0, index_at(from, flat)));
    return out;
  }
  // All of them as the single term of the cell, for reductions that are not sums.
  static Term whole_line(const CellContext& cell) { return {cell.graph.at(cell.node, cell.index), line(cell)}; }
  static std::vector<double> values(const CellContext& cell, const std::vector<CellRef>& cells) {
    std::vector<double> out;
    for (const CellRef& ref : cells) out.push_back(cell.graph.at(ref.node, ref.index));
    return out;
  }
  static std::vector<double> squares(std::vector<double> values, double about = 0) {
    for (double& v : values) v = (v - about) * (v - about);
    return values;
  }
  static double total(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum;
  }
  static Message note(const CellContext& cell, const CellRef& ref) {
    const std::size_t rank = ref.index.size();
    if (rank == 0 || flag(options_of(cell), "all", false)) return {};
    const std::size_t axis = axis_known(options_of(cell), "axis", -1, rank);
    return place_note(cell.graph, ref.node, axis, ref.index[axis]);
  }

 private:
  static std::vector<std::size_t> line_of(const Shape& from, const Shape& to, const Options& options,
                                          const Index& index) {
    std::vector<std::size_t> out;
    if (flag(options, "all", false)) {
      for (std::size_t i = 0; i < count(from); ++i) out.push_back(i);
      return out;
    }
    const std::size_t axis = axis_known(options, "axis", -1, from.size());
    const Index start = to.size() == from.size() ? index : inserted(index, axis, 0);
    for (std::size_t k = 0; k < from[axis]; ++k) out.push_back(flat_index(from, with(start, axis, k)));
    return out;
  }
};

}  // namespace graph
