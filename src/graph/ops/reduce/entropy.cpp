// Losses and uncertainty, in nats.
#include <cmath>
#include <map>

#include "attention/softmax.hpp"
#include "attention/tensor/map.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
// The loss of a classification: the mean of −ln of the share that softmax gives to the right class. logits (…, C),
// targets (…), class ids.
namespace {

constexpr double ignored_by_default = -100;  // as in PyTorch

class CrossEntropy final : public Basic {
 public:
  std::string_view name() const override { return "cross_entropy"; }
  Meaning meaning() const override { return Meaning::loss; }
  std::string_view doc() const override { return "Mean of -ln of the share that softmax gives to each target's class"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"logits"}, {"targets"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        integer_option("ignore_index", "targets that are this number do not count", ignored_by_default)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    if (in[0].empty() || in[0].back() == 0) return shape_error(0, "logits need a number for each class.");
    const Shape rows(in[0].begin(), in[0].end() - 1);
    if (in[1] != rows)
      return shape_error(1, joined({"targets are ", describe(in[1]), ", but must be ", describe(rows),
                                    ": one class for each row of logits."}));
    return Shape{};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    Result<attention::Tensor> loss = attention::cross_entropy(in[0]->tensor, in[1]->tensor, ignored(options));
    if (!loss) return fail(loss.error().code, "inputs/1", loss.error().message);
    return boxed(std::move(loss));
  }
  Explanation explain(const CellContext& cell) const override {
    const Shape shape = input_shape(cell, 0), rows(shape.begin(), shape.end() - 1);
    const std::size_t classes = shape.back();
    std::vector<Term> terms;
    std::vector<double> losses;
    std::vector<Message> notes;
    for (std::size_t r = 0; r < count(rows); ++r) {
      const CellRef target = input(cell, 1, index_at(rows, r));
      const double id = cell.graph.at(target.node, target.index);
      if (id == static_cast<double>(ignored(options_of(cell)))) continue;
      Term term;
      double largest = -HUGE_VAL, sum = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        term.factors.push_back(input(cell, 0, inserted(target.index, rows.size(), c)));
        largest = std::max<double>(largest, value(cell, term.factors.back()));
      }
      for (const CellRef& logit : term.factors) sum += std::exp(value(cell, logit) - largest);
      losses.push_back(largest + std::log(sum) - value(cell, term.factors[static_cast<std::size_t>(id)]));
      term.factors.push_back(target);
      notes.push_back(rows.empty() ? Message{}
                                   : place_note(cell.graph, target.node, rows.size() - 1, target.index.back()));
      terms.push_back(std::move(term));
    }
    const auto n = static_cast<double>(losses.size());
    double rest = 0;
    for (std::size_t r = 0; r < losses.size(); ++r) {
      terms[r].value = losses[r] / n;
      rest += losses[r];
    }
    Writer writer(cell);
    writer.name().relate().text("(");
    const std::vector<std::size_t> shown = shown_terms(losses);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      if (k) writer.text("+");
      writer.number(losses[shown[k]], notes[shown[k]]);
      rest -= losses[shown[k]];
    }
    if (shown.size() < losses.size())
      writer.text("+").number(rest, {"note.more", {std::to_string(losses.size() - shown.size())}});
    writer.text(")").text("/").number(n).inexact().relate().result();
    if (terms.empty()) terms.push_back({std::nan(""), {}});  // every target is ignored
    return writer.finish(Combine::sum, std::move(terms), {"rule.cross_entropy", {}});
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    std::vector<Index> out;
    const Shape shape = input_shape(cell, i);
    for (std::size_t k = 0; k < count(shape); ++k) out.push_back(index_at(shape, k));
    return out;
  }
  // (P − Y) / N in the rows that count, Y one-hot.
  Result<void> derivative(Derivative& d) const override {
    if (d.wants(1)) return d.no_slope(1);
    const Shape& logits = d.shape(d.input(0));
    const NodeId share = d.apply("softmax", {d.input(0)});
    const NodeId right = d.apply("one_hot", {d.input(1)},
                                 {{"size", static_cast<double>(logits.back())},
                                  {"ignore_index", number(d.options(), "ignore_index", ignored_by_default)}});
    const NodeId counted = d.summed(right, logits.size() - 1);
    const NodeId each = d.over(d.gradient(), d.apply("sum", {counted}, {{"all", true}}));
    d.add(0, d.times(d.minus(d.times(share, counted), right), each));
    return {};
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex)
      return assign(context, "-\\frac{1}{N} \\sum_i \\ln \\operatorname{softmax}({0})_{i, {1}_i}");
    const std::string classes = std::to_string(context.input_shapes[0].back());
    const long long other = ignored(context.options);
    const std::string more = other == -100 ? "" : joined({", ignore_index=", other});
    if (context.language == Language::pytorch)
      return assign(context, joined({"torch.nn.functional.cross_entropy({0}.reshape(-1, ", classes,
                                     "), {1}.reshape(-1).long()", more, ")"}));
    return assign(context,
                  joined({"cross_entropy({0}.reshape(-1, ", classes, "), {1}.reshape(-1).astype(int)", more, ")"}));
  }

 private:
  static long long ignored(const Options& options) {
    return integer(options, "ignore_index", static_cast<long long>(ignored_by_default));
  }
  static double value(const CellContext& cell, const CellRef& ref) { return cell.graph.at(ref.node, ref.index); }
};

}  // namespace

