// How many numbers some tensors have in total: the parameters of a layer.
#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class CountNumbers final : public Basic {
 public:
  std::string_view name() const override { return "count_numbers"; }
  std::string_view doc() const override { return "How many numbers the inputs hold together"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"parts", false, true}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options&) const override { return Shape{}; }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    double total = 0;
    for (const TensorBox* part : in) total += static_cast<double>(part->tensor.size());
    return Evaluated{attention::filled({}, static_cast<float>(total)), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    Writer writer(cell);
    std::vector<Term> terms;
    writer.name().relate();
    for (std::size_t i = 0; i < input_count(cell); ++i) {
      if (i) writer.text("+");
      const auto numbers = static_cast<double>(count(input_shape(cell, i)));
      writer.number(numbers, {"label", {symbol_of(cell.graph, input(cell, i, {}).node)}});
      terms.push_back({numbers, {}});
    }
    writer.relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.count", {}});
  }
  std::string code(const CodeContext& context) const override {
    std::string sum;
    for (const std::string& part : context.inputs)
      sum += (sum.empty() ? "" : " + ") + part + (context.language == Language::pytorch ? ".numel()" : ".size");
    if (context.language == Language::numpy) return assign(context, joined({"np.float32(", sum, ")"}));
    return assign(context, joined({"torch.tensor(float(", sum, "))"}), "\\text{how many numbers}");
  }
};

}  // namespace

const Operation& count_numbers_operation() {
  static const CountNumbers operation;
  return operation;
}

}  // namespace graph
