// Tensors of equal numbers, and the identity.
#include "attention/tensor/map.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// One number in every cell, with a given shape or that of another tensor: the base of full and ones.
class Constant : public Basic {
 public:
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"like", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {shape_spec};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    return in.empty() ? shape_option(options, "shape") : Result<Shape>(in[0]);
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Result<Shape> size = in.empty() ? shape_option(options, "shape") : attention::shape_of(in[0]->tensor);
    if (!size) return std::unexpected(size.error());
    if (count(*size) > (std::size_t{1} << 26))
      return fail("size", "options/shape", {"A tensor of shape ", describe(*size), " is too large."});
    return Evaluated{attention::filled(*size, static_cast<float>(value(options))), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override { return explain_constant(cell, {"rule.set", {}}); }
  Result<void> derivative(Derivative&) const override { return {}; }  // only the shape of `like` counts
  Layout layout() const override { return Layout::source; }

 protected:
  static constexpr OptionSpec shape_spec =
      list_option("shape", "its lengths, unless there is an input to match", false);
  virtual double value(const Options& options) const = 0;
};

}  // namespace

// One number in every cell.
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

// A 1 in every cell.
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

// The identity matrix: ones on the diagonal, zeros elsewhere.
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
