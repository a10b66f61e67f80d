// Ones everywhere.
#include "graph/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Ones final : public Basic {
 public:
  std::string_view name() const override { return "ones"; }
  std::string_view doc() const override { return "Ones everywhere"; }
  std::vector<InputSpec> inputs() const override { return {{"like", true}}; }
  std::vector<OptionSpec> options() const override {
    return {list_option("shape", "its lengths, unless there is an input to match", false)};
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    return in.empty() ? shape_option(options, "shape") : Result<Shape>(in[0]);
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Result<Shape> size = in.empty() ? shape_option(options, "shape") : attention::shape_of(in[0]->tensor);
    if (!size) return std::unexpected(size.error());
    if (count(*size) > (std::size_t{1} << 26))
      return fail("size", "options/shape", "A tensor of shape " + describe(*size) + " is too large.");
    return Evaluated{filled(*size, 1), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override { return explain_constant(cell, {"rule.set", {}}); }
  std::string code(const CodeContext& context) const override {
    const Result<Shape> size = shape(context.input_shapes, context.options);
    return assign(context,
                  context.language == Language::numpy ? "np.ones(" + code_tuple(*size) + ", dtype=np.float32)"
                                                      : "torch.ones(" + code_tuple(*size) + ")",
                  "\\mathbf{1}");
  }
  Layout layout() const override { return Layout::source; }
};

}  // namespace

const Operation& ones_operation() {
  static const Ones operation;
  return operation;
}

}  // namespace graph
