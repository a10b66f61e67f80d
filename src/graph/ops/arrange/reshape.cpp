// The same numbers in row-major order under another shape.
#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
namespace {

class Reshape final : public Rearrangement {
 public:
  std::string_view name() const override { return "reshape"; }
  std::string_view doc() const override { return "The same numbers in reading order under another shape"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {list_option("shape", "the new lengths; one may be -1 and is worked out")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    Shape out;
    std::size_t known = 1;
    std::ptrdiff_t open = -1;
    for (const double length : numbers(options, "shape")) {
      if (length < -1 || (length == -1 && open >= 0))
        return fail("option", "options/shape", "Only one length may be -1, and none less.");
      if (length == -1) open = static_cast<std::ptrdiff_t>(out.size());
      else known *= static_cast<std::size_t>(length);
      out.push_back(length == -1 ? 1 : static_cast<std::size_t>(length));
    }
    const std::size_t values = count(inputs[0]);
    if (open >= 0 && known > 0 && values % known == 0) out[static_cast<std::size_t>(open)] = values / known;
    if (count(out) != values)
      return fail("shape", "options/shape",
                  {"x is ", describe(inputs[0]), ", that is ", values, " numbers; they do not fit ", describe(out),
                   ". The lengths must multiply to the same count."});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(result.size());
    if (!inputs[0].empty() && !out.empty()) out.front().name = inputs[0].front().name;
    if (inputs[0].size() == out.size()) out = inputs[0];
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    std::vector<long long> lengths;
    for (const double length : numbers(options, "shape")) lengths.push_back(static_cast<long long>(length));
    return boxed(attention::reshape(inputs[0]->tensor, lengths));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.reshaped(d.gradient(), d.shape(d.input(0))));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    std::string sizes;
    for (const double length : numbers(context.options, "shape"))
      sizes += (sizes.empty() ? "" : ", ") + code_number(length);
    return assign(context, joined({"{0}.reshape(", sizes, ")"}), "\\operatorname{reshape}({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    return input(cell, 0, index_at(input_shape(cell, 0), flat_index(shape_of(cell.graph, cell.node), cell.index)));
  }
};

}  // namespace

const Operation& reshape_operation() {
  static const Reshape operation;
  return operation;
}

}  // namespace graph
