// Softmax along one axis: e to each score, divided by the sum of all of them.
// A line with NaN or +∞ gives NaN, one of −∞ alone NaN as in torch.softmax, or zeros on request.
#include "attention/softmax.hpp"

#include <cmath>
#include <limits>

#include "graph/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// The scores of the line that a cell lies on.
std::vector<CellRef> line_of(const CellContext& cell, NodeId scores, std::size_t axis, std::size_t length) {
  std::vector<CellRef> line;
  for (std::size_t k = 0; k < length; ++k) line.push_back({scores, with(cell.index, axis, k)});
  return line;
}

class Softmax final : public Basic {
 public:
  std::string_view name() const override { return "softmax"; }
  std::string_view doc() const override { return "e to each score divided by the sum of these along an axis"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis along which the results add up to 1: -1 each row, -2 each column"),
        number_option("temperature", "scores are divided by it first", 1, 1e-6, 1e6),
        choice_option("empty", "what a line of masked scores becomes", "nan", "nan|zeros")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    attention::Tensor x = inputs[0]->tensor;
    const Shape shape = attention::shape_of(x);
    const std::size_t axis = axis_known(options, "axis", -1, shape.size());
    const std::vector<bool> broken = clear_broken(x, shape, axis);
    attention::SoftmaxOptions how;
    how.temperature = static_cast<float>(number(options, "temperature", 1));
    how.empty_row = text(options, "empty", "nan") == "nan" ? attention::EmptyRow::nan : attention::EmptyRow::zeros;
    Result<attention::Tensor> out = attention::softmax(x, static_cast<int>(axis), how);
    if (!out) return std::unexpected(out.error());
    for (std::size_t i = 0; i < broken.size(); ++i)
      if (broken[i]) out->data()[i] = std::numeric_limits<float>::quiet_NaN();
    return boxed(std::move(out));
  }
  Explanation explain(const CellContext& cell) const override {
    const Shape shape = input_shape(cell, 0);
    const Options& options = options_of(cell);
    const std::size_t axis = axis_known(options, "axis", -1, shape.size());
    const std::vector<CellRef> line = line_of(cell, input(cell, 0, {}).node, axis, shape[axis]);
    const double score = cell.graph.at(line[cell.index[axis]].node, line[cell.index[axis]].index);
    bool empty = true;
    for (const CellRef& ref : line) empty = empty && cell.graph.at(ref.node, ref.index) == -HUGE_VAL;
    Message rule{"rule.softmax.axis", {std::to_string(line.size())}};
    if (shape.size() == 1) rule.id = "rule.softmax.all";
    else if (axis + 1 == shape.size()) rule = {"rule.softmax.row", {one_based(cell.index[axis - 1])}};
    else if (axis + 2 == shape.size()) rule = {"rule.softmax.column", {one_based(cell.index[axis + 1])}};
    if (score == -HUGE_VAL) rule = {"rule.softmax.masked", {}};
    if (empty) {
      Explanation made = explain_constant(cell, {"rule.softmax.empty", {}});
      made.terms.front().factors = line;
      return made;
    }
    return explain_softmax(cell, line, cell.index[axis], number(options, "temperature", 1), std::move(rule));
  }
  std::string code(const CodeContext& context) const override {
    const std::string axis = std::to_string(integer(context.options, "axis", -1));
    const double temperature = number(context.options, "temperature", 1);
    const std::string x = temperature == 1 ? "{0}" : "{0} / " + code_number(temperature);
    const bool zeros = text(context.options, "empty", "nan") == "zeros";
    if (context.language == Language::tex)
      return assign(context, joined({"\\operatorname{softmax}(", x, (axis == "-1" ? ")" : ")_{\\text{columns}}")}));
    const std::string call = context.language == Language::pytorch ? joined({"torch.softmax(", x, ", dim=", axis, ")"})
                                                                   : joined({"softmax(", x, ", axis=", axis, ")"});
    if (!zeros) return assign(context, call);
    return assign(context, context.language == Language::pytorch ? call + ".nan_to_num(0.0)"
                                                                 : joined({"np.nan_to_num(", call, ")"}));
  }

 private:
  // Replaces lines that hold NaN or +∞ by zeros and says which cells they were.
  static std::vector<bool> clear_broken(attention::Tensor& x, const Shape& shape, std::size_t axis) {
    std::vector<bool> broken(x.size());
    std::size_t inner = 1;
    for (std::size_t a = axis + 1; a < shape.size(); ++a) inner *= shape[a];
    const std::size_t length = shape[axis];
    float* data = x.data();
    for (std::size_t start = 0; length > 0 && start < x.size(); ++start) {
      if (start / inner % length != 0) continue;  // the first cell of each line
      bool bad = false;
      for (std::size_t k = 0; k < length; ++k) {
        const float v = data[start + k * inner];
        bad = bad || std::isnan(v) || v == HUGE_VALF;
      }
      for (std::size_t k = 0; bad && k < length; ++k) {
        broken[start + k * inner] = true;
        data[start + k * inner] = 0;
      }
    }
    return broken;
  }
};

}  // namespace

const Operation& softmax_operation() {
  static const Softmax operation;
  return operation;
}

}  // namespace graph
