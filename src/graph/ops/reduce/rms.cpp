// The root of the mean square along an axis: what rms_norm divides by.
#include <cmath>

#include "graph/ops/reduce/reduction.hpp"

namespace graph {
namespace {

class RootMeanSquare final : public Reduction {
 public:
  std::string_view name() const override { return "rms"; }
  std::string_view doc() const override { return "Root of the mean square along an axis"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis whose numbers become one: -1 row sums, -2 column sums"),
        boolean_option("keepdim", "whether the axis stays, with length 1", false),
        boolean_option("all", "take all numbers of the tensor instead of one axis", false),
        number_option("eps", "added to the mean square", 0, 0, 1)};
    return all;
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const bool all = flag(options, "all", false);
    return boxed(attention::root_mean_square(all ? *attention::reshape(in[0]->tensor, {-1}) : in[0]->tensor,
                                             all ? 0 : static_cast<int>(integer(options, "axis", -1)),
                                             !all && flag(options, "keepdim", false), number(options, "eps", 0)));
  }
  Explanation explain(const CellContext& cell) const override {
    Term term = whole_line(cell);
    const double eps = number(options_of(cell), "eps", 0);
    Writer writer(cell);
    writer.name().relate().text("√").text("(").number(total(squares(values(cell, term.factors)))).text("/");
    writer.number(static_cast<double>(term.factors.size()));
    if (eps != 0) writer.text("+").number(eps);
    writer.text(")").relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.rms", {}});
  }
  Result<void> derivative(Derivative& d) const override {
    const NodeId divisor = d.scaled(d.without_zeros(d.result()), reduced_length(d));
    d.add(0, d.times(d.input(0), unreduced(d, d.over(d.gradient(), divisor))));
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::root_mean_square(x, axis, keep_dim);
  }
  std::string python(bool, const std::string& how) const override {
    return joined({"({np}.square({0}).mean(", how, ")) ** 0.5"});
  }
  std::string code(const CodeContext& context) const override {
    const double eps = number(context.options, "eps", 0);
    if (eps == 0 || context.language == Language::tex) return Reduction::code(context);
    std::string code = Reduction::code(context);
    code.replace(code.rfind(") ** 0.5"), std::string::npos, joined({" + ", code_number(eps), ") ** 0.5"}));
    return code;
  }
};

}  // namespace

const Operation& rms_operation() {
  static const RootMeanSquare operation;
  return operation;
}

}  // namespace graph
