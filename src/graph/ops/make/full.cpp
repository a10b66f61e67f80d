// One number in every cell.
#include "graph/ops/make/constant.hpp"

namespace graph {
namespace {

class Full final : public Constant {
 public:
  std::string_view name() const override { return "full"; }
  Meaning meaning() const override { return Meaning::constant; }
  std::string_view doc() const override { return "One number everywhere"; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {shape_spec, number_option("value", "the number", 0)};
    return all;
  }
  std::string code(const CodeContext& context) const override {
    const Result<Shape> size = shape(context.input_shapes, context.options);
    const std::string number = code_number(value(context.options));
    if (context.language == Language::numpy)
      return assign(context, joined({"np.full(", code_tuple(*size), ", ", number, ", dtype=np.float32)"}));
    return assign(context, joined({"torch.full(", code_tuple(*size), ", float(", number, "))"}), number);
  }

 protected:
  double value(const Options& options) const override { return number(options, "value", 0); }
};

}  // namespace

const Operation& full_operation() {
  static const Full operation;
  return operation;
}

}  // namespace graph
