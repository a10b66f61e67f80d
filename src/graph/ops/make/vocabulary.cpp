// The sorted dictionary of a sentence: each word once, with its id.
#include "attention/tensor/map.hpp"
#include "graph/ops/wording.hpp"

namespace graph {
namespace {

class VocabularyTable final : public Wording {
 public:
  std::string_view name() const override { return "vocabulary"; }
  std::string_view doc() const override { return "The sorted words of a sentence, each once, with their ids"; }
  Sign sign() const override { return Sign::never_negative; }
  Result<Shape> shape(std::span<const Shape>, const Options& options) const override {
    return Shape{split(options).numbered.entries.size()};
  }
  std::vector<Axis> axes(std::span<const std::vector<Axis>>, const Options& options, const Shape&) const override {
    return {axis(options, split(options).numbered)};
  }
  Result<Evaluated> evaluate(Inputs, const Options& options) const override {
    const text::Vocabulary& all = split(options).numbered;
    attention::Tensor out = attention::filled({all.entries.size()}, 0);
    for (std::size_t i = 0; i < all.entries.size(); ++i) out.data()[i] = static_cast<float>(all.entries[i].id);
    return Evaluated{std::move(out), std::vector<Axis>{axis(options, all)}};
  }
  Explanation explain(const CellContext& cell) const override {
    const text::Vocabulary& all = split(options_of(cell)).numbered;
    return explain_constant(cell, {"rule.id", {literal(all.entries.at(cell.index[0]).word)}});
  }
  std::string code(const CodeContext& context) const override {
    if (context.language == Language::tex) return assign(context, "\\text{places in the sorted list of words}");
    return code_words(context) + assign(context, code_tensor(context, "sorted(word_ids.values())"));
  }

 private:
  static Axis axis(const Options& options, const text::Vocabulary& all) {
    return {characters(options) ? "character" : "word", labels(all)};
  }
  static std::vector<std::string> labels(const text::Vocabulary& all) {
    std::vector<std::string> out;
    for (const text::VocabularyEntry& entry : all.entries) out.push_back(entry.word);
    return out;
  }
};

}  // namespace

const Operation& vocabulary_operation() {
  static const VocabularyTable operation;
  return operation;
}

}  // namespace graph
