// Sequences of a batch have different lengths; keys beyond the length are padding and become −∞.
#include <algorithm>

#include "graph/ops/attention/masking.hpp"

namespace graph {
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

}  // namespace graph
