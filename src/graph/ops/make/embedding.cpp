// Rows of a table, selected by ids: words become vectors.
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
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
    const Shape table = attention::shape_of(in[1]->tensor);
    std::vector<long long> rows;
    for (std::size_t i = 0; i < in[0]->tensor.size(); ++i) {
      const float id = in[0]->tensor.data()[i];
      if (!(id >= 0) || id >= static_cast<float>(table[0]) || id != static_cast<float>(static_cast<long long>(id)))
        return fail("range", "inputs/0",
                    {"Id ", format_number(id, 3), " names no row: table has ", table[0],
                     " rows, counted from 0. Give it more rows "
                     "or take a smaller id."});
      rows.push_back(static_cast<long long>(id));
    }
    Result<attention::Tensor> taken = attention::index_select(in[1]->tensor, 0, rows);
    if (!taken) return std::unexpected(taken.error());
    Shape out = attention::shape_of(in[0]->tensor);
    out.push_back(table[1]);
    return boxed(attention::reshape(*taken, std::vector<long long>(out.begin(), out.end())));
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef id = input(cell, 0, Index(cell.index.begin(), cell.index.end() - 1));
    const auto row = static_cast<std::size_t>(cell.graph.at(id.node, id.index));
    const CellRef from = input(cell, 1, {row, cell.index.back()});
    const std::size_t axis = id.index.empty() ? 0 : id.index.size() - 1;
    const Message word = place_note(cell.graph, id.node, axis, id.index.empty() ? 0 : id.index[axis]);
    Explanation made = explain_copy(cell, from, {"rule.embedding", {std::to_string(row), literal(english(word))}});
    made.terms.front().factors.push_back(id);
    return made;
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::numpy) return assign(context, "{1}[{0}.astype(int)]");
    return assign(context, "{1}[{0}.long()]", "{1}_{{0}}");
  }
  Layout layout() const override { return Layout::gather; }
};

}  // namespace

const Operation& embedding_operation() {
  static const Embedding operation;
  return operation;
}

}  // namespace graph
