// 1 in one cell and 0 elsewhere: the gradient of that cell with respect to its own tensor.
#include "attention/tensor/map.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class OneCell final : public Basic {
 public:
  std::string_view name() const override { return "one_cell"; }
  std::string_view doc() const override { return "1 in one cell, 0 elsewhere"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"like"}};
    return all;
  }
  bool only_shape_counts(std::size_t) const override { return true; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {list_option("cell", "the cell, one index for each axis, from 0")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    const Index cell = cell_of(options);
    bool inside = cell.size() == in[0].size();
    for (std::size_t a = 0; inside && a < cell.size(); ++a) inside = cell[a] < in[0][a];
    if (inside) return in[0];
    return fail("index", "options/cell",
                {"like is ", describe(in[0]), ", so its cell has ", in[0].size(),
                 (in[0].size() == 1 ? " index" : " indices"), ", each from 0 and below its length."});
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Shape shape = attention::shape_of(in[0]->tensor);
    attention::Tensor out = attention::filled(shape, 0);
    out.data()[flat_index(shape, cell_of(options))] = 1;
    return Evaluated{std::move(out), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override { return explain_constant(cell, {"rule.one_cell", {}}); }
  Result<void> derivative(Derivative&) const override { return {}; }  // only the shape of `like` counts
  std::string code(const CodeContext& context) const override {
    std::string where;
    for (const double i : numbers(context.options, "cell"))
      where += joined({(where.empty() ? "" : ", "), code_number(i)});
    if (context.language == Language::tex) return assign(context, joined({"[\\text{cell } ", where, "]"}));
    const std::string zeros = joined({"{np}.zeros(", code_tuple(context.input_shapes[0]), ", dtype={np}.float32)"});
    return joined({assign(context, zeros), "\n", context.result, "[", where, "] = 1"});
  }
  Layout layout() const override { return Layout::source; }

 private:
  static Index cell_of(const Options& options) {
    Index cell;
    for (const double i : numbers(options, "cell"))
      cell.push_back(i < 0 ? static_cast<std::size_t>(-1) : static_cast<std::size_t>(i));
    return cell;
  }
};

}  // namespace

const Operation& one_cell_operation() {
  static const OneCell operation;
  return operation;
}

}  // namespace graph
