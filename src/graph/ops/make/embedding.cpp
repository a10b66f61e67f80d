// Rows of a table, selected by ids: words become vectors.
#include "attention/inputs/embedding.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

class Embedding final : public Basic {
 public:
  std::string_view name() const override { return "embedding"; }
  std::string_view doc() const override { return "Rows of a table, picked by ids counted from 0"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"ids"}, {"table"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[1].size() != 2) return shape_error(1, "table must be a matrix, one row for each id.");
    Shape out = in[0];
    out.push_back(in[1][1]);
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    std::vector<Axis> out = inputs[0];
    out.push_back(inputs[1][1]);
    return out;
  }
  Result<Evaluated> evaluate(Inputs in, const Options&) const override {
    Result<attention::Tensor> rows = attention::embedding(in[0]->tensor, in[1]->tensor);
    if (!rows) return fail(rows.error().code, "inputs/0", rows.error().message);
    return boxed(std::move(rows));
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const CellRef id = id_of(cell);
    return {i == 0 ? id.index : Index{row_of(cell.graph, id), cell.index.back()}};
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef id = id_of(cell);
    const std::size_t row = row_of(cell.graph, id);
    const CellRef from = input(cell, 1, {row, cell.index.back()});
    const std::size_t axis = id.index.empty() ? 0 : id.index.size() - 1;
    const Message word = place_note(cell.graph, id.node, axis, id.index.empty() ? 0 : id.index[axis]);
    Explanation made = explain_copy(cell, from, {"rule.embedding", {std::to_string(row), literal(english(word))}});
    made.terms.front().factors.push_back(id);
    return made;
  }
  Result<void> derivative(Derivative& d) const override {
    if (d.wants(0)) return d.no_slope(0);
    d.add(1, d.apply("index_add", {d.gradient(), d.input(1), d.input(0)}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::numpy) return assign(context, "{1}[{0}.astype(int)]");
    return assign(context, "{1}[{0}.long()]", "{1}_{{0}}");
  }
  Layout layout() const override { return Layout::gather; }

 private:
  static CellRef id_of(const CellContext& cell) {
    return input(cell, 0, Index(cell.index.begin(), cell.index.end() - 1));
  }
  static std::size_t row_of(const Graph& graph, const CellRef& id) {
    return static_cast<std::size_t>(graph.at(id.node, id.index));
  }
};

}  // namespace

const Operation& embedding_operation() {
  static const Embedding operation;
  return operation;
}

}  // namespace graph
