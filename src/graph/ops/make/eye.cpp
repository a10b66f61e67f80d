// The identity matrix: ones on the diagonal, zeros elsewhere.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Eye final : public Basic {
 public:
  std::string_view name() const override { return "eye"; }
  std::string_view doc() const override { return "The identity matrix"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override { return {}; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("size", "how many rows and columns", std::nullopt, 0, 8192)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    const auto n = static_cast<std::size_t>(integer(options, "size", 0));
    return Shape{n, n};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    return boxed(attention::eye(static_cast<std::size_t>(integer(options, "size", 0))));
  }
  Explanation explain(const CellContext& cell) const override { return explain_constant(cell, {"rule.set", {}}); }
  std::string code(const CodeContext& context) const override {
    return assign(context, joined({"{np}.eye(", integer(context.options, "size", 0), ", dtype={np}.float32)"}), "I");
  }
  Layout layout() const override { return Layout::source; }
};

}  // namespace

const Operation& eye_operation() {
  static const Eye operation;
  return operation;
}

}  // namespace graph
