// Reductions along axes, or to one number: sums, means, extremes, deviations, norms.
#include <cmath>

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// Operations that reduce each line along an axis to one number: the base of sum, mean, max, min, norm and std.
class Reduction : public Basic {
 public:
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"x"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        axis_option("the axis whose numbers become one: -1 row sums, -2 column sums"),
        boolean_option("keepdim", "whether the axis stays, with length 1", false),
        boolean_option("all", "take all numbers of the tensor instead of one axis", false)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    if (flag(options, "all", false)) return Shape{};
    const Result<std::size_t> axis = axis_of(options, "axis", -1, inputs[0].size());
    if (!axis) return std::unexpected(axis.error());
    if (inputs[0][*axis] == 0 && !empty_allowed())
      return shape_error(0, joined({"Axis ", *axis, " is empty, so there is nothing to take the ", name(), " of."}));
    return flag(options, "keepdim", false) ? with(inputs[0], *axis, 1) : without(inputs[0], *axis);
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> inputs, const Options& options,
                         const Shape& result) const override {
    if (flag(options, "all", false)) return {};
    std::vector<Axis> out = inputs[0];
    const std::size_t axis = axis_known(options, "axis", -1, out.size());
    if (flag(options, "keepdim", false)) out[axis].labels = std::vector{kept_label()};
    else out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& x = inputs[0]->tensor;
    if (flag(options, "all", false)) return boxed(reduce(*attention::reshape(x, {-1}), 0, false));
    return boxed(reduce(x, static_cast<int>(integer(options, "axis", -1)), flag(options, "keepdim", false)));
  }
  std::string code(const CodeContext& context) const override {
    const bool torch = context.language == Language::pytorch;
    if (context.language == Language::tex) return assign(context, tex(context));
    std::string how;
    if (!flag(context.options, "all", false)) {
      how = joined({(torch ? "dim=" : "axis="), integer(context.options, "axis", -1)});
      if (flag(context.options, "keepdim", false)) how += torch ? ", keepdim=True" : ", keepdims=True";
    }
    return assign(context, python(torch, how));
  }

 protected:
  // The core's function that reduces each line along the axis to one number.
  virtual Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const = 0;
  virtual bool empty_allowed() const { return false; }
  // The label of the single index of a kept axis.
  virtual std::string kept_label() const { return std::string(name()); }
  virtual std::string python(bool torch, const std::string& how) const = 0;  // how: "dim=-1, keepdim=True"
  virtual std::string tex(const CodeContext&) const { return joined({"\\operatorname{", name(), "}({0})"}); }

  // A tensor of the result's shape, with the reduced axis as length 1, so that it broadcasts to the input.
  static NodeId unreduced(Derivative& d, NodeId x) {
    if (flag(d.options(), "all", false)) return x;
    const Shape& from = d.shape(d.input(0));
    return d.reshaped(x, with(from, axis_known(d.options(), "axis", -1, from.size()), 1));
  }
  // The same kind of reduction of another tensor of the input's shape, as unreduced() has it.
  static NodeId reduced_alike(Derivative& d, std::string_view operation, NodeId x) {
    if (flag(d.options(), "all", false)) return d.apply(operation, {x}, {{"all", true}});
    const Shape& from = d.shape(d.input(0));
    return d.apply(
        operation, {x},
        {{"axis", static_cast<double>(axis_known(d.options(), "axis", -1, from.size()))}, {"keepdim", true}});
  }
  static double reduced_length(const Derivative& d) {
    const Shape& from = d.shape(d.input(0));
    return static_cast<double>(
        flag(d.options(), "all", false) ? count(from) : from[axis_known(d.options(), "axis", -1, from.size())]);
  }

  // The input cells that a cell is computed from.
  static std::vector<CellRef> line(const CellContext& cell) {
    const Shape from = input_shape(cell, 0);
    std::vector<CellRef> out;
    for (const std::size_t flat : line_of(from, cell.graph.node(cell.node).shape, options_of(cell), cell.index))
      out.push_back(input(cell, 0, index_at(from, flat)));
    return out;
  }
  // All of them as the single term of the cell, for reductions that are not sums.
  static Term whole_line(const CellContext& cell) { return {cell.graph.at(cell.node, cell.index), line(cell)}; }
  static std::vector<double> values(const CellContext& cell, const std::vector<CellRef>& cells) {
    std::vector<double> out;
    for (const CellRef& ref : cells) out.push_back(cell.graph.at(ref.node, ref.index));
    return out;
  }
  static std::vector<double> squares(std::vector<double> values, double about = 0) {
    for (double& v : values) v = (v - about) * (v - about);
    return values;
  }
  static double total(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum;
  }
  static Message note(const CellContext& cell, const CellRef& ref) {
    const std::size_t rank = ref.index.size();
    if (rank == 0 || flag(options_of(cell), "all", false)) return {};
    const std::size_t axis = axis_known(options_of(cell), "axis", -1, rank);
    return place_note(cell.graph, ref.node, axis, ref.index[axis]);
  }

 private:
  static std::vector<std::size_t> line_of(const Shape& from, const Shape& to, const Options& options,
                                          const Index& index) {
    std::vector<std::size_t> out;
    if (flag(options, "all", false)) {
      for (std::size_t i = 0; i < count(from); ++i) out.push_back(i);
      return out;
    }
    const std::size_t axis = axis_known(options, "axis", -1, from.size());
    const Index start = to.size() == from.size() ? index : inserted(index, axis, 0);
    for (std::size_t k = 0; k < from[axis]; ++k) out.push_back(flat_index(from, with(start, axis, k)));
    return out;
  }
};

}  // namespace

