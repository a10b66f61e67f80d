// Broadcasting written out: each cell at all the places that it counts for.
#include "attention/tensor/map.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class ExpandAs final : public Rearrangement {
 public:
  std::string_view name() const override { return "expand_as"; }
  std::string_view doc() const override { return "Broadcast to the shape of another tensor"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}, {"like"}};
    return all;
  }
  bool only_shape_counts(std::size_t input) const override { return input == 1; }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    const Result<Shape> whole = broadcast(in[0], in[1], "x", "like");
    if (!whole) return whole;
    if (*whole != in[1])
      return shape_error(1, joined({"x is ", describe(in[0]), ", which does not broadcast to ", describe(in[1]), "."}));
    return in[1];
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape&) const override {
    return in[1];
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    return boxed(attention::multiply(in[0]->tensor, attention::filled(attention::shape_of(in[1]->tensor), 1)));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::pytorch) return assign(context, "{0}.expand_as({1})");
    return assign(context, joined({"np.broadcast_to({0}, ", code_tuple(context.input_shapes[1]), ")"}),
                  "{0} \\, \\mathbf{1}");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    return input(cell, 0, broadcast_index(cell.index, input_shape(cell, 0)));
  }
};

}  // namespace

const Operation& expand_as_operation() {
  static const ExpandAs operation;
  return operation;
}

}  // namespace graph
