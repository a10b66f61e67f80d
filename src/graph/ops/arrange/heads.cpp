// Heads as an axis of their own, or folded into another one.
#include "attention/heads.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/arrange/rearrangement.hpp"

namespace graph {
// (…, T, k) → (…, h, T, k/h): head r has features r·s … (r+1)·s − 1.
namespace {

class SplitHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "split_heads"; }
  std::string_view doc() const override { return "Features cut into heads: (…, T, k) → (…, h, T, k/h)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override { return heads_options(); }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    if (inputs[0].size() < 2) return shape_error(0, "x needs two axes, token × feature.");
    const std::size_t heads = heads_of(options);
    const std::size_t width = inputs[0].back();
    if (width % heads != 0)
      return fail("heads", "options/heads",
                  {"x has ", width, " features, which ", heads,
                   " heads cannot share equally. Take a number "
                   "that divides ",
                   width, "."});
    Shape out(inputs[0].begin(), inputs[0].end() - 2);
    out.insert(out.end(), {heads, inputs[0][inputs[0].size() - 2], width / heads});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(inputs[0].begin(), inputs[0].end() - 2);
    out.insert(out.end(), {Axis{"head", {}}, inputs[0][inputs[0].size() - 2], Axis{inputs[0].back().name, {}}});
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::split_heads(inputs[0]->tensor, heads_of(options)));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("merge_heads", {d.gradient()}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& from = context.input_shapes[0];
    const std::size_t heads = heads_of(context.options);
    std::string sizes;
    for (std::size_t a = 0; a + 1 < from.size(); ++a) sizes += joined({from[a], ", "});
    sizes += joined({heads, ", ", from.back() / heads});
    if (context.language == Language::numpy)
      return assign(context, joined({"np.swapaxes({0}.reshape(", sizes, "), -3, -2)"}));
    return assign(context, joined({"{0}.reshape(", sizes, ").transpose(-3, -2)"}), "\\operatorname{split}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t rank = cell.index.size();
    const std::size_t width = shape_of(cell.graph, cell.node).back();
    Index from(cell.index.begin(), cell.index.end() - 3);
    from.push_back(cell.index[rank - 2]);
    from.push_back(cell.index[rank - 3] * width + cell.index[rank - 1]);
    return input(cell, 0, std::move(from));
  }
  Message rule(const CellContext& cell) const override {
    const std::size_t head = cell.index[cell.index.size() - 3], width = shape_of(cell.graph, cell.node).back();
    return {"rule.split_heads", {one_based(head), one_based(head * width), std::to_string((head + 1) * width)}};
  }
};

}  // namespace

const Operation& split_heads_operation() {
  static const SplitHeads operation;
  return operation;
}

