// Masks: causal, for padding, a sliding window, and applying one.
#include <algorithm>
#include <limits>
#include <utility>

#include "attention/masks.hpp"
#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/gradient/derivative.hpp"
#include "graph/ops/all.hpp"

namespace graph {
namespace {

// Masks applied to scores: masked cells become −∞, the others stay. The base of the four masks.
class Masking : public Basic {
 public:
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    if (inputs[0].size() < 2) return shape_error(0, "A mask needs scores with two axes, query × key.");
    return inputs[0];
  }
  Making making() const override { return Making::mask; }
  Explanation explain(const CellContext& cell) const override {
    const CellRef from = input(cell, 0, cell.index);
    if (!flag(options_of(cell), "enabled", true)) return explain_copy(cell, from, {"rule.mask.off", {}});
    if (open(cell)) return explain_copy(cell, from, reason(cell, true));
    Writer writer(cell);
    writer.name().relate().result();
    return writer.finish(Combine::copy, {{blocked_value(options_of(cell)), {from}}}, reason(cell, false));
  }
  // Masked cells move nothing: G with 0 there, which the same mask makes.
  Result<void> derivative(Derivative& d) const override {
    if (!flag(d.options(), "enabled", true)) {
      d.add(0, d.gradient());
      return {};
    }
    if (d.inputs() > 1 && d.wants(1)) return d.no_slope(1);
    Options options = d.options();
    options.insert_or_assign("fill", std::string("zero"));
    if (d.inputs() > 1) d.add(0, d.apply(name(), {d.gradient(), d.input(1)}, std::move(options)));
    else d.add(0, d.apply(name(), {d.gradient()}, std::move(options)));
    return {};
  }

 protected:
  virtual bool open(const CellContext& cell) const = 0;  // whether the pair may attend
  virtual Message reason(const CellContext& cell, bool allowed) const = 0;
  static constexpr OptionSpec enabled_option() { return boolean_option("enabled", "false: nothing is masked", true); }
  static constexpr OptionSpec fill_option() {
    return choice_option("fill", "what a masked cell becomes", "minus_infinity", "minus_infinity|zero");
  }
  static float blocked_value(const Options& options) {
    return text(options, "fill", "minus_infinity") == "zero" ? 0.0f : -std::numeric_limits<float>::infinity();
  }
  static constexpr OptionSpec columns_option() {
    return boolean_option("columns", "queries are columns and keys rows", false);
  }
  static std::size_t query(const CellContext& cell) { return cell.index[cell.index.size() - 2]; }
  static std::size_t key(const CellContext& cell) { return cell.index.back(); }
  // Query and key of a cell, of a mask with columns_option.
  static std::pair<std::size_t, std::size_t> places(const CellContext& cell) {
    if (flag(options_of(cell), "columns", false)) return {key(cell), query(cell)};
    return {query(cell), key(cell)};
  }

  static Result<Evaluated> masked(const attention::Tensor& scores, Result<attention::BoolTensor> mask,
                                  const Options& options) {
    if (!mask) return std::unexpected(mask.error());
    if (blocked_value(options) != 0) return boxed(attention::apply_mask(scores, *mask));
    return boxed(attention::masked_fill(scores, attention::inverted(*mask), 0));
  }
  // Scores with −∞ where the Python expression `blocked` is true.
  static std::string code_masked(const CodeContext& context, const std::string& torch, const std::string& numpy,
                                 std::string_view tex) {
    if (!flag(context.options, "enabled", true)) return assign(context, "{0}");
    const bool zero = blocked_value(context.options) == 0;
    if (context.language == Language::tex)
      return assign(context,
                    zero ? "{0} \\odot [M = 0], \\quad M \\text{ the mask's } 0 \\text{ and } {-\\infty}" : tex);
    if (context.language == Language::pytorch)
      return assign(context, joined({"{0}.masked_fill(", torch, ", ", (zero ? "0.0" : "float(\"-inf\")"), ")"}));
    return assign(context, joined({"np.where(", numpy, ", np.float32(", (zero ? "0" : "-np.inf"), "), {0})"}));
  }
};

}  // namespace

