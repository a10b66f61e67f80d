// A sentence becomes the ids of its words: indices in the sorted list of all its words, capitals first.
#include "attention/tensor/map.hpp"
#include "graph/ops/wording.hpp"

namespace graph {
namespace {

class TokenizeWords final : public Wording {
 public:
  std::string_view name() const override { return "tokenize_words"; }
  std::string_view doc() const override { return "A sentence as ids of its words, one for each token"; }
  Sign sign() const override { return Sign::never_negative; }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    return Shape{tokens(options).size()};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options& options, const Shape&) const override {
    return {Axis{"token", tokens(options)}};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    const std::vector<std::string> words = tokens(options);
    // The vocabulary is made of these words, so each has an id.
    const std::vector<std::size_t> ids = *text::encode(words, numbering(words, options));
    attention::Tensor out = attention::filled({ids.size()}, 0);
    for (std::size_t i = 0; i < ids.size(); ++i) out.data()[i] = static_cast<float>(ids[i]);
    return Evaluated{std::move(out), std::vector<Axis>{Axis{"token", words}}};
  }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<std::string> words = tokens(options_of(cell));
    return explain_constant(cell, {"rule.id", {literal(words.at(cell.index[0]))}});
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return assign(context, "\\text{ids of the words}");
    return code_words(context) + assign(context, code_tensor(context, "[word_ids[word] for word in words]"));
  }
};

}  // namespace

const Operation& tokenize_words_operation() {
  static const TokenizeWords operation;
  return operation;
}

}  // namespace graph
