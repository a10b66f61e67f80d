// Where a number belongs among sorted ones: how many of them are no larger. Among running sums of shares it picks one
// of them at random, if the number is drawn evenly from 0 to 1.
#include <algorithm>

#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Searchsorted final : public Basic {
 public:
  std::string_view name() const override { return "searchsorted"; }
  std::string_view doc() const override { return "How many of some sorted numbers are no larger than a value"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"sorted"}, {"values"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].empty()) return shape_error(0, "sorted needs at least one axis, along which its numbers rise.");
    Shape rows(in[0].begin(), in[0].end() - 1);
    if (in[1] != rows)
      return shape_error(1, joined({"There must be one value for each row of sorted numbers, so ", describe(rows),
                                    ", not ", describe(in[1]), "."}));
    return rows;
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    const attention::Tensor &sorted = in[0]->tensor, &values = in[1]->tensor;
    const std::size_t length = sorted.shape().back();
    attention::Tensor out = attention::filled(attention::shape_of(values), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float* row = sorted.data() + i * length;
      out.data()[i] = static_cast<float>(std::upper_bound(row, row + length, values.data()[i]) - row);
    }
    return Evaluated{std::move(out), std::nullopt};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return inputs[1];
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef value = input(cell, 1, cell.index);
    const std::size_t length = input_shape(cell, 0).back();
    const double below = cell.graph.at(cell.node, cell.index);
    std::vector<Term> terms;
    for (std::size_t i = 0; i < length; ++i) {
      Index at = cell.index;
      at.push_back(i);
      terms.push_back({static_cast<double>(i) < below ? 1.0 : 0.0, {input(cell, 0, at), value}});
    }
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.searchsorted", {std::to_string(length)}});
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return assign(context, "\\left|\\{c : {0}_c \\le {1}\\}\\right|");
    if (context.language == Language::pytorch)
      return assign(context, "torch.searchsorted({0}, {1}[..., None], right=True)[..., 0].float()");
    return assign(context, "({0} <= {1}[..., None]).sum(axis=-1).astype(np.float32)");
  }
};

}  // namespace

const Operation& searchsorted_operation() {
  static const Searchsorted operation;
  return operation;
}

}  // namespace graph