// No query sees a key that comes after it: cells right of the diagonal become −∞.
namespace {

class CausalMask final : public Masking {
 public:
  std::string_view name() const override { return "causal_mask"; }
  std::string_view doc() const override { return "Scores with −∞ where the key comes after the query"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {enabled_option(), fill_option(),
                                         integer_option("offset", "how many keys came before the first query", 0),
                                         columns_option()};
    return all;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    const Shape shape = attention::shape_of(scores);
    const std::size_t rank = shape.size();
    const auto offset = static_cast<std::ptrdiff_t>(integer(options, "offset", 0));
    if (!flag(options, "columns", false))
      return masked(scores, attention::causal_mask(shape[rank - 2], shape[rank - 1], offset), options);
    // Rows are keys here: key k serves query q if q ≥ k − offset.
    return masked(
        scores,
        attention::band_mask(shape[rank - 2], shape[rank - 1], -offset, static_cast<std::ptrdiff_t>(shape[rank - 1])),
        options);
  }
  std::string code(const CodeContext& context) const override {
    const Shape& shape = context.input_shapes[0];
    const std::size_t rank = shape.size();
    const std::string size = joined({shape[rank - 2], ", ", shape[rank - 1]});
    const long long offset = integer(context.options, "offset", 0);
    if (flag(context.options, "columns", false)) {
      const std::string below = std::to_string(-offset - 1);
      return code_masked(context, joined({"torch.ones(", size, ").tril(", below, ") == 1"}),
                         joined({"np.tril(np.ones((", size, ")), ", below, ") == 1"}),
                         "{0} + M, \\quad M_{ji} = -\\infty \\text{ for } j > i");
    }
    const std::string diagonal = offset == 0 ? "" : std::to_string(offset);
    return code_masked(context, joined({"torch.ones(", size, ").tril(", diagonal, ") == 0"}),
                       joined({"np.tril(np.ones((", size, "))", (offset == 0 ? "" : ", " + diagonal), ") == 0"}),
                       "{0} + M, \\quad M_{ij} = -\\infty \\text{ for } j > i");
  }

 protected:
  bool open(const CellContext& cell) const override {
    const auto [q, k] = places(cell);
    return static_cast<long long>(k) <= static_cast<long long>(q) + integer(options_of(cell), "offset", 0);
  }
  Message reason(const CellContext& cell, bool allowed) const override {
    const auto [q, k] = places(cell);
    return {allowed ? "rule.causal.open" : "rule.causal.blocked", {one_based(q), one_based(k)}};
  }
};

}  // namespace

const Operation& causal_mask_operation() {
  static const CausalMask operation;
  return operation;
}

// Sequences of a batch have different lengths; keys beyond the length are padding and become −∞.
namespace {

class PaddingMask final : public Masking {
 public:
  std::string_view name() const override { return "padding_mask"; }
  std::string_view doc() const override { return "Scores with −∞ where the key is padding, not a token"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        enabled_option(),
        fill_option(),
        {"lengths", OptionSpec::Kind::integers, "how many tokens each sequence of the batch has; one for all", true}};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options& options) const override {
    Result<Shape> base = Masking::shape(inputs, options);
    if (!base) return base;
    const std::vector<double> lengths = numbers(options, "lengths");
    const std::size_t batch = base->size() > 2 ? base->front() : 1;
    if (lengths.empty() || (lengths.size() != 1 && lengths.size() != batch))
      return fail("range", "options/lengths",
                  {"lengths names ", lengths.size(), " sequences, but the batch has ", batch,
                   ". Give one length for each, or one for all."});
    for (const double length : lengths)
      if (length < 0 || length > static_cast<double>(base->back()))
        return fail("range", "options/lengths",
                    {"A length is ", format_number(length, 0), ", but there are ", base->back(), " keys."});
    return base;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    std::vector<std::size_t> lengths;
    for (const double length : numbers(options, "lengths")) lengths.push_back(static_cast<std::size_t>(length));
    Result<attention::BoolTensor> mask = attention::padding_mask(lengths, scores.shape().back());
    if (!mask) return std::unexpected(mask.error());
    Shape over(scores.dimension(), 1);  // (B, 1, …, 1, T_k)
    over.front() = lengths.size();
    over.back() = scores.shape().back();
    mask->reshape(over);
    return masked(scores, std::move(mask), options);
  }
  std::string code(const CodeContext& context) const override {
    const Shape& shape = context.input_shapes[0];
    const std::vector<double> lengths = numbers(context.options, "lengths");
    const auto beyond = [&](const std::string& np) {
      const std::string keys = joined({np, ".arange(", shape.back(), ")"});
      if (lengths.size() == 1) return joined({keys, " >= ", code_number(lengths[0])});
      std::string own = joined({np, (np == "np" ? ".array(" : ".tensor("), code_list(lengths), ")[:"});
      for (std::size_t a = 1; a < shape.size(); ++a) own += ", None";
      return joined({keys, " >= ", own, "]"});
    };
    return code_masked(context, beyond("torch"), beyond("np"),
                       "{0} + M, \\quad M_{ij} = -\\infty \\text{ where key } j \\text{ is padding}");
  }

