// (…, h, T, s) → (…, T, h·s): the heads side by side.
#include "attention/heads.hpp"

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class MergeHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "merge_heads"; }
  std::string_view doc() const override { return "Heads put side by side: (…, h, T, s) → (…, T, h·s)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    const std::size_t rank = inputs[0].size();
    if (rank < 3) return shape_error(0, "x needs three axes, head × token × feature.");
    Shape out(inputs[0].begin(), inputs[0].end() - 3);
    out.insert(out.end(), {inputs[0][rank - 2], inputs[0][rank - 3] * inputs[0][rank - 1]});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(inputs[0].begin(), inputs[0].end() - 3);
    out.insert(out.end(), {inputs[0][inputs[0].size() - 2], Axis{inputs[0].back().name, {}}});
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(attention::merge_heads(inputs[0]->tensor));
  }
  Result<void> derivative(Derivative& d) const override {
    const Shape& from = d.shape(d.input(0));
    d.add(0, d.apply("split_heads", {d.gradient()}, {{"heads", static_cast<double>(from[from.size() - 3])}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& from = context.input_shapes[0];
    const std::size_t rank = from.size();
    std::string sizes;
    for (std::size_t a = 0; a + 3 < rank; ++a) sizes += joined({from[a], ", "});
    sizes += joined({from[rank - 2], ", ", from[rank - 3] * from[rank - 1]});
    if (context.language == Language::numpy)
      return assign(context, joined({"np.swapaxes({0}, -3, -2).reshape(", sizes, ")"}));
    return assign(context, joined({"{0}.transpose(-3, -2).reshape(", sizes, ")"}), "\\operatorname{concat}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t width = input_shape(cell, 0).back(), rank = cell.index.size();
    Index from(cell.index.begin(), cell.index.end() - 2);
    from.push_back(cell.index[rank - 1] / width);
    from.push_back(cell.index[rank - 2]);
    from.push_back(cell.index[rank - 1] % width);
    return input(cell, 0, std::move(from));
  }
  Message rule(const CellContext& cell) const override {
    const std::size_t width = input_shape(cell, 0).back();
    return {"rule.join_heads", {one_based(cell.index.back() / width), one_based(cell.index.back() % width)}};
  }
};

}  // namespace

const Operation& merge_heads_operation() {
  static const MergeHeads operation;
  return operation;
}

}  // namespace graph