namespace {

// The largest or the smallest number along an axis: the base of max and min.
class Extreme final : public Reduction {
 public:
  using Function = Result<attention::Tensor> (*)(const attention::Tensor& x, int axis, bool keep_dim);
  Extreme(std::string_view name, std::string_view doc, std::string_view rule, Function function)
      : name_(name), doc_(doc), rule_(rule), function_(function) {}

  std::string_view name() const override { return name_; }
  std::string_view doc() const override { return doc_; }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<CellRef> cells = line(cell);
    Writer writer(cell);
    std::vector<Term> terms;
    writer.name().relate().text(joined({name_, "("}));
    const double own = cell.graph.at(cell.node, cell.index);
    bool first = true;
    for (const CellRef& ref : cells) {
      if (!first) writer.text(", ");
      first = false;
      writer.cell(ref, note(cell, ref));
      if (terms.empty() && writer.value(ref) == own) terms.push_back({own, {ref}});
    }
    writer.text(")").relate().result();
    if (terms.empty()) terms.push_back({own, cells});
    return writer.finish(Combine::copy, std::move(terms), {std::string(rule_), {std::to_string(cells.size())}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    if (i == 0)
      for (const CellRef& ref : line(cell)) out.push_back(ref.index);
    return out;
  }

  Result<void> derivative(Derivative& d) const override {
    const NodeId largest = d.apply("eq", {d.input(0), unreduced(d, d.result())});
    const NodeId how_many = reduced_alike(d, "sum", largest);
    d.add(0, d.times(largest, d.over(unreduced(d, d.gradient()), how_many)));  // divided among equal ones
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return function_(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    return joined({"{0}.", torch ? "a" : "", name_, "(", how, ")"});
  }

 private:
  std::string_view name_, doc_, rule_;
  Function function_;
};

}  // namespace

// Sum along an axis: row sums, column sums, or of everything.
namespace {

class Sum final : public Reduction {
 public:
  std::string_view name() const override { return "sum"; }
  Meaning meaning() const override { return Meaning::sum; }
  std::string_view doc() const override { return "Sum of the numbers along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (const CellRef& ref : line(cell)) products.push_back({{ref}, {}, note(cell, ref)});
    const std::string n = std::to_string(products.size());
    return explain_sum(cell, std::move(products), {"rule.sum", {n}});
  }
  std::vector<Index> sources(std::size_t, const CellContext& cell) const override {
    std::vector<Index> out;
    for (CellRef& ref : line(cell)) out.push_back(std::move(ref.index));
    return out;
  }

  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.expanded_as(unreduced(d, d.gradient()), d.input(0)));
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::sum(x, axis, keep_dim);
  }
  bool empty_allowed() const override { return true; }
  std::string kept_label() const override { return "Σ"; }
  std::string python(bool, const std::string& how) const override { return joined({"{0}.sum(", how, ")"}); }
  std::string tex(const CodeContext& context) const override {
    return flag(context.options, "all", false) ? "\\sum {0}" : "\\sum_{k} {0}_{k}";
  }
};

}  // namespace

const Operation& sum_operation() {
  static const Sum operation;
  return operation;
}

// Mean along an axis.
namespace {

class Mean final : public Reduction {
 public:
  std::string_view name() const override { return "mean"; }
  std::string_view doc() const override { return "Mean of the numbers along an axis"; }
  Sign sign() const override { return Sign::of_inputs; }
  Explanation explain(const CellContext& cell) const override {
    std::vector<Product> products;
    for (const CellRef& ref : line(cell)) products.push_back({{ref}, {}, note(cell, ref)});
    const auto n = static_cast<double>(products.size());
    return explain_sum(cell, std::move(products), {"rule.mean", {format_number(n, 0)}}, n);
  }

  Result<void> derivative(Derivative& d) const override {
    d.add(0, d.expanded_as(unreduced(d, d.scaled(d.gradient(), 1 / reduced_length(d))), d.input(0)));
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::mean(x, axis, keep_dim);
  }
  std::string python(bool, const std::string& how) const override { return joined({"{0}.mean(", how, ")"}); }
};

}  // namespace

const Operation& mean_operation() {
  static const Mean operation;
  return operation;
}

// Largest number along an axis.
const Operation& max_operation() {
  static const Extreme operation("max", "Largest number along an axis", "rule.maximum", attention::amax);
  return operation;
}

