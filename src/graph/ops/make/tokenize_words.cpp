// A text becomes the ids of its words or characters: indices in the sorted list of them all, capitals first.
#include "attention/tensor/map.hpp"
#include "graph/ops/wording.hpp"

namespace graph {
namespace {

class TokenizeWords final : public Wording {
 public:
  std::string_view name() const override { return "tokenize_words"; }
  std::string_view doc() const override { return "A text as ids of its words or characters, one for each token"; }
  Sign sign() const override { return Sign::never_negative; }
  std::span<const OptionSpec> options() const override {
    static constexpr OptionSpec all[] = {
        wording_options[0],
        wording_options[1],
        wording_options[2],
        wording_options[3],
        number_option("from", "only the part of the tokens from this share of them on", 0, 0, 1),
        number_option("to", "and up to this one", 1, 0, 1)};
    return all;
  }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    const std::size_t all = tokens(options).size();
    const auto [from, to] = bounds(options, all);
    return Shape{to - from};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options& options, const Shape&) const override {
    return {Axis{"token", part(options, tokens(options))}};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    const auto& [words, numbered] = split(options);
    // The vocabulary is made of these words, so each has an id.
    const std::vector<std::size_t> ids = part(options, *text::encode(words, numbered));
    attention::Tensor out = attention::filled({ids.size()}, 0);
    for (std::size_t i = 0; i < ids.size(); ++i) out.data()[i] = static_cast<float>(ids[i]);
    return Evaluated{std::move(out), std::vector<Axis>{Axis{"token", part(options, words)}}};
  }
  Explanation explain(const CellContext& cell) const override {
    const std::vector<std::string> words = part(options_of(cell), tokens(options_of(cell)));
    return explain_constant(cell, {"rule.id", {literal(words.at(cell.index[0]))}});
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return assign(context, "\\text{ids of the words}");
    const double from = number(context.options, "from", 0), to = number(context.options, "to", 1);
    const auto bound = [](double share) { return joined({"int(len(words) * ", code_number(share), ")"}); };
    std::string cut;
    if (from > 0 || to < 1) cut = joined({"[", (from > 0 ? bound(from) : ""), ":", (to < 1 ? bound(to) : ""), "]"});
    return code_words(context) +
           assign(context, code_tensor(context, joined({"[word_ids[word] for word in words", cut, "]"})));
  }

 private:
  // As Python's int(n * share); nothing lies between them if they are the wrong way round.
  static std::pair<std::size_t, std::size_t> bounds(const Options& options, std::size_t n) {
    const auto at = [&](double share) { return static_cast<std::size_t>(static_cast<double>(n) * share); };
    const std::size_t from = at(number(options, "from", 0));
    return {from, std::max(from, at(number(options, "to", 1)))};
  }
  template <class T>
  static std::vector<T> part(const Options& options, std::vector<T> all) {
    const auto [from, to] = bounds(options, all.size());
    all.resize(to);
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(from));
    return all;
  }
};

}  // namespace

const Operation& tokenize_words_operation() {
  static const TokenizeWords operation;
  return operation;
}

}  // namespace graph