// (…, h, T, s) → (…, T, h·s): the heads side by side.
namespace {

class MergeHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "merge_heads"; }
  std::string_view doc() const override { return "Heads put side by side: (…, h, T, s) → (…, T, h·s)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    const std::size_t rank = inputs[0].size();
    if (rank < 3) return shape_error(0, "x needs three axes, head × token × feature.");
    Shape out(inputs[0].begin(), inputs[0].end() - 3);
    out.insert(out.end(), {inputs[0][rank - 2], inputs[0][rank - 3] * inputs[0][rank - 1]});
    return out;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&,
                         const Shape& result) const override {
    std::vector<Axis> out(inputs[0].begin(), inputs[0].end() - 3);
    out.insert(out.end(), {inputs[0][inputs[0].size() - 2], Axis{inputs[0].back().name, {}}});
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(attention::merge_heads(inputs[0]->tensor));
  }
  Result<void> derivative(Derivative& d) const override {
    const Shape& from = d.shape(d.input(0));
    d.add(0, d.apply("split_heads", {d.gradient()}, {{"heads", static_cast<double>(from[from.size() - 3])}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& from = context.input_shapes[0];
    const std::size_t rank = from.size();
    std::string sizes;
    for (std::size_t a = 0; a + 3 < rank; ++a) sizes += joined({from[a], ", "});
    sizes += joined({from[rank - 2], ", ", from[rank - 3] * from[rank - 1]});
    if (context.language == Language::numpy)
      return assign(context, joined({"np.swapaxes({0}, -3, -2).reshape(", sizes, ")"}));
    return assign(context, joined({"{0}.transpose(-3, -2).reshape(", sizes, ")"}), "\\operatorname{concat}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t width = input_shape(cell, 0).back(), rank = cell.index.size();
    Index from(cell.index.begin(), cell.index.end() - 2);
    from.push_back(cell.index[rank - 1] / width);
    from.push_back(cell.index[rank - 2]);
    from.push_back(cell.index[rank - 1] % width);
    return input(cell, 0, std::move(from));
  }
  Message rule(const CellContext& cell) const override {
    const std::size_t width = input_shape(cell, 0).back();
    return {"rule.join_heads", {one_based(cell.index.back() / width), one_based(cell.index.back() % width)}};
  }
};

}  // namespace

const Operation& merge_heads_operation() {
  static const MergeHeads operation;
  return operation;
}

// (b, h, t, s) → (b·h, t, s): heads become batch entries, so that one batched product handles all.
namespace {

class FoldHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "fold_heads"; }
  std::string_view doc() const override { return "Heads become batch entries: (b, h, t, s) → (b·h, t, s)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    const Shape& x = inputs[0];
    if (x.size() != 4) return shape_error(0, "x needs four axes, batch × head × token × feature.");
    return Shape{x[0] * x[1], x[2], x[3]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return {Axis{"batch", {}}, inputs[0][2], inputs[0][3]};
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options&) const override {
    return boxed(attention::fold_heads(inputs[0]->tensor));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("unfold_heads", {d.gradient()}, {{"heads", static_cast<double>(d.shape(d.input(0))[1])}}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& x = context.input_shapes[0];
    return assign(context, joined({"{0}.reshape(", x[0] * x[1], ", ", x[2], ", ", x[3], ")"}),
                  "\\operatorname{fold}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t heads = input_shape(cell, 0)[1];
    return input(cell, 0, {cell.index[0] / heads, cell.index[0] % heads, cell.index[1], cell.index[2]});
  }
};

}  // namespace

const Operation& fold_heads_operation() {
  static const FoldHeads operation;
  return operation;
}

// (b·h, t, s) → (b, h, t, s): batch entries become heads again.
namespace {

class UnfoldHeads final : public Rearrangement {
 public:
  std::string_view name() const override { return "unfold_heads"; }
  std::string_view doc() const override { return "Batch entries become heads again: (b·h, t, s) → (b, h, t, s)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override { return heads_options(); }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    const Shape& x = inputs[0];
    const std::size_t heads = heads_of(options);
    if (x.size() != 3) return shape_error(0, "x needs three axes, batch·head × token × feature.");
    if (x[0] % heads != 0)
      return fail("heads", "options/heads",
                  {"Axis 0 of x has length ", x[0],
                   ", which is not a "
                   "multiple of ",
                   heads, " heads."});
    return Shape{x[0] / heads, heads, x[1], x[2]};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options&, const Shape&) const override {
    return {Axis{"batch", {}}, Axis{"head", {}}, inputs[0][1], inputs[0][2]};
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    return boxed(attention::unfold_heads(inputs[0]->tensor, heads_of(options)));
  }
  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.apply("fold_heads", {d.gradient()}));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const Shape& x = context.input_shapes[0];
    const std::size_t heads = heads_of(context.options);
    return assign(context, joined({"{0}.reshape(", x[0] / heads, ", ", heads, ", ", x[1], ", ", x[2], ")"}),
                  "\\operatorname{unfold}_h({0})");
  }

 protected:
  CellRef origin(const CellContext& cell) const override {
    const std::size_t heads = heads_of(options_of(cell));
    return input(cell, 0, {cell.index[0] * heads + cell.index[1], cell.index[2], cell.index[3]});
  }
};

}  // namespace

const Operation& unfold_heads_operation() {
  static const UnfoldHeads operation;
  return operation;
}

}  // namespace graph
