// Every value times each of its weights, before summation: values[:, None] * A.T[:, :, None]. weights (…, T_q, T_k),
// values (…, T_k, D) → (…, T_k, T_q, D): value j, query i, feature d.
#include "attention/tensor/matmul.hpp"

#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class WeightedValues final : public Basic {
 public:
  std::string_view name() const override { return "weighted_values"; }
  std::string_view doc() const override { return "Every value times its weight, by key, query and feature"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"weights"}, {"values"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    const Shape &a = in[0], &v = in[1];
    if (a.size() < 2) return shape_error(0, "weights must have two axes, query × key.");
    if (v.size() != a.size()) return shape_error(1, "values must have as many axes as weights.");
    if (a.back() != v[v.size() - 2])
      return shape_error(1, joined({"Each row of weights has ", a.back(), " numbers, but there are ", v[v.size() - 2],
                                    " values. There must be one weight for each value."}));
    const Result<Shape> batch = broadcast({a.begin(), a.end() - 2}, {v.begin(), v.end() - 2}, "weights", "values");
    if (!batch) return std::unexpected(batch.error());
    Shape out = *batch;
    out.insert(out.end(), {a.back(), a[a.size() - 2], v.back()});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape& result) const override {
    std::vector<Axis> out(in[0].begin(), in[0].end() - 2);
    out.insert(out.end(), {in[0].back(), in[0][in[0].size() - 2], in[1].back()});
    out.resize(result.size());
    // Three axes need three distinct names, so that it is clear along which one the parts are added.
    Axis &key = out[out.size() - 3], &query = out[out.size() - 2], &feature = out[out.size() - 1];
    if (key.name.empty() || key.name == query.name) key.name = "key";
    if (query.name.empty() || query.name == in[0].back().name) query.name = "query";
    if (feature.name.empty()) feature.name = "feature";
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(attention::weighted_values(inputs[0]->tensor, inputs[1]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    return explain_pair(cell, input(cell, 0, operand(cell, 0)), "·", input(cell, 1, operand(cell, 1)),
                        {"rule.weighted_value",
                         {one_based(cell.index[cell.index.size() - 3]), one_based(cell.index[cell.index.size() - 2])}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override { return {operand(cell, i)}; }
  Result<void> derivative(Derivative& d) const override {
    // Of value j: G[j, i, d] with v[j, d] summed over d, and with α[i, j] over the queries.
    const Shape &a = d.shape(d.input(0)), &v = d.shape(d.input(1)), &whole = d.shape(d.result());
    const std::size_t rank = whole.size();
    if (d.wants(0)) {
      const Shape sums(whole.begin(), whole.end() - 1);
      const NodeId column = d.reshaped(d.input(1), inserted(v, v.size(), 1));
      d.add(0, d.apply("transpose", {d.reshaped(d.product(d.gradient(), column), sums)}));
    }
    if (d.wants(1)) {
      Shape turned = a;
      std::swap(turned[a.size() - 1], turned[a.size() - 2]);
      const NodeId row = d.reshaped(d.apply("transpose", {d.input(0)}), inserted(turned, a.size() - 1, 1));
      d.add(1, d.reshaped(d.product(row, d.gradient()), without(whole, rank - 2)));
    }
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (context.input_shapes[0].size() == 2)
      return assign(context, "{1}[:, None] * {0}.T[:, :, None]", "\\alpha_{ij} \\mathbf{v}_j");
    const std::string turned =
        context.language == Language::pytorch ? "{0}.transpose(-2, -1)" : "np.swapaxes({0}, -2, -1)";
    return assign(context, joined({"{1}[..., :, None, :] * ", turned, "[..., None]"}), "\\alpha_{ij} \\mathbf{v}_j");
  }
  Layout layout() const override { return Layout::weighted_sum; }
  // Shows the parts of one query at a time, which add up to its output.
  std::size_t row_axis(const Shape& result) const override { return result.size() - 3; }

 protected:
  double multiply_adds(std::span<const Shape>, const Options&, const Shape& result) const override {
    return static_cast<double>(count(result));
  }

 private:
  static Index operand(const CellContext& cell, std::size_t i) {
    const std::size_t rank = cell.index.size();
    const std::size_t key = cell.index[rank - 3], query = cell.index[rank - 2], feature = cell.index[rank - 1];
    const Shape shape = input_shape(cell, i);
    const Index batch(cell.index.begin(), cell.index.end() - 3);
    Index index = broadcast_index(batch, {shape.begin(), shape.end() - 2});
    index.push_back(i == 0 ? query : key);
    index.push_back(i == 0 ? key : feature);
    return index;
  }
};

}  // namespace

const Operation& weighted_values_operation() {
  static const WeightedValues operation;
  return operation;
}

}  // namespace graph
