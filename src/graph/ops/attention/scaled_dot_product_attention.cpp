// softmax(Q Kᵀ / √D) V in one step, with a mask, batched over leading axes, as PyTorch's function of that name.
#include "attention/scaled_dot_product_attention.hpp"

#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"
#include "graph/ops/attention/steps.hpp"

namespace graph {
namespace {

class ScaledDotProductAttention final : public Basic {
 public:
  std::string_view name() const override { return "scaled_dot_product_attention"; }
  std::string_view doc() const override { return "softmax(Q Kᵀ · scale) V in one step, batched over leading axes"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"query"}, {"key"}, {"value"}, {"mask", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        boolean_option("causal", "no query sees a key that comes after it", false),
        number_option("scale", "what scores are multiplied by; 0: 1/√D", 0),
        choice_option("mask", "what the mask means: numbers that are added, or not 0 = may attend", "added",
                      "added|allowed")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options&) const override {
    for (std::size_t i = 0; i < 3; ++i)
      if (in[i].size() < 2) return shape_error(i, "query, key and value need two axes, token × feature.");
    if (in[0].back() != in[1].back())
      return shape_error(1, joined({"A query has ", in[0].back(), " features and a key ", in[1].back(),
                                    ". Their dot product needs as many in both."}));
    if (in[1][in[1].size() - 2] != in[2][in[2].size() - 2])
      return shape_error(2, joined({"There are ", in[1][in[1].size() - 2], " keys and ", in[2][in[2].size() - 2],
                                    " values. Each key needs its value."}));
    Result<Shape> batch = broadcast(batch_of(in[0]), batch_of(in[1]), "query", "key");
    if (batch) batch = broadcast(*batch, batch_of(in[2]), "query", "value");
    if (!batch) return batch;
    const std::size_t keys = in[1][in[1].size() - 2];
    if (in.size() > 3 && !in[3].empty() && in[3].back() != keys && in[3].back() != 1)
      return shape_error(3, joined({"A row of the mask has ", in[3].back(), " numbers, but there are ", keys,
                                    " keys. Give one for each key, or one for all."}));
    batch->push_back(in[0][in[0].size() - 2]);
    batch->push_back(in[2].back());
    return batch;
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>> in, const Options&, const Shape& result) const override {
    std::vector<Axis> out = in[0];
    out.back() = in[2].back();
    out.resize(result.size());
    return out;
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    Result<attention::AttentionResult> made = run(in, options, false);
    const Shape shapes[] = {attention::shape_of(in[0]->tensor), attention::shape_of(in[1]->tensor),
                            attention::shape_of(in[2]->tensor)};
    const Result<Shape> result = shape(shapes, options);
    if (!result) return std::unexpected(result.error());
    if (!made) return boxed_or_nan(std::unexpected(made.error()), *result);
    return Evaluated{std::move(made->output), std::nullopt};
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<const TensorBox*> in;
    for (const NodeId id : cell.graph.node(cell.node).inputs) in.push_back(&cell.graph.tensor(id));
    const Result<attention::AttentionResult> made = run(in, options_of(cell), true);
    const std::size_t rank = cell.index.size();
    const Message rule{"rule.attention", {one_based(cell.index[rank - 2])}};
    if (!made || !made->weights) return explain_constant(cell, rule);
    const Shape values = input_shape(cell, 2), weights = attention::shape_of(*made->weights);
    const Index batch(cell.index.begin(), cell.index.end() - 2);
    std::vector<Product> products;
    for (std::size_t j = 0; j < values[values.size() - 2]; ++j) {
      Index value = broadcast_index(batch, batch_of(values)), weight = broadcast_index(batch, batch_of(weights));
      value.insert(value.end(), {j, cell.index.back()});
      weight.insert(weight.end(), {cell.index[rank - 2], j});
      const CellRef ref = input(cell, 2, value);
      products.push_back({{ref},
                          {made->weights->data()[flat_index(weights, weight)]},
                          place_note(cell.graph, ref.node, values.size() - 2, j)});
    }
    return explain_sum(cell, std::move(products), rule);
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const Shape own = input_shape(cell, i);
    const std::size_t rank = own.size();
    Index start = broadcast_index(Index(cell.index.begin(), cell.index.end() - 2), batch_of(own));
    std::vector<Index> out;
    for (std::size_t t = 0; t < own[rank - 2]; ++t)
      for (std::size_t d = 0; d < own[rank - 1]; ++d) {
        const bool mine = i == 0 || i == 3 ? t == cell.index[cell.index.size() - 2] || own[rank - 2] == 1
                                           : i == 1 || d == cell.index.back();
        Index index = start;
        index.insert(index.end(), {t, d});
        if (mine) out.push_back(std::move(index));
      }
    return out;
  }
  Result<void> derivative(Derivative& d) const override {
    std::vector<StepMask> masks;
    const bool added = text(d.options(), "mask", "added") == "added";
    if (d.inputs() > 3) masks.push_back({d.input(3), added ? "added" : "zero"});
    return d.through(attention_in_steps(d, d.input(0), d.input(1), d.input(2), d.options(), masks));
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex)
      return assign(context, "\\operatorname{softmax}\\!\\left(\\frac{{0} {1}^{\\top}}{\\sqrt{d_k}}\\right) {2}");
    const bool torch = context.language == Language::pytorch;
    std::string call = torch ? "torch.nn.functional.scaled_dot_product_attention({0}, {1}, {2}"
                             : "scaled_dot_product_attention({0}, {1}, {2}";
    const bool allowed = text(context.options, "mask", "added") == "allowed";
    const bool causal = flag(context.options, "causal", false);
    // PyTorch accepts only one of the two: the causal mask is merged into the other.
    const bool both = torch && causal && context.inputs.size() > 3;
    if (context.inputs.size() > 3) {
      const Shape &query = context.input_shapes[0], &key = context.input_shapes[1];
      const std::string square = code_tuple({query[query.size() - 2], key[key.size() - 2]});
      if (both && allowed)
        call += joined({", attn_mask=({3} != 0) & torch.ones(", square, ", dtype=torch.bool).tril()"});
      else if (both) call += joined({", attn_mask={3} + torch.full(", square, ", -torch.inf).triu(1)"});
      else if (torch) call += allowed ? ", attn_mask={3} != 0" : ", attn_mask={3}";
      else call += allowed ? ", mask=np.where({3} != 0, np.float32(0), np.float32(-np.inf))" : ", mask={3}";
    }
    if (causal && !both) call += ", is_causal=True";
    const double scale = number(context.options, "scale", 0);
    if (scale != 0) call += ", scale=" + code_number(scale);
    return assign(context, call + ")");
  }
  Layout layout() const override { return Layout::weighted_sum; }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    const auto keys = static_cast<double>(in[1][in[1].size() - 2]);
    return keys * static_cast<double>(count(result)) *
           (1 + static_cast<double>(in[0].back()) / std::max(1.0, static_cast<double>(in[2].back())));
  }

 private:
  static Shape batch_of(const Shape& shape) { return Shape(shape.begin(), shape.end() - 2); }
  static Result<attention::AttentionResult> run(Inputs in, const Options& options, bool weights) {
    attention::AttentionOptions how;
    how.is_causal = flag(options, "causal", false);
    if (const double scale = number(options, "scale", 0); scale != 0) how.scale = static_cast<float>(scale);
    how.need_weights = weights;
    how.plain = true;
    if (in.size() > 3) {
      if (text(options, "mask", "added") == "added") {
        how.attn_mask = in[3]->tensor;
      } else {
        Result<attention::BoolTensor> mask = attention::mask_from_matrix(in[3]->tensor);
        if (!mask) return std::unexpected(mask.error());
        how.attn_mask = std::move(*mask);
      }
    }
    return attention::scaled_dot_product_attention(in[0]->tensor, in[1]->tensor, in[2]->tensor, how);
  }
};

}  // namespace

const Operation& scaled_dot_product_attention_operation() {
  static const ScaledDotProductAttention operation;
  return operation;
}

}  // namespace graph
