// A mask from a matrix: scores become −∞ where it is 0 (as masked_fill(tril == 0, −inf)), or where it is not 0.
#include "graph/gradient/derivative.hpp"
#include "graph/ops/attention/masking.hpp"

namespace graph {
namespace {

class MatrixMask final : public Masking {
 public:
  std::string_view name() const override { return "mask"; }
  std::string_view doc() const override { return "Scores with −∞ where a mask matrix is 0 (or is not)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}, {"mask"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {enabled_option(), fill_option(),
                                         choice_option("blocked",
                                                       "which cells of the mask block: zero or nonzero ones, or the "
                                                       "mask is added as numbers",
                                                       "zero", "zero|nonzero|added")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    const Result<Shape> both = broadcast(inputs[0], inputs[1], "scores", "mask");
    if (!both) return std::unexpected(both.error());
    if (*both != inputs[0])
      return shape_error(1, joined({"mask is ", describe(inputs[1]), " and does not fit scores of ",
                                    describe(inputs[0]), ". It may be as large or smaller."}));
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    const std::string how = text(options, "blocked", "zero");
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    if (how == "added")
      return boxed_or_nan(attention::apply_mask(scores, inputs[1]->tensor), attention::shape_of(scores));
    Result<attention::BoolTensor> mask = attention::mask_from_matrix(inputs[1]->tensor);
    if (mask && how == "nonzero") *mask = attention::inverted(*mask);
    return masked(scores, std::move(mask), options);
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef mask = input(cell, 1, broadcast_index(cell.index, input_shape(cell, 1)));
    const bool enabled = flag(options_of(cell), "enabled", true);
    if (enabled && text(options_of(cell), "blocked", "zero") == "added")
      return explain_pair(cell, input(cell, 0, cell.index), "+", mask,
                          {open(cell) ? "rule.mask.open" : "rule.mask.blocked", {}});
    return Masking::explain(cell);
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    if (i == 0) return {cell.index};
    return {broadcast_index(cell.index, input_shape(cell, 1))};
  }
  Result<void> derivative(Derivative& d) const override {
    if (!flag(d.options(), "enabled", true) || text(d.options(), "blocked", "zero") != "added")
      return Masking::derivative(d);
    d.add(0, d.gradient());
    d.add(1, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string how = text(context.options, "blocked", "zero");
    if (how == "added" && flag(context.options, "enabled", true)) return assign(context, "{0} + {1}");
    const std::string test = how == "nonzero" ? "{1} != 0" : "{1} == 0";
    return code_masked(context, test, test, "{0} + M, \\quad M_{ij} = -\\infty \\text{ where the mask blocks}");
  }

 protected:
  bool open(const CellContext& cell) const override {
    const CellRef ref = input(cell, 1, broadcast_index(cell.index, input_shape(cell, 1)));
    const float v = cell.graph.at(ref.node, ref.index);
    const std::string how = text(options_of(cell), "blocked", "zero");
    if (how == "added") return v != -std::numeric_limits<float>::infinity();
    return (v != 0) == (how == "zero");
  }
  Message reason(const CellContext&, bool allowed) const override {
    return {allowed ? "rule.mask.open" : "rule.mask.blocked", {}};
  }
};

}  // namespace

const Operation& mask_operation() {
  static const MatrixMask operation;
  return operation;
}

}  // namespace graph
