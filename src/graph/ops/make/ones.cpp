// A 1 in every cell.
#include "graph/ops/make/constant.hpp"

namespace graph {
namespace {

class Ones final : public Constant {
 public:
  std::string_view name() const override { return "ones"; }
  std::string_view doc() const override { return "Ones everywhere"; }
  Sign sign() const override { return Sign::never_negative; }
  std::string code(const CodeContext& context) const override {
    const std::string size = code_tuple(*shape(context.input_shapes, context.options));
    return assign(context,
                  context.language == Language::numpy ? joined({"np.ones(", size, ", dtype=np.float32)"})
                                                      : joined({"torch.ones(", size, ")"}),
                  "\\mathbf{1}");
  }

 protected:
  double value(const Options&) const override { return 1; }
};

}  // namespace

const Operation& ones_operation() {
  static const Ones operation;
  return operation;
}

}  // namespace graph
