// (…, T, k) → (…, h, T, k/h): head r has features r·s … (r+1)·s − 1.
#include "attention/heads.hpp"

#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class SplitHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "split_heads"; }
  std::string_view doc() const override { return "Features cut into heads: (…, T, k) → (…, h, T, k/h)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override { return heads_options(); }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    if (inputs[0].size() < 2) return shape_error(0, "x needs two axes, token × feature.");
    const std::size_t heads = heads_of(options);
    const std::size_t width = inputs[0].back();
    if (width % heads != 0)
      return fail("heads", "options/heads",
                  {"x has ", width, " features, which ", heads,
                   " heads cannot share equally. Take a number "
                   "that divides ",
                   width, "."});
    Shape out(inputs[0].begin(), inputs[0].end() - 2);
    out.insert(out.end(), {heads, inputs[0][inputs[0].size() - 2], width / heads});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(inputs[0].begin(), inputs[0].end() - 2);
    out.insert(out.end(), {Axis{"head", {}}, inputs[0][inputs[0].size() - 2], Axis{inputs[0].back().name, {}}});
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::split_heads(inputs[0]->tensor, heads_of(options)));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("merge_heads", {d.gradient()}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& from = context.input_shapes[0];
    const std::size_t heads = heads_of(context.options);
    std::string sizes;
    for (std::size_t a = 0; a + 1 < from.size(); ++a) sizes += joined({from[a], ", "});
    sizes += joined({heads, ", ", from.back() / heads});
    if (context.language == Language::numpy)
      return assign(context, joined({"np.swapaxes({0}.reshape(", sizes, "), -3, -2)"}));
    return assign(context, joined({"{0}.reshape(", sizes, ").transpose(-3, -2)"}), "\\operatorname{split}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t rank = cell.index.size();
    const std::size_t width = shape_of(cell.graph, cell.node).back();
    Index from(cell.index.begin(), cell.index.end() - 3);
    from.push_back(cell.index[rank - 2]);
    from.push_back(cell.index[rank - 3] * width + cell.index[rank - 1]);
    return input(cell, 0, std::move(from));
  }
  Message rule(const CellContext& cell) const override {
    const std::size_t head = cell.index[cell.index.size() - 3], width = shape_of(cell.graph, cell.node).back();
    return {"rule.split_heads", {one_based(head), one_based(head * width), std::to_string((head + 1) * width)}};
  }
};

}  // namespace

const Operation& split_heads_operation() {
  static const SplitHeads operation;
  return operation;
}

}  // namespace graph
