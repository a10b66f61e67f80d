// Rows by number: an embedding's, and one-hot vectors.
#include "attention/inputs/embedding.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// Rows of a table, selected by ids: words become vectors.
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

// Each id as a row of zeros with a 1 at its index: a lookup written as a product.
namespace {

class OneHot final : public Basic {
 public:
  std::string_view name() const override { return "one_hot"; }
  std::string_view doc() const override { return "Each id as a row of zeros with a 1 at its place"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"ids"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("size", "how long each row is", std::nullopt, 1, 1e6),
                                         integer_option("ignore_index", "an id whose row has no 1", -1e9)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    return inserted(inputs[0], inputs[0].size(), static_cast<std::size_t>(integer(options, "size", 1)));
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    std::vector<Axis> out = inputs[0];
    out.push_back(Axis{"id", {}});
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const auto size = static_cast<std::size_t>(integer(options, "size", 1));
    Result<attention::Tensor> rows = attention::one_hot(inputs[0]->tensor, size, ignored(options));
    if (!rows) return fail(rows.error().code, "options/size", rows.error().message);
    return boxed(std::move(rows));
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef id = input(cell, 0, Index(cell.index.begin(), cell.index.end() - 1));
    Explanation made = explain_constant(cell, {"rule.function", {}});
    made.terms.front().factors.push_back(id);
    return made;
  }
  std::string code(const CodeContext& context) const override {
    const std::string size = std::to_string(integer(context.options, "size", 1));
    const std::optional<long long> other = ignored(context.options);
    if (context.language == Language::numpy)
      return assign(context, other ? joined({"(np.where({0} == ", *other, ", -1, {0})[..., None] == np.arange(", size,
                                             ")).astype(np.float32)"})
                                   : joined({"np.eye(", size, ", dtype=np.float32)[{0}.astype(int)]"}));
    if (other)
      return assign(
          context,
          joined({"(torch.where({0} == ", *other, ", -1, {0})[..., None] == torch.arange(", size, ")).float()"}),
          "\\mathbf{e}_{{0}}");
    return assign(context, joined({"torch.eye(", size, ")[{0}.long()]"}), "\\mathbf{e}_{{0}}");
  }
  Layout layout() const override { return Layout::gather; }

 private:
  static std::optional<long long> ignored(const Options& options) {
    return options.contains("ignore_index") ? std::optional(integer(options, "ignore_index", 0)) : std::nullopt;
  }
};

}  // namespace

const Operation& one_hot_operation() {
  static const OneHot operation;
  return operation;
}

}  // namespace graph