const Operation& cross_entropy_operation() {
  static const CrossEntropy operation;
  return operation;
}

// How uncertain the next id of a sequence is, once some ids before it are known: the mean of −ln of the share that an id
// has among all that follow the same ids (Shannon 1948). The lowest loss of a model that sees no more than those.
namespace {

// The places at which each id comes after each context.
using Followers = std::map<std::vector<float>, std::map<float, std::vector<std::size_t>>>;

Followers followers_of(std::span<const float> ids, std::size_t given) {
  Followers all;
  for (std::size_t i = given; i < ids.size(); ++i)
    all[{ids.begin() + static_cast<std::ptrdiff_t>(i - given), ids.begin() + static_cast<std::ptrdiff_t>(i)}][ids[i]]
        .push_back(i);
  return all;
}

class ConditionalEntropy final : public Basic {
 public:
  std::string_view name() const override { return "conditional_entropy"; }
  std::string_view doc() const override {
    return "The mean of −ln of an id's share among those that follow the same ids in the sequence";
  }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"ids"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {integer_option("given", "how many ids before it are known", 0, 0, 16)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    if (in[0].size() != 1) return shape_error(0, "ids must be a sequence: a tensor of one axis.");
    if (in[0][0] <= given(options))
      return shape_error(
          0, joined({"A sequence of ", in[0][0], " has no id after ", given(options), " others. Take a longer one."}));
    return Shape{};
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const attention::Tensor& ids = in[0]->tensor;
    const std::size_t n = ids.size() - given(options);
    double sum = 0;
    for (const auto& [context, next] : followers_of({ids.data(), ids.size()}, given(options)))
      for (const auto& [id, places] : next) sum += doubt_of(next, places.size());
    return Evaluated{attention::filled({}, static_cast<float>(sum / static_cast<double>(n))), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    const std::size_t before = given(options_of(cell)), all = input_shape(cell, 0)[0], n = all - before;
    std::vector<float> ids;
    for (std::size_t i = 0; i < all; ++i) ids.push_back(cell.graph.at(input(cell, 0, {i}).node, Index{i}));
    std::vector<Term> terms;
    for (const auto& [context, next] : followers_of(ids, before))
      for (const auto& [id, places] : next) {
        Term& term = terms.emplace_back(Term{doubt_of(next, places.size()) / static_cast<double>(n), {}});
        for (const std::size_t place : places)
          for (std::size_t i = place - before; i <= place; ++i) term.factors.push_back(input(cell, 0, {i}));
      }
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::sum, std::move(terms), {"rule.entropy", {std::to_string(n), std::to_string(before)}});
  }
  std::string code(const CodeContext& context) const override {
    const std::string before = std::to_string(given(context.options));
    return assign(context, joined({"conditional_entropy({0}, ", before, ")"}),
                  joined({"-\\frac{1}{n} \\sum_t \\ln p({0}_t \\mid ", before, "\\text{ before})"}));
  }

 private:
  static std::size_t given(const Options& options) { return static_cast<std::size_t>(integer(options, "given", 0)); }
  // Of all places of an id after one context.
  static double doubt_of(const std::map<float, std::vector<std::size_t>>& next, std::size_t count) {
    std::size_t all = 0;
    for (const auto& [id, places] : next) all += places.size();
    const auto own = static_cast<double>(count);
    return -own * std::log(own / static_cast<double>(all));
  }
};

}  // namespace

const Operation& conditional_entropy_operation() {
  static const ConditionalEntropy operation;
  return operation;
}

}  // namespace graph
