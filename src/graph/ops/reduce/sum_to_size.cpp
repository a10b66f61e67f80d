// The inverse of broadcasting: cells that came from one cell are added up again.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class SumToSize final : public Basic {
 public:
  std::string_view name() const override { return "sum_to_size"; }
  std::string_view doc() const override { return "Sums over what was broadcast, to a smaller shape"; }
  Sign sign() const override { return Sign::of_inputs; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"like", true}};
    return all;
  }
  bool only_shape_counts(std::size_t input) const override { return input == 1; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        list_option("shape", "the smaller shape, unless there is an input to match", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Result<Shape> size = in.size() > 1 ? Result<Shape>(in[1]) : shape_option(options, "shape");
    if (!size) return size;
    const Result<Shape> whole = broadcast(in[0], *size, "x", "like");
    if (!whole || *whole != in[0])
      return fail("shape", in.size() > 1 ? "inputs/1" : "options/shape",
                  {"x is ", describe(in[0]), ", and ", describe(*size),
                   " does not broadcast to that. Name a shape with lengths of x or 1, counted from the last axis."});
    return size;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape& result) const override {
    std::vector<Axis> out =
        in.size() > 1 ? in[1]
                      : std::vector<Axis>(in[0].end() - static_cast<std::ptrdiff_t>(result.size()), in[0].end());
    for (std::size_t a = 0; a < out.size(); ++a)
      if (out[a].labels.size() != result[a]) out[a].labels.clear();
    return out;
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Result<Shape> size = in.size() > 1 ? attention::shape_of(in[1]->tensor) : shape_option(options, "shape");
    if (!size) return std::unexpected(size.error());
    return boxed(attention::sum_to_size(in[0]->tensor, *size));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (Index& index : sources(0, cell)) products.push_back({{input(cell, 0, std::move(index))}, {}, {}});
    const std::string n = std::to_string(products.size());
    return explain_sum(cell, std::move(products), {"rule.sum_to_size", {n}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    if (i > 0) return out;
    const Shape from = input_shape(cell, 0), &to = cell.graph.node(cell.node).shape;
    for (std::size_t k = 0; k < count(from); ++k)
      if (Index index = index_at(from, k); broadcast_index(index, to) == cell.index) out.push_back(std::move(index));
    return out;
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.expanded_as(d.gradient(), d.input(0)));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Result<Shape> size = shape(context.input_shapes, context.options);
    if (!size) return {};
    if (context.language == Language::pytorch)
      return assign(context, joined({"{0}.sum_to_size(", code_tuple(*size), ")"}));
    return assign(context, joined({"sum_to_size({0}, ", code_tuple(*size), ")"}), "\\sum {0}");
  }
};

}  // namespace

const Operation& sum_to_size_operation() {
  static const SumToSize operation;
  return operation;
}

}  // namespace graph
