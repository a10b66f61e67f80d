// 1 where two tensors have the same number, 0 elsewhere, broadcast as in NumPy.
#include "attention/tensor/map.hpp"
#include "graph/ops/elementwise/pair.hpp"

namespace graph {
namespace {

float same(float a, float b) { return a == b ? 1.0f : 0.0f; }

class Equal final : public PairOperation {
 public:
  Equal()
      : PairOperation(
            "eq", "1 where both tensors have the same number, 0 elsewhere", "=", "", "[{0} = {1}]",
            [](const attention::Tensor& a, const attention::Tensor& b) -> Result<attention::Tensor> {
              return attention::map(same, a, b);
            },
            nullptr) {}
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    const CellRef a = operand(cell, 0), b = operand(cell, 1);
    Writer writer(cell);
    writer.name().relate().text("[").cell(a).text("=").cell(b).text("]").relate().result();
    return writer.finish(Combine::copy, {{cell.graph.at(cell.node, cell.index), {a, b}}}, {"rule.eq", {}});
  }
  Result<void> derivative(Derivative& d) const override { return Operation::derivative(d); }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return PairOperation::code(context);
    return assign(context, context.language == Language::pytorch ? "({0} == {1}).float()"
                                                                 : "np.equal({0}, {1}).astype(np.float32)");
  }
};

}  // namespace

const Operation& eq_operation() {
  static const Equal operation;
  return operation;
}

}  // namespace graph