// Smallest number along an axis.
const Operation& min_operation() {
  static const Extreme operation("min", "Smallest number along an axis", "rule.minimum", attention::amin);
  return operation;
}

// The index, from 0, of the largest number along an axis; the first of equal ones.
namespace {

class Argmax final : public Reduction {
 public:
  std::string_view name() const override { return "argmax"; }
  std::string_view doc() const override { return "The place of the largest number along an axis, from 0"; }
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<CellRef> cells = line(cell);
    const double own = cell.graph.at(cell.node, cell.index);
    Writer writer(cell);
    writer.name().relate().text("argmax(");
    for (std::size_t k = 0; k < cells.size(); ++k) {
      if (k) writer.text(", ");
      writer.cell(cells[k], note(cell, cells[k]));
    }
    writer.text(")").relate().result();
    return writer.finish(Combine::copy, {{own, cells}}, {"rule.argmax", {std::to_string(cells.size())}});
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::argmax(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    return torch ? joined({"torch.argmax({0}", (how.empty() ? std::string() : ", " + how), ").float()"})
                 : joined({"np.argmax({0}", (how.empty() ? std::string() : ", " + how), ").astype(np.float32)"});
  }
};

}  // namespace

const Operation& argmax_operation() {
  static const Argmax operation;
  return operation;
}

// Standard deviation along an axis, with n − 1 as in torch.std.
namespace {

class StandardDeviation final : public Reduction {
 public:
  std::string_view name() const override { return "std"; }
  std::string_view doc() const override { return "Standard deviation along an axis, with n − 1"; }
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    Term term = whole_line(cell);
    Writer writer(cell);
    writer.name().relate().text("√").text("(").number(spread(values(cell, term.factors))).text("/").text("(");
    writer.number(static_cast<double>(term.factors.size())).text("−").number(1).text(")").text(")").relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.standard_deviation", {}});
  }

  Result<void> derivative(Derivative& d) const override {
    const double n = reduced_length(d);
    const NodeId divisor = n > 1 ? d.scaled(d.without_zeros(d.result()), n - 1) : d.result();  // of one number: NaN
    const NodeId distance = d.minus(d.input(0), reduced_alike(d, "mean", d.input(0)));
    d.add(0, d.times(distance, unreduced(d, d.over(d.gradient(), divisor))));  // 0 where all are equal
    return {};
  }

 protected:
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::std_dev(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    if (torch) return joined({"{0}.std(", how, ")"});
    return joined({"{0}.std(", how, (how.empty() ? "" : ", "), "ddof=1)"});
  }

 private:
  // The sum of squared distances from the mean.
  static double spread(const std::vector<double>& line) {
    return total(squares(line, total(line) / static_cast<double>(line.size())));
  }
};

}  // namespace

const Operation& std_operation() {
  static const StandardDeviation operation;
  return operation;
}

// The root of the mean square along an axis: what rms_norm divides by.
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

// Length of each vector along an axis: the root of the sum of squares.
namespace {

class Norm final : public Reduction {
 public:
  std::string_view name() const override { return "norm"; }
  std::string_view doc() const override { return "Length of each vector along an axis"; }
  Sign sign() const override { return Sign::never_negative; }
  Explanation explain(const CellContext& cell) const override {
    Term term = whole_line(cell);
    const std::vector<double> powers = squares(values(cell, term.factors));
    const std::vector<std::size_t> shown = shown_terms(powers);
    const double sum = total(powers);
    double rest = sum;
    Writer writer(cell);
    writer.name().relate().text("√").text("(");
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const CellRef& ref = term.factors[shown[k]];
      if (k) writer.text("+");
      writer.text("(").cell(ref, note(cell, ref)).text(")").text("2", Piece::Level::raised);
      rest -= powers[shown[k]];
    }
    if (shown.size() < powers.size())
      writer.text("+").number(rest, {"note.more", {std::to_string(powers.size() - shown.size())}});
    writer.text(")").relate().text("√").number(sum).relate().result();
    return writer.finish(Combine::copy, {std::move(term)}, {"rule.norm", {}});
  }

  Result<void> derivative(Derivative& d) const override {
    const NodeId part = d.over(d.gradient(), d.without_zeros(d.result()));
    d.add(0, d.times(d.input(0), unreduced(d, part)));  // 0 where the length is 0
    return {};
  }

 protected:
  bool empty_allowed() const override { return true; }
  Result<attention::Tensor> reduce(const attention::Tensor& x, int axis, bool keep_dim) const override {
    return attention::norm(x, axis, keep_dim);
  }
  std::string python(bool torch, const std::string& how) const override {
    return torch ? "torch.linalg.vector_norm({0}" + (how.empty() ? ")" : joined({", ", how, ")"}))
                 : joined({"np.sqrt(np.square({0}).sum(", how, "))"});
  }
  std::string tex(const CodeContext&) const override { return "\\lVert {0} \\rVert"; }
};

}  // namespace

const Operation& norm_operation() {
  static const Norm operation;
  return operation;
}

}  // namespace graph