 protected:
  bool open(const CellContext& cell) const override { return key(cell) < length(options_of(cell), cell.index); }
  Message reason(const CellContext& cell, bool allowed) const override {
    return {allowed ? "rule.padding.open" : "rule.padding.blocked",
            {one_based(key(cell)), std::to_string(length(options_of(cell), cell.index))}};
  }

 private:
  static std::size_t length(const Options& options, const Index& index) {
    const std::vector<double> lengths = numbers(options, "lengths");
    const std::size_t which = lengths.size() == 1 ? 0 : std::min(index[0], lengths.size() - 1);
    return static_cast<std::size_t>(lengths[which]);
  }
};

}  // namespace

const Operation& padding_mask_operation() {
  static const PaddingMask operation;
  return operation;
}

// A query sees only keys near it: others become −∞.
namespace {

class SlidingWindowMask final : public Masking {
 public:
  std::string_view name() const override { return "sliding_window_mask"; }
  std::string_view doc() const override {
    return "Scores with −∞ where the key lies outside a window around the query";
  }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        enabled_option(), fill_option(), integer_option("before", "how many keys before the query it sees", 1, 0, 1e6),
        integer_option("after", "how many keys after the query it sees", 1, 0, 1e6), columns_option()};
    return all;
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    const Shape shape = attention::shape_of(scores);
    const std::size_t rows = shape[shape.size() - 2], columns = shape.back();
    const auto before = static_cast<std::size_t>(integer(options, "before", 1));
    const auto after = static_cast<std::size_t>(integer(options, "after", 1));
    // Transposed, what is before a query is after the key.
    const bool turned = flag(options, "columns", false);
    return masked(scores,
                  attention::sliding_window_mask(rows, columns, turned ? after : before, turned ? before : after),
                  options);
  }
  std::string code(const CodeContext& context) const override {
    const Shape& shape = context.input_shapes[0];
    const bool turned = flag(context.options, "columns", false);
    const std::string rows = std::to_string(shape[shape.size() - 2]), columns = std::to_string(shape.back());
    const std::string before = std::to_string(integer(context.options, turned ? "after" : "before", 1));
    const std::string after = std::to_string(integer(context.options, turned ? "before" : "after", 1));
    const auto far = [&](const std::string& np) {
      const std::string distance =
          joined({np, ".arange(", columns, ")[None, :] - ", np, ".arange(", rows, ")[:, None]"});
      return joined({"(", distance, " < -", before, ") | (", distance, " > ", after, ")"});
    };
    return code_masked(
        context, far("torch"), far("np"),
        joined({"{0} + M, \\quad M_{ij} = -\\infty \\text{ outside } i - ", before, " \\le j \\le i + ", after}));
  }

 protected:
  bool open(const CellContext& cell) const override {
    const auto [q, k] = places(cell);
    return k + static_cast<std::size_t>(integer(options_of(cell), "before", 1)) >= q &&
           k <= q + static_cast<std::size_t>(integer(options_of(cell), "after", 1));
  }
  Message reason(const CellContext& cell, bool allowed) const override {
    const auto [q, k] = places(cell);
    return {allowed ? "rule.sliding.open" : "rule.sliding.blocked", {one_based(q), one_based(k)}};
  }
};

}  // namespace

