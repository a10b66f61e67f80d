// torch.nn.MultiheadAttention in one step: three projections, heads, and an output projection; weights out × in.
#include "attention/multihead_attention.hpp"

#include "attention/tensor/tensor_functions.hpp"
#include "graph/core/basic.hpp"
#include "graph/ops/all.hpp"
#include "graph/ops/attention/steps.hpp"

namespace graph {
namespace {

class MultiheadAttentionOperation final : public Basic {
 public:
  std::string_view name() const override { return "multihead_attention"; }
  std::string_view doc() const override { return "Projections, heads and output projection in one step"; }
  std::span<const InputSpec> inputs() const override {
    static constexpr InputSpec all[] = {{"query"},
                                        {"key"},
                                        {"value"},
                                        {"in_weight"},
                                        {"out_weight"},
                                        {"in_bias", true},
                                        {"out_bias", true},
                                        {"attn_mask", true},
                                        {"key_padding_mask", true}};
    return all;
  }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        integer_option("heads", "how many heads share the features", std::nullopt, 1, 1e6),
        boolean_option("causal", "no query sees a key that comes after it", false),
        number_option("scale", "what scores are multiplied by; 0: 1/√(features of a head)", 0),
        choice_option("bias", "which biases the inputs after out_weight are", "both", "both|out"),
        choice_option("masks", "which masks the last inputs are", "none", "none|attn_mask|key_padding_mask|both"),
        choice_option("mask", "what a mask means: numbers that are added, or not 0 = blocked", "added",
                      "added|blocked")};
    return all;
  }
  Result<Shape> shape(std::span<const Shape> in, const Options& options) const override {
    for (std::size_t i = 0; i < 3; ++i)
      if (in[i].size() < 2 || in[i].size() > 3)
        return shape_error(i, "query, key and value need two axes, token × feature, or a batch before them.");
    const std::size_t width = in[0].back();
    const auto heads = static_cast<std::size_t>(integer(options, "heads", 1));
    if (width % heads != 0)
      return fail("heads", "options/heads",
                  {"query has ", width, " features, which ", heads, " heads cannot share equally."});
    if (in[3] != Shape{3 * width, width})
      return shape_error(3, joined({"in_weight is ", describe(in[3]), ", but must be ", describe({3 * width, width}),
                                    ": query, key and value projection stacked, each out × in."}));
    if (in[4] != Shape{width, width})
      return shape_error(4,
                         joined({"out_weight is ", describe(in[4]), ", but must be ", describe({width, width}), "."}));
    const Given given = given_of(in.size(), options);
    if (given.biases_end < 5 || given.biases_end > (text(options, "bias", "both") == "both" ? 7 : 6))
      return fail("inputs", "inputs",
                  {"After out_weight come the biases that “bias” names, then the masks that “masks” names; ",
                   in.size() - 5, " inputs come after it here."});
    for (std::size_t i = 5; i < given.biases_end; ++i) {
      const std::size_t wanted = is_in_bias(i, options) ? 3 * width : width;
      if (in[i] != Shape{wanted})
        return shape_error(i, joined({"This bias is ", describe(in[i]), ", but must be ", wanted, " numbers."}));
    }
    const std::size_t batch = in[0].size() == 3 ? in[0][0] : 1;
    const std::size_t queries = in[0][in[0].size() - 2], keys = in[1][in[1].size() - 2];
    const Shape shared{queries, keys}, per_head{batch * heads, queries, keys};
    if (const auto i = given.attn_mask; i && in[*i] != shared && in[*i] != per_head)
      return shape_error(*i, joined({"attn_mask is ", describe(in[*i]), ", but must be ", describe(shared),
                                     " (query × key), or ", describe(per_head), " with one for each head."}));
    const Shape padding = in[0].size() == 3 ? Shape{batch, keys} : Shape{keys};
    if (const auto i = given.key_padding_mask; i && in[*i] != padding)
      return shape_error(*i, joined({"key_padding_mask is ", describe(in[*i]), ", but must be ", describe(padding),
                                     ": one number for each key."}));
    return in[0];
  }
  Result<Evaluated> evaluate(Inputs in, const Options& options) const override {
    const Result<attention::Tensor> made = run(in, options, true);
    return boxed_or_nan(made, attention::shape_of(in[0]->tensor));
  }
  Explanation explain(const CellContext& cell) const override {
    std::vector<const TensorBox*> in;
    for (const NodeId id : cell.graph.node(cell.node).inputs) in.push_back(&cell.graph.tensor(id));
    const Options& options = options_of(cell);
    const std::size_t last = cell.index.size() - 1;
    const Message rule{"rule.multihead", {one_based(cell.index[last - 1]), argument({"W", "o", {}})}};
    const Result<attention::Tensor> joined = run(in, options, false);  // before the output projection
    if (!joined) return explain_constant(cell, rule);
    const Shape shape = input_shape(cell, 0);
    std::vector<Product> products;
    for (std::size_t e = 0; e < shape.back(); ++e) {
      const CellRef weight = input(cell, 4, {cell.index[last], e});
      products.push_back({{weight},
                          {joined->data()[flat_index(shape, with(cell.index, last, e))]},
                          {"short.feature", {one_based(e)}}});
    }
    for (std::size_t i = 5; i < given_of(input_count(cell), options).biases_end; ++i)
      if (!is_in_bias(i, options)) products.push_back({{input(cell, i, {cell.index[last]})}, {}, {"note.bias", {}}});
    return explain_sum(cell, std::move(products), rule);
  }
  std::vector<Index> sources(std::size_t i, const CellContext& cell) const override {
    const Shape own = input_shape(cell, i);
    const std::size_t last = cell.index.size() - 1;
    const Given given = given_of(input_count(cell), options_of(cell));
    const auto heads = static_cast<std::size_t>(integer(options_of(cell), "heads", 1));
    std::vector<Index> out;
    for (std::size_t k = 0; k < count(own); ++k) {
      const Index index = index_at(own, k);
      bool mine = true;
      if (i == 0) mine = Index(index.begin(), index.end() - 1) == Index(cell.index.begin(), cell.index.end() - 1);
      if (i == 1 || i == 2) mine = last == 1 || index[0] == cell.index[0];
      const bool out_bias = i > 4 && i < given.biases_end && !is_in_bias(i, options_of(cell));
      if (i == 4 || out_bias) mine = index[0] == cell.index[last];
      if (i == given.attn_mask)
        mine = index[index.size() - 2] == cell.index[last - 1] &&
               (index.size() == 2 || last == 1 || index[0] / heads == cell.index[0]);
      if (i == given.key_padding_mask) mine = last == 1 || index[0] == cell.index[0];
      if (mine) out.push_back(index);
    }
    return out;
  }
  Result<void> derivative(Derivative& d) const override {
    const Given given = given_of(d.inputs(), d.options());
    const std::size_t width = d.shape(d.input(0)).back();
    const Options heads{{"heads", number(d.options(), "heads", 1)}};
    std::optional<NodeId> in_bias, out_bias;
    for (std::size_t i = 5; i < given.biases_end; ++i) (is_in_bias(i, d.options()) ? in_bias : out_bias) = d.input(i);
    NodeId parts[3];
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<NodeId> in{d.input(i), d.part(d.input(3), 0, i * width, (i + 1) * width)};
      if (in_bias) in.push_back(d.part(*in_bias, 0, i * width, (i + 1) * width));
      parts[i] = d.apply("split_heads", {d.apply("linear", std::move(in))}, heads);
    }
    const std::string_view how = text(d.options(), "mask", "added") == "added" ? "added" : "nonzero";
    const bool batched = d.shape(d.input(0)).size() == 3;
    std::vector<StepMask> masks;
    if (given.attn_mask) {
      const Shape own = d.shape(d.input(*given.attn_mask));  // (T, S), or (B·h, T, S)
      const auto count = static_cast<std::size_t>(integer(d.options(), "heads", 1));
      const bool each = batched && own.size() == 3;
      masks.push_back({each ? d.reshaped(d.input(*given.attn_mask), {own[0] / count, count, own[1], own[2]})
                            : d.input(*given.attn_mask),
                       how});
    }
    if (given.key_padding_mask) {
      const Shape own = d.shape(d.input(*given.key_padding_mask));  // (B, S), or (S)
      masks.push_back({batched ? d.reshaped(d.input(*given.key_padding_mask), {own[0], 1, 1, own[1]})
                               : d.input(*given.key_padding_mask),
                       how});
    }
    const NodeId mixed = attention_in_steps(d, parts[0], parts[1], parts[2], d.options(), masks);
    std::vector<NodeId> out{d.apply("merge_heads", {mixed}), d.input(4)};
    if (out_bias) out.push_back(*out_bias);
    return d.through(d.apply("linear", std::move(out)));
  }
  std::string code(const CodeContext& context) const override {
    const Given given = given_of(context.inputs.size(), context.options);
    if (context.language == Language::tex) {
      std::string masks;
      for (std::size_t i = given.biases_end; i < context.inputs.size(); ++i)
        masks += joined({(masks.empty() ? ";\\ {" : ", {"), i, "}"});
      return assign(context, joined({"\\operatorname{MultiHead}({0}, {1}, {2}", masks, ")"}));
    }
    const std::size_t width = context.input_shapes[0].back();
    std::string in_bias = joined({"{np}.zeros(", 3 * width, ", dtype={np}.float32)"}), out_bias = "0";
    for (std::size_t i = 5; i < given.biases_end; ++i)
      (is_in_bias(i, context.options) ? in_bias : out_bias) = context.inputs[i];
    const double scale = number(context.options, "scale", 0);
    return assign(
        context,
        joined({"multihead_attention({0}, {1}, {2}, {3}, ", in_bias, ", {4}, ", out_bias, ", ",
                integer(context.options, "heads", 1), ", ", (flag(context.options, "causal", false) ? "True" : "False"),
                ", ", (scale == 0 ? std::string("None") : code_number(scale)), code_mask(context, given), ")"}));
  }
  Layout layout() const override { return Layout::rows; }

 protected:
  double multiply_adds(std::span<const Shape> in, const Options&, const Shape& result) const override {
    const auto width = static_cast<double>(result.back());
    const auto keys = static_cast<double>(in[1][in[1].size() - 2]);
    return static_cast<double>(count(in[0]) + count(in[1]) + count(in[2]) + count(result)) * width +
           2 * keys * static_cast<double>(count(result));
  }

 private:
  // Which inputs after out_weight are given: biases up to an end, then masks.
  struct Given {
    std::size_t biases_end = 5;
    std::optional<std::size_t> attn_mask, key_padding_mask;
  };
  static Given given_of(std::size_t inputs, const Options& options) {
    const std::string masks = text(options, "masks", "none");
    Given given;
    std::size_t last = inputs;
    if (masks == "key_padding_mask" || masks == "both") given.key_padding_mask = --last;
    if (masks == "attn_mask" || masks == "both") given.attn_mask = --last;
    given.biases_end = last;
    return given;
  }
  // ", mask=…": both masks as numbers to add to scores (B, h, T_q, T_k).
  static std::string code_mask(const CodeContext& context, const Given& given) {
    std::string sum;
    const auto add = [&](std::size_t i, const std::string& place) {
      std::string numbers = context.inputs[i];
      if (text(context.options, "mask", "added") == "blocked")
        numbers = context.language == Language::pytorch
                      ? joined({"torch.zeros(", numbers, ".shape).masked_fill(", numbers, " != 0, -torch.inf)"})
                      : joined({"np.where(", numbers, " != 0, np.float32(-np.inf), np.float32(0))"});
      sum += (sum.empty() ? "" : " + ") + numbers + place;
    };
    const Shape& query = context.input_shapes[0];
    if (given.attn_mask) {
      Shape four = context.input_shapes[*given.attn_mask];
      const auto heads = static_cast<std::size_t>(integer(context.options, "heads", 1));
      if (four.size() == 3) four = {four[0] / heads, heads, four[1], four[2]};
      add(*given.attn_mask, four.size() == 4 ? joined({".reshape(", code_tuple(four), ")"}) : "");
    }
    if (given.key_padding_mask) add(*given.key_padding_mask, query.size() == 3 ? "[:, None, None, :]" : "");
    return sum.empty() ? "" : ", mask=" + sum;
  }
  static Result<attention::Mask> mask_of(const TensorBox& box, const Options& options) {
    if (text(options, "mask", "added") == "added") return attention::Mask(box.tensor);
    Result<attention::BoolTensor> blocked = attention::mask_from_matrix(box.tensor);
    if (!blocked) return std::unexpected(blocked.error());
    return attention::Mask(std::move(*blocked));
  }
  static bool is_in_bias(std::size_t i, const Options& options) {
    return i == 5 && text(options, "bias", "both") == "both";
  }
  static Result<attention::Tensor> run(Inputs in, const Options& options, bool project) {
    attention::MultiheadAttention parameters;
    parameters.embed_dim = in[0]->tensor.shape().back();
    parameters.num_heads = static_cast<std::size_t>(integer(options, "heads", 1));
    parameters.in_proj_weight = in[3]->tensor;
    parameters.out_proj_weight = in[4]->tensor;
    if (!project) {
      Result<attention::Tensor> identity = attention::eye(parameters.embed_dim);
      if (!identity) return identity;
      parameters.out_proj_weight = std::move(*identity);
    }
    const Given given = given_of(in.size(), options);
    for (std::size_t i = 5; i < given.biases_end; ++i) {
      if (is_in_bias(i, options)) parameters.in_proj_bias = in[i]->tensor;
      else if (project) parameters.out_proj_bias = in[i]->tensor;
    }
    attention::MultiheadOptions how;
    how.is_causal = flag(options, "causal", false);
    how.need_weights = false;
    how.plain = true;
    const std::pair<std::optional<std::size_t>, attention::Mask*> masks[] = {
        {given.attn_mask, &how.attn_mask}, {given.key_padding_mask, &how.key_padding_mask}};
    for (const auto& [i, mask] : masks) {
      if (!i) continue;
      Result<attention::Mask> made = mask_of(*in[*i], options);
      if (!made) return std::unexpected(made.error());
      *mask = std::move(*made);
    }
    if (const double scale = number(options, "scale", 0); scale != 0) how.scale = static_cast<float>(scale);
    Result<attention::MultiheadResult> made =
        attention::multihead_attention(in[0]->tensor, in[1]->tensor, in[2]->tensor, parameters, how);
    if (!made) return std::unexpected(made.error());
    return std::move(made->output);
  }
};

}  // namespace

const Operation& multihead_attention_operation() {
  static const MultiheadAttentionOperation operation;
  return operation;
}

}  // namespace graph
