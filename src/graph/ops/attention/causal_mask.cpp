// No query sees a key that comes after it: cells right of the diagonal become −∞.
#include "graph/ops/attention/masking.hpp"

namespace graph {
namespace {

class CausalMask final : public Masking {
 public:
  std::string_view name() const override { return "causal_mask"; }
  std::string_view doc() const override { return "Scores with −∞ where the key comes after the query"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {enabled_option(), fill_option(),
                                         integer_option("offset", "how many keys came before the first query", 0),
                                         columns_option()};
    return all;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    const Shape shape = attention::shape_of(scores);
    const std::size_t rank = shape.size();
    const auto offset = static_cast<std::ptrdiff_t>(integer(options, "offset", 0));
    if (!flag(options, "columns", false))
      return masked(scores, attention::causal_mask(shape[rank - 2], shape[rank - 1], offset), options);
    // Rows are keys here: key k serves query q if q ≥ k − offset.
    return masked(
        scores,
        attention::band_mask(shape[rank - 2], shape[rank - 1], -offset, static_cast<std::ptrdiff_t>(shape[rank - 1])),
        options);
  }
  std::string code(const CodeContext& context) const override {
    const Shape& shape = context.input_shapes[0];
    const std::size_t rank = shape.size();
    const std::string size = joined({shape[rank - 2], ", ", shape[rank - 1]});
    const long long offset = integer(context.options, "offset", 0);
    if (flag(context.options, "columns", false)) {
      const std::string below = std::to_string(-offset - 1);
      return code_masked(context, joined({"torch.ones(", size, ").tril(", below, ") == 1"}),
                         joined({"np.tril(np.ones((", size, ")), ", below, ") == 1"}),
                         "{0} + M, \\quad M_{ji} = -\\infty \\text{ for } j > i");
    }
    const std::string diagonal = offset == 0 ? "" : std::to_string(offset);
    return code_masked(context, joined({"torch.ones(", size, ").tril(", diagonal, ") == 0"}),
                       joined({"np.tril(np.ones((", size, "))", (offset == 0 ? "" : ", " + diagonal), ") == 0"}),
                       "{0} + M, \\quad M_{ij} = -\\infty \\text{ for } j > i");
  }

 protected:
  bool open(const CellContext& cell) const override {
    const auto [q, k] = places(cell);
    return static_cast<long long>(k) <= static_cast<long long>(q) + integer(options_of(cell), "offset", 0);
  }
  Message reason(const CellContext& cell, bool allowed) const override {
    const auto [q, k] = places(cell);
    return {allowed ? "rule.causal.open" : "rule.causal.blocked", {one_based(q), one_based(k)}};
  }
};

}  // namespace

const Operation& causal_mask_operation() {
  static const CausalMask operation;
  return operation;
}

}  // namespace graph