const Operation& sliding_window_mask_operation() {
  static const SlidingWindowMask operation;
  return operation;
}

// A mask from a matrix: scores become −∞ where it is 0 (as masked_fill(tril == 0, −inf)), or where it is not 0.
namespace {

class MatrixMask final : public Masking {
 public:
  std::string_view name() const override { return "mask"; }
  std::string_view doc() const override { return "Scores with −∞ where a mask matrix is 0 (or is not)"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"scores"}, {"mask"}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {enabled_option(), fill_option(),
                                         choice_option("blocked",
                                                       "which cells of the mask block: zero or nonzero ones, or the "
                                                       "mask is added as numbers",
                                                       "zero", "zero|nonzero|added")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> inputs, const Options&) const override {
    const Result<Shape> both = broadcast(inputs[0], inputs[1], "scores", "mask");
    if (!both) return std::unexpected(both.error());
    if (*both != inputs[0])
      return shape_error(1, joined({"mask is ", describe(inputs[1]), " and does not fit scores of ",
                                    describe(inputs[0]), ". It may be as large or smaller."}));
    return inputs[0];
  }
  Result<Evaluated> evaluate(Inputs inputs, const Options& options) const override {
    const attention::Tensor& scores = inputs[0]->tensor;
    const std::string how = text(options, "blocked", "zero");
    if (!flag(options, "enabled", true)) return Evaluated{scores, std::nullopt};
    if (how == "added")
      return boxed_or_nan(attention::apply_mask(scores, inputs[1]->tensor), attention::shape_of(scores));
    Result<attention::BoolTensor> mask = attention::mask_from_matrix(inputs[1]->tensor);
    if (mask && how == "nonzero") *mask = attention::inverted(*mask);
    return masked(scores, std::move(mask), options);
  }
  Explanation explain(const CellContext& cell) const override {
    const CellRef mask = input(cell, 1, broadcast_index(cell.index, input_shape(cell, 1)));
    const bool enabled = flag(options_of(cell), "enabled", true);
    if (enabled && text(options_of(cell), "blocked", "zero") == "added")
      return explain_pair(cell, input(cell, 0, cell.index), "+", mask,
                          {open(cell) ? "rule.mask.open" : "rule.mask.blocked", {}});
    return Masking::explain(cell);
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    if (i == 0) return {cell.index};
    return {broadcast_index(cell.index, input_shape(cell, 1))};
  }
  Result<void> derivative(Derivative& d) const override {
    if (!flag(d.options(), "enabled", true) || text(d.options(), "blocked", "zero") != "added")
      return Masking::derivative(d);
    d.add(0, d.gradient());
    d.add(1, d.gradient());
    return {};
  }
  std::string code(const CodeContext& context) const override {
    const std::string how = text(context.options, "blocked", "zero");
    if (how == "added" && flag(context.options, "enabled", true)) return assign(context, "{0} + {1}");
    const std::string test = how == "nonzero" ? "{1} != 0" : "{1} == 0";
    return code_masked(context, test, test, "{0} + M, \\quad M_{ij} = -\\infty \\text{ where the mask blocks}");
  }

 protected:
  bool open(const CellContext& cell) const override {
    const CellRef ref = input(cell, 1, broadcast_index(cell.index, input_shape(cell, 1)));
    const float v = cell.graph.at(ref.node, ref.index);
    const std::string how = text(options_of(cell), "blocked", "zero");
    if (how == "added") return v != -std::numeric_limits<float>::infinity();
    return (v != 0) == (how == "zero");
  }
  Message reason(const CellContext&, bool allowed) const override {
    return {allowed ? "rule.mask.open" : "rule.mask.blocked", {}};
  }
};

}  // namespace

const Operation& mask_operation() {
  static const MatrixMask operation;
  return operation;
}

}  // namespace graph
