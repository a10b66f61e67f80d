// A query sees only keys near it: others become −∞.
#include "graph/ops/attention/masking.hpp"

namespace graph {
namespace {

class SlidingWindowMask final : public Masking {
 public:
  std::string_view name() const override { return "sliding_window_mask"; }
  std::string_view doc() const override {
    return "Scores with −∞ where the key lies outside a window around the query";
  }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        enabled_option(), fill_option(), integer_option("before", "how many keys before the query it sees", 1, 0, 1e6),
        integer_option("after", "how many keys after the query it sees", 1, 0, 1e6), columns_option()};
    return all;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    const Shape shape = attention::shape_of(scores);
    const std::size_t rows = shape[shape.size() - 2], columns = shape.back();
    const auto before = static_cast<std::size_t>(integer(options, "before", 1));
    const auto after = static_cast<std::size_t>(integer(options, "after", 1));
    // Transposed, what is before a query is after the key.
    const bool turned = flag(options, "columns", false);
    return masked(scores,
                  attention::sliding_window_mask(rows, columns, turned ? after : before, turned ? before : after),
                  options);
  }
  std::string code(const CodeContext& context) const override {
    const Shape& shape = context.input_shapes[0];
    const bool turned = flag(context.options, "columns", false);
    const std::string rows = std::to_string(shape[shape.size() - 2]), columns = std::to_string(shape.back());
    const std::string before = std::to_string(integer(context.options, turned ? "after" : "before", 1));
    const std::string after = std::to_string(integer(context.options, turned ? "before" : "after", 1));
    const auto far = [&](const std::string& np) {
      const std::string distance =
          joined({np, ".arange(", columns, ")[None, :] - ", np, ".arange(", rows, ")[:, None]"});
      return joined({"(", distance, " < -", before, ") | (", distance, " > ", after, ")"});
    };
    return code_masked(
        context, far("torch"), far("np"),
        joined({"{0} + M, \\quad M_{ij} = -\\infty \\text{ outside } i - ", before, " \\le j \\le i + ", after}));
  }

 protected:
  bool open(const CellContext& cell) const override {
    const auto [q, k] = places(cell);
    return k + static_cast<std::size_t>(integer(options_of(cell), "before", 1)) >= q &&
           k <= q + static_cast<std::size_t>(integer(options_of(cell), "after", 1));
  }
  Message reason(const CellContext& cell, bool allowed) const override {
    const auto [q, k] = places(cell);
    return {allowed ? "rule.sliding.open" : "rule.sliding.blocked", {one_based(q), one_based(k)}};
  }
};

}  // namespace

const Operation& sliding_window_mask_operation() {
  static const SlidingWindowMask operation;
  return operation;
}

}  // namespace graph
